"""Positions of Jaipur for the tests: from the few things that matter, and from random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import generate_tables
import sarai
from sarai import CHANCE, OVER, Game, Rng, State
from sarai.games.jaipur.cards import read_cards
from sarai.games.jaipur.greedy import choose as greedy

START = {
    "seat": "all",
    "phase": "turn",
    "turn": "0",
    "starter": "0",
    "plies": "20",
    "round": "0",
    "counted": "0",
    "seals": "0/0",
    "total": "0/0",
    "last": "0/0",
    "market": "DGSCP",
    "hand0": "-",
    "hand1": "-",
    "herds": "0/0",
    "sold": "-",
    "bonus0": "-",
    "bonus1": "-",
    "revealed": "-",
    "capped": "0",
}

ALMOST_ALL = "DDDDGGGGSSSSCCCCCCPPPPPP"
"""Sold cards that leave one token of each good but leather, and 31 cards."""


def wander(game: Game, rng: Rng, plies: int, event: Callable[[State], int]) -> State:
    """A full state after so many random moves, a seat being to move, or a game that ended before.

    `event` says what chance gives.
    """
    state, played = game.start(), 0
    while state.actor == CHANCE or (state.actor >= 0 and played < plies):
        if state.actor == CHANCE:
            state.play(event(state))
        else:
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
            played += 1
    return state


def snapshot(game: Game, **given: str) -> str:
    """A snapshot from the fields that matter; the others come from START or follow.

    A hand without a `+` is publicly known. The tokens of the sold cards are with seat 0.
    """
    values = START | given
    rules = game.rules()
    for key in ("hand0", "hand1"):
        if "+" not in values[key]:
            values[key] += "+-"
    places = [values["market"], values["sold"]]
    places += [part for key in ("hand0", "hand1") for part in values[key].split("+")]
    out = sum(sum(cards) + unknown for cards, unknown in map(read_cards, places))
    out += sum(map(int, values["herds"].split("/")))
    sold = read_cards(values["sold"])[0][:6]
    taken = [min(n, tokens) for n, tokens in zip(sold, rules["tokens"], strict=False)]
    rupees = sum(rules["rupees"][16 * good + n] for good, n in enumerate(taken))
    values.setdefault("rupees", f"{rupees}/0")
    values.setdefault("goods", f"{sum(taken)}/0")
    values.setdefault("deck", str(sum(rules["cards"]) - out))
    return ";".join(f"{key}={values[key]}" for key in sarai.game("jaipur").codec.wanted)


def at(game: Game, **given: str) -> State:
    """The state of such a snapshot."""
    return game.snapshot(snapshot(game, **given))


def texts(state: State) -> set[str]:
    """The legal moves of the seat to move, in notation."""
    return {state.game.text(word) for word in state.moves()}


def play(state: State, *events: str) -> State:
    """The state after these moves and events; each must be legal."""
    after = state.copy()
    for event in events:
        after.play(event)
    return after


def pick(state: State, style: str, rng: random.Random) -> int:
    """A move: greedy, uniformly random, by kinds, or the largest sale."""
    moves = state.moves()
    if style == "greedy":
        return greedy(state)
    if style == "kinds":
        kind = rng.choice(sorted({word >> 56 for word in moves}))
        moves = [word for word in moves if word >> 56 == kind]
    return rng.choice(moves)


def walk(game: Game, seed: int, styles: Sequence[str] = ("uniform", "kinds")) -> Iterator[State]:
    """Every state of one random game, from the start to the end; the next one changes it."""
    rng, dice = random.Random(seed), Rng(seed)
    state = game.start()
    yield state
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.sample(dice))
        else:
            state.play(pick(state, styles[state.actor], rng))
        yield state


def standard(**options: str | int) -> Game:
    return sarai.game("jaipur", options=options)


def standard_data() -> dict[str, Any]:
    """The numbers of the components, to change some and make a table of them."""
    return generate_tables.read("jaipur")
