"""The data files of Jaipur, written by make_data.py: perft, a game, greedy moves."""

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


def most_cards(state: State, rng: Rng) -> int:
    """The largest sale of three cards and more, if there is one."""
    sales = [word for word in state.moves() if word >> 56 == 3 and word & 0xFF >= 3]
    return max(sales, key=lambda word: (word & 0xFF, word)) if sales else by_kind(state, rng)


# ---- perft ----


def _wanted(
    name: str,
    options: Mapping[str, str | int],
    here: Callable[[Values], bool],
    depth: int,
    seed: int = 0,
    players: tuple[Pick, ...] = (by_kind, by_kind),
) -> Wanted:
    return Wanted(name, options, here, depth, seed, players, "jaipur")


def _turn(v: Values) -> bool:
    return v["phase"] == "turn"


def _deck(size: int) -> Callable[[Values], bool]:
    return lambda v: _turn(v) and v["deck"] == str(size)


def _phase(name: str) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == name


def _last_round(v: Values) -> bool:
    return _turn(v) and v["seals"] == "1/1" and int(v["deck"]) <= 2


def _two_to_reveal(v: Values) -> bool:
    return v["phase"] == "reveal0" and v["bonus1"].count("/") >= 1


SALES = (most_cards, most_cards)
SEAT0: Mapping[str, str | int] = {"starter": "seat0"}
CAP: Mapping[str, str | int] = {"max_plies": 24}
ONE_PLY: Mapping[str, str | int] = {"max_plies": 1}
EMPTY: Mapping[str, str | int] = {"deck_end": "empty"}


def _plies(number: int) -> Callable[[Values], bool]:
    return lambda v: _turn(v) and v["plies"] == str(number)


def _fill(deck: int) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == "fill" and v["deck"] == str(deck)


def _full_hands(v: Values) -> bool:
    return _turn(v) and len(v["hand0"]) == len(v["hand1"]) == len("DGSCP+LL")


def _late_bonus(v: Values) -> bool:
    return v["phase"] == "bonus3" and v["bonus0"].count("/") >= 2


def _near_tie(counted: str) -> Callable[[Values], bool]:
    """Before the only move of a round, a full tie unless it takes camels or sells."""

    def here(v: Values) -> bool:
        herds = v["herds"].split("/")
        return _turn(v) and herds[0] == herds[1] and (v["seals"], v["counted"]) == ("1/0", counted)

    return here


WANTED = (
    _wanted("start-dealt", {}, _phase("starter"), 3),
    _wanted("start-seat0", SEAT0, _phase("deal0"), 3),
    _wanted("start-seat1", {"starter": "seat1"}, _phase("deal0"), 2),
    _wanted("second-hand", SEAT0, _phase("deal1"), 3, 3),
    _wanted("first-market", SEAT0, _phase("market"), 4, 4),
    _wanted("first-turn", SEAT0, _turn, 5, 5),
    _wanted("first-turn-camels", SEAT0, lambda v: _turn(v) and "KKKK" in v["market"], 4, 6),
    *(_wanted(f"middle-{n}", {}, _plies(n), 4, 10 + n) for n in (4, 9, 14, 19, 25)),
    _wanted("middle-greedy-7", {}, _plies(7), 4, 7, (greedy, by_kind)),
    _wanted("middle-greedy-12", {}, _plies(12), 4, 12, (by_kind, greedy)),
    _wanted("middle-greedy-16", {}, _plies(16), 5, 16, (greedy, greedy)),
    _wanted("full-hands", {}, _full_hands, 4, 40),
    _wanted("no-camels-left", {}, lambda v: _turn(v) and v["herds"] == "0/0", 4, 50),
    *(_wanted(f"deck-{n}", {}, _deck(n), 5, 60 + n) for n in (0, 1, 2, 3)),
    # There a round with an empty deck is over.
    *(_wanted(f"deck-{n}-empty", EMPTY, _deck(n), 5, 60 + n) for n in (1, 2, 3)),
    *(_wanted(f"fill-{n}", {}, _fill(n), 5, 80) for n in (1, 2, 4)),
    *(_wanted(f"fill-{n}-empty", EMPTY, _fill(n), 5, 80) for n in (1, 2)),
    *(_wanted(f"draw-bonus-{n}", {}, _phase(f"bonus{n}"), 5, 90 + n, SALES) for n in (3, 4, 5)),
    _wanted("draw-bonus-late", {}, _late_bonus, 5, 100, SALES),
    _wanted("reveal-seat0", {}, _phase("reveal0"), 4, 110, SALES),
    _wanted("reveal-both", {}, _two_to_reveal, 4, 112, SALES),
    _wanted("reveal-seat1", {}, _phase("reveal1"), 3, 114, SALES),
    _wanted("second-round", {}, lambda v: _turn(v) and v["round"] == "1", 4, 120),
    *(
        _wanted(f"match-end-{tie.replace('_', '-')}", {"full_tie": tie}, _last_round, 5, 130, SALES)
        for tie in ("replay", "non_starter", "draw")
    ),
    _wanted("single-end", {"rounds": "single"}, _deck(1), 6, 140, SALES),
    _wanted("match-over", {}, _phase("over"), 2, 150, SALES),
    *(_wanted(f"cap-{24 - n}-left", CAP, _plies(n), 4, 160) for n in (22, 23)),
    _wanted("cap-single", {"max_plies": 24, "rounds": "single"}, _plies(23), 4, 164),
    *(
        _wanted(
            f"full-tie-{tie.replace('_', '-')}", {"max_plies": 1, "full_tie": tie}, near, 4, 170
        )
        for tie, near in (
            ("replay", _near_tie("1")),
            ("non_starter", _near_tie("1")),
            ("draw", _near_tie("2")),
        )
    ),
    _wanted("cap-last-move", {"max_plies": 1, "starter": "seat1"}, _turn, 3, 166),
    _wanted("after-a-cap", CAP, lambda v: _turn(v) and v["capped"] == "1", 4, 168),
)


# ---- a playthrough ----

KINDS = "take camels sell swap starter deal0 deal1 market fill bonus reveal0 reveal1"
"""The kinds of event that it shows: all."""


def playthrough_game() -> Game:
    return sarai.game("jaipur")


def turn_about(state: State, rng: Rng) -> int:
    """Greedy against random; they change seats after each round, as greedy wins every one."""
    greedy_seat = state.fields()["round"][0] % 2
    return (greedy if state.actor == greedy_seat else uniform)(state, rng)


def playthrough() -> str:
    who = "greedy against random, who change seats after each round"
    return playthrough_text(playthrough_game(), turn_about, who)


# ---- the greedy player ----

GREEDY_GAMES = (
    (greedy, uniform),
    (uniform, greedy),
    (greedy, by_kind),
    (by_kind, greedy),
    (greedy, greedy),
    (by_kind, by_kind),
    (most_cards, greedy),
    (greedy, most_cards),
)
GREEDY_POSITIONS = 200
GREEDY_PER_GAME = 10


def greedy_text() -> str:
    """Choices at places spread evenly over the turns of a game, whoever played it."""
    game = sarai.game("jaipur")
    lines = ["# the view of the seat to move, and the greedy player's move"]
    for seed in range(GREEDY_POSITIONS // GREEDY_PER_GAME):
        players = GREEDY_GAMES[seed % len(GREEDY_GAMES)]
        turns = [state for state in walk(game, 1000 + seed, players) if state.actor >= 0]
        for i in range(GREEDY_PER_GAME):
            state = turns[(2 * i + 1) * len(turns) // (2 * GREEDY_PER_GAME)]
            view = state.view(state.actor)
            lines.append(f"{view.snapshot()} {game.text(games.greedy(view))}")
    return "\n".join(lines) + "\n"


FILES: Mapping[str, Callable[[], str]] = {
    "perft.txt": lambda: perft_text(WANTED),
    "playthrough.txt": playthrough,
    "greedy.txt": greedy_text,
}
