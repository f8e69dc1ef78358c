"""Players: what chooses a move from a seat's view.

A player is named by a specification, `NAME` or `NAME:option=value,option=value`:
`random`, `greedy`, `ismcts:iterations=1000,tree=open`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Protocol
from zlib import crc32

from .core import Game, Move, Rng, State
from .errors import InvalidGame
from .games import REGISTRY, Entry, greedy
from .search import Limits, NativeSearch, Search, SearchResult, Settings
from .search.settings import Tuning, declared_as, policy_index


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chose, with what its search found, if it searched."""

    move: Move
    result: SearchResult | None = None


class Player(Protocol):
    """Chooses for the seat that is to move in a view; the seed is new for each decision."""

    def choose(self, view: State, seed: int) -> Choice: ...


@dataclass(frozen=True, slots=True)
class Random:
    """Uniform over the legal moves."""

    def choose(self, view: State, seed: int) -> Choice:
        moves = view.moves()
        return Choice(moves[Rng(seed).below(len(moves))])


@dataclass(frozen=True, slots=True)
class Greedy:
    """The game's own one-ply player."""

    def choose(self, view: State, seed: int) -> Choice:
        return Choice(greedy(view))


@dataclass(frozen=True, slots=True)
class Planner:
    """A player that looks `depth` of its own turns ahead, in games that have one."""

    depth: int = 4

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 6:
            raise InvalidGame(f"depth: {self.depth} is not within 1..6")

    def choose(self, view: State, seed: int) -> Choice:
        planner = REGISTRY[view.game.name].planner
        assert planner is not None, "player() has seen to it"
        return Choice(planner(view, self.depth))


KERNELS = ("native", "python")


@dataclass(frozen=True, slots=True)
class Policy:
    """The moves of a playout policy, in games whose policies choose move by move."""

    name: str = ""

    def choose(self, view: State, seed: int) -> Choice:
        return Choice(view.choose(policy_index(view.game, self.name), Rng(seed)))


@dataclass(frozen=True, slots=True)
class Ismcts(Tuning):
    """The searcher of sarai.search; at least one limit, the first reached counts.

    iterations a move (10000 if no time is given) and movetime in milliseconds, 0 for none. kernel:
    `native` (C) or `python` (the readable one: same moves, slower). threads: threads of the native
    kernel. The others, where they are not given, are as the game has them.
    """

    iterations: int = 0
    movetime: int = 0
    kernel: str = field(default="native", metadata={"values": KERNELS})
    threads: int = 1

    def __post_init__(self) -> None:
        Tuning.__post_init__(self)
        if self.kernel not in KERNELS:
            raise InvalidGame(f"kernel: {self.kernel!r} is not one of {'|'.join(KERNELS)}")
        for name, lowest, highest in (
            ("iterations", 0, 10**9),
            ("movetime", 0, 10**9),
            ("threads", 1, 64 if self.kernel == "native" else 1),
        ):
            if not lowest <= getattr(self, name) <= highest:
                raise InvalidGame(
                    f"{name}: {getattr(self, name)} is not within {lowest}..{highest}"
                )

    def settings(self, seed: int) -> Settings:
        return Settings(**{f.name: getattr(self, f.name) for f in fields(Tuning)}, seed=seed)

    def limits(self) -> Limits:
        iterations = self.iterations or (0 if self.movetime else 10_000)
        return Limits(iterations or None, self.movetime / 1000 or None)

    def choose(self, view: State, seed: int) -> Choice:
        settings = self.settings(seed)
        search = (
            Search(view, settings)
            if self.kernel == "python"
            else NativeSearch(view, settings, threads=self.threads)
        )
        result = search.run(self.limits())
        return Choice(result.move, result)


@dataclass(frozen=True, slots=True)
class Textbook(Ismcts):
    """ISMCTS as first published: the fixed yardstick of the search, never to be improved.

    Playouts uniform over all legal moves, an open tree, no pruning. Its options are those of
    `ismcts`.
    """

    tree: str = declared_as("tree", "open")
    selection: str = declared_as("selection", "ucb")
    exploration: float | None = declared_as("exploration", 0.7)
    policy: str = declared_as("policy", "uniform")


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: iterations a move, and how many moves of 1,000 are drawn at random."""

    iterations: int
    strays: int = 0

    def stray(self, view: State, moves: Sequence[Move], seed: int) -> Move | None:
        """One of the moves where a random one is due, else None.

        It depends on the position as well as on the seed, so that one seed serves a whole game.
        """
        rng = Rng(seed, STRAYS + crc32(view.snapshot().encode()))
        return moves[rng.below(len(moves))] if rng.below(1000) < self.strays else None


STRAYS = 2**32
"""The first of the random streams that no iteration of a search has."""

LEVELS = (
    Level(1, 700),
    Level(1, 480),
    Level(1, 320),
    Level(1, 200),
    Level(1, 100),
    Level(1),
    Level(30),
    Level(200),
    Level(1400),
    Level(10_000),
)
"""Level 1 first. Calibrated in single rounds of Jaipur (bench/strength/LADDER.md)."""


@dataclass(frozen=True, slots=True)
class Sparring:
    """An opponent at one of ten strengths: level 1 is a beginner, 10 the searcher by default.

    One iteration is the best move of the prior, without a search.
    """

    level: int = 5

    def __post_init__(self) -> None:
        if not 1 <= self.level <= len(LEVELS):
            raise InvalidGame(f"level: {self.level} is not within 1..{len(LEVELS)}")

    def choose(self, view: State, seed: int) -> Choice:
        level = LEVELS[self.level - 1]
        stray = level.stray(view, view.moves(), seed)
        return (
            Ismcts(iterations=level.iterations).choose(view, seed)
            if stray is None
            else Choice(stray)
        )


PLAYERS: dict[str, Callable[..., Player]] = {
    "random": Random,
    "greedy": Greedy,
    "planner": Planner,
    "policy": Policy,
    "ismcts": Ismcts,
    "sparring": Sparring,
    "textbook": Textbook,
}


def register(name: str, kind: Callable[..., Player]) -> None:
    """Make a player known by a name: a dataclass, the fields of which are its options.

    InvalidGame if the name is no plain word, or if another kind of player has it.
    """
    if not name.isidentifier():
        raise InvalidGame(f"player {name!r}: a name is letters, digits and underscores")
    before = PLAYERS.get(name, kind)
    if getattr(before, "__qualname__", name) != getattr(kind, "__qualname__", name):
        raise InvalidGame(f"player {name!r}: there is one already; choose another name")
    PLAYERS[name] = kind


def player(specification: str, game: Game) -> Player:
    """The player that a specification names; InvalidGame says what is wrong with it.

    >>> from sarai import game
    >>> made = player("ismcts:iterations=50,tree=open", game("jaipur"))
    >>> isinstance(made, Ismcts) and made.tree
    'open'
    """
    name, colon, rest = specification.partition(":")
    kind = PLAYERS.get(name)
    if kind is None:
        raise InvalidGame(f"no player {name!r}; the players are: {', '.join(PLAYERS)}")
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    values: dict[str, object] = {}
    for pair in rest.split(",") if colon else []:
        key, equals, text = pair.partition("=")
        if not equals or key not in known:
            options = ", ".join(known) or "none"
            raise InvalidGame(f"player {name}: {pair!r} is no option=value; options: {options}")
        if key in values:
            raise InvalidGame(f"player {name}: option {key} is given twice")
        kind_ = known[key].type  # a string where annotations are postponed
        values[key] = _value(name, key, text, getattr(kind_, "__name__", str(kind_)))
    made = kind(**values)
    entry = REGISTRY.get(game.name, Entry())
    lacks_greedy = isinstance(made, Greedy) and entry.greedy is None
    if lacks_greedy or (isinstance(made, Planner) and entry.planner is None):
        raise InvalidGame(f"player {name}: {game.name} has none")
    if isinstance(made, Policy) and not game.core.choosing:
        raise InvalidGame(f"player {name}: the policies of {game.name} do not choose move by move")
    if isinstance(made, Ismcts | Policy):
        wanted = made.policy if isinstance(made, Ismcts) else made.name
        if wanted and wanted not in game.core.policies:
            policies = "|".join(game.core.policies)
            raise InvalidGame(f"player {name}: policy {wanted!r} is not one of {policies}")
    return made


def _value(name: str, key: str, text: str, kind: str) -> int | float | str:
    try:
        return int(text) if kind == "int" else float(text) if kind.startswith("float") else text
    except ValueError:
        what = "a whole number" if kind == "int" else "a number"
        raise InvalidGame(f"player {name}: {key}={text!r} is not {what}") from None
