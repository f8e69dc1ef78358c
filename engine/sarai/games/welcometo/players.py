"""The fixed players of Welcome To: both are playout policies of the core."""

from __future__ import annotations

from ...core import Move, Rng, State


def greedy(view: State) -> Move:
    """The turn that brings the seat most at once; even places break ties."""
    return view.choose(view.game.core.policies.index("greedy"), Rng(0))


def planner(view: State, depth: int) -> Move:
    """The advice of csrc/games/welcometo/advice.c, which judges a whole sheet at any depth."""
    return view.choose(view.game.core.policies.index("advice"), Rng(0))
