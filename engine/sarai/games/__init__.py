"""The games: one row each with its notation, its greedy player, and what a seat can infer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..core import CoreGame, Game, Notation, State, core_games
from ..errors import InvalidGame
from ..inference import Belief
from . import jaipur, jaipur_belief, jaipur_greedy


@dataclass(frozen=True, slots=True)
class Entry:
    """What Python adds to a game of the core."""

    notation: Notation
    greedy: Callable[[State], int]
    belief: Callable[[State], Belief]


REGISTRY = {
    "jaipur": Entry(jaipur.Notation(), jaipur_greedy.choose, jaipur_belief.belief),
}

CORE: dict[str, CoreGame] = {core.name: core for core in core_games()}


def game(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    table: Sequence[int] = (),
) -> Game:
    """A game by name, with its rules options; InvalidGame says what is wrong with them.

    >>> game("jaipur", options={"rounds": "single"}).options["rounds"]
    'single'
    """
    if name not in REGISTRY:
        raise InvalidGame(f"no game {name!r}; the games are: {', '.join(sorted(REGISTRY))}")
    return Game(CORE[name], REGISTRY[name].notation, seats, options, table)


def belief(view: State) -> Belief:
    """What the seat of a view can infer of the cards that it does not see."""
    return REGISTRY[view.game.name].belief(view)
