"""The data files of Bazaar, written by make_data.py: perft, a game, greedy moves."""

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
    uniform,
    walk,
)

Options = Mapping[str, str | int]


def hoarder(state: State, rng: Rng) -> int:
    """Draws, so that hands grow; else as `by_kind`."""
    moves = state.moves()
    return moves[0] if moves[0] >> 56 == 1 else by_kind(state, rng)


# ---- perft ----


def _phase(name: str, turns: int = 0) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == name and int(v["turns"]) >= turns


def _left(left: str, phase: str) -> Callable[[Values], bool]:
    """Cards in the piles, highest first."""
    return lambda v: v["phase"] == phase and sorted(v["left"].split("/"))[::-1] == left.split("/")


def _wanted(
    name: str,
    here: Callable[[Values], bool],
    depth: int,
    players: tuple[Pick, ...] = (greedy, greedy),
    seed: int = 0,
    **options: str | int,
) -> Wanted:
    cards = {} if "equations" in options or "exchange" in options else {"house_cards": "1/7"}
    return Wanted(name, {**cards, **options}, here, depth, seed, players, "bazaar")


FIXED = "R:GGG/Y:WG/B:WWGY/W:RBBG/R:BGY/Y:RBB/W:RR/GG:WW/R:WG/G:BBYY"
WEIGHTED: dict[str, str | int] = {
    "market": "weighted_shapes",
    "shape_weights": "1/0/0/0/0/0/9",
}
LIMITED: dict[str, str | int] = {"gems_per_colour": 2, "hand_limit": 5}
THREE: tuple[Pick, ...] = (greedy, by_kind, hoarder)

WANTED = (
    _wanted("start", _phase("starter"), 3),
    _wanted("start-alone", _phase("deal"), 3, (greedy,)),
    _wanted("start-six-iid", _phase("starter"), 3, (greedy,) * 6, market="iid_gems"),
    _wanted("first-turn", _phase("act"), 5),
    *(_wanted(f"act-{n}", _phase("act", n), 5, seed=n) for n in (6, 17, 40, 61)),
    *(_wanted(f"act-three-{n}", _phase("act", n), 5, THREE, seed=n) for n in (9, 30)),
    _wanted("gem", _phase("gem", 12), 5, seed=3),
    _wanted("gem-no-choice", _phase("gem", 12), 5, p_choice="none"),
    _wanted("choose", _phase("choose", 12), 5, seed=5),
    _wanted("claim", _phase("claim", 15), 4, seed=6),
    _wanted("card", _phase("card", 15), 3, seed=7),
    _wanted("card-iid", _phase("card", 15), 3, market="iid_gems"),
    _wanted("card-weighted", _phase("card", 9), 3, (greedy, greedy), 0, **WEIGHTED),
    _wanted("first-pile-ends", _left("6/6/5/1", "claim"), 4, seed=20),
    _wanted("a-pile-gone", _left("6/4/1/0", "act"), 5, seed=30),
    _wanted("last-card", _left("1/0/0/0", "claim"), 4, seed=40),
    _wanted("over", _phase("over"), 2, seed=50),
    _wanted("two-piles", _left("4/2/1/0", "claim"), 4, end="two_piles_exhausted", seed=60),
    _wanted("hand-limit", _phase("act", 30), 5, THREE, hand_limit=10, seed=70),
    _wanted("return", _phase("return", 30), 5, (hoarder, hoarder), hand_limit=6),
    _wanted("supply", _phase("act", 12), 5, (hoarder, by_kind), seed=80, **LIMITED),
    _wanted("supply-gem", _phase("gem", 8), 5, (hoarder, by_kind), seed=81, **LIMITED),
    _wanted("supply-four", _phase("act", 7), 5, (hoarder, by_kind) * 2, seed=82, **LIMITED),
    _wanted("cap", lambda v: _phase("act")(v) and v["turns"] == "23", 4, max_turns=12),
    _wanted("fixed", _phase("act", 25), 5, THREE, exchange="fixed", equations=FIXED),
    _wanted("alone", _phase("act", 33), 5, (greedy,), seed=90),
)


# ---- a playthrough ----

KINDS = "draw trade choose claim end return starter card0 card1 card2 card3 gem"
"""The kinds of event that it shows: all."""


def playthrough_game() -> Game:
    options: Options = {"preset": "original_like", "cards_per_pile": 3, "hand_limit": 7}
    return sarai.game("bazaar", 3, options, seed=11)


def mixed(state: State, rng: Rng) -> int:
    return (greedy, by_kind, hoarder)[state.actor](state, rng)


def playthrough() -> str:
    who = "greedy, random by kinds of move, and one who draws"
    return playthrough_text(playthrough_game(), mixed, who)


# ---- the greedy player ----

GREEDY_GAMES: tuple[tuple[Pick, ...], ...] = (
    (greedy, greedy),
    (greedy, by_kind, uniform),
    (hoarder, greedy, greedy, greedy),
    (greedy,),
    (by_kind, uniform, hoarder, greedy, greedy, greedy),
)
GREEDY_POSITIONS = 200
GREEDY_PER_GAME = 10
GREEDY_OPTIONS: tuple[Options, ...] = ({}, {"preset": "original_like"}, {"market": "iid_gems"})


def greedy_game(number: int, seats: int) -> Game:
    return sarai.game("bazaar", seats, GREEDY_OPTIONS[number % 3], seed=number)


def greedy_text() -> str:
    """Choices at places spread evenly over the turns of a game, whoever played it."""
    lines = ["# number of the game, the view of the seat to move, and the greedy player's move"]
    for number in range(GREEDY_POSITIONS // GREEDY_PER_GAME):
        players = GREEDY_GAMES[number % len(GREEDY_GAMES)]
        game = greedy_game(number, len(players))
        turns = [state for state in walk(game, 1000 + number, players) if state.actor >= 0]
        for i in range(GREEDY_PER_GAME):
            state = turns[(2 * i + 1) * len(turns) // (2 * GREEDY_PER_GAME)]
            view = state.view(state.actor)
            move = game.text(games.greedy(view))
            lines.append(f"{number} {view.snapshot()} {move}")
    return "\n".join(lines) + "\n"


# ---- the planner ----

PLANNER_DEPTH = 2
PLANNER_EVERY = 5


def planner_text() -> str:
    """Choices two turns deep at every fifth place of the greedy player's file."""
    choose = games.REGISTRY["bazaar"].planner
    assert choose is not None
    lines = ["# number of the game, the view of the seat to move, and the planner's move"]
    for line in greedy_text().splitlines()[1::PLANNER_EVERY]:
        number, view, _ = line.split(" ")
        players = GREEDY_GAMES[int(number) % len(GREEDY_GAMES)]
        game = greedy_game(int(number), len(players))
        lines.append(f"{number} {view} {game.text(choose(game.snapshot(view), PLANNER_DEPTH))}")
    return "\n".join(lines) + "\n"


FILES: Mapping[str, Callable[[], str]] = {
    "perft.txt": lambda: perft_text(WANTED),
    "playthrough.txt": playthrough,
    "greedy.txt": greedy_text,
    "planner.txt": planner_text,
}
