"""The table of a match: from running sums to what a person reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from ..rate import sprt
from ..rate.duel import DuelResult, Side
from ..rate.elo import PAIR_SCORES, elo, game_score, normalised_elo, superiority, sure_bound
from ..rate.results import MatchResult
from ..rate.single_player import SinglePlayerResult
from ..rate.standings import Standings
from ..rate.statistics import CONFIDENCE, Estimate, Moments
from ..record.records import NAMES, Header
from . import crosstable, single_player_table
from .columns import WIDTH


def title(header: Header, seeds: Sequence[int] = ()) -> str:
    """Which match it is, in some lines; `seeds` where it is several."""
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    players = [f"  {n} = {spec}" for n, spec in zip(NAMES, header.players, strict=False)]
    told = f"seeds {', '.join(map(str, seeds))}" if len(seeds) > 1 else f"seed {header.seed}"
    kind = "" if header.tournament == "match" else f"{header.tournament}, "
    kind = "each player alone, " if header.single_player else kind
    return "\n".join([f"{header.game} ({rules}), {kind}{told}", *players, *_shown(header)])


def _shown(header: Header) -> Iterator[str]:
    """A line if some players are shown hidden cards."""
    if header.shown:
        names = " and ".join(NAMES[player] for player in header.shown)
        verb = "is" if len(header.shown) == 1 else "are"
        yield f"  {names} {verb} shown all hidden cards, for measuring only"


def score_line(score: MatchResult) -> str:
    """The score in a few words, for the progress display: wins, losses and draws of A."""
    if not score.games:
        return "no game yet"
    if isinstance(score, SinglePlayerResult):
        sides = zip(NAMES, score.sides, strict=False)
        return "  ".join(f"{name} {_number(s.score_sum, s.games)}" for name, s in sides)
    if isinstance(score, Standings):
        means = [100 * side.points / side.games if side.games else 0 for side in score.sides]
        return "  ".join(f"{n} {mean:.1f} %" for n, mean in zip(NAMES, means, strict=False))
    a, b = score.sides
    share = 100 * a.points / score.games
    faults = f", {score.faults.total} faults" if score.faults.total else ""
    return f"A {a.wins} - B {b.wins} - drawn {score.draws}, A {share:.1f} %{faults}"


def show(console: Console, header: Header, score: MatchResult, seeds: Sequence[int] = ()) -> None:
    """Print the result of the games so far."""
    for part in parts(header, score, seeds, console.width):
        console.print(part, soft_wrap=not isinstance(part, Table))


def parts(
    header: Header, score: MatchResult, seeds: Sequence[int] = (), width: int = WIDTH
) -> Iterator[RenderableType]:
    """The result of the games so far, piece by piece, in tables that fit the width."""
    yield Text(title(header, seeds))
    facts: Iterable[tuple[str, str]]
    if isinstance(score, Standings):
        yield from crosstable.tables(score, width)
        facts = chain(crosstable.facts(score), _common_facts(score)) if score.games else ()
    elif isinstance(score, SinglePlayerResult):
        yield from single_player_table.tables(score, width)
        facts = (
            chain(single_player_table.facts(score), _single_player_facts(header, score))
            if score.games
            else ()
        )
    else:
        yield _sides(score)
        facts = _facts(header, score) if score.games else ()
    for label, text in facts:
        yield Text(f"{label:<18}{text}")


# ---- two players ----


def _sides(duel: DuelResult) -> Table:
    result = Table(f"{duel.games} games")
    for name in NAMES[:2]:
        result.add_column(name, justify="right")

    def row(label: str, *cells: str) -> None:
        result.add_row(label, *cells)

    sides = duel.sides
    row("wins", *(str(side.wins) for side in sides))
    row("losses", *(str(side.wins) for side in reversed(sides)))
    row("draws", *[str(duel.draws)] * 2)
    row("score", *(_percent(side.points, duel.games) for side in sides))
    for seat in (0, 1):
        row(
            f"  in seat {seat}",
            *(_percent(s.seat_points[seat], s.seat_games[seat]) for s in sides),
        )
    row("  as starter", *(_percent(s.starter_points, s.starter_games) for s in sides))
    row("  as second", *(_second(s, duel.games) for s in sides))
    row("mean game score", *(_number(s.score_sum, duel.games) for s in sides))
    row("ms per move, mean", *(_number(s.milliseconds, s.moves) for s in sides))
    row("ms per move, most", *(f"{side.slowest:.2f}" for side in sides))
    row("CPU ms per move", *(_decimal(side.cpu.per_move()) for side in sides))
    return result


def _second(side: Side, games: int) -> str:
    return _percent(side.points - side.starter_points, games - side.starter_games)


def _facts(header: Header, duel: DuelResult) -> Iterator[tuple[str, str]]:
    if duel.pairs:
        counts = zip(PAIR_SCORES, duel.counts, strict=True)
        yield "pair scores of A", "  ".join(f"{score:g}: {count}" for score, count in counts)
        yield "score of A", _score(duel.counts)
        yield "Elo of A", f"{_elo(elo(duel.counts))}, by pairs"
        yield "normalised Elo", _elo(normalised_elo(duel.counts))
        los = superiority(duel.counts)
        if not math.isnan(los):
            yield "A is better", f"likelihood {100 * los:.1f} %"
        difference = duel.difference()
        yield "score difference", f"{difference.value:+.2f} {_error(difference.error)} (A - B)"
        yield "pairing, wins", _pairing(duel.points)
        yield "pairing, scores", _pairing(duel.differences)
    if header.sprt:
        yield "sequential test", sprt_line(header, duel)
    yield from _common_facts(duel)
    note = "+- is one standard error; errors and Elo are computed from whole pairs"
    if duel.halves:
        last = duel.half.number if duel.half else 0
        many = f"{duel.halves} games have" if duel.halves > 1 else f"game {last} has"
        note += f"; {many} no second game yet"
    yield "", note


def _score(counts: Sequence[int]) -> str:
    """The score of A; where all pairs are alike, a bound in place of an error."""
    score, bound = game_score(counts), sure_bound(counts)
    if bound is None:
        return f"{100 * score.value:.1f} % {_error(100 * score.error)} %"
    side = "at least" if score.value > 0.5 else "at most"
    return f"{100 * score.value:.1f} % ({side} {100 * bound:.1f} %, {100 * CONFIDENCE:.0f} %)"


def _pairing(moments: Moments) -> str:
    """How the two games of a pair are correlated, and what that saves."""
    r = moments.correlation_interval()
    if math.isnan(r.value):
        still = [not variance > 0 for variance in moments.variances()[:2]]
        which = (
            "both games" if all(still) else "the first games" if still[0] else "the second games"
        )
        return f"no correlation: {which} of the pairs show no variance"
    known = not math.isnan(r.low)
    interval = f"{r.low:+.2f} to {r.high:+.2f}" if known else "no interval"
    text = f"correlation {r.value:+.2f} ({interval})"
    return f"{text}, saves {100 * moments.saved():.0f} % of the games"


def sprt_line(header: Header, duel: DuelResult | SinglePlayerResult) -> str:
    """Where the sequential test of a match stands."""
    test = sprt.parse(header.sprt)
    verdict = duel.verdict(test)
    ends = f"H0 {test.low:g}, H1 {test.high:g} {sprt.SCALES[test.scale]}"
    rates = f"alpha {test.alpha:g}, beta {test.beta:g}"
    told = f"{verdict.accepted} is accepted" if verdict.accepted else "not decided"
    bounds = f"{verdict.lower:.2f} to {verdict.upper:.2f}"
    left = "" if verdict.accepted else sprt_left(verdict)
    return f"{told}: LLR {verdict.ratio:+.2f} ({bounds}), {ends}, {rates}{left}"


def sprt_left(verdict: sprt.Verdict) -> str:
    """How many games a test may still take; '' where that is not known. A pair is two games."""
    if math.isnan(verdict.left) or math.isnan(verdict.left_between):
        return ""
    left, between = (2 * math.ceil(pairs) for pairs in (verdict.left, verdict.left_between))
    return f"; about {left:,} more games at this strength, {between:,} midway between H0 and H1"


def _elo(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return "none: the pairs show no variance"
    if math.isnan(estimate.low) and math.isnan(estimate.high):
        return f"{estimate.value:+.1f} (no interval: the pairs show no variance)"
    if math.isinf(estimate.value):
        side, bound = (
            ("at least", estimate.low) if estimate.value > 0 else ("at most", estimate.high)
        )
        return f"{side} {bound:+.1f}, {100 * CONFIDENCE:.0f} %, from the bound of the score"
    return (
        f"{estimate.value:+.1f} ({estimate.low:+.1f} to {estimate.high:+.1f}), "
        f"{100 * CONFIDENCE:.0f} %, normal approximation"
    )


# ---- alone ----


def _single_player_facts(header: Header, score: SinglePlayerResult) -> Iterator[tuple[str, str]]:
    if header.sprt:
        yield "sequential test", sprt_line(header, score)
    yield from _common_facts(score)


# ---- of all kinds ----


def _common_facts(score: MatchResult) -> Iterator[tuple[str, str]]:
    mean = score.plies / score.games
    yield "decisions a game", f"{mean:.1f} ({score.shortest} to {score.longest})"
    yield "capped games", str(score.capped)
    yield from score.faults.lines(NAMES)


def _percent(points: float, games: int) -> str:
    return f"{100 * points / games:.1f} %" if games else "-"


def _number(total: float, count: int) -> str:
    return f"{total / count:.2f}" if count else "-"


def _decimal(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.2f}"


def _error(error: float) -> str:
    return "+- ?" if math.isnan(error) else f"+- {error:.2f}"
