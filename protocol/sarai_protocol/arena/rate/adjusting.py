"""The result of two players with luck as a control variate, and what that saves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

import sarai

from ..record.records import GameRecord, decode, decode_header
from .elo import elo_of
from .luck import Evaluation, evaluation, luck
from .statistics import Estimate, Mean, Moments, Z

LEAST_PAIRS = 3
"""A line through fewer pairs has no error."""


@lru_cache(maxsize=4)
def _ready(match: bytes, specification: str) -> tuple[sarai.Game, Evaluation]:
    header = decode_header(match)
    game = sarai.game(header.game, header.seats, header.rules)
    return game, evaluation(specification, game)


def luck_of(match: bytes, specification: str, line: bytes) -> tuple[float, ...]:
    """The luck of each seat in a game, all as text, so that any process can do it."""
    game, evaluate = _ready(match, specification)
    record = decode(line)
    assert isinstance(record, GameRecord)
    return luck(game, record, evaluate)


@dataclass(slots=True)
class Adjusted:
    """Sums over pairs of (luck of A minus that of B, result of A), each a mean of two games.

    `games` are the same of single games, to compare what luck explains there.
    """

    specification: str
    games: Moments = field(default_factory=Moments)
    points: Moments = field(default_factory=Moments)
    differences: Moments = field(default_factory=Moments)
    half: tuple[GameRecord, float] | None = None

    def add(self, game: GameRecord, terms: tuple[float, ...]) -> None:
        """Count a game with the luck of its seats; games come in the order of their numbers."""
        seat = game.seating.index(0)
        mine = terms[seat] - terms[1 - seat]
        self.games.add(mine, game.shares[seat])
        if self.half is None or self.half[0].deal != game.deal:
            self.half = game, mine
            return
        (other, theirs), self.half = self.half, None
        both = [(g, g.seating.index(0)) for g in (other, game)]
        mean = (mine + theirs) / 2
        self.points.add(mean, sum(g.shares[s] for g, s in both) / 2)
        self.differences.add(mean, sum(g.scores[s] - g.scores[1 - s] for g, s in both) / 2)

    def elo(self) -> Estimate:
        """Elo of A from the adjusted score, as `elo.elo`."""
        score = self.points.adjusted()
        reach = Z * score.error
        ends = (score.value, score.value - reach, score.value + reach)
        return Estimate(*map(elo_of, ends))

    def luck(self) -> Mean:
        """Mean luck of A a pair, which differs from 0 by chance only, with its standard error."""
        return self.points.mean_x()


def facts(adjusted: Adjusted) -> Iterator[tuple[str, str]]:
    """The lines that a table has for it."""
    points, mean = adjusted.points, adjusted.luck()
    if points.n < LEAST_PAIRS:
        yield "luck of A", f"{points.n} whole pairs are too few; {LEAST_PAIRS} are needed"
        return
    error = _known(f"{mean.error:.3f}")
    yield "luck of A", f"{mean.value:+.3f} +- {error} by {adjusted.specification}"
    score, difference = points.adjusted(), adjusted.differences.adjusted()
    ends = adjusted.elo()
    yield (
        "  without it",
        f"score {100 * score.value:.1f} % +- {_known(f'{100 * score.error:.2f}')} %, "
        f"Elo {ends.value:+.1f} ({_known(f'{ends.low:+.1f}')} to {_known(f'{ends.high:+.1f}')}), "
        f"score difference {difference.value:+.2f} +- {_known(f'{difference.error:.2f}')}",
    )
    yield (
        "  saves",
        f"{_percent(points.explained())} of the pairs "
        f"(of single games {_percent(adjusted.games.explained())}), for the score difference "
        f"{_percent(adjusted.differences.explained())}",
    )


def _known(number: str) -> str:
    """A number as text; `?` if it is none."""
    return "?" if "nan" in number else number


def _percent(part: float) -> str:
    """A part that may be nan: where nothing varies, nothing is saved."""
    return "nothing" if math.isnan(part) else f"{100 * part:.1f} %"
