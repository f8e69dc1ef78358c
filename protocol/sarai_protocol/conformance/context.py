"""What a step has at hand: the command, what the engine announced, fresh engines, positions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..hgi.client.process import Process
from ..hgi.messages import Message
from .session import LONGEST_LINE, Session
from .truth import Truth


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An `option` line."""

    name: str
    kind: str
    default: str | None
    low: int
    high: int
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Handshake:
    """What an engine says of itself."""

    name: str = ""
    features: tuple[str, ...] = ()
    games: Mapping[str, Message] = field(default_factory=dict)
    options: Mapping[str, OptionLine] = field(default_factory=dict)

    @classmethod
    def of(cls, messages: Sequence[Message]) -> Handshake:
        names = [m["name"] for m in messages if m.name == "id" and "name" in m.values]
        features = [word for m in messages if m.name == "feature" for word in m.get("names", [])]
        options = [m for m in messages if m.name == "option" and "name" in m.values]
        return cls(
            names[0] if names else "",
            tuple(features),
            {m["name"]: m for m in messages if m.name == "game"},
            {m["name"]: option(m) for m in options},
        )

    def rules(self, game: str) -> dict[str, tuple[str, ...]]:
        """The announced rules options of a game: the values, the default first."""
        pairs = (word.partition("=") for word in self.games[game].get("rules", []))
        return {name: tuple(values.split("|")) for name, _, values in pairs}


def option(message: Message) -> OptionLine:
    return OptionLine(
        message["name"],
        message.get("type", ""),
        message.get("default"),
        message.get("min", 0),
        message.get("max", 0),
        tuple(message.get("var", ())),
    )


@dataclass(slots=True)
class Check:
    """The run: what steps share, and the engines that the present step has started."""

    command: Sequence[str]
    timeout: float
    seed: int
    game: str = ""
    announced: Handshake = field(default_factory=Handshake)
    truth: Truth | None = None
    sessions: list[Session] = field(default_factory=list)

    @property
    def positions(self) -> Truth:
        assert self.truth is not None
        return self.truth

    def has(self, feature: str) -> bool:
        return feature in self.announced.features

    async def raw(self) -> Session:
        """A fresh engine to which nothing was said."""
        process = await Process.start(self.command, longest=LONGEST_LINE)
        session = Session(process, self.timeout)
        self.sessions.append(session)
        return session

    async def start(self, *lines: str) -> Session:
        """A fresh engine behind its handshake, with the options of a search that can be repeated.

        `lines` are sent, and must be silent.
        """
        session = await self.raw()
        await session.send("hgi")
        await session.until("hgiok", "`hgi`")
        await session.silent(*self.repeatable(), *lines)
        return session

    def repeatable(self) -> list[str]:
        """The options that determinism asks for, as far as the engine has them."""
        wanted = {"Threads": "1", "Seed": str(self.seed)}
        return [self.set(name, value) for name, value in wanted.items() if self.settable(name)]

    def settable(self, name: str) -> bool:
        return name in self.announced.options

    @staticmethod
    def set(name: str, value: str) -> str:
        return f"setoption name {name} value {value}"

    async def close(self) -> None:
        """Kill what runs."""
        for session in self.sessions:
            await session.process.close()
        self.sessions.clear()


@dataclass(frozen=True, slots=True)
class Step:
    """One idea that is tested: its name, the section of HGI.md, what must be announced for it.

    `needs` is a feature, or `option NAME`; nothing for the mandatory part. `alone` steps need no
    position. The `first` ones find out what the others need; without a `vital` one they make no
    sense.
    """

    name: str
    section: str
    run: Callable[[Check], Awaitable[None]]
    needs: tuple[str, ...] = ()
    alone: bool = False
    vital: bool = False
    first: bool = False
    limit: float = 180.0
    """Seconds after which the step has failed, whatever it waits for."""

    def missing(self, check: Check) -> str:
        """Why it can't be run with this engine; empty if it can."""
        for need in self.needs:
            kind, _, name = need.rpartition(" ")
            if kind == "option" and name not in check.announced.options:
                return f"no option {name}"
            if kind == "" and not check.has(name):
                return f"`{name}` is not announced"
        if check.truth is None and not self.alone:
            return "no game that Sarai knows"
        return ""
