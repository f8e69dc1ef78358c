"""The options of the engine, in the form that UCI has made known.

To add one: a row in `OPTIONS`, and its use in `settings` or in the server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from typing import Any

import sarai
from sarai import Settings
from sarai.games import CORE, REGISTRY
from sarai.players import LEVELS, Level
from sarai.search.settings import Tuning

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
        if self.type == "string" and self.highest:
            fits = text == self.default or _is_factor(text, self.highest)
            return f"a number from 0 to {self.highest}, or {self.default}", fits
        if self.type == "string":
            names = (self.default, *self.values)
            return f"one of {' '.join(names)}", text in names
        values = self.values if self.type == "combo" else ("true", "false")
        return f"one of {' '.join(values)}", text in values


def _is_factor(text: str, most: int) -> bool:
    plain = re.fullmatch(r"(0|[1-9][0-9]{0,2})(\.[0-9]{1,15})?", text)
    return bool(plain) and float(text) <= most


def _policies() -> tuple[str, ...]:
    """All policies of all games; which of them a game has is looked at by `go`."""
    return tuple(dict.fromkeys(policy for name in REGISTRY for policy in CORE[name].policies))


def _tuning(setting: Field[object]) -> EngineOption:
    """The option of a setting of the search; `default` is what the game has."""
    values = setting.metadata["values"]
    if setting.name == "policy":
        return EngineOption("Policy", "string", "default", values=_policies())
    kind = "combo" if values else "string"
    name, most = setting.name.capitalize(), setting.metadata["most"]
    return EngineOption(name, kind, "default", 0, int(most), ("default", *values) if values else ())


OPTIONS: Mapping[str, EngineOption] = {
    option.name: option
    for option in (
        EngineOption("Threads", "spin", "1", 1, 64),
        EngineOption("Memory", "spin", "64", 1, 32_000),
        EngineOption("Seed", "spin", "0", 0, 2**64 - 1),
        EngineOption("Level", "spin", str(len(LEVELS)), 1, len(LEVELS)),
        EngineOption("Trusted", "check", "false"),
        EngineOption("Format", "combo", "text", values=("text", "json")),
        *map(_tuning, fields(Tuning)),
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
        given: dict[str, Any] = {}
        for setting in fields(Tuning):
            value = self.word(setting.name.capitalize())
            if value != "default":
                given[setting.name] = float(value) if setting.metadata["most"] else value
        return Settings(**given, seed=self.number("Seed"), depth=depth)
