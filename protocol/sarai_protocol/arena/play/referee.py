"""One game: the referee holds the true state, each player is only ever told what its seat observes.

A seat's view starts at `game.start(seat)` and moves on by `observed` words alone, so nothing that
the seat does not know can reach its player. An external player, one outside this program, is told
the same words as text. Chance comes from the deal alone.

There is one exception, for measuring: a player that the match shows everything (`--show-hidden`)
is handed the full state. No external player is ever shown more than its seat observes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, runtime_checkable

from sarai import CHANCE, NOTHING, OVER, Choice, Game, Move, Outcome, Player, State
from sarai.core import WIN

from .faults import Fault, Faulted, Kind
from .leaktest import Watch


class Misplay(RuntimeError):
    """A player chose a move that is not legal."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What an external player told of the move that it chose; see `records.Evaluation`."""

    win: tuple[float, ...]
    visits: int
    iterations: int
    depth: float


@dataclass(frozen=True, slots=True)
class Reply:
    """The move of an external player as it wrote it, and the seconds that it took."""

    move: str
    seconds: float
    thought: Thought | None = None


LineCheck = Callable[[bytes], None]
"""Called with lines before they are sent; raises if they must not be."""


@runtime_checkable
class ExternalPlayer(Protocol):
    """A player that is told what its seat observes, in text. `begin` and `move` raise Faulted."""

    def begin(self, game: Game, number: int, check: LineCheck | None = None) -> None:
        """A game begins, the one of this number. `check` is called before any line is sent."""

    def move(self, seat: int, told: Sequence[str], seed: int) -> Reply:
        """The move of a seat that has been told these events since the game began."""

    def cpu(self) -> float | None:
        """CPU milliseconds that it has used since the game began; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat chose: the index of its move among the events, the choice, and the seconds.

    `cpu` is the CPU time in seconds, of a player in this process.
    """

    event: int
    seat: int
    choice: Choice
    seconds: float
    thought: Thought | None = None
    cpu: float = 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: all words in order, the decisions among them, the final state.

    `cpu` has the CPU milliseconds of each seat's player, None where they are not known. `seat` is
    the one that was asked last. A `fault` has ended the game before its time; then that seat has
    lost, and the scores are 0.
    """

    events: tuple[Move, ...]
    decisions: tuple[Decision, ...]
    state: State
    outcome: Outcome
    seat: int
    cpu: tuple[float | None, ...]
    fault: Fault | None = None
    overrun: float | None = None


class Table:
    """The true state and the view of each seat, moved on together."""

    def __init__(self, game: Game) -> None:
        self.state = game.start()
        self.views = [game.start(seat) for seat in range(game.seats)]
        self.events: list[Move] = []
        self.told: list[list[Move]] = [[] for _ in self.views]

    def tell(self, word: Move) -> list[Move]:
        """Play a legal word; returns what each seat observed (NOTHING where it did not)."""
        told = [self.state.observed(word, seat) for seat in range(len(self.views))]
        self.state.play(word)
        for view, heard, seen in zip(self.views, self.told, told, strict=True):
            if seen != NOTHING:
                view.play(seen)
                heard.append(seen)
        self.events.append(word)
        return told


def play_game(
    game: Game,
    players: Sequence[Player | ExternalPlayer],
    deal: int,
    seeds: Callable[[int, int], int],
    number: int = 0,
    watch: Watch | None = None,
    shown: Collection[int] = (),
) -> Played:
    """Play a game. `seeds(seat, k)` is the seed of the k-th decision of a seat.

    A fault of an external player ends the game. Misplay if the move of another player is not
    legal. With a watch all that seats are given is checked; Leak if one is given too much. The
    seats in `shown` are handed the full state; ValueError if one of them is an external player's.
    """
    if any(isinstance(players[seat], ExternalPlayer) for seat in shown):
        raise ValueError("an external player is never shown hidden cards")
    table = Table(game)
    decisions: list[Decision] = []
    seats = [
        _SeatedExternal(player, seat, game) if isinstance(player, ExternalPlayer) else player
        for seat, player in enumerate(players)
    ]
    made = [0] * game.seats
    seat = 0
    try:
        for seat in range(game.seats):
            external = players[seat]
            if isinstance(external, ExternalPlayer):
                check = None if watch is None else partial(watch.lines, seat)
                external.begin(game, number, check)
        while (seat := table.state.actor) != OVER:
            if seat == CHANCE:
                _tell(table, table.state.deal(deal), watch)
                continue
            if watch is not None and seat not in shown:
                watch.view(seat, table.views[seat])
                watch.words(seat, [game.text(word) for word in table.told[seat]])
            seen = table.state if seat in shown else table.views[seat]
            decision = _decide(seats[seat], seat, table, seen, seeds(seat, made[seat]))
            made[seat] += 1
            decisions.append(decision)
            _tell(table, decision.choice.move, watch)
    except Faulted as fault:
        return Played(
            tuple(table.events),
            tuple(decisions),
            table.state,
            lost(game, seat),
            seat,
            _cpu(players, decisions),
            Fault(fault.kind, seat, fault.text),
            fault.overrun,
        )
    outcome = table.state.returns()
    return Played(
        tuple(table.events),
        tuple(decisions),
        table.state,
        outcome,
        decisions[-1].seat,
        _cpu(players, decisions),
    )


def _cpu(
    players: Sequence[Player | ExternalPlayer], decisions: Sequence[Decision]
) -> tuple[float | None, ...]:
    """The CPU milliseconds of each seat's player in a game."""
    return tuple(
        player.cpu()
        if isinstance(player, ExternalPlayer)
        else sum(1000 * decision.cpu for decision in decisions if decision.seat == seat)
        for seat, player in enumerate(players)
    )


def _tell(table: Table, word: Move, watch: Watch | None) -> None:
    told = table.tell(word)
    if watch is not None:
        watch.event(word, told)


@dataclass(slots=True)
class _SeatedExternal:
    """An external player in its seat, and what it has been told, as text."""

    external: ExternalPlayer
    seat: int
    game: Game
    told: list[str] = field(default_factory=list)

    def move(self, table: Table, seed: int) -> Reply:
        heard = table.told[self.seat]
        self.told += [self.game.text(word) for word in heard[len(self.told) :]]
        return self.external.move(self.seat, self.told, seed)


def _shown(state: State, word: Move) -> str:
    """A move in notation, or if it is no word of the game the number."""
    try:
        return state.game.text(word)
    except ValueError:
        return f"{word:#x}, which is no move"


def cpu_seconds() -> float:
    """The CPU time of this process, with all threads of a search; in a thread that shares the
    process with other games (a worker of a cluster), the time of that thread."""
    alone = threading.current_thread() is threading.main_thread()
    return time.process_time() if alone else time.thread_time()


def _decide(
    player: Player | _SeatedExternal, seat: int, table: Table, seen: State, seed: int
) -> Decision:
    """The legal move of a player; one in this process is handed what is to be seen."""
    if isinstance(player, _SeatedExternal):
        reply = player.move(table, seed)
        word = _legal(table.state, reply.move)
        return Decision(len(table.events), seat, Choice(word), reply.seconds, reply.thought)
    seen = seen.copy()
    started, cpu = time.perf_counter(), cpu_seconds()
    choice = player.choose(seen, seed)
    seconds, cpu = time.perf_counter() - started, cpu_seconds() - cpu
    wrong = table.state.illegal_reason(choice.move)
    if wrong is not None:
        raise Misplay(f"seat {seat} chose {_shown(table.state, choice.move)}: {wrong}")
    return Decision(len(table.events), seat, choice, seconds, cpu=cpu)


def _legal(state: State, text: str) -> Move:
    """The word of an external player's move; Faulted if it can't be read or is not legal."""
    try:
        word = state.game.parse(text)
    except ValueError as error:
        raise Faulted(Kind.ILLEGAL, str(error)) from None
    wrong = state.illegal_reason(word)
    if wrong is not None:
        raise Faulted(Kind.ILLEGAL, f"{text}: {wrong}")
    return word


def lost(game: Game, loser: int) -> Outcome:
    """The outcome of a fault: what one seat loses, the others share."""
    share = WIN // max(1, game.seats - 1)
    wins = tuple(0 if seat == loser else share for seat in range(game.seats))
    return Outcome(wins, (0,) * game.seats)


def capped(state: State) -> bool:
    """Was a limit on the number of moves reached? False in games that have none."""
    return any(state.fields().get("capped", (0,)))
