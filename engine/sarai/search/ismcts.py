"""Information-set Monte Carlo tree search, in plain Python over the C state.

This is the specification: the text to read, to change and to experiment with. The algorithm is the
single-observer ISMCTS of Cowling, Powley and Whitehouse 2012 ("Information Set Monte Carlo Tree
Search", IEEE TCIAIG 4(2)) with explicit chance. Each iteration draws a determinization of the
view, walks down the tree along moves that are legal in it, adds one edge, plays the rest out at
random, and backs the outcome up.

A node is a decision of one seat. Statistics sit on its edges, one per move. Chance has none: its
events are sampled, and in a closed tree (`tree="closed"`) they lead to different nodes as far as
the searching seat can tell them apart; in an open one they do not.

Iteration k draws from its own random stream (seed, k), so batches, stops and threads change
nothing: the determinization first, then ply by ply the choice among untried moves and the chance
events, then the playout.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from ..core import CHANCE, NOTHING, WIN, Game, Outcome, Rng, State, search_tables
from ..errors import InvalidGame, WrongState
from .limits import Limits
from .results import Event, SearchResult, Tally

TREES = ("closed", "open")
LN2 = 0.6931471805599453


@dataclass(frozen=True, slots=True)
class Settings:
    """How to search.

    tree: `closed` or `open`, see above. exploration: the constant C of the selection score, in
    wins. policy: the playout policy, one of the game's; empty for its default. seed: of all random
    numbers. max_nodes: the bound on memory; a node with its edges takes about 2 kB here.
    """

    tree: str = "closed"
    exploration: float = 0.7
    policy: str = ""
    seed: int = 0
    max_nodes: int = 1_000_000

    def __post_init__(self) -> None:
        if self.tree not in TREES:
            raise InvalidGame(f"tree: {self.tree!r} is not one of {'|'.join(TREES)}")
        if not 0 <= self.exploration <= 100:
            raise InvalidGame(f"exploration: {self.exploration} is not within 0..100")
        if self.max_nodes < 1:
            raise InvalidGame(f"max_nodes: {self.max_nodes} is not positive")


class Edge:
    """A move at a node: visits n, sum of the mover's shares w, availability a."""

    __slots__ = ("a", "n", "w")

    def __init__(self) -> None:
        self.n = self.w = 0
        self.a = 1


class Node:
    """A decision of `actor`. Children are found by what followed, see `Search._descend`."""

    __slots__ = ("actor", "children", "edges")

    def __init__(self, actor: int) -> None:
        self.actor = actor
        self.edges: dict[int, Edge] = {}
        self.children: dict[tuple[int, ...], Node] = {}

    def visits(self) -> int:
        return sum(edge.n for edge in self.edges.values())


def check_root(view: State) -> None:
    """WrongState if no search can start here."""
    if view.viewer < 0:
        raise WrongState("a search needs a seat's view, not a full state")
    if view.actor != view.viewer:
        raise WrongState(f"seat {view.viewer} is not to move")


def policy_index(game: Game, policy: str) -> int:
    """The core's number of a playout policy (the default if empty); InvalidGame if unknown."""
    policies = game.core.policies
    if policy and policy not in policies:
        raise InvalidGame(f"policy: {policy!r} is not one of {'|'.join(policies)}")
    return policies.index(policy) if policy else 0


@cache
def _tables() -> tuple[list[float], list[float], list[float]]:
    return search_tables()


class Search:
    """A search from one seat's view; call `run`, or `iterate` yourself.

    The seat must be to move in the view: WrongState if not, or if it is a full state.
    """

    def __init__(self, view: State, settings: Settings | None = None) -> None:
        settings = settings or Settings()
        check_root(view)
        self.view = view.copy()
        self.settings = settings
        self.policy = policy_index(view.game, settings.policy)
        self.root = Node(view.viewer)
        self.tallies: dict[int, Tally] = {}
        self.iterations = self.depth_sum = self.max_depth = 0
        self.nodes = 1
        self.full = False
        self._rng = Rng(0)
        self._inverse, self._inverse_root, self._root_harmonic = _tables()
        self._exploration = settings.exploration * WIN

    # ---- one iteration ----

    def iterate(self) -> None:
        """Determinize, descend, play out, back up."""
        self._rng.seed(self.settings.seed, self.iterations)
        state = self.view.determinize(self._rng)
        path: list[tuple[int, int, Edge]] = []
        outcome = self._descend(state, path)
        if outcome is None:
            outcome = state.playout(self.policy, self._rng)
        self._back_up(path, outcome)

    def _descend(self, state: State, path: list[tuple[int, int, Edge]]) -> Outcome | None:
        """Walk to the leaf, noting (seat, move, edge); the outcome if play was settled there."""
        node: Node | None = self.root
        while node is not None:
            move, edge, is_new = self._select(node, state.moves())
            if edge is None:
                return None
            path.append((node.actor, move, edge))
            told = self._told(state, move)
            state.play_unchecked(move)
            events, outcome = self._chance(state)
            if is_new or outcome is not None:
                return outcome
            node = self._child(node, told[state.actor] if told else move, state.actor, events)
        return None

    def _select(self, node: Node, moves: list[int]) -> tuple[int, Edge | None, bool]:
        """A move that this determinization allows: untried if there is one, else the best.

        The edge is None where nothing was tried yet and memory is full.
        """
        edges = node.edges
        untried: list[int] = []
        best: Edge | None = None
        best_move, best_score = 0, -math.inf
        for move in moves:
            edge = edges.get(move)
            if edge is None:
                untried.append(move)
                continue
            edge.a += 1
            if untried and not self.full:
                continue
            score = self.score(edge)
            if score > best_score:
                best_move, best, best_score = move, edge, score
        if untried and not self.full:
            move = untried[self._rng.below(len(untried))]
            edge = edges[move] = Edge()
            return move, edge, True
        return best_move, best, False

    def score(self, edge: Edge) -> float:
        """W/n + C sqrt(H(a)/n), to the bit as in C; H(a), the harmonic number, is about ln a."""
        n = edge.n
        if n < len(self._inverse):
            inverse, inverse_root = self._inverse[n], self._inverse_root[n]
        else:
            inverse, inverse_root = 1.0 / n, 1.0 / math.sqrt(n)
        return edge.w * inverse + (self._exploration * self._root_log(edge.a)) * inverse_root

    def _root_log(self, a: int) -> float:
        """sqrt(H(a)); beyond the table by H(2a) = H(a) + ln 2."""
        table, shift = self._root_harmonic, 0
        while a >> shift >= len(table):
            shift += 1
        root = table[a >> shift]
        return math.sqrt(root * root + shift * LN2) if shift else root

    def _told(self, state: State, move: int) -> list[int] | None:
        """What each seat observes of a move; None where everybody sees all moves."""
        game = state.game
        if game.core.public_moves:
            return None
        return [state.observed(move, seat) for seat in range(game.seats)]

    def _chance(self, state: State) -> tuple[list[int], Outcome | None]:
        """Play the events that are due; those that tell nodes apart, and the outcome if settled."""
        events: list[int] = []
        closed = self.settings.tree == "closed"
        while True:
            outcome = state.settled()
            if outcome is not None or state.actor != CHANCE:
                return events, outcome
            event = state.sample(self._rng)
            seen = state.observed(event, self.root.actor)
            if closed and seen != NOTHING and state.tracked(seen):
                events.append(seen)
            state.play_unchecked(event)

    def _child(self, node: Node, told: int, actor: int, events: list[int]) -> Node | None:
        """The node after a move, by what its actor was told of it, its actor and the events.

        So a hidden choice of another seat does not lead to a node of its own. None if memory is
        full and the node is not there.
        """
        key = (told, actor, *events)
        child = node.children.get(key)
        if child is None and not self.full:
            child = node.children[key] = Node(actor)
            self.nodes += 1
            self.full = self.nodes >= self.settings.max_nodes
        return child

    def _back_up(self, path: list[tuple[int, int, Edge]], outcome: Outcome) -> None:
        for seat, _, edge in path:
            edge.n += 1
            edge.w += outcome.wins[seat]
        if path:
            first = path[0][1]
            if first not in self.tallies:
                self.tallies[first] = Tally.of(self.view.game.seats)
            self.tallies[first].add(outcome)
        self.iterations += 1
        self.depth_sum += len(path)
        self.max_depth = max(self.max_depth, len(path))

    # ---- the whole search ----

    def run(
        self,
        limits: Limits,
        report: Callable[[SearchResult], None] | None = None,
        every: float = 1.0,
        stop: Callable[[], bool] = lambda: False,
    ) -> SearchResult:
        """Iterate until a limit is reached or `stop` returns true, then return the result.

        `report` is called with intermediate results about each `every` seconds.
        """
        next_report = limits.elapsed() + every
        while not limits.reached(self.iterations) and not (self.iterations and stop()):
            self.iterate()
            if report is not None and limits.elapsed() >= next_report:
                report(self.result(limits.elapsed()))
                next_report += every
        return self.result(limits.elapsed())

    def result(self, seconds: float = 0.0) -> SearchResult:
        """The candidates so far, best first."""
        edges = self.root.edges
        order = sorted(edges, key=lambda move: (-edges[move].n, -edges[move].w, move))
        prior = 1 / len(self.view.moves())
        return SearchResult(
            tuple(
                self.tallies[move].candidate(
                    move, edges[move].n, edges[move].a, prior, self.variation(move)
                )
                for move in order
            ),
            self.iterations,
            seconds,
            self.depth_sum / max(self.iterations, 1),
            self.max_depth,
            self.nodes,
            self.full,
        )

    def variation(self, move: int) -> list[int | Event]:
        """The principal variation from a root move: always the most visited way on."""
        node, steps = self.root, [move]
        line: list[int | Event] = [move]
        while True:
            ways = [(key, child) for key, child in node.children.items() if key[0] == steps[-1]]
            if not ways:
                return line
            key, node = max(ways, key=lambda way: way[1].visits())
            if not node.edges:
                return line
            line += [Event(word) for word in key[2:]]
            move = max(node.edges, key=lambda m: (node.edges[m].n, node.edges[m].w, -m))
            steps.append(move)
            line.append(move)
