"""What an engine says of itself: the answer to `hgi`, read once and used to check what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from ..messages import Malformed, Message

VERSION = 1
EMPTY = "<empty>"
TYPES = ("check", "spin", "combo", "button", "string")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AnnouncedOption:
    """An option of the engine. `default` is None if none is told."""

    name: str
    kind: str
    default: str | None = None
    lowest: int | None = None
    highest: int | None = None
    values: tuple[str, ...] = ()

    def text(self, value: object) -> str:
        """The value as it is sent; ValueError if the option can't take it.

        >>> AnnouncedOption("Threads", "spin", "1", 1, 8).text(4)
        '4'
        >>> AnnouncedOption("Threads", "spin", "1", 1, 8).text(9)
        Traceback (most recent call last):
        ValueError: option Threads: '9' is not a whole number from 1 to 8
        """
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if wrong := self._wrong(text):
            raise ValueError(f"option {self.name}: {text!r} is not {wrong}")
        return text or EMPTY

    def _wrong(self, text: str) -> str:
        match self.kind:
            case "check" if text not in ("true", "false"):
                return "true or false"
            case "spin" if not self._in_range(text):
                return f"a whole number from {self.lowest} to {self.highest}"
            case "combo" if text not in self.values:
                return f"one of {', '.join(self.values)}"
            case "string" if not text.isprintable() or text != text.strip():
                return "a line of text without blanks at its ends"
            case "button":
                return "wanted: it is a button, and takes no value"
        return ""

    def _in_range(self, text: str) -> bool:
        if not (text.removeprefix("-").isdecimal() and text.isascii()):
            return False
        number = int(text)
        return (self.lowest is None or number >= self.lowest) and (
            self.highest is None or number <= self.highest
        )


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game of the engine: how many seats, and the values of each rules option, default first."""

    name: str
    seats: range
    rules: Mapping[str, tuple[str, ...]]

    def takes(self, rule: str, value: str) -> bool:
        """Does the engine know this value of this rules option?

        >>> entry = GameEntry("rummy", range(2, 7), {"rounds": ("match", "single")})
        >>> entry.takes("rounds", "single"), entry.takes("rounds", "3")
        (True, False)
        """
        return any(value == known or _within(value, known) for known in self.rules.get(rule, ()))


@dataclass(frozen=True, slots=True)
class Announcement:
    """All that the engine announced."""

    name: str
    author: str
    features: frozenset[str]
    games: Mapping[str, GameEntry]
    options: Mapping[str, AnnouncedOption]


def announcement(messages: Iterable[Message]) -> Announcement:
    """What the messages up to `hgiok` say; Malformed if they do not add up."""
    said: dict[str, str] = {}
    features: list[str] = []
    games: dict[str, GameEntry] = {}
    options: dict[str, AnnouncedOption] = {}
    versions: list[int] = []
    for message in messages:
        match message.name:
            case "id":
                said.update(message.values)
            case "protocol":
                versions.append(message["version"])
            case "feature":
                features += message["names"]
            case "game":
                game = _game(message)
                _put(games, game.name, game, "game")
            case "option":
                option = _option(message)
                _put(options, option.name, option, "option")
    if versions != [VERSION]:
        told = f"it says {versions[0]}" if versions else "it does not say so"
        raise Malformed(f"the engine must speak `protocol {VERSION}`; {told}")
    if "name" not in said:
        raise Malformed("the engine has no `id name`")
    return Announcement(said["name"], said.get("author", ""), frozenset(features), games, options)


def _put(entries: dict[str, T], name: str, entry: T, what: str) -> None:
    if name in entries:
        raise Malformed(f"{what} {name} is announced twice")
    entries[name] = entry


def _game(message: Message) -> GameEntry:
    name = message["name"]
    lowest, dash, highest = message.get("seats", "").partition("-")
    if not (dash and lowest.isdecimal() and highest.isdecimal()):
        raise Malformed(f"game {name} lacks `seats LO-HI`")
    rules: dict[str, tuple[str, ...]] = {}
    for rule in message.get("rules", []):
        option, equals, values = rule.partition("=")
        if not equals:
            raise Malformed(f"game {name}: {rule!r} is not of the form NAME=DEFAULT|OTHER")
        rules[option] = tuple(values.split("|"))
    return GameEntry(name, range(int(lowest), int(highest) + 1), rules)


def _option(message: Message) -> AnnouncedOption:
    name, kind = message.get("name"), message.get("type")
    if name is None or kind not in TYPES:
        raise Malformed(f"option {name or 'without a name'} has no type of {', '.join(TYPES)}")
    default = message.get("default")
    return AnnouncedOption(
        name,
        kind,
        "" if default == EMPTY else default,
        message.get("min"),
        message.get("max"),
        tuple(message.get("var", ())),
    )


def _within(value: str, domain: str) -> bool:
    """Is it in `LO..HI`, or is anything (`*`)?"""
    lowest, dots, highest = domain.partition("..")
    if dots and value.isdecimal() and lowest.isdecimal() and highest.isdecimal():
        return int(lowest) <= int(value) <= int(highest)
    return domain == "*"
