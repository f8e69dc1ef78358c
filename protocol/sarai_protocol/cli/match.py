"""`sarai match`: players, deals that each play from every seat, a table at the end."""

from __future__ import annotations

import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..arena.play.schedule import TOURNAMENTS
from ..refusal import Refusal
from .arguments import letter, need, open_game, rules, seed, whole
from .score import tell

if TYPE_CHECKING:
    from sarai import Game

    from ..arena.play.faults import Policy
    from ..arena.play.match import MatchConfiguration
    from ..arena.play.transcripts import Transcripts
    from ..arena.rate.history import History
    from ..arena.rate.results import MatchResult
    from ..arena.rate.sprt import Sprt
    from ..arena.record.recordfile import RecordFile
    from ..arena.record.records import GameRecord, Header
    from ..arena.show.progress import Show

STOPPED = 130
GAMES, TEST_GAMES = 20, 100_000
EPILOG = """
A player is NAME or NAME:option=value,option=value (`sarai games` lists them), or an engine that
speaks HGI: hgi:COMMAND, or words in one argument like cmd="./engine -x" name=X option.Threads=2
iterations=1000. An engine is limited by iterations, confidence, depth, or in milliseconds by
movetime, clock and inc; without a limit it is sent `go iterations 10000`. format=json selects JSON,
and dir=FOLDER is where it runs. A path with blanks takes quotes of its own: cmd="'/a b/engine' -x".
A move may be margin=100 milliseconds late. An engine has start=10 seconds to start, ready=10
for a short answer, and stall=60 for a move beyond its time. A fault of an engine (START,
DISCONNECT, STALL, TIMEOUT, ILLEGAL, PROTOCOL) loses its game. A player from a Python file is
py:FILE.py:NAME:option=value. With --players, a PLAYER can be the name of a table in a TOML file,
with the same words as keys.

Each deal is played with all rotations of the players over the seats. The same command plays the
same match, because deals and decisions have seeds of their own, derived from --seed. With --record,
the same command resumes a match that was stopped. CPU times of engines are known on Linux only.

With --sprt, a match of two players ends as soon as the test decides. elo0=0,elo1=10 tests whether A
is better by 10 Elo (H1) or not at all (H0); nelo0 and nelo1 are in normalised Elo, diff0 and diff1
in points of the game (A - B). alpha and beta, 0.05 by default, are the chances of accepting H1 and
H0 wrongly. With --seats 1, each player plays the same deals alone, and their scores are compared;
there --sprt takes diff0 and diff1.
"""


def sprt(text: str) -> Sprt:
    """A reader of sequential tests for argparse."""
    from ..arena.rate.sprt import parse

    try:
        return parse(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def on_fault(text: str) -> Policy:
    """A reader of what follows from faults for argparse."""
    from ..arena.play.faults import policy

    try:
        return policy(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "entrants",
        metavar="PLAYER",
        nargs="+",
        help="players A, B, C, ..., like greedy or ismcts:iterations=200",
    )
    parser.add_argument("--game", default="jaipur", help="default: jaipur")
    parser.add_argument(
        "--seats",
        type=whole(1, 6),
        metavar="N",
        help="seats at the table (default: the number of players if the game allows it, otherwise "
        "the game's default)",
    )
    parser.add_argument(
        "--tournament",
        choices=TOURNAMENTS,
        default="match",
        help="; ".join(f"{name}: {meaning}" for name, meaning in TOURNAMENTS.items()),
    )
    parser.add_argument(
        "--games",
        type=whole(1, 10_000_000),
        metavar="N",
        help=f"number of games, a multiple of the seats (default: {GAMES}); with --sprt the most "
        f"games (default: {TEST_GAMES})",
    )
    parser.add_argument("--rules", type=rules, default={}, metavar="K=V,...", help="rules options")
    parser.add_argument("--seed", type=seed, default=0, metavar="S", help="default: 0")
    parser.add_argument(
        "--sprt", type=sprt, metavar="TEST", help="end the match when this test decides"
    )
    parser.add_argument(
        "--players", type=Path, metavar="FILE", help="a TOML file that names players"
    )
    parser.add_argument(
        "--on-fault",
        type=on_fault,
        metavar="KIND=ACTION,...",
        help="what a fault of an engine leads to besides the loss of the game: loss (nothing), "
        "restart (of the engine) or stop (of the match); one action for all kinds, or one for each "
        "(default: START=stop, the others loss)",
    )
    parser.add_argument(
        "--transcripts",
        type=Path,
        metavar="FOLDER",
        help="keep what engines were told and said in all games; by default only of games with a "
        "fault, beside the record",
    )
    parser.add_argument(
        "--paranoid",
        action="store_true",
        help="check all that each seat is given, and every line that an engine is sent, by the "
        "leak test: it must not depend on what is hidden from that seat; a leak stops the match",
    )
    parser.add_argument(
        "--show-hidden",
        type=letter,
        action="append",
        default=[],
        metavar="A",
        help="for measuring only: show this player, one of a Python file, the full state with all "
        "hidden cards; the record says so; give it once for each such player",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="one JSON line a game")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="a picture of the whole match, .svg or .html"
    )
    parser.add_argument("--json", action="store_true", help="JSON lines on stdout, for machines")
    parser.add_argument(
        "--jobs",
        type=whole(1, 256),
        metavar="N",
        help="games played at a time, each in a process of its own; the result is the same "
        "unless players are limited by time; default: 1",
    )
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="play on the Dask cluster whose scheduler is there, like tcp://host:8786",
    )


def run(args: Namespace) -> int:
    players = _players(args.entrants, args.players)
    if args.jobs and args.dask:
        raise Refusal("--jobs, --dask: the cluster says how many games it plays; give one of them")
    game = open_game(args.game, args.rules, args.seats)
    if args.seats is None and args.tournament == "match" and _fits(game, len(players)):
        game = open_game(args.game, args.rules, len(players))
    from ..arena.play.faults import STANDARD
    from ..arena.play.match import MatchConfiguration, new_match
    from ..arena.play.transcripts import Transcripts
    from ..arena.rate.history import History
    from ..arena.rate.results import new_result
    from ..arena.record.recordfile import RecordFile
    from . import reportfile

    games = args.games or _default_games(len(players), game.seats, args)
    header = new_match(
        game, players, args.seed, games, args.tournament, args.sprt, args.show_hidden
    )
    _tell_unlimited(header)
    if args.report is not None:
        reportfile.check(args.report)
    if args.dask:
        need("distributed", "--dask", "cluster")
    match = _Match(
        header,
        new_result(header),
        MatchConfiguration(args.on_fault or STANDARD, args.transcripts is not None, args.paranoid),
        Transcripts(args.transcripts, args.record),
        None if args.report is None else History(),
    )
    with RecordFile(args.record, header) if args.record else nullcontext() as record:
        if record is not None:
            _take_up(record, match)
        code = _play(match, record, _Place(args.jobs or 1, args.dask), args.json)
    if match.history is not None and code == 0:  # not where the same command is to go on
        reportfile.write(args.report, header, match.score, match.history)
    return code


def _tell_unlimited(header: Header) -> None:
    """A notice for each engine that was given no limit."""
    from ..arena.play.players import ITERATIONS, Engine, entrant
    from ..arena.record.records import NAMES

    for name, text in zip(NAMES, header.players, strict=False):
        found = entrant(text)
        if isinstance(found, Engine) and not found.limited:
            print(
                f"{name}: no limit is given, so this engine is sent `go iterations {ITERATIONS}`, "
                "which it may ignore; give iterations, movetime, clock or confidence",
                file=sys.stderr,
            )


def _players(texts: Sequence[str], file: Path | None) -> list[str]:
    """What was given as PLAYER, with the names of the file looked up."""
    if file is None:
        return list(texts)
    from ..arena.play.players import read_players

    known = read_players(file)
    return [known.get(text, text) for text in texts]


def _fits(game: Game, seats: int) -> bool:
    return game.core.min_seats <= seats <= game.core.max_seats


def _default_games(players: int, seats: int, args: Namespace) -> int:
    """About so many games, in whole rounds."""
    from ..arena.play.schedule import tables

    round_ = max(1, seats * len(tables(args.tournament, players, seats)))
    wished = GAMES if args.sprt is None else TEST_GAMES
    return -(-wished // round_) * round_


@dataclass(frozen=True, slots=True)
class _Match:
    """A match that is played, the sums so far, and how it went if a report is wanted."""

    header: Header
    score: MatchResult
    configuration: MatchConfiguration
    transcripts: Transcripts
    history: History | None

    def add(self, game: GameRecord) -> None:
        self.score.add(game)
        if self.history is not None:
            self.history.add(game, self.score)

    def decided(self) -> bool:
        """Has its sequential test ended it? Only whole pairs count."""
        from ..arena.rate.sprt import parse
        from ..arena.rate.standings import Standings

        score = self.score
        if not self.header.sprt or isinstance(score, Standings) or not score.complete:
            return False
        return bool(score.verdict(parse(self.header.sprt)).accepted)


def _notice(told: str) -> None:
    print(told, file=sys.stderr)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where games are played: in so many processes here, or on a cluster."""

    jobs: int
    cluster: str | None

    @contextmanager
    def open(self, games: int) -> Iterator[tuple[Executor | None, Callable[[], int]]]:
        """What plays so many games, and how many are handed out at a time."""
        if self.cluster is not None:
            from ..arena.play.cluster import cluster

            with cluster(self.cluster, _notice) as workers:
                yield workers, workers.ahead
            return
        from ..arena.play.processes import pool

        jobs = min(self.jobs, games)
        with pool(jobs, _notice) as executor:
            yield executor, lambda: 4 * jobs


def _take_up(record: RecordFile, match: _Match) -> None:
    """Count the games that are recorded already."""
    from ..arena.record.reading import read_games

    for notice in record.notices:
        print(notice, file=sys.stderr)
    for game in read_games(record.path, record.header):
        match.add(game)
    if match.score.games:
        total = record.header.games
        print(f"{record.path}: {match.score.games} of {total} games are recorded", file=sys.stderr)


def _play(match: _Match, record: RecordFile | None, place: _Place, machine: bool) -> int:
    """Play what is missing, then print the table, also if it was cut short."""
    from ..arena.show.progress import machine_progress, progress

    display = machine_progress if machine else progress
    try:
        with display(match.header, match.score.games) as show:
            _play_rest(match, record, place, show)
    except KeyboardInterrupt:
        tell(match.header, match.score, machine)
        again = "; the same command goes on" if record is not None else ""
        games = f"{match.score.games} of {match.header.games} games"
        print(f"stopped after {games}{again}", file=sys.stderr)
        return STOPPED
    except Refusal:
        if match.score.games:
            tell(match.header, match.score, machine)
        raise
    tell(match.header, match.score, machine)
    return 0


def _play_rest(match: _Match, record: RecordFile | None, place: _Place, show: Show) -> None:
    from ..arena.play.match import run as games

    missing = match.header.games - match.score.games
    if not missing or match.decided():
        return
    try:
        with place.open(missing) as (executor, ahead):
            for game in games(
                match.header,
                match.score.games + 1,
                executor,
                ahead,
                match.configuration,
                match.transcripts.keep,
            ):
                stop = _stop(match, game)
                if stop and not game.plies:
                    raise stop
                with _interrupt_later():  # so that the table has the games of the record
                    if record is not None:
                        record.append(game)
                    match.add(game)
                show(match.score)
                if stop:
                    raise stop
                if match.decided():
                    break
    except BrokenProcessPool:
        raise Refusal(
            f"--jobs: a process died (out of memory?) after {match.score.games} games; "
            "give fewer jobs, or smaller limits to the players"
        ) from None


def _stop(match: _Match, game: GameRecord) -> Refusal | None:
    """What ends the match after a game with a fault, if it is to end."""
    from ..arena.play.faults import ends_match
    from ..arena.record.records import NAMES

    if game.fault is None or not ends_match(match.configuration.policy, game.fault):
        return None
    player = game.seating[game.fault.seat]
    return Refusal(
        f"PLAYER {match.header.players[player]!r} ({NAMES[player]}): {game.fault.kind} in game "
        f"{game.number}: {game.fault.text}; the match stops there (--on-fault)"
    )


@contextmanager
def _interrupt_later() -> Iterator[None]:
    """Hold Ctrl-C back to the end of the block.

    By the handler, not by the mask of signals: the thread of the progress bar has its own mask.
    """
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # nobody is interrupted by it
        yield
        return
    held: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt
