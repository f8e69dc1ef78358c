"""Bazaar: what Python adds to the rules in C."""

from ..entry import Entry
from . import belief, board, greedy, planner, presets

ENTRY = Entry(
    board.describe,
    greedy.choose,
    belief.belief,
    presets=presets.PRESETS,
    planner=planner.choose,
)
