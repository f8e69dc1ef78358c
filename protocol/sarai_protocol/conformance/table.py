"""All steps in order: first what must hold for the others to make sense, then topic by topic.

An engine that has one fault should fail the step that is meant for it before any other one; so the
narrow steps stand before those that use what they test.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    beliefs,
    determinism,
    endings,
    features,
    limits,
    lines,
    options,
    positions,
    searches,
    secrets,
    startup,
    stopping,
    views,
)
from .context import Step

MANDATORY: tuple[Step, ...] = (
    *startup.STEPS,
    *lines.STEPS,
    *startup.LATER,
    *options.STEPS,
    *stopping.FIRST,
    *positions.STEPS,
    *searches.STEPS,
    *limits.STEPS,
    *searches.LATER,
    *lines.LATER,
    *stopping.LATER,
    *stopping.STEPS,
    *determinism.STEPS,
    *limits.LATER,
    *options.LATER,
    *positions.GAMES,
    *secrets.STEPS,
    *endings.STEPS,
)
ANNOUNCED: tuple[Step, ...] = (
    *views.STEPS,
    *features.STEPS,
    *beliefs.STEPS,
)
STEPS = MANDATORY + ANNOUNCED

PLAYING = frozenset(
    (
        *("handshake", "game lines", "option lines", "a known game", "rules announced", "isready"),
        *("option values", "positions by events", "events of whole games", "newgame"),
        *("moves of whole games", "go is answered", "one bestmove", "legal moves", "ids"),
        *("iterations", "movetime", "clock", "first limit ends", "quit, idle"),
    )
)
"""The steps that `sarai match` rests on: an engine that passes them can play whole matches."""

LEVELS: Mapping[str, tuple[Step, ...]] = {
    "match": tuple(step for step in MANDATORY if step.name in PLAYING),
    "mandatory": MANDATORY,
    "announced": ANNOUNCED,
}
"""What an engine can be good for: a match; all of the mandatory part; all that it announces."""
