"""The result of a match for machines: one dictionary of plain values; nan and infinity are null."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..rate import sprt
from ..rate.adjusting import Adjusted
from ..rate.duel import DuelResult
from ..rate.elo import elo, game_score, normalised_elo, superiority
from ..rate.results import MatchResult
from ..rate.single_player import SinglePlayerResult
from ..rate.standings import Standings
from ..rate.statistics import Estimate, Mean
from ..record.records import NAMES, Header


def summary(header: Header, score: MatchResult) -> dict[str, Any]:
    """All that the table tells, and more digits."""
    facts = {
        "kind": "result",
        "game": header.game,
        "rules": header.rules,
        "seats": header.seats,
        "tournament": header.tournament,
        "seed": header.seed,
        "players": dict(zip(NAMES, header.players, strict=False)),
        "shown_hidden": [NAMES[player] for player in header.shown],
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
    if isinstance(score, SinglePlayerResult):
        return facts | _single_player(header, score)
    facts["draws"] = score.draws
    return facts | (_standings(score) if isinstance(score, Standings) else _duel(header, score))


def _duel(header: Header, duel: DuelResult) -> dict[str, Any]:
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
            "cpu_per_move": _number(side.cpu.per_move()),
        }
        for name, side in zip(NAMES, duel.sides, strict=False)
    }
    return {
        "sides": sides,
        "pairs": duel.pairs,
        "pair_scores": duel.counts,
        "score": _mean(game_score(duel.counts)),
        "elo": _estimate(elo(duel.counts)),
        "normalised_elo": _estimate(normalised_elo(duel.counts)),
        "superiority": _number(superiority(duel.counts)),
        "difference": _mean(duel.difference()),
        "pair_correlation": _estimate(duel.points.correlation_interval()),
        "pairing_saves": _number(duel.points.saved()),
        "difference_correlation": _estimate(duel.differences.correlation_interval()),
        "difference_pairing_saves": _number(duel.differences.saved()),
        "sprt": _test(header, duel) if header.sprt else None,
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


def _test(header: Header, duel: DuelResult | SinglePlayerResult) -> dict[str, Any]:
    verdict = duel.verdict(sprt.parse(header.sprt))
    return {
        "test": header.sprt,
        "llr": _number(verdict.ratio),
        "lower": _number(verdict.lower),
        "upper": _number(verdict.upper),
        "accepted": verdict.accepted or None,
        "games_left": _number(2 * verdict.left),
        "games_left_midway": _number(2 * verdict.left_between),
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
            "cpu_per_move": _number(side.cpu.per_move()),
            "round_saves": _number(side.saved()),
        }
        for name, side in zip(NAMES, score.sides, strict=False)
    }
    met = {f"{NAMES[a]}-{NAMES[b]}": counts for (a, b), counts in score.counts.items()}
    found = score.ratings()
    if found is None:
        return {"sides": sides, "pair_scores": met, "elo": None, "elo_anchor": None}
    ratings = {name: _estimate(elo) for name, elo in zip(NAMES, found.estimates, strict=False)}
    anchor = NAMES[found.anchor]
    return {"sides": sides, "pair_scores": met, "elo": ratings, "elo_anchor": anchor}


def _single_player(header: Header, score: SinglePlayerResult) -> dict[str, Any]:
    sides = dict(zip(NAMES, score.sides, strict=False))
    alone = {
        name: {
            "games": side.games,
            "score": _mean(side.score()),
            "least": side.least,
            "most": side.most,
            "decisions": _mean(side.decisions()),
            "milliseconds": round(side.milliseconds, 3),
            "cpu_per_move": _number(side.cpu.per_move()),
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
