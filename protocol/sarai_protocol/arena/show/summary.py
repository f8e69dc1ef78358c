"""The result of a match for machines: one dictionary of plain values; nan and infinity are null."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..rate import sprt
from ..rate.adjusting import Adjusted
from ..rate.elo import elo, game_score, normalised_elo, superiority
from ..rate.solo import Solo
from ..rate.standings import Standings
from ..rate.statistics import Estimate, Mean
from ..rate.tally import Tally
from ..record.records import NAMES, Header
from .report import Score


def summary(header: Header, score: Score) -> dict[str, Any]:
    """All that the table tells, and more digits."""
    facts = {
        "kind": "result",
        "game": header.game,
        "rules": header.rules,
        "seats": header.seats,
        "tournament": header.tournament,
        "seed": header.seed,
        "players": dict(zip(NAMES, header.players, strict=False)),
        "games": score.games,
        "of": header.games,
        "capped": score.capped,
        "faults": score.faults.table(NAMES),
        "plies": {
            "mean": _number(score.plies / score.games) if score.games else None,
            "least": score.shortest,
            "most": score.longest,
        },
    }
    if isinstance(score, Solo):
        return facts | _solo(header, score)
    facts["draws"] = score.draws
    return facts | (_standings(score) if isinstance(score, Standings) else _duel(header, score))


def _duel(header: Header, tally: Tally) -> dict[str, Any]:
    sides = {
        name: {
            "wins": side.wins,
            "points": side.points,
            "seat_games": side.seat_games,
            "seat_points": side.seat_points,
            "starter_games": side.starter_games,
            "starter_points": side.starter_points,
            "score_sum": side.score_sum,
            "moves": side.moves,
            "milliseconds": round(side.milliseconds, 3),
        }
        for name, side in zip(NAMES, tally.sides, strict=False)
    }
    return {
        "sides": sides,
        "pairs": tally.pairs,
        "pair_scores": tally.counts,
        "score": _mean(game_score(tally.counts)),
        "elo": _estimate(elo(tally.counts)),
        "normalised_elo": _estimate(normalised_elo(tally.counts)),
        "superiority": _number(superiority(tally.counts)),
        "difference": _mean(tally.difference()),
        "pair_correlation": _estimate(tally.points.correlation_interval()),
        "pairing_saves": _number(tally.points.saved()),
        "difference_correlation": _estimate(tally.differences.correlation_interval()),
        "difference_pairing_saves": _number(tally.differences.saved()),
        "sprt": _test(header, tally) if header.sprt else None,
    }


def luck_summary(adjusted: Adjusted) -> dict[str, Any]:
    """The result of two players without luck."""
    return {
        "evaluation": adjusted.specification,
        "luck": _mean(adjusted.luck()),
        "score": _mean(adjusted.points.adjusted()),
        "elo": _estimate(adjusted.elo()),
        "difference": _mean(adjusted.differences.adjusted()),
        "saves": _number(adjusted.points.explained()),
        "saves_of_games": _number(adjusted.games.explained()),
        "difference_saves": _number(adjusted.differences.explained()),
    }


def skill_summary(ratings: Sequence[Mean]) -> dict[str, Any]:
    """The rating of each player with its standard deviation."""
    return {name: _mean(rating) for name, rating in zip(NAMES, ratings, strict=False)}


def _test(header: Header, tally: Tally | Solo) -> dict[str, Any]:
    verdict = tally.verdict(sprt.parse(header.sprt))
    return {
        "test": header.sprt,
        "llr": _number(verdict.ratio),
        "lower": _number(verdict.lower),
        "upper": _number(verdict.upper),
        "accepted": verdict.accepted or None,
    }


def _standings(score: Standings) -> dict[str, Any]:
    sides = {
        name: {
            "games": side.games,
            "wins": side.wins,
            "points": side.points,
            "share": _mean(side.mean()),
            "rounds": side.rounds,
            "seat_games": side.seat_games,
            "seat_points": side.seat_points,
            "score_sum": side.score_sum,
            "round_saves": _number(side.saved()),
        }
        for name, side in zip(NAMES, score.sides, strict=False)
    }
    met = {f"{NAMES[a]}-{NAMES[b]}": counts for (a, b), counts in score.counts.items()}
    found = score.ratings() or []
    ratings = {name: _estimate(elo) for name, elo in zip(NAMES, found, strict=False)}
    return {"sides": sides, "pair_scores": met, "elo": ratings or None}


def _solo(header: Header, score: Solo) -> dict[str, Any]:
    sides = dict(zip(NAMES, score.sides, strict=False))
    alone = {
        name: {
            "games": side.games,
            "score": _mean(side.score()),
            "least": side.least,
            "most": side.most,
            "decisions": _mean(side.decisions()),
            "milliseconds": round(side.milliseconds, 3),
        }
        for name, side in sides.items()
    }
    differences = {
        f"A-{name}": _mean(side.difference())
        | {
            "correlation": _estimate(side.against.correlation_interval()),
            "saves": _number(side.saved()),
        }
        for name, side in sides.items()
        if name != "A"
    }
    return {
        "sides": alone,
        "deals": score.deals,
        "differences": differences,
        "sprt": _test(header, score) if header.sprt else None,
    }


def _mean(mean: Mean) -> dict[str, Any]:
    return {"value": _number(mean.value), "error": _number(mean.error)}


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    names = ("value", "low", "high")
    return {name: _number(getattr(estimate, name)) for name in names}


def _number(value: float) -> float | None:
    """JSON has no nan and no infinity."""
    return round(value, 6) if math.isfinite(value) else None
