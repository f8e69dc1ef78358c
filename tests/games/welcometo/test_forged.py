"""Snapshots of Welcome To forged key by key: refused with the reason, or safe to use.

Each takes a position of a random game, whole or in the eyes of a seat, and gives one or two keys
another value: that of another position, of another seat, one with a part less, twice or exchanged,
a number beside it, or what only looks like a value.
"""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from sarai import CHANCE, OVER, Game, InvalidPosition, Rng, State
from tests.games.welcometo.pairing import random_game
from tests.games.welcometo.positions import a_game, changed, first_turn
from tests.laws.laws import exercise

JUNK = (
    "",
    "-",
    "0",
    "1",
    "-1",
    "99999999999999999999",
    "?",
    "A1",
    "8S",
    "A1/A1",
    "b",
    "o",
    "\u00df",
)


def split(snapshot: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in snapshot.split(";"))


def join(values: dict[str, str]) -> str:
    return ";".join(f"{key}={value}" for key, value in values.items())


def positions(game: Game, seed: int) -> list[State]:
    """Some of a game in which seats mostly play with a plan."""
    state, rng, found = game.start(), Rng(seed), []
    while state.actor != OVER:
        if rng.below(12) == 0:
            found.append(state.copy())
        if state.actor == CHANCE:
            state.play_unchecked(state.sample(rng))
        elif rng.below(8) == 0:
            moves = state.moves()
            state.play_unchecked(moves[rng.below(len(moves))])
        else:
            state.play_unchecked(state.choose(0, rng))
    return [*found, state]


class Forger:
    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def value(self, key: str, values: dict[str, str], other: dict[str, str]) -> str:
        """Another value for a key, most often one that such a key can have."""
        dice, old = self.dice, values[key]
        way = dice.randrange(8)
        if way < 2:
            return other[key]
        if way == 2:
            alike = [name for name in values if name.rstrip("0123456") == key.rstrip("0123456")]
            return values[dice.choice(alike)]
        if way == 3 and old.isdigit():
            return str(max(0, int(old) + dice.choice((-1, 1))))
        if way == 4:
            return dice.choice(JUNK)
        parts = old.split("/")
        at, to = dice.randrange(len(parts)), dice.randrange(len(parts))
        if way == 5:
            del parts[at]
        elif way == 6:
            parts.insert(to, dice.choice((parts[at], *other[key].split("/"))))
        else:
            parts[at], parts[to] = parts[to], dice.choice((parts[at], *other[key].split("/")))
        return "/".join(parts) or "-"


def forge(seed: int, number: int) -> Counter[str]:
    """So many forged snapshots; how many of each key were refused and accepted."""
    dice, counts = random.Random(seed), Counter[str]()
    forger = Forger(dice)
    while counts["forged"] < number:
        game = random_game(dice)
        states = positions(game, dice.randrange(2**32))
        for _ in range(40):
            state, other = dice.choice(states), dice.choice(states)
            if dice.random() < 0.4:
                seat = dice.randrange(game.seats)
                state, other = state.view(seat), other.view(seat)
            values = split(state.snapshot())
            keys = dice.sample(list(values), dice.choice((1, 1, 1, 2)))
            forged = values | {k: forger.value(k, values, split(other.snapshot())) for k in keys}
            if forged == values:
                continue
            counts["forged"] += 1
            kind = keys[0].rstrip("0123456") if len(keys) == 1 else "two keys"
            counts[f"{accepted(game, join(forged), dice)} {kind}"] += 1
    return counts


def accepted(game: Game, text: str, dice: random.Random) -> str:
    """Refused with a reason, or used in every way."""
    try:
        state = game.snapshot(text)
    except InvalidPosition as error:
        assert str(error).startswith("snapshot"), error
        assert len(str(error)) > len("snapshot: "), text
        return "refused"
    assert game.snapshot(state.snapshot()) == state
    assert str(state)
    try:
        exercise(state, Rng(dice.randrange(2**32)))
    except AssertionError as error:
        raise AssertionError(f"{error}: {game.options} {text}") from error
    return "accepted"


def check(counts: Counter[str], least: int, keys: list[str]) -> None:
    print("", *(f"{name:>40} {counts[name]:>9,}" for name in sorted(counts)), sep="\n")
    assert counts["forged"] >= least
    assert not [key for key in keys if not counts[f"refused {key}"]]


DEAD: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "a turn after the third refusal": ({}, {"phase": "turn", "refusals1": "3"}),
    "nobody has a card to pass on": (
        {"mode": "expert"},
        {"phase": "pass", "turns": "5", "hand0": "-/-/-", "hand1": "-/-/7B", "knows1": "0"},
    ),
}


@pytest.mark.parametrize("name", DEAD)
def test_positions_that_cannot_go_on_are_refused(name: str) -> None:
    options, keys = DEAD[name]
    game = a_game(2, "4/11/15", **options)
    start = game.start() if options else first_turn(game)
    pile = [card for card in split(start.snapshot())["pile"].split("/") if card != "7B"]
    with pytest.raises(InvalidPosition, match=r"^snapshot: "):
        changed(start, **({"pile": "/".join(pile)} if options else {}), **keys)


def test_forged_snapshots_are_refused_or_safe() -> None:
    check(forge(1, 1_500), 1_500, ["phase", "stage", "top", "fences", "hand", "pile", "plans"])


@pytest.mark.slow
def test_many_forged_snapshots_are_refused_or_safe() -> None:
    start = time.perf_counter()
    counts = sum((forge(seed, 6_000) for seed in range(10, 20)), Counter[str]())
    print(f"{time.perf_counter() - start:.0f} seconds")
    keys = random_game(random.Random(0)).codec.wanted
    check(counts, 60_000, sorted({key.rstrip("0123456") for key in keys}))
