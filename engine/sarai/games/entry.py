"""What Python adds to a game of the core; a game's package has it as `ENTRY`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..core import Board, Move, State, plain_board
from ..inference import Belief


@dataclass(frozen=True, slots=True)
class Entry:
    """What Python adds to a game of the core: all of it optional."""

    board: Board = plain_board
    """A position for a person; by default the keys of its snapshot, a line each."""
    greedy: Callable[[State], Move] | None = None
    """The move of the one-ply player, a fixed yardstick."""
    belief: Callable[[State], Belief] | None = None
    """What a seat can infer of hidden cards."""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Rules options that go together, by a name that `preset=NAME` stands for."""
    planner: Callable[[State, int], Move] | None = None
    """The move that is best over so many turns of the seat alone."""
    value: Callable[[State], tuple[float, ...]] | None = None
    """How far each seat is in a full state; what is left out is evaluated by playouts."""
