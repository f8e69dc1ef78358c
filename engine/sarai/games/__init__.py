"""The games: one row each with its notation, its greedy player, and what a seat can infer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ..core import CoreGame, Game, Move, Notation, State, core_games
from ..errors import InvalidGame
from ..inference import Belief
from .bazaar import belief as bazaar_belief
from .bazaar import greedy as bazaar_greedy
from .bazaar import notation as bazaar
from .bazaar import planner as bazaar_planner
from .jaipur import belief as jaipur_belief
from .jaipur import greedy as jaipur_greedy
from .jaipur import notation as jaipur
from .jaipur import value as jaipur_value


@dataclass(frozen=True, slots=True)
class Entry:
    """What Python adds to a game of the core."""

    notation: Notation
    greedy: Callable[[State], Move]
    belief: Callable[[State], Belief]
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Rules options that go together, by a name that `preset=NAME` stands for."""
    planner: Callable[[State, int], Move] | None = None
    """The move that is best over so many turns of the seat alone."""
    value: Callable[[State], tuple[float, ...]] | None = None
    """How far each seat is in a full state; what is left out is evaluated by playouts."""


REGISTRY = {
    "jaipur": Entry(
        jaipur.Notation(),
        jaipur_greedy.choose,
        jaipur_belief.belief,
        value=jaipur_value.value,
    ),
    "bazaar": Entry(
        bazaar.Notation(),
        bazaar_greedy.choose,
        bazaar_belief.belief,
        presets=bazaar.PRESETS,
        planner=bazaar_planner.choose,
    ),
}

CORE: dict[str, CoreGame] = {core.name: core for core in core_games()}


def game(
    name: str,
    seats: int | None = None,
    options: Mapping[str, str | int] | None = None,
    table: Sequence[int] = (),
    seed: int = 0,
) -> Game:
    """A game by name, with its rules options; InvalidGame says what is wrong with them.

    The option `preset` stands for several, which other options given may change. Public set-up
    that the options leave open (Bazaar: the equations) is drawn from the seed.

    >>> game("jaipur", options={"rounds": "single"}).options["rounds"]
    'single'
    >>> game("bazaar", options={"preset": "original_like", "hand_limit": 9}).options["hand_limit"]
    '9'
    """
    if name not in REGISTRY:
        raise InvalidGame(f"no game {name!r}; the games are: {', '.join(sorted(REGISTRY))}")
    entry, given = REGISTRY[name], dict(options or {})
    preset = str(given.pop("preset", ""))
    if preset and preset not in entry.presets:
        known = "|".join(entry.presets) or "none"
        raise InvalidGame(f"preset {preset!r}: the presets of {name} are: {known}")
    chosen = {**entry.presets.get(preset, {}), **given}
    return Game(CORE[name], entry.notation, seats, chosen, table, seed)


def belief(view: State) -> Belief:
    """What the seat of a view can infer of the cards that it does not see."""
    return REGISTRY[view.game.name].belief(view)
