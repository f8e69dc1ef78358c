"""Jaipur: what Python adds to the rules in C."""

from ..entry import Entry
from . import belief, board, greedy, value

ENTRY = Entry(board.describe, greedy.choose, belief.belief, value=value.value)
