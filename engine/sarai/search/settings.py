"""The settings of a search, declared once: players, HGI's options and the documents read them here.

Left open, a setting has the value that the game's facts give it (`search` in csrc/core.h).
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from typing import Any

from ..core import WIN, Game, Plan
from ..errors import InvalidGame

TREES = ("open", "closed")
SELECTIONS = ("puct", "ucb")
OTHERS = ("tree", "prior")


def declare(help_: str, default: Any, values: tuple[str, ...] = (), most: float = 0.0) -> Any:
    """A setting: what it means, and the words or the range (from 0 to `most`) that it takes."""
    return field(default=default, metadata={"help": help_, "values": values, "most": most})


@dataclass(frozen=True, slots=True)
class Tuning:
    """How a search selects and plays out. Empty or None: the game's default.

    With an open tree, a variation has no chance events and may not be playable to its end.
    """

    tree: str = declare(
        "`closed`: nodes differ by moves and observed chance events; `open`: by moves only",
        "",
        TREES,
    )
    selection: str = declare(
        "`puct`: guided by the game's prior; `ucb`: upper confidence bounds, without a prior",
        "",
        SELECTIONS,
    )
    exploration: float | None = declare("the exploration constant C, in wins", None, most=100.0)
    widening: float | None = declare(
        "how fast `puct` widens: more moves for a higher value", None, most=100.0
    )
    policy: str = declare("the playout policy, one of the game's own", "")
    others: str = declare(
        "the moves of the other seats: `tree`: searched like the own ones; `prior`: drawn by it",
        "",
        OTHERS,
    )

    def __post_init__(self) -> None:
        for declared in fields(Tuning):
            accept(declared, getattr(self, declared.name))


def accept(declared: Field[Any], value: object) -> None:
    """Raise InvalidGame if the setting does not take this value."""
    values, most = declared.metadata["values"], declared.metadata["most"]
    if values and value != "" and value not in values:
        raise InvalidGame(f"{declared.name}: {value!r} is not one of {'|'.join(values)}")
    if most and isinstance(value, float | int) and not 0 <= value <= most:
        raise InvalidGame(f"{declared.name}: {value} is not within 0..{most:g}")


def declared_as(name: str, default: Any) -> Any:
    """A setting of `Tuning` with another default."""
    (found,) = (f for f in fields(Tuning) if f.name == name)
    return field(default=default, metadata=found.metadata)


@dataclass(frozen=True, slots=True)
class Settings(Tuning):
    """How to search.

    The first ones are those of `Tuning`. seed: the seed of all random numbers. depth: decisions of
    seats after which the tree is cut and the playout begins, 0 for no cut. max_nodes: the bound on
    memory of `Search`; a node with its edges takes about 2 kB there.
    """

    seed: int = 0
    depth: int = 0
    max_nodes: int = 1_000_000

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        if self.depth < 0:
            raise InvalidGame(f"depth: {self.depth} is negative")
        if self.max_nodes < 1:
            raise InvalidGame(f"max_nodes: {self.max_nodes} is not positive")

    def plan(self, game: Game) -> Plan:
        """The settings with what they leave open as the game has it; InvalidGame if the game has
        no such policy."""
        facts = game.core.search
        standard = facts.exploration_alone if game.seats == 1 else facts.exploration
        exploration = standard if self.exploration is None else self.exploration
        return Plan(
            open=(self.tree or facts.tree) == "open",
            by_prior=(self.selection or facts.selection) == "puct",
            exploration=exploration * WIN,
            widening=facts.widening if self.widening is None else self.widening,
            policy=policy_index(game, self.policy),
            others_by_prior=(self.others or facts.others) == "prior",
            seed=self.seed,
            depth=self.depth,
        )


def policy_index(game: Game, policy: str) -> int:
    """The core's number of a playout policy (the default if empty); InvalidGame if unknown."""
    policies = game.core.policies
    if policy and policy not in policies:
        raise InvalidGame(f"policy: {policy!r} is not one of {'|'.join(policies)}")
    return policies.index(policy) if policy else 0
