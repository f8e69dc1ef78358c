"""Sarai: an engine for trading games with hidden information."""

from .core import ALL, CHANCE, NOTHING, OVER, WIN, Game, Move, Outcome, Rng, State
from .errors import IllegalMove, InvalidGame, InvalidMove, InvalidPosition, WrongState
from .games import belief, game
from .inference import Belief
from .players import Choice, Player, player, register
from .search import Limits, NativeSearch, Search, SearchResult, Settings

__all__ = [
    "ALL",
    "CHANCE",
    "NOTHING",
    "OVER",
    "WIN",
    "Belief",
    "Choice",
    "Game",
    "IllegalMove",
    "InvalidGame",
    "InvalidMove",
    "InvalidPosition",
    "Limits",
    "Move",
    "NativeSearch",
    "Outcome",
    "Player",
    "Rng",
    "Search",
    "SearchResult",
    "Settings",
    "State",
    "WrongState",
    "belief",
    "game",
    "player",
    "register",
]
