"""The running sums of a match, of the kind that the match needs."""

from __future__ import annotations

from ..record.records import Header
from .duel import DuelResult
from .single_player import SinglePlayerResult
from .standings import Standings

MatchResult = DuelResult | Standings | SinglePlayerResult


def new_result(header: Header) -> MatchResult:
    """The sums of a match before its first game."""
    if header.single_player:
        return SinglePlayerResult(header)
    return DuelResult() if header.duel else Standings(header)
