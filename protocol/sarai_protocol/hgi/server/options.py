"""The options of the engine, in the form that UCI has made known.

To add one: a row in `OPTIONS`, and its use in `settings` or in the server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import sarai
from sarai import Settings
from sarai.games import CORE, REGISTRY
from sarai.players import LEVELS, Level

from ..messages import Message, Value
from .faults import Code, Refused, shown
from .requests import word


@dataclass(frozen=True, slots=True)
class EngineOption:
    """A check, a spin with bounds, a combo with values, or a string."""

    name: str
    type: str
    default: str
    lowest: int = 0
    highest: int = 0
    values: tuple[str, ...] = ()

    def message(self) -> Message:
        """The line that announces it."""
        found: dict[str, Value] = {"name": self.name, "type": self.type, "default": self.default}
        if self.type == "spin":
            found |= {"min": self.lowest, "max": self.highest}
        if self.type == "combo":
            found["var"] = list(self.values)
        return Message("option", found)

    def accept(self, text: str) -> str:
        """The value itself; Refused if the option does not take it."""
        domain, fits = self._domain(text)
        if not fits:
            raise Refused(Code.BAD_OPTION, f"{shown(text)} is not {domain}", self.name)
        return text

    def _domain(self, text: str) -> tuple[str, bool]:
        if self.type == "spin":
            plain = text.isascii() and text.isdigit() and str(int(text[:30])) == text
            fits = plain and self.lowest <= int(text) <= self.highest
            return f"a whole number from {self.lowest} to {self.highest}", fits
        if self.type == "string":
            return "a number from 0 to 100", _is_factor(text)
        values = self.values if self.type == "combo" else ("true", "false")
        return f"one of {' '.join(values)}", text in values


def _is_factor(text: str) -> bool:
    return bool(re.fullmatch(r"(0|[1-9][0-9]{0,2})(\.[0-9]{1,15})?", text)) and float(text) <= 100


def _policies() -> tuple[str, ...]:
    """All policies of all games; which of them a game has is looked at by `go`."""
    found = [policy for name in REGISTRY for policy in CORE[name].policies]
    return ("default", *dict.fromkeys(found))


OPTIONS: Mapping[str, EngineOption] = {
    option.name: option
    for option in (
        EngineOption("Threads", "spin", "1", 1, 64),
        EngineOption("Memory", "spin", "64", 1, 32_000),
        EngineOption("Seed", "spin", "0", 0, 2**64 - 1),
        EngineOption("Level", "spin", str(len(LEVELS)), 1, len(LEVELS)),
        EngineOption("Trusted", "check", "false"),
        EngineOption("Format", "combo", "text", values=("text", "json")),
        EngineOption("Tree", "combo", Settings().tree, values=("closed", "open")),
        EngineOption("Selection", "combo", Settings().selection, values=("puct", "ucb")),
        EngineOption("Exploration", "string", str(Settings().exploration)),
        EngineOption("Widening", "string", str(Settings().widening)),
        EngineOption("Policy", "combo", "default", values=_policies()),
    )
}


class Options:
    """The value of each option."""

    def __init__(self) -> None:
        self._values = {name: option.default for name, option in OPTIONS.items()}

    def set(self, name: str, value: str | None) -> None:
        """Refused if there is no such option or it does not take this value."""
        option = OPTIONS.get(name)
        if option is None:
            known = " ".join(OPTIONS)
            raise Refused(
                Code.BAD_OPTION, f"no option {shown(name)}; the options are {known}", word(name)
            )
        if value is None:
            raise Refused(Code.BAD_OPTION, f"{name} needs a value", name)
        self._values[name] = option.accept(value)

    def number(self, name: str) -> int:
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        return self._values[name] == "true"

    def word(self, name: str) -> str:
        return self._values[name]

    def level(self) -> Level | None:
        """What holds the search back; None at the highest level, which is full strength."""
        level = self.number("Level")
        return LEVELS[level - 1] if level < len(LEVELS) else None

    def settings(self, game: sarai.Game, depth: int) -> Settings:
        """The settings of a search; Refused if an option does not fit the game."""
        policy = self.word("Policy").replace("default", "")
        if policy and policy not in game.core.policies:
            known = " ".join(("default", *game.core.policies))
            raise Refused(Code.BAD_OPTION, f"{game.name} has the policies {known}", "Policy")
        return Settings(
            tree=self.word("Tree"),
            selection=self.word("Selection"),
            exploration=float(self.word("Exploration")),
            widening=float(self.word("Widening")),
            policy=policy,
            seed=self.number("Seed"),
            depth=depth,
        )
