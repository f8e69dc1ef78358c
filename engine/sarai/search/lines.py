"""Principal variations that can be played: what a closed tree leaves out is filled in.

A closed tree tells nodes apart only by the events that the game tracks, so its lines lack the
others. Each of those becomes the likeliest outcome, as the seat observes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..core import CHANCE, NOTHING, Move, Rng, State
from .results import Event

SAMPLES = 8
"""Determinizations that say how likely the outcomes of an event are."""


def playable(view: State, line: Sequence[Move | Event]) -> list[Move | Event]:
    """The line with the events that it lacks, up to a step that the view does not accept."""
    state, steps = view.copy(), list[Move | Event]()
    for step in line:
        word = step.word if isinstance(step, Event) else step
        while state.illegal_reason(word) is not None:
            missing = likeliest(state) if state.actor == CHANCE else NOTHING
            if missing == NOTHING:
                return steps
            steps.append(Event(missing))
            state.play(missing)
        steps.append(step)
        state.play(word)
    return steps


def likeliest(view: State) -> Move:
    """The likeliest outcome of an event, as the seat observes it; NOTHING if it sees none."""
    weights: Counter[Move] = Counter()
    for sample in range(SAMPLES):
        state = view.determinize(Rng(0, sample))
        if state.actor == CHANCE:
            for word, weight in state.outcomes():
                weights[state.observed(word, view.viewer)] += weight
    possible = [word for word in weights if view.illegal_reason(word) is None]
    return max(possible, key=lambda word: (weights[word], -word), default=NOTHING)
