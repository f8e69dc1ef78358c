"""Positions of Welcome To for tests: a first turn, and values of its snapshot changed."""

from __future__ import annotations

from collections.abc import Iterable

import sarai
from sarai import CHANCE, OVER, Game, Rng, State

TURNED_UP = ("8S", "5A", "12L")
NUMBERS = ("8B", "3S", "10A")


def a_game(seats: int = 2, plans: str = "4/11/15", **options: str) -> Game:
    return sarai.game("welcometo", seats, {"plans": plans, **options})


def row(cells: str) -> str:
    """Houses between blanks, `.` for an empty one."""
    return "/".join("-" if cell == "." else cell for cell in cells.split())


def first_turn(game: Game, cards: Iterable[str] = (*TURNED_UP, *NUMBERS)) -> State:
    state = game.start()
    for card in cards:
        state.play(f"card:{card}")
    return state


def changed(state: State, **keys: str) -> State:
    """The state with other values of some keys of its snapshot."""
    pairs = [pair.split("=") for pair in state.snapshot().split(";")]
    unknown = keys.keys() - {key for key, _ in pairs}
    assert not unknown, unknown
    return state.game.snapshot(";".join(f"{key}={keys.get(key, value)}" for key, value in pairs))


def moves(state: State, word: str) -> list[str]:
    texts = map(state.game.text, state.moves())
    return [text for text in texts if text.partition(":")[0] == word]


def after(state: State, *texts: str) -> State:
    state = state.copy()
    for text in texts:
        state.play(text)
    return state


def built(state: State, pair: str) -> list[str]:
    """The places for the number of a pair."""
    return [text.partition("@")[2] for text in moves(after(state, f"use:{pair}"), "build")]


FULL = {
    "top0": row("1 2 3 4 5 6 7 8 9 10"),
    "middle0": row("1 2 3 4 5 6 7 8 9 10 11"),
    "bottom0": row("1 2 3 4 5 6 7 8 9 10 . ."),
}
"""Sheets of seat 0 with few empty houses."""


def finish(state: State, seat: int) -> State:
    """Play on, without plans and effects, until the turn of a seat is shown."""
    state = state.copy()
    while state.mapping()["shown"][seat] != "all":
        texts = [state.game.text(word) for word in state.moves()]
        last = [text for text in texts if text in ("done", "skip")]
        state.play((last or texts or [state.game.text(state.sample(Rng(0)))])[0])
    return state


def play_simply(state: State, claims: dict[int, str]) -> State:
    """One turn: the first pair in its first place, no effect, and these claims."""
    turns = state.mapping()["turns"]
    while state.mapping()["turns"] == turns and state.actor != OVER:
        if state.actor == CHANCE:
            state.play_unchecked(state.sample(Rng(0)))
            continue
        texts = [state.game.text(word) for word in state.moves()]
        wish = claims.get(state.actor, "")
        last = [text for text in texts if text in (wish, "done", "skip")]
        state.play(wish if wish in texts else (last or texts)[0])
    return state


def ending(state: State) -> State:
    """The same sheets in a game that is over: seat 1 has filled its houses."""
    full = state.mapping()["turns"] + 1
    return changed(
        state,
        phase="over",
        turns=str(full),
        bottom1=row("1 2 3 4 5 6 7 8 9 10 11 12"),
        middle1=row("1 2 3 4 5 6 7 8 9 10 11"),
        top1=row("1 2 3 4 5 6 7 8 9 10"),
        first="0",
    )
