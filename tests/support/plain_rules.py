"""Slow and obvious second opinions on the games, for the tests of the engine."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol, Self


class Oracle(Protocol):
    """What the plain rules of every game can do."""

    def legal(self) -> list[str]: ...
    def outcomes(self) -> Collection[str]: ...
    def copy(self) -> Self: ...
    def play(self, text: str) -> None: ...


def perft(oracle: Oracle, depth: int) -> int:
    """The number of sequences of so many plies, at least one, each chance event one ply."""
    events = oracle.legal() or list(oracle.outcomes())
    if depth == 1:
        return len(events)
    leaves = 0
    for event in events:
        child = oracle.copy()
        child.play(event)
        leaves += perft(child, depth - 1)
    return leaves
