"""Reading command line values: text to plain values, no effects.

Each reader raises ArgumentTypeError; argparse puts the name of the argument before it.
"""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..refusal import Refusal

if TYPE_CHECKING:
    from sarai import Game

MAX_SEED = 2**53 - 1
"""Seeds stay where every reader of JSON holds them exactly."""


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of whole numbers in a range."""

    def read(text: str) -> int:
        if not re.fullmatch("[0-9]{1,20}", text) or not lowest <= int(text) <= highest:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {lowest} to {highest}")
        return int(text)

    return read


seed = whole(0, MAX_SEED)


def letter(text: str) -> int:
    """A player by its letter."""
    if not re.fullmatch("[A-Z]", text):
        raise ArgumentTypeError(f"{text!r} is not a player; they are A, B, ...")
    return ord(text) - ord("A")


def need(module: str, option: str, extra: str) -> None:
    """Refusal if the library that an option needs is not installed."""
    if find_spec(module) is None:
        raise Refusal(f"{option}: it needs {module}; install the extra, sarai[{extra}]")


def rules(text: str) -> dict[str, str]:
    """`rounds=single,full_tie=draw` as a dictionary."""
    options: dict[str, str] = {}
    for pair in text.split(",") if text else []:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise ArgumentTypeError(f"{pair!r} is not of the form option=value")
        if name in options:
            raise ArgumentTypeError(f"option {name} is given twice")
        options[name] = value
    return options


def open_game(name: str, options: dict[str, str], seats: int | None = None) -> Game:
    """The game with its rules options; Refusal names what is wrong."""
    import sarai

    try:
        return sarai.game(name, seats, options)
    except sarai.InvalidGame as error:
        field = "--game" if str(error).startswith("no game") else "--rules"
        if re.search("has .* seats", str(error)):
            field = "--seats"
        raise Refusal(f"{field}: {error} (`sarai games` lists them)") from None
