"""The data files of Welcome To, written by make_data.py: perft, a game, greedy moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sarai
from sarai import Game, Rng, State, games
from tests.support.make_data import (
    Pick,
    Values,
    Wanted,
    by_kind,
    greedy,
    perft_text,
    playthrough_text,
    walk,
)


def planner(state: State, rng: Rng) -> int:
    """The planner, who claims what it can and asks for a reshuffle."""
    words = {word >> 56: word for word in state.moves()}
    return words[RESHUFFLE] if RESHUFFLE in words else state.choose(0, rng)


RESHUFFLE = 13


def careless(state: State, rng: Rng) -> int:
    """Refuses once in a while, and builds roundabouts."""
    return by_kind(state, rng) if rng.below(5) == 0 else state.choose(1, rng)


# ---- perft ----


def _at(phase: str, stage: str = "", turns: int = 0) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == phase and stage in ("", v["stage0"]) and int(v["turns"]) >= turns


def _wanted(
    name: str,
    here: Callable[[Values], bool],
    depth: int,
    players: tuple[Pick, ...] = (planner, planner),
    seed: int = 0,
    **options: str | int,
) -> Wanted:
    return Wanted(name, {"plans": "3/8/15", **options}, here, depth, seed, players, "welcometo")


EXPERT: dict[str, str | int] = {"mode": "expert"}
ADVANCED: dict[str, str | int] = {"advanced": "yes", "plans": "19/25/13"}

WANTED = (
    _wanted("start", _at("draw"), 2),
    _wanted("first-turn", _at("turn", "start"), 3),
    _wanted("later", _at("turn", "start", 12), 3),
    _wanted("build", _at("turn", "build", 15), 3, seed=3),
    _wanted("effect", _at("turn", "effect", 10), 3, seed=4),
    _wanted("claim", _at("turn", "claim"), 3, seed=0, plans="4/10/15"),
    _wanted("shown", lambda v: v["shown0"] == "all" and int(v["turns"]) > 9, 3),
    _wanted("over", _at("over"), 2, (careless, careless)),
    _wanted("advanced", _at("turn", "start", 9), 2, (careless, planner, careless), 0, **ADVANCED),
    _wanted("expert-draw", _at("draw", turns=7), 3, (planner, careless, planner), 0, **EXPERT),
    _wanted("expert", _at("turn", "start", 8), 3, (careless, planner), 5, **EXPERT),
    _wanted("expert-pass", _at("pass", turns=6), 4, (planner,) * 4, 6, **EXPERT),
    _wanted("alone", _at("turn", "start", 20), 4, (planner,), 7),
    _wanted("alone-solo", lambda v: v["solo"] == "1" and v["phase"] == "draw", 2, (planner,), 8),
    _wanted("six", _at("turn", "start", 14), 3, (planner, careless) * 3, 9),
)


# ---- a playthrough ----

KINDS = (
    "round play refuse build fence bis agent skip claim estate reshuffle draw0 draw1 draw2 "
    "expert0 expert1 expert2 fold0 plans1 plans2 pass0 pass1 pass2"
)
"""The kinds of event that it shows: those of the expert game."""


def playthrough_game() -> Game:
    options = {"mode": "expert", "advanced": "yes", "plans": "4/25/15"}
    return sarai.game("welcometo", 3, options, seed=11)


def mixed(state: State, rng: Rng) -> int:
    return (careless, planner, planner)[state.actor](state, rng)


def playthrough() -> str:
    who = "the planner, and one who is careless; views at every 40th step"
    return playthrough_text(playthrough_game(), mixed, who, views_every=40)


# ---- the greedy player and the planner ----

PLAYERS: Mapping[str, Pick] = {
    "greedy": greedy,
    "planner": lambda state, rng: planner_move(state),
}
POSITIONS, PER_GAME = 80, 10


def planner_move(state: State) -> int:
    choose = games.REGISTRY["welcometo"].planner
    assert choose is not None
    return choose(state.view(state.actor), 1)


def choices_text() -> str:
    """Choices of both players at places spread evenly over games of one to three seats."""
    lines = ["# seats, number of the game, view of the seat to move, greedy's move, planner's move"]
    for number in range(POSITIONS // PER_GAME):
        seats = 1 + number % 3
        options = {"mode": "expert"} if number % 4 == 2 and seats > 1 else {}
        game = sarai.game("welcometo", seats, options, seed=number)
        turns = [state for state in walk(game, number, (planner,) * seats) if state.actor >= 0]
        for i in range(PER_GAME):
            state = turns[(2 * i + 1) * len(turns) // (2 * PER_GAME)]
            moves = [game.text(word) for word in (greedy(state, Rng(0)), planner_move(state))]
            view = state.view(state.actor).snapshot()
            lines.append(" ".join([str(seats), str(number), view, *moves]))
    return "\n".join(lines) + "\n"


FILES: Mapping[str, Callable[[], str]] = {
    "perft.txt": lambda: perft_text(WANTED),
    "playthrough.txt": playthrough,
    "choices.txt": choices_text,
}
