"""Pairs of Jaipur rounds or matches: played, kept in a file, added up to a score with its error.

Both games of a pair are dealt from the same decks, with the seats swapped, so the luck of the
cards cancels and the error comes from the pairs. Pair k of a meeting depends on the meeting and on
k only: the score is the same in however many processes it is played, and a run that was killed goes
on from the pairs in its file (unless a player has a time limit).
"""

from __future__ import annotations

import json
import math
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from statistics import fmean, variance
from typing import Any, BinaryIO

from competitors import Competitor, check, competitor, engine_of, jaipur

from sarai import CHANCE, Game, InvalidGame, player
from sarai_protocol.arena.play.match import in_order, pool
from sarai_protocol.cli.arguments import rules, whole
from sarai_protocol.refusal import Refusal

DECISIONS = 1000
"""More than a match of Jaipur ever has."""
DEALS = 10**6
"""Of one seed."""
BOUND = math.log(19)
"""Of the log-likelihood ratio, for errors of 5 % on both sides."""
Z = 1.96
"""Standard errors on either side of a 95 % interval."""
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of a pair: two games, each of them lost, shared or won."""
LONGEST = 2**16
"""Bytes of a line in a store; what is longer is none of ours, and is not read on."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets whom, on the deals of which seed, by which options of the rules."""

    first: str
    second: str
    seed: int
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """The share of the first player (0 to 1); moves and CPU seconds of each player.

    `cpu` are the CPU seconds of the process that played it and of players elsewhere.
    """

    score: float
    moves: tuple[int, int]
    seconds: tuple[float, float]
    cpu: float


# ---- play ----


def play_game(game: Game, seated: tuple[Competitor, Competitor], deal: int) -> float:
    """The share of the competitor in seat 0."""
    state = game.start()
    for decision in range(DECISIONS):
        while state.actor == CHANCE:
            state.play_unchecked(state.deal(deal))
        if state.actor < 0:
            break
        state.play(seated[state.actor].choose(state, deal * DECISIONS + decision))
    return state.returns().shares[0]


def play_pair(meeting: Meeting, number: int) -> Pair:
    """Pair `number` of a meeting."""
    game, deal = jaipur(meeting.rules), meeting.seed * DEALS + number
    first = competitor(meeting.first, 0, meeting.rules)
    second = competitor(meeting.second, 1, meeting.rules)
    before = [(player.moves, player.seconds) for player in (first, second)]
    elsewhere = first.elsewhere + second.elsewhere
    started = time.process_time()
    shares = play_game(game, (first, second), deal), play_game(game, (second, first), deal)
    cpu = time.process_time() - started + first.elsewhere + second.elsewhere - elsewhere
    (m, s), (n, t) = (
        (player.moves - moves, player.seconds - seconds)
        for player, (moves, seconds) in zip((first, second), before, strict=True)
    )
    return Pair((shares[0] + 1 - shares[1]) / 2, (m, n), (s, t), cpu)


def play(meeting: Meeting, count: int, jobs: int, store: Store) -> Iterator[Pair]:
    """The pairs 0, 1, ... of a meeting, from the store if it has them; with more than one job,
    played in processes of their own."""
    known = store.pairs(meeting)
    missing = [number for number in range(count) if number not in known]
    with pool(jobs) as executor:
        played = in_order(partial(play_pair, meeting), missing, executor, jobs + 1)
        for number in range(count):
            pair = known.get(number)
            if pair is None:
                pair = next(played)
                store.keep(meeting, number, pair)
            yield pair


# ---- keep ----


class Store:
    """Pairs in a file, a JSON line each, written when it is played; or with no file, nowhere.

    A line names the engines of both players. The whole file is checked before anything in it is
    changed: Refusal if it is none of ours. A half-written last line is cut off.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        if path is None:
            return
        if path.exists() and not path.is_file():
            raise Refusal(f"--store: {path} is no regular file")
        with open(path, "a+b") as file:  # makes the file, or finds now that it can't be written
            file.seek(0)
            for last, row in deque(_rows(path, file), maxlen=1):
                if not row:
                    file.truncate(file.tell() - len(last))
                elif not last.endswith(b"\n"):
                    file.write(b"\n")

    def pairs(self, meeting: Meeting) -> dict[int, Pair]:
        """What the file has of a meeting, by number. Refusal if it is of another engine."""
        if self.path is None:
            return {}
        wanted, found = asdict(meeting), dict[int, Pair]()
        with open(self.path, "rb") as file:
            for at, (_, row) in enumerate(_rows(self.path, file), 1):
                if any(row.get(key) != value for key, value in wanted.items()):
                    continue
                if row["engines"] != _engines(meeting):
                    raise Refusal(
                        f"{self.path}: line {at} has this meeting with another engine; "
                        "name another file"
                    )
                found[row["pair"]] = _pair(row)
        return found

    def keep(self, meeting: Meeting, number: int, pair: Pair) -> None:
        if self.path is None:
            return
        row = {**asdict(meeting), "pair": number, **asdict(pair), "engines": _engines(meeting)}
        with open(self.path, "a") as file:
            file.write(json.dumps(row) + "\n")


START = b'{"first": "'
"""Of every line that `keep` writes."""
_Row = dict[str, Any]


def _rows(path: Path, file: BinaryIO) -> Iterator[tuple[bytes, _Row]]:
    """The lines of a store with what they say; of a half-written last line, nothing."""
    for at, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
        torn = len(line) < LONGEST and not line.endswith((b"\n", b"}"))
        if torn and (line.startswith(START) or (at > 1 and START.startswith(line))):
            yield line, {}
            continue
        try:
            row = _row(line)
        except ValueError as error:
            raise Refusal(
                f"{path}: line {at} is no pair of rounds{error}; name a file that --store made, "
                "or a new one"
            ) from None
        yield line, row


def _row(line: bytes) -> _Row:
    """What a line says; ValueError if it is no pair, with the reason where that is not plain."""
    try:
        row = {"rules": "", **json.loads(line)}
    except (ValueError, TypeError, RecursionError):
        raise ValueError from None
    match row:
        case {
            "first": str(),
            "second": str(),
            "seed": int(),
            "rules": str(),
            "pair": int(number),
            "engines": [str(), str()],
            "score": float(score),
            "moves": [int(m), int(n)],
            "seconds": [float(s), float(t)],
            "cpu": float(cpu),
        } if min(number, m, n) >= 0:
            if score not in SCORES:
                raise ValueError(f": score {score} is not one of {', '.join(map(str, SCORES))}")
            if not all(0 <= seconds < math.inf for seconds in (s, t, cpu)):
                raise ValueError(f": {s}, {t}, {cpu} are not all CPU seconds")
            return row
    raise ValueError


def _pair(row: _Row) -> Pair:
    (m, n), (s, t) = row["moves"], row["seconds"]
    return Pair(row["score"], (m, n), (s, t), row["cpu"])


def _engines(meeting: Meeting) -> list[str]:
    return [engine_of(meeting.first), engine_of(meeting.second)]


# ---- add up ----


@dataclass(slots=True)
class Match:
    """The pairs of a meeting so far, from the side of the first player."""

    better: float = 0.55
    pairs: list[Pair] = field(default_factory=list)

    def mean(self) -> float:
        return fmean(pair.score for pair in self.pairs)

    def error(self) -> float:
        """The standard error; at least that of one half point in all, so that 100 % has one."""
        n = len(self.pairs)
        spread = variance(pair.score for pair in self.pairs) if n > 1 else 0.25
        return math.sqrt(max(spread, 0.25 / n) / n)

    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return max(0.0, self.mean() - Z * self.error())

    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return min(1.0, self.mean() + Z * self.error())

    def ratio(self) -> float:
        """The log-likelihood ratio of `better` against 0.5."""
        distance = (self.better - 0.5) * (2 * self.mean() - self.better - 0.5)
        return distance / (2 * self.error() ** 2) if len(self.pairs) > 1 else 0.0

    def verdict(self) -> str:
        ratio = self.ratio()
        return "better" if ratio > BOUND else "not better" if ratio < -BOUND else "open"

    def milliseconds(self) -> tuple[float, float]:
        """CPU time a move, of each player."""
        moves = [sum(pair.moves[side] for pair in self.pairs) for side in (0, 1)]
        seconds = [sum(pair.seconds[side] for pair in self.pairs) for side in (0, 1)]
        first, second = (1000 * s / max(m, 1) for s, m in zip(seconds, moves, strict=True))
        return first, second

    def moves(self) -> float:
        """Moves a game, of both players."""
        return sum(sum(pair.moves) for pair in self.pairs) / (2 * len(self.pairs))

    def cpu(self) -> float:
        """CPU seconds that its pairs took, in all processes together."""
        return sum(pair.cpu for pair in self.pairs)

    def score(self) -> str:
        return f"{100 * self.mean():.1f} +- {100 * self.error():.1f} %"

    def text(self) -> str:
        return (
            f"{self.score()}  [{100 * self.low():.1f} .. {100 * self.high():.1f}]"
            f"  {len(self.pairs)} pairs  SPRT {self.verdict()} ({self.ratio():+.1f})"
        )


# ---- on the command line ----


def check_name(text: str) -> str:
    """A reader of competitors for argparse."""
    try:
        check(text)
    except (ValueError, OSError) as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def check_player(text: str) -> str:
    """A reader of players of this engine for argparse."""
    try:
        player(text, jaipur())
    except InvalidGame as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def check_rules(text: str) -> str:
    """A reader of options of the rules for argparse."""
    rules(text)
    try:
        jaipur(text)
    except InvalidGame as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def add_options(parser: ArgumentParser, pairs: int, seed: int, jobs: int) -> None:
    """What all tools have, with their defaults."""
    for name, lowest, default in (("pairs", 1, pairs), ("seed", 0, seed), ("jobs", 1, jobs)):
        parser.add_argument(
            f"--{name}",
            type=whole(lowest, DEALS),
            default=default,
            metavar="N",
            help=f"default: {default}",
        )
    parser.add_argument(
        "--store",
        type=Path,
        metavar="FILE",
        help="keep each pair there; the same command goes on with those that it has",
    )


def run(main: Callable[[], None]) -> None:
    """Run a tool; what goes wrong with its files, and Ctrl-C, are one line."""
    try:
        main()
    except (Refusal, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("stopped; with --store, the same command goes on")
