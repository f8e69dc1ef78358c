"""Information-set Monte Carlo tree search, in plain Python over the C state.

This is the specification: the text to read, to change and to experiment with. The algorithm is the
single-observer ISMCTS of Cowling, Powley and Whitehouse 2012 ("Information Set Monte Carlo Tree
Search", IEEE TCIAIG 4(2)) with explicit chance. Each iteration draws a determinization of the
view, walks down the tree along moves that are legal in it, adds one edge, plays the rest out at
random, and backs the outcome up.

A node is a decision of one seat. Statistics sit on its edges, one per move. Chance has none: its
events are sampled, and in a closed tree (`tree="closed"`) they lead to different nodes as far as
the searching seat can tell them apart; in an open one they do not.

What another seat holds differs from one determinization to the next. Its nodes do not ask: it plays
what is good on average over all that it may hold. So the others' moves are tried against the
searching seat's true cards.

At a node, `selection="puct"` follows the game's prior, the weights of the legal moves (`priors`).
As long as fewer than 1 + widening sqrt(N) legal moves have been tried, N being their visits, the
best of the others by the prior is tried next (progressive widening: Coulom 2007, Chaslot et al.
2008); a prior is never 0, so every legal move gets its turn. Where all weights are equal, as in a
game without a prior, a random one of the others is next. A root move that wins at once for certain
(csrc/search/wins.c) gets all of the prior. Else the highest W/n + C P sqrt(N) / (n + 1) is
followed, P being the prior of the move when it was first tried (PUCT, in the form of Silver et al.
2017). With `selection="ucb"` all moves are tried first, in random order, and then the
highest W/n + C sqrt(H(a)/n) is followed, as in the original: a counts how often the move was legal,
H(a) is the harmonic number, about ln a.

With `others="prior"` the tree has only the nodes of the searching seat: what the other seats do is
drawn by the prior, at each of their turns, and tells nodes apart as far as the searching seat
observes it. That suits games in which seats hardly touch each other.

Iteration k draws from its own random stream (seed, k), so batches, stops and threads change
nothing: the determinization first, then ply by ply the choice among untried moves (`ucb`) and the
chance events, then the playout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from functools import cache

from ..core import CHANCE, NOTHING, Move, Outcome, Plan, Rng, State, search_tables
from ..errors import WrongState
from .limits import Limits
from .lines import playable
from .results import Event, SearchResult, Tally
from .settings import Settings
from .tree import Edge, Node, Trail

SURE_WEIGHT = 2**24
"""The weight of a move that wins for certain, against 1."""
LN2 = 0.6931471805599453


def check_root(view: State) -> None:
    """WrongState if no search can start here."""
    if view.viewer < 0:
        raise WrongState("a search needs a seat's view, not a full state")
    if view.actor != view.viewer:
        raise WrongState(f"seat {view.viewer} is not to move")


def root_moves(view: State, only: Collection[int]) -> frozenset[Move]:
    """The root moves to consider; IllegalMove if one of them is not legal."""
    for move in only:
        view.check(move)
    return frozenset(map(Move, only))


def sure_wins(view: State, plan: Plan, only: Collection[int]) -> frozenset[Move]:
    """The root moves that win at once for certain, which `puct` trusts more than any prior."""
    if not plan.by_prior:
        return frozenset()
    return frozenset(view.sure_wins(sorted(only) or view.moves(), plan.seed))


def weights(view: State, moves: list[Move], won: Collection[int]) -> list[int]:
    """The weights of all legal moves: the game's prior, or all trust in moves that surely win."""
    return [SURE_WEIGHT if move in won else 1 for move in moves] if won else view.priors(moves)


def root_priors(view: State, plan: Plan, won: Collection[int]) -> dict[Move, float]:
    """The chance that a search gives each move of its root before it begins."""
    moves = view.moves()
    found = weights(view, moves, won) if plan.by_prior else [1] * len(moves)
    return {move: weight / sum(found) for move, weight in zip(moves, found, strict=True)}


@cache
def _tables() -> tuple[list[float], list[float], list[float]]:
    return search_tables()


class Search:
    """A search from one seat's view; call `run`, or `iterate` yourself.

    `only` are the root moves to consider, if not all: IllegalMove if one is not legal. The seat
    must be to move in the view: WrongState if not, or if it is a full state.
    """

    def __init__(
        self, view: State, settings: Settings | None = None, only: Collection[int] = ()
    ) -> None:
        settings = settings or Settings()
        check_root(view)
        self.only = root_moves(view, only)
        self.view = view.copy()
        self.settings = settings
        self.plan = settings.plan(view.game)
        self.won = sure_wins(view, self.plan, self.only)
        self.root = Node(view.viewer)
        self.tallies: dict[Move, Tally] = {}
        self.iterations = self.depth_sum = self.max_depth = 0
        self.nodes = 1
        self.full = False
        self._rng = Rng(0)
        self._inverse, self._inverse_root, self._root_harmonic = _tables()

    # ---- one iteration ----

    def iterate(self) -> None:
        """Determinize, descend, play out, back up."""
        self._rng.seed(self.plan.seed, self.iterations)
        state = self.view.determinize(self._rng)
        path: list[tuple[int, Move, Edge]] = []
        outcome = self._descend(state, path)
        if outcome is None:
            outcome = state.playout(self.plan.policy, self._rng)
        self._back_up(path, outcome)

    def _descend(self, state: State, path: list[tuple[int, Move, Edge]]) -> Outcome | None:
        """Walk to the leaf, noting (seat, move, edge); the outcome if play was settled there."""
        node: Node | None = self.root
        trail = Trail(self.root, self.view.game)
        while node is not None:
            move, edge, is_new = self._select(node, state)
            if edge is None:
                return None
            path.append((node.actor, move, edge))
            trail.add_move(node, move, state)
            state.play_unchecked(move)
            outcome = self._chance(state, trail)
            if outcome is None and self.plan.others_by_prior:
                outcome = self._others(state, trail)
            if is_new or outcome is not None or len(path) == self.plan.depth:
                return outcome
            node = self._child(trail, state.actor)
        return None

    def _select(self, node: Node, state: State) -> tuple[Move, Edge | None, bool]:
        """A move that this determinization allows, its edge, and whether it is a new one.

        The edge is None where nothing was tried yet and memory is full.
        """
        moves = state.moves()
        allowed = self._allowed(node, moves)
        tried = [(move, node.edges[move]) for move in moves if move in node.edges]
        for _, edge in tried:
            edge.a += 1
        by_prior = self.plan.by_prior
        root = math.sqrt(sum(edge.n for _, edge in tried))
        narrow = len(tried) < 1.0 + self.plan.widening * root
        if len(tried) < len(allowed) and not self.full and (narrow or not by_prior):
            untried = [move for move in allowed if move not in node.edges]
            move, prior = self._untried(node, state, moves, untried)
            node.edges[move] = Edge(prior)
            return move, node.edges[move], True
        scale = self.plan.exploration * root
        best: Edge | None = None
        best_move, best_score = NOTHING, -math.inf
        for move, edge in tried:
            score = self.prior_score(edge, scale) if by_prior else self.bound_score(edge)
            if score > best_score:
                best_move, best, best_score = move, edge, score
        return best_move, best, False

    def _allowed(self, node: Node, moves: list[Move]) -> list[Move]:
        """The legal moves to consider: all of them, except at a restricted root."""
        if node is self.root and self.only:
            return [move for move in moves if move in self.only]
        return moves

    def _untried(
        self, node: Node, state: State, moves: list[Move], untried: list[Move]
    ) -> tuple[Move, float]:
        """The move to be tried next and its prior: the first with the highest, or a random one.

        A random one, too, where the prior says nothing: where all legal moves have equal weights.
        """
        if not self.plan.by_prior:
            return untried[self._rng.below(len(untried))], 0.0
        found = weights(state, moves, self.won if node is self.root else ())
        of = dict(zip(moves, found, strict=True))
        if len(moves) > 1 and len(set(found)) == 1:
            move = untried[self._rng.below(len(untried))]
        else:
            move = max(untried, key=lambda move: of[move])
        return move, of[move] / sum(found)

    def _inverse_of(self, n: int) -> float:
        return self._inverse[n] if n < len(self._inverse) else 1.0 / n

    def prior_score(self, edge: Edge, scale: float) -> float:
        """W/n + C sqrt(N) P/(n + 1), to the bit as in C; `scale` is C sqrt(N)."""
        return edge.w * self._inverse_of(edge.n) + (scale * edge.p) * self._inverse_of(edge.n + 1)

    def bound_score(self, edge: Edge) -> float:
        """W/n + C sqrt(H(a)/n), to the bit as in C."""
        n = edge.n
        table = self._inverse_root
        inverse_root = table[n] if n < len(table) else 1.0 / math.sqrt(n)
        bonus = (self.plan.exploration * self._root_log(edge.a)) * inverse_root
        return edge.w * self._inverse_of(n) + bonus

    def _root_log(self, a: int) -> float:
        """sqrt(H(a)); beyond the table by H(2a) = H(a) + ln 2."""
        table, shift = self._root_harmonic, 0
        while a >> shift >= len(table):
            shift += 1
        root = table[a >> shift]
        return math.sqrt(root * root + shift * LN2) if shift else root

    def _chance(self, state: State, trail: Trail) -> Outcome | None:
        """Play the events that are due, noting those that count; the outcome if settled."""
        closed = not self.plan.open
        while True:
            outcome = state.settled()
            if outcome is not None or state.actor != CHANCE:
                return outcome
            event = state.sample(self._rng)
            seen = state.observed(event, self.root.actor)
            if closed and seen != NOTHING and state.tracked(seen):
                trail.add_event(seen)
            state.play_unchecked(event)

    def _others(self, state: State, trail: Trail) -> Outcome | None:
        """The moves of the other seats, drawn by the prior; the outcome if settled."""
        outcome = None
        while outcome is None and state.actor != self.root.actor:
            moves = state.moves()
            found = state.priors(moves)
            rank, at = self._rng.next() % sum(found), 0
            while rank >= found[at]:
                rank -= found[at]
                at += 1
            told = state.observed(moves[at], self.root.actor)
            if told != NOTHING:
                trail.add_event(told)
            state.play_unchecked(moves[at])
            outcome = self._chance(state, trail)
        return outcome

    def _child(self, trail: Trail, actor: int) -> Node | None:
        """The node that the trail leads to. None if memory is full and the node is not there."""
        parent, words = trail.key(actor)
        return self._child_at(parent, (actor, *words))

    def _child_at(self, parent: Node, key: tuple[int, ...]) -> Node | None:
        child = parent.children.get(key)
        if child is None and not self.full:
            child = parent.children[key] = Node(key[0])
            self.nodes += 1
            self.full = self.nodes >= self.settings.max_nodes
        return child

    def _back_up(self, path: list[tuple[int, Move, Edge]], outcome: Outcome) -> None:
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
        clock, next_report = limits.start(), every
        while not clock.reached(self.iterations) and not (self.iterations and stop()):
            self.iterate()
            if clock.satisfied(self.iterations, self.result):
                break
            if report is not None and clock.elapsed() >= next_report:
                report(self.result(clock.elapsed()))
                next_report += every
        return self.result(clock.elapsed())

    def result(self, seconds: float = 0.0) -> SearchResult:
        """The candidates so far, best first."""
        edges = self.root.edges
        order = sorted(edges, key=lambda move: (-edges[move].n, -edges[move].w, move))
        priors = root_priors(self.view, self.plan, self.won)
        return SearchResult(
            self.view.viewer,
            tuple(
                self.tallies[move].candidate(
                    move, edges[move].n, edges[move].a, priors[move], self.variation(move)
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

    def variation(self, move: Move) -> list[Move | Event]:
        """The principal variation from a root move: always the most visited way on.

        Where moves are hidden it has the searching seat's own moves, and as events what it observes
        between them.
        """
        node, line = self.root, [move]
        steps: list[Move | Event] = [move]
        while True:
            ways = [(key, child) for key, child in node.children.items() if key[1] == line[-1]]
            ways = [way for way in ways if way[1].visits()]
            if not ways:
                break
            key, node = max(ways, key=lambda way: way[1].visits())
            steps += [Event(Move(word)) for word in key[2:]]
            edges = node.edges
            move = max(edges, key=lambda m: (edges[m].n, edges[m].w, -m))
            line.append(move)
            steps.append(move)
        return steps if self.plan.open else playable(self.view, steps)
