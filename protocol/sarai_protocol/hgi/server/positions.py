"""`position`: from words to what a seat knows. It has no effects: a refused one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import sarai
from sarai import ALL, Game, IllegalMove, InvalidMove, InvalidPosition, State
from sarai.games import CORE, REGISTRY

from .faults import Code, Refused, shown

FORM = "position GAME [rules K=V,...] seats N seat S start|view SNAPSHOT [events E ...]"


@dataclass(frozen=True, slots=True)
class Position:
    """What a seat knows of a game, or with `seat all` the whole truth (viewer ALL)."""

    game: Game
    state: State

    @property
    def is_full(self) -> bool:
        return self.state.viewer == ALL

    def view(self) -> State:
        """The view of the seat to move, from which it is searched."""
        return self.state.view(self.state.actor) if self.is_full else self.state


@lru_cache(maxsize=64)
def open_game(name: str, seats: int, rules: str) -> Game:
    """A game with the rules of a `position`. Refused if there is no such game."""
    given: dict[str, str] = {}
    for pair in rules.split(",") if rules else []:
        option, equals, value = pair.partition("=")
        if not equals or option in given:
            raise Refused(
                Code.BAD_POSITION,
                f"{shown(pair)} is not NAME=VALUE, each name once, with commas between",
                "rules",
            )
        given[option] = value
    core = CORE[name]
    if not core.min_seats <= seats <= core.max_seats:
        raise Refused(
            Code.BAD_POSITION,
            f"{name} has {core.min_seats} to {core.max_seats} seats, not {seats}",
            "seats",
        )
    try:
        game = sarai.game(name, seats, given)
    except ValueError as error:
        raise Refused(Code.BAD_POSITION, str(error), "rules") from None
    left_open = [option for option in game.given if game.given[option] != game.options[option]]
    if left_open:
        raise Refused(
            Code.BAD_POSITION, f"{left_open[0]} is missing: it was drawn before the game", "rules"
        )
    return game


def parse(words: Sequence[str], trusted: bool) -> Position:
    """The position that the words after `position` describe."""
    if not words or words[0] not in REGISTRY:
        found = shown(words[0]) if words else "nothing"
        raise Refused(
            Code.BAD_POSITION, f"{found} is no game; the games are {' '.join(REGISTRY)}", "game"
        )
    given, at = _keys(words)
    missing = [key for key in ("seats", "seat") if key not in given]
    if missing:
        raise Refused(Code.BAD_ARGUMENT, f"it is missing; the form is: {FORM}", missing[0])
    seats = _small(given["seats"], "seats")
    game = open_game(words[0], seats, given.get("rules", ""))
    seat = None if given["seat"] == "all" else _small(given["seat"], "seat")
    if seat is None and not trusted:
        raise Refused(Code.NOT_TRUSTED, "seat all needs setoption name Trusted value true", "seat")
    if seat is not None and seat >= seats:
        raise Refused(Code.BAD_POSITION, f"seats are 0 to {seats - 1}, or all", "seat")
    state, at = _beginning(game, seat, words, at)
    for number, event in enumerate(_events(words, at), 1):
        _play(state, number, event)
    return Position(game, state)


def _keys(words: Sequence[str]) -> tuple[dict[str, str], int]:
    """The keys before `start` or `view`, and the number of that word."""
    given: dict[str, str] = {}
    at = 1
    while at < len(words) and words[at] not in ("start", "view"):
        key = words[at]
        if key == "events":
            raise Refused(
                Code.BAD_ARGUMENT, f"start or view is missing before it; the form is: {FORM}", key
            )
        if key not in ("rules", "seats", "seat"):
            raise Refused(Code.BAD_ARGUMENT, f"{shown(key)} is unknown; the form is: {FORM}")
        if key in given:
            raise Refused(Code.BAD_ARGUMENT, "it is given twice", key)
        if at + 1 == len(words):
            raise Refused(Code.BAD_ARGUMENT, f"it has no value; the form is: {FORM}", key)
        given[key] = words[at + 1]
        at += 2
    if at == len(words):
        raise Refused(Code.BAD_ARGUMENT, f"start or view is missing; the form is: {FORM}")
    return given, at


def _small(text: str, field: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and str(int(text)) == text):
        what = "a number of seats" if field == "seats" else "a seat (0, 1, ... or all)"
        raise Refused(Code.BAD_POSITION, f"{shown(text)} is not {what}", field)
    return int(text)


def _beginning(game: Game, seat: int | None, words: Sequence[str], at: int) -> tuple[State, int]:
    if words[at] == "start":
        return game.start(seat), at + 1
    if at + 1 == len(words):
        raise Refused(Code.BAD_POSITION, "the snapshot is missing", "view")
    try:
        state = game.snapshot(words[at + 1])
    except InvalidPosition as error:
        raise Refused(Code.BAD_POSITION, str(error), "view") from None
    if state.viewer != (ALL if seat is None else seat):
        whose = "the whole truth" if state.viewer == ALL else f"a view of seat {state.viewer}"
        raise Refused(Code.BAD_POSITION, f"the snapshot is {whose}", "view")
    return state, at + 2


def _events(words: Sequence[str], at: int) -> Sequence[str]:
    if at == len(words):
        return ()
    if words[at] != "events":
        raise Refused(Code.BAD_ARGUMENT, f"{shown(words[at])} is unknown; the form is: {FORM}")
    return words[at + 1 :]


def _play(state: State, number: int, event: str) -> None:
    """Play one event."""
    try:
        state.play(state.game.parse(event))
    except InvalidMove as error:
        raise Refused(Code.BAD_MOVE, f"event {number}: {error}", "events") from None
    except IllegalMove as error:
        raise Refused(Code.ILLEGAL_MOVE, f"event {number}: {error}", "events") from None
