"""Sarai: an engine for trading games with hidden information."""

from .core import ALL, CHANCE, NOTHING, OVER, WIN, Game, Outcome, Rng, State
from .errors import IllegalMove, InvalidGame, InvalidMove, InvalidPosition, WrongState
from .games import game

__all__ = [
    "ALL",
    "CHANCE",
    "NOTHING",
    "OVER",
    "WIN",
    "Game",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "Outcome",
    "Rng",
    "State",
    "WrongState",
    "game",
]
