"""Games and states: the only package that talks to the compiled core.

A `Game` is the rules of one game with its options; a `State` is everything that has happened in
it, or, as a *view*, what one seat knows of that. No object of the C interface leaves this package.
"""

from .facts import CoreGame, core_games
from .game import Board, Game, plain_board
from .kernel import Kernel, KernelCandidate, Plan, Progress
from .library import ALL, CHANCE, NOTHING, OVER, WIN, digest, search_tables
from .rng import Rng
from .state import Outcome, State
from .words import Move

__all__ = [
    "ALL",
    "CHANCE",
    "NOTHING",
    "OVER",
    "WIN",
    "Board",
    "CoreGame",
    "Game",
    "Kernel",
    "KernelCandidate",
    "Move",
    "Outcome",
    "Plan",
    "Progress",
    "Rng",
    "State",
    "core_games",
    "digest",
    "plain_board",
    "search_tables",
]
