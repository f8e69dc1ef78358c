"""All steps in order: first what must hold for the others to make sense, then topic by topic.

An engine that has one fault should fail the step that is meant for it before any other one; so the
narrow steps stand before those that use what they test.
"""

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
