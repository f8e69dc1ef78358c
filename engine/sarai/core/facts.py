"""A game of the core before its options are chosen: what its table of facts says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pickle import PicklingError
from typing import TYPE_CHECKING

from ..errors import InvalidGame
from ..options import Option
from .library import ffi, lib, string

if TYPE_CHECKING:
    from .library import core_game, core_search_defaults


@dataclass(frozen=True, slots=True)
class SearchDefaults:
    """How a game is searched where the settings leave it open."""

    tree: str
    selection: str
    exploration: float
    exploration_alone: float
    widening: float
    others: str


def _search(facts: core_search_defaults) -> SearchDefaults:
    return SearchDefaults(
        "closed" if facts.closed else "open",
        "ucb" if facts.ucb else "puct",
        facts.exploration or 0.6,
        facts.exploration_alone or 0.6,
        facts.widening or 1.0,
        "prior" if facts.by_prior else "tree",
    )


class CoreGame:
    """A game of the core before its options are chosen: names, ranges, sizes."""

    def __init__(self, pointer: core_game) -> None:
        self.pointer = pointer
        facts = lib.core_facts(pointer)
        self.name = string(facts.name)
        self.policies = tuple(string(facts.policies).split("|"))
        self.search = _search(facts.search)
        self.min_seats = facts.min_seats
        self.max_seats = facts.max_seats
        self.max_moves = facts.max_moves
        self.rules_size = facts.rules_size
        self.state_size = facts.state_size
        self.choosing = bool(lib.core_chooses(pointer))
        self.public_moves = bool(lib.core_public_moves(pointer))
        self.options = tuple(
            Option(
                string(o.name),
                tuple(string(o.choices).split("|")) if string(o.choices) else (),
                o.lowest,
                o.highest,
                o.standard,
                o.length,
            )
            for o in (facts.options[i] for i in range(facts.option_count))
        )

    def __eq__(self, other: object) -> bool:
        """The same table of functions."""
        if not isinstance(other, CoreGame):
            return NotImplemented
        return self.pointer == other.pointer

    def __hash__(self) -> int:
        return hash(self.name)

    def __copy__(self) -> CoreGame:
        return self

    def __deepcopy__(self, memo: object) -> CoreGame:
        return self

    def __reduce__(self) -> tuple[Callable[[str], CoreGame], tuple[str]]:
        if self not in core_games():
            raise PicklingError(f"{self.name} lives in another library: it can't be pickled")
        return compiled, (self.name,)

    @classmethod
    def at(cls, address: int) -> CoreGame:
        """A game that lives in another shared library, by the address of its table."""
        return cls(ffi.cast("const core_game *", address))

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise InvalidGame(f"{self.name} has no option {name!r}; its options are: {known}")


def core_games() -> list[CoreGame]:
    """The games that are compiled in."""
    return [CoreGame(lib.core_game_at(i)) for i in range(lib.core_game_count())]


def compiled(name: str) -> CoreGame:
    """The game that is compiled in under this name; InvalidGame if there is none."""
    for core in core_games():
        if core.name == name:
            return core
    raise InvalidGame(f"no game {name!r} is compiled in")
