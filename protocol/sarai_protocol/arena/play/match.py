"""A match: the games of its header, played one after the other or in several processes.

A match travels as its header line, and a game as its number; each gives the same game wherever it
is played, and the records come back in the order of the numbers. `run` takes any executor of
concurrent.futures. Engines that speak HGI live in the process that plays, from its first game on
until `pool` is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import lru_cache, partial

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
from .processes import in_order
from .referee import Decision, Played, capped, play_game
from .schedule import Fixture, Schedule, decision_seed


def new_match(
    game: sarai.Game,
    players: Sequence[str],
    seed: int,
    games: int,
    tournament: str = "match",
    sprt: Sprt | None = None,
    shown: Sequence[int] = (),
) -> Header:
    """The header of a match. Refusal if it can't be played.

    `shown` are the players that are shown all hidden cards, for measuring only.
    """
    _check_players(game, players, tournament)
    entrants = [_checked(text, game) for text in players]
    _check_shown(entrants, shown)
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
        shown=tuple(sorted(set(shown))),
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


def _check_shown(entrants: Sequence[Entrant], shown: Sequence[int]) -> None:
    """Only a player of a Python file is ever shown hidden cards: a search of the engine refuses
    full states, and nothing of the kind is sent to an engine."""
    for player in shown:
        if player >= len(entrants):
            last = NAMES[len(entrants) - 1]
            raise Refusal(
                f"--show-hidden {NAMES[player]}: the players of this match are A to {last}"
            )
        found = entrants[player]
        if not (isinstance(found, BuiltIn) and found.file):
            raise Refusal(
                f"--show-hidden {NAMES[player]}: only a player of a Python file (py:FILE.py:NAME) "
                f"can be shown hidden cards, and {NAMES[player]} is {found}"
            )


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
        if header.single_player:
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
class MatchConfiguration:
    """How games are played, which changes no result: what follows from a fault of an engine,
    whether the transcripts of all games are wanted or only those of games with a fault, and
    whether all that a seat is given is checked by the leak test (`paranoid`).
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
    return play_told(match, number, MatchConfiguration()).record


@dataclass(frozen=True, slots=True)
class ToldGame:
    """A game, and what its engines were told and said; '' if that is not wanted."""

    record: GameRecord
    transcript: str


def play_told(match: bytes, number: int, configuration: MatchConfiguration) -> ToldGame:
    """Play one game of the match with this header line, with its transcript."""
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
        Watch(game, number) if configuration.paranoid else None,
        [seat for seat, player in enumerate(due.seating) if player in header.shown],
    )
    record = record_of(game, due, played, time.perf_counter() - started)
    text = _transcripts(record, players) if record.fault or configuration.transcripts else ""
    if record.fault is not None:
        engine = players[record.fault.seat]
        assert isinstance(engine, engines.PooledEngine)  # another player has no faults
        engine.settle(record.fault.kind, configuration.policy)
    return ToldGame(record, text)


def _seated(ready: _Ready, match: bytes, player: int) -> sarai.Player | engines.PooledEngine:
    found = ready.players[player]
    if isinstance(found, Engine):
        return engines.engine_pool().engine(match, player, found)
    return found


def _transcripts(record: GameRecord, players: Sequence[sarai.Player | engines.PooledEngine]) -> str:
    """What was said in a game, engine by engine."""
    lines = [f"game {record.number}"]
    if record.fault is not None:
        lines.append(f"{record.fault.kind} of seat {record.fault.seat}: {record.fault.text}")
    for seat, player in enumerate(players):
        if isinstance(player, engines.PooledEngine):
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
        clock=Clock(
            round(seconds, 6),
            tuple(think),
            _rounded(played.overrun),
            tuple(map(_rounded, played.cpu)),
        ),
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
    ahead: Callable[[], int],
    configuration: MatchConfiguration | None = None,
    keep: Callable[[int, str], None] = lambda number, text: None,
) -> Iterator[GameRecord]:
    """The games from number `first` on, in order; without an executor in this process.

    With one, at most `ahead()` games are being played or wait for that at a time. `keep` is
    called with the number of a game and its transcript, before that game comes.
    """
    configuration = configuration or MatchConfiguration()
    told = partial(play_told, encode(header), configuration=configuration)
    numbers = range(first, header.games + 1)
    for game in in_order(told, numbers, executor, ahead):
        if game.transcript:
            keep(game.record.number, game.transcript)
        yield game.record
