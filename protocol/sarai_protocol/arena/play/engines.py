"""Engines that play in a match: started once in each process, used for game after game, ended.

A `PooledEngine` is one engine of the pool. It is told what its seat observes and nothing else, and
gives moves; all that an engine can do wrong comes out as `Faulted`. The asyncio loop of a
thread runs only while one of its engines is asked for something, so a match needs no thread.
"""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import Awaitable, Coroutine, Sequence
from typing import Any, TypeVar

from sarai import Game

from ...hgi.client import Client, Phase, TimeOuts
from ...hgi.client.announcement import Announcement
from ...hgi.client.errors import EngineFault, Gone, Refused, Stalled, StartFault
from ...hgi.client.search import Answer
from ..record.records import NAMES
from .faults import Action, Faulted, Kind, Policy
from .players import Engine
from .processtime import cpu_milliseconds
from .referee import LineCheck, Reply, Thought

T = TypeVar("T")
QUIT = 1.0
"""Seconds in which an engine should end after `quit`."""
SEED = "Seed"
NO_MORE = {Kind.START, Kind.DISCONNECT, Kind.STALL, Kind.PROTOCOL}
"""Faults after which nobody knows what the process will do."""


class PooledEngine:
    """One engine in this process; it is started when it is needed."""

    def __init__(self, pool: EnginePool, engine: Engine) -> None:
        self.engine = engine
        self._pool = pool
        self._client: Client | None = None
        self._game: Game
        self._rules: dict[str, str] = {}
        self._seeds: range | None = None
        self._left = 0.0
        self._name = ""
        self._moves = 0
        self._check: LineCheck | None = None
        self._cpu: float | None = None

    def begin(self, game: Game, number: int, check: LineCheck | None = None) -> None:
        """A game begins, the one of this number. Faulted if the engine can't be started."""
        self._check, self._cpu = check, None
        self._game, self._name, self._moves = game, str(number), 0
        self._left = float(self.engine.clock or 0)
        if self._client is None:
            self._client = Client(
                self.engine.cmd,
                json=self.engine.format == "json",
                timeouts=TimeOuts(None, self.engine.ready, None, QUIT),
                cwd=self.engine.dir or None,
                before=self._before,
            )
            self._pool.run(self._start(self._client))
        else:
            self._client.transcript.clear()
        try:
            self._rules = rules_of(self._client.about, game)
        except ValueError as error:
            raise Faulted(Kind.START, str(error)) from None
        self._pool.run(_faulted(self._client.newgame()))
        self._cpu = cpu_milliseconds(self._client.pid)

    def move(self, seat: int, told: Sequence[str], seed: int) -> Reply:
        """The move of a seat that has been told these events. Faulted at a fault."""
        assert self._client is not None
        allowed = self._allowed()
        answer = self._pool.run(_faulted(self._ask(self._client, seat, told, seed, allowed)))
        used = 1000 * answer.seconds
        if allowed is not None and used > allowed + self.engine.margin:
            raise Faulted(Kind.TIMEOUT, "its move came too late", used - allowed)
        if answer.move is None:
            raise Faulted(Kind.PROTOCOL, f"it is to move, and says `none reason {answer.reason}`")
        self._left = max(0.0, self._left - used) + (self.engine.inc or 0)
        return Reply(answer.move, answer.seconds, _thought(answer, self._game.seats))

    def cpu(self) -> float | None:
        """CPU milliseconds since the game began; None if they are not known (see processtime)."""
        if self._client is None or self._cpu is None:
            return None
        now = cpu_milliseconds(self._client.pid)
        return None if now is None else max(0.0, now - self._cpu)

    def transcript(self) -> str:
        """All lines since the game began, and the end of stderr."""
        if self._client is None:
            return ""
        stderr = self._client.stderr.rstrip()
        said = f"\n--- the end of stderr ---\n{stderr}" if stderr else ""
        return f"{self._client.transcript.text()}{said}\n"

    def settle(self, kind: Kind, policy: Policy) -> None:
        """After a fault of it: end the process, if it is not to play on."""
        if kind in NO_MORE or policy[kind] is Action.RESTART:
            self.end()

    def end(self) -> None:
        """End the process without a question."""
        client, self._client = self._client, None
        if client is not None:
            self._pool.run(client.kill())

    def dismiss(self) -> str:
        """Ask the engine to end, and see that it does; what it does wrong, or ''."""
        client, self._client = self._client, None
        return "" if client is None else self._pool.run(_farewell(client))

    # ---- inside ----

    def _before(self, lines: bytes) -> None:
        if self._check is not None:
            self._check(lines)

    async def _start(self, client: Client) -> None:
        """Start the engine and set its options, in the time that it has for that."""
        engine, greeted = self.engine, False
        try:
            async with asyncio.timeout(engine.start):
                await client.start()
                greeted = True
                for name, value in engine.options:
                    await client.setoption(name, value)
                await client.isready()
        except TimeoutError:
            await client.kill()
            what = "is not ready" if greeted else "answered no hgi"
            why = f"it {what} in {engine.start:g} s; {_check_hint(engine)}"
            raise Faulted(Kind.START, why) from None
        except StartFault as error:
            raise Faulted(Kind.START, _not_started(engine, str(error))) from None
        except (EngineFault, Refused, ValueError) as error:
            await client.kill()
            more = "" if greeted else f"; it answered no hgi; {_check_hint(engine)}"
            raise Faulted(Kind.START, f"{error}{more}") from None
        self._seeds = _seeds(client.about, engine)

    async def _ask(
        self, client: Client, seat: int, told: Sequence[str], seed: int, allowed: float | None
    ) -> Answer:
        setup = [
            client.position(
                self._game.name, seats=self._game.seats, seat=seat, rules=self._rules, events=told
            )
        ]
        if self._seeds is not None:
            low, high = self._seeds.start, self._seeds.stop
            setup.append(client.setoption(SEED, low + seed % (high - low)))
        # Both are sent before one is answered. The clock of `go` begins when they are done.
        for failed in await asyncio.gather(*setup, return_exceptions=True):
            if failed is not None:
                raise failed
        self._moves += 1
        search = await client.go(**self._limits(seat), id=f"{self._name}.{self._moves}")
        return await search.bestmove((allowed or 0.0) / 1000 + self.engine.stall)

    def _limits(self, seat: int) -> dict[str, Any]:
        limits: dict[str, Any] = self.engine.limits()
        if self.engine.clock is not None:
            # The clocks of the others are not known to it: not everybody here has one.
            mine = [s == seat for s in range(self._game.seats)]
            limits["clock"] = [int(self._left) * own for own in mine]
            limits["inc"] = [(self.engine.inc or 0) * own for own in mine]
        return limits

    def _allowed(self) -> float | None:
        """Milliseconds for the next move; None if only `stall` bounds them."""
        clock = None if self.engine.clock is None else self._left
        return min((t for t in (self.engine.movetime, clock) if t is not None), default=None)


def _check_hint(engine: Engine) -> str:
    return f"`sarai check -- {shlex.join(engine.cmd)}` says more"


def _not_started(engine: Engine, why: str) -> str:
    """Why the program of an engine could not be started: which one was looked for."""
    text = f"its program is {engine.cmd[0]!r}, and can't be started: {why}"
    if len(engine.cmd) == 1:
        return text
    return f"{text} (a path with blanks takes quotes of its own: cmd=\"'/a b/engine' --fast\")"


async def _faulted(talk: Awaitable[T]) -> T:
    """What the client raises in a game, as a fault. Its text has no measured times."""
    try:
        return await talk
    except Gone as error:
        raise Faulted(Kind.DISCONNECT, str(error)) from None
    except Stalled as error:
        raise Faulted(Kind.STALL, f"no answer to `{error.phase}`") from None
    except (EngineFault, Refused) as error:
        raise Faulted(Kind.PROTOCOL, str(error)) from None


async def _farewell(client: Client) -> str:
    if client.phase in (Phase.NEW, Phase.CLOSED, Phase.FAULTY):  # that was told before
        await client.kill()
        return ""
    try:
        code = await client.quit()
    except EngineFault as error:
        return str(error)
    return "" if code == 0 else f"it ended with exit code {code} at `quit`"


def rules_of(about: Announcement, game: Game) -> dict[str, str]:
    """The rules options to send: those that differ from the engine's defaults.

    ValueError if the engine does not play this game, or not with these seats and rules.
    """
    entry = about.games.get(game.name)
    if entry is None:
        raise ValueError(f"it does not play {game.name}; its games: {', '.join(about.games)}")
    if game.seats not in entry.seats:
        raise ValueError(f"it does not play {game.name} with {game.seats} seats")
    standard = {option.name: option.default for option in game.core.options}
    rules: dict[str, str] = {}
    for name, value in game.options.items():
        if entry.takes(name, value):
            if value != entry.rules[name][0]:
                rules[name] = value
        elif name in entry.rules or value != standard[name]:
            raise ValueError(f"it does not play {game.name} with {name}={value}")
    return rules


def _seeds(about: Announcement, engine: Engine) -> range | None:
    """The seeds that the match may give it; None if it takes none, or has one of its own."""
    option = about.options.get(SEED)
    if option is None or option.kind != "spin" or SEED in dict(engine.options):
        return None
    if option.lowest is None or option.highest is None:
        return None
    return range(option.lowest, option.highest + 1)


def _thought(answer: Answer, seats: int) -> Thought | None:
    chosen = [c for c in answer.candidates if c.get("move") == answer.move]
    if answer.info is None or not chosen or len(chosen[0].get("win", ())) != seats:
        return None
    return Thought(
        tuple(chosen[0]["win"]),
        chosen[0].get("visits", 0),
        answer.info.get("iterations", 0),
        answer.info.get("depth", 0.0),
    )


# ---- the engines of a thread ----


class EnginePool:
    """The engine pool of a thread, and the loop in which their engines are asked."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._engines: dict[tuple[bytes, int], PooledEngine] = {}

    def engine(self, match: bytes, player: int, engine: Engine) -> PooledEngine:
        """The engine of a player of a match; the same one each time."""
        key = (match, player)
        if key not in self._engines:
            self._engines[key] = PooledEngine(self, engine)
        return self._engines[key]

    def run(self, talk: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(talk)

    def dismiss(self) -> list[str]:
        """End all engines; what they do wrong at that."""
        told = []
        try:
            for (_, player), engine in self._engines.items():
                if wrong := engine.dismiss():
                    told.append(f"{NAMES[player]}: {wrong}")
        finally:
            for engine in self._engines.values():  # Ctrl-C in the middle of that
                engine.end()
            self._engines.clear()
            self._runner.close()
        return told


class _Local(threading.local):
    pool: EnginePool | None = None


_local = _Local()


def engine_pool() -> EnginePool:
    """The pool of this thread."""
    if _local.pool is None:
        _local.pool = EnginePool()
    return _local.pool


def dismiss() -> list[str]:
    """End the engines of this thread; what they do wrong at that, each with its player."""
    found, _local.pool = _local.pool, None
    return [] if found is None else found.dismiss()


def try_out(engine: Engine, game: Game) -> None:
    """Start an engine, and end it again. ValueError if it can't play this game."""
    apart = EnginePool()
    try:
        apart.engine(b"", 0, engine).begin(game, 0)
    except Faulted as fault:
        raise ValueError(fault.text) from None
    finally:
        apart.dismiss()
