"""Welcome To: what Python adds to the rules in C."""

from ..entry import Entry
from . import belief, board, players

ENTRY = Entry(board.describe, players.greedy, belief.belief, planner=players.planner)
