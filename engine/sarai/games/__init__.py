"""The games: one row each; the package of that name has the rest."""

from collections.abc import Mapping, Sequence
from importlib import import_module

from ..core import CoreGame, Game, Move, State, core_games
from ..errors import InvalidGame
from ..inference import Belief
from .entry import Entry as Entry

NAMES = (
    "jaipur",
    "bazaar",
    "welcometo",
)

REGISTRY: dict[str, Entry] = {name: import_module(f"{__name__}.{name}").ENTRY for name in NAMES}

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
    return Game(CORE[name], entry.board, seats, chosen, table, seed)


def greedy(view: State) -> Move:
    """The move of the game's one-ply player. InvalidGame if it has none."""
    choose = REGISTRY[view.game.name].greedy
    if choose is None:
        raise InvalidGame(f"{view.game.name} has no greedy player")
    return choose(view)


def belief(view: State) -> Belief:
    """What the seat of a view can infer of the cards that it does not see.

    Empty for a game that does not say.
    """
    known = REGISTRY[view.game.name].belief
    return Belief((), ()) if known is None else known(view)
