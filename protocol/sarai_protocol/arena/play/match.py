"""A match: the games of its header, played one after the other or in several processes.

A match travels as its header line, and a game as its number; each gives the same game wherever it
is played, and the records come back in the order of the numbers. `run` takes any executor of
concurrent.futures. Engines that speak HGI live in the process that plays, from its first game on
until `pool` is left.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

import sarai
from sarai.core import digest

from ...refusal import Refusal
from ...version import VERSION
from ..rate.sprt import Sprt
from ..record.records import (
    NAMES,
    Clock,
    Evaluation,
    GameRecord,
    Header,
    check_test,
    decode_header,
    encode,
)
from . import engines
from .faults import STANDARD, Policy
from .leaktest import Watch
from .players import BuiltIn, Engine, Entrant, entrant
from .referee import Decision, Played, capped, play_game
from .schedule import Fixture, Schedule, decision_seed

Task = TypeVar("Task")
Done = TypeVar("Done")


def new_match(
    game: sarai.Game,
    players: Sequence[str],
    seed: int,
    games: int,
    tournament: str = "match",
    sprt: Sprt | None = None,
) -> Header:
    """The header of a match. Refusal if it can't be played."""
    _check_players(game, players, tournament)
    entrants = [_checked(text, game) for text in players]
    header = Header(
        game.name,
        dict(game.given),
        game.seats,
        tuple(map(str, entrants)),
        seed,
        games,
        VERSION,
        digest(),
        tournament,
        "" if sprt is None else str(sprt),
    )
    _check_games(header)
    if sprt is not None:
        try:
            check_test(header, sprt)
        except ValueError as error:
            raise Refusal(f"--sprt: {error}") from None
    return header


def _checked(text: str, game: sarai.Game) -> Entrant:
    """The player of a text, which has been tried out. Refusal if it can't play."""
    try:
        found = entrant(text)
        if isinstance(found, BuiltIn):
            found.player(game)
        else:
            engines.try_out(found, game)
    except ValueError as error:
        raise Refusal(f"PLAYER {text!r}: {error}") from None
    return found


def _check_players(game: sarai.Game, players: Sequence[str], tournament: str) -> None:
    count, seats = len(players), game.seats
    if count > len(NAMES):
        raise Refusal(f"PLAYER: {count} players are too many; the most is {len(NAMES)}")
    if seats == 1:
        if tournament != "match":
            raise Refusal(
                f"--tournament {tournament}: with one seat nobody meets, each player plays the "
                "same deals alone; leave it out"
            )
        return
    if tournament == "match" and count != seats:
        more = "; --tournament gauntlet or roundrobin takes more" if count > seats else ""
        raise Refusal(f"PLAYER: a table of {game.name} has {seats} seats, not {count}{more}")
    if tournament != "match" and count <= seats:
        raise Refusal(
            f"--tournament {tournament}: it takes more players than the {seats} seats of a table, "
            f"and {count} are given; leave it out"
        )


def _check_games(header: Header) -> None:
    round_ = header.schedule().round
    if header.games % round_:
        fit = -(-header.games // round_) * round_
        if header.solo:
            raise Refusal(
                f"--games: {header.games} is not a multiple of {round_}; every deal is played by "
                f"each player, so give {fit}"
            )
        raise Refusal(
            f"--games: {header.games} is odd; deals are played in pairs with the seats swapped, "
            f"so give {fit}"
            if header.duel
            else f"--games: {header.games} is not a multiple of {round_}; every deal is played by "
            f"each table in all rotations of the seats, so give {fit}"
        )


# ---- one game ----


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds in all games besides the match: what follows from a fault of an engine, and
    whether the transcripts of all games are wanted, or those of games with a fault only.

    `paranoid`: all that a seat is given is checked by the leak test.
    """

    policy: Policy = field(default_factory=lambda: STANDARD)
    transcripts: bool = False
    paranoid: bool = False


@dataclass(frozen=True, slots=True)
class _Ready:
    header: Header
    schedule: Schedule
    game: sarai.Game
    players: tuple[sarai.Player | Engine, ...]


@lru_cache(maxsize=4)
def _ready(match: bytes) -> _Ready:
    header = decode_header(match)
    game = sarai.game(header.game, header.seats, header.rules)
    entrants = map(entrant, header.players)
    players = tuple(e.player(game) if isinstance(e, BuiltIn) else e for e in entrants)
    return _Ready(header, header.schedule(), game, players)


def play_number(match: bytes, number: int) -> GameRecord:
    """Play one game of the match with this header line."""
    return play_told(match, number, Terms())[0]


def play_told(match: bytes, number: int, terms: Terms) -> tuple[GameRecord, str]:
    """Play one game, and tell what its engines were told; '' if that is not wanted."""
    ready = _ready(match)
    header = ready.header
    due = ready.schedule.fixture(number)
    # Random public set-up that the rules leave open is another on each deal.
    game = ready.game.redrawn(due.deal)
    players = [_seated(ready, match, player) for player in due.seating]
    started = time.perf_counter()
    played = play_game(
        game,
        players,
        due.deal,
        lambda seat, decision: decision_seed(header.seed, number, seat, decision),
        number,
        Watch(game, number) if terms.paranoid else None,
    )
    record = record_of(game, due, played, time.perf_counter() - started)
    text = _transcripts(record, players) if record.fault or terms.transcripts else ""
    if record.fault is not None:
        chair = players[record.fault.seat]
        assert isinstance(chair, engines.Chair)  # another player has no faults
        chair.settle(record.fault.kind, terms.policy)
    return record, text


def _seated(ready: _Ready, match: bytes, player: int) -> sarai.Player | engines.Chair:
    found = ready.players[player]
    if isinstance(found, Engine):
        return engines.crew().chair(match, player, found)
    return found


def _transcripts(record: GameRecord, players: Sequence[sarai.Player | engines.Chair]) -> str:
    """What was said in a game, engine by engine."""
    lines = [f"game {record.number}"]
    if record.fault is not None:
        lines.append(f"{record.fault.kind} of seat {record.fault.seat}: {record.fault.text}")
    for seat, player in enumerate(players):
        if isinstance(player, engines.Chair):
            name = NAMES[record.seating[seat]]
            lines += ["", f"seat {seat}, {name}: {player.engine}", player.transcript()]
    return "\n".join(lines) if len(lines) > 2 else ""


def record_of(game: sarai.Game, due: Fixture, played: Played, seconds: float) -> GameRecord:
    """The record of a game that is over."""
    think = [
        tuple(round(1000 * d.seconds, 3) for d in played.decisions if d.seat == seat)
        for seat in range(game.seats)
    ]
    return GameRecord(
        number=due.number,
        pair=due.pair,
        deal=due.deal,
        seating=due.seating,
        first=played.decisions[0].seat if played.decisions else played.seat,
        events=tuple(game.text(word) for word in played.events),
        shares=played.outcome.shares,
        scores=played.outcome.scores,
        plies=len(played.decisions),
        capped=capped(played.state),
        evaluations=tuple(e for d in played.decisions for e in _evaluation(d)),
        clock=Clock(round(seconds, 6), tuple(think), _rounded(played.overrun)),
        fault=played.fault,
    )


def _rounded(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else round(milliseconds, 3)


def _evaluation(decision: Decision) -> Iterator[Evaluation]:
    result, told = decision.choice.result, decision.thought
    if told is not None:
        yield Evaluation(decision.event, told.win, told.visits, told.iterations, told.depth)
    if result is not None and result.candidates[0].visits:
        best = result.candidates[0]
        yield Evaluation(
            decision.event,
            tuple(round(share, 4) for share in best.win),
            best.visits,
            result.iterations,
            round(result.mean_depth, 2),
        )


# ---- many games ----


def run(
    header: Header,
    first: int,
    executor: Executor | None,
    ahead: int,
    terms: Terms | None = None,
    keep: Callable[[int, str], None] = lambda number, text: None,
) -> Iterator[GameRecord]:
    """The games from number `first` on, in order; without an executor in this process.

    With one, at most `ahead` games are handed out at a time, so that memory is bounded. `keep` is
    called with the number of a game and its transcript, before that game comes.
    """
    told = partial(play_told, encode(header), terms=terms or Terms())
    numbers = range(first, header.games + 1)
    for number, (record, text) in enumerate(in_order(told, numbers, executor, ahead), first):
        if text:
            keep(number, text)
        yield record


def in_order(
    work: Callable[[Task], Done], tasks: Iterable[Task], executor: Executor | None, ahead: int
) -> Iterator[Done]:
    """What becomes of each task, in the order of the tasks; as `run`."""
    if executor is None:
        yield from map(work, tasks)
        return
    pending: deque[Future[Done]] = deque()
    for task in tasks:
        with _no_interrupt():
            pending.append(executor.submit(work, task))
        if len(pending) >= ahead:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


@contextmanager
def pool(jobs: int, say: Callable[[str], None] = lambda told: None) -> Iterator[Executor | None]:
    """Processes to play in; None for one job, which needs no other process.

    At the end the engines of this process are asked to quit, and what they do wrong at that is
    said; those of other processes hear the end of their input.

    However this ends, no process is left: not after Ctrl-C in the middle of long games, and not
    if this process is killed.
    """
    if jobs == 1:
        try:
            yield None
        finally:
            for told in engines.dismiss():
                say(told)
        return
    # spawn: a fork would copy the locks of the thread that draws the progress bar.
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_enter_worker)
    others = set(multiprocessing.active_children())
    try:
        yield executor
    finally:
        # Whatever is still played is not wanted any more: the match was stopped, or is decided.
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        executor.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, and for good in the processes that are started meanwhile.

    Ctrl-C reaches all processes of a terminal; only the first one is to answer it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _enter_worker() -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
