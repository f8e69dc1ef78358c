"""Two players in pairs of single rounds of Jaipur: a call of `sarai match`, and its record.

The match shows its progress on stderr. With a folder for the records, each game is kept when it is
played, and the same command goes on after a stop.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sarai import InvalidGame, game, player
from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.elo import game_score
from sarai_protocol.arena.rate.statistics import Z
from sarai_protocol.cli.arguments import whole
from sarai_protocol.cli.score import read, scored

RULES = {"rounds": "single"}


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two PLAYER arguments of `sarai match`, and the seed of the match."""

    first: str
    second: str
    seed: int

    @property
    def record(self) -> str:
        """The name of its record file."""
        name = f"{self.first} v {self.second} seed {self.seed}"
        return re.sub(r"[^\w.=,:-]+", "_", name)[:200] + ".jsonl"


def play(
    meeting: Meeting, pairs: int, jobs: int, folder: Path, rules: Mapping[str, str] = RULES
) -> DuelResult:
    """The result of a meeting; what its record has already is not played again."""
    record = folder / meeting.record
    command = [sys.executable, "-m", "sarai_protocol", "match", meeting.first, meeting.second]
    command += ["--rules", ",".join(f"{name}={value}" for name, value in rules.items())]
    command += ["--games", str(2 * pairs), "--seed", str(meeting.seed), "--jobs", str(jobs)]
    done = subprocess.run([*command, "--record", str(record)], stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(done.returncode)
    _, result = scored(read([record]))
    assert isinstance(result, DuelResult)
    return result


@contextmanager
def kept(folder: Path | None) -> Iterator[Path]:
    """Where records go: into this folder, which is made, or for a while into one of their own."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with TemporaryDirectory() as found:
        yield Path(found)


# ---- in words ----


def score(result: DuelResult) -> str:
    """The score of the first player with one standard error."""
    found = game_score(result.counts)
    error = "?" if math.isnan(found.error) else f"{100 * found.error:.1f}"
    return f"{100 * found.value:.1f} +- {error} %"


def lower_end(result: DuelResult) -> str:
    """The lower end of the 95 % interval of the score."""
    found = game_score(result.counts)
    low = found.value - Z * found.error
    return "?" if math.isnan(low) else f"{100 * max(0.0, low):.1f} %"


def cpu_seconds(result: DuelResult) -> float:
    """The CPU seconds of both players in all their games."""
    return sum(side.cpu.milliseconds for side in result.sides) / 1000


# ---- on the command line ----


def check_player(text: str) -> str:
    """A reader of players of this engine for argparse."""
    try:
        player(text, game("jaipur", options=RULES))
    except InvalidGame as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def add_options(parser: ArgumentParser, pairs: int, seed: int) -> None:
    """What all programs that play meetings have, with these defaults."""
    for name, lowest, highest, default in (
        ("pairs", 1, 10**6, pairs),
        ("seed", 0, 10**6, seed),
        ("jobs", 1, 256, 2),
    ):
        parser.add_argument(
            f"--{name}",
            type=whole(lowest, highest),
            default=default,
            metavar="N",
            help=f"default: {default}",
        )
    parser.add_argument(
        "--records",
        type=Path,
        metavar="FOLDER",
        help="keep the records of all matches there; the same command goes on with them",
    )
