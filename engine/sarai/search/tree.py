"""The tree of the searcher: nodes and edges, and what leads from one node to the next.

csrc/search/tree.h is the same in C.
"""

from __future__ import annotations

from ..core import NOTHING, Game, Move, State


class Edge:
    """A move at a node: visits n, sum of the mover's shares w, availability a, prior p."""

    __slots__ = ("a", "n", "p", "w")

    def __init__(self, prior: float = 0.0) -> None:
        self.n = self.w = 0
        self.a = 1
        self.p = prior


class Node:
    """A decision of `actor`. Children are found by what followed, see `Trail`."""

    __slots__ = ("actor", "children", "edges")

    def __init__(self, actor: int) -> None:
        self.actor = actor
        self.edges: dict[Move, Edge] = {}
        self.children: dict[tuple[int, ...], Node] = {}

    def visits(self) -> int:
        return sum(edge.n for edge in self.edges.values())


class Trail:
    """What leads to the next node: whose node came before, and what was observed since.

    Where all moves are public that is the node just left, its move, and the events as the
    searching seat observes them. Where some are not, each seat uses its own last node, its own
    move there, and what it was told of the moves since (nothing of a hidden one): so no node knows
    a choice that its seat does not know, and none forgets one that it does.
    """

    def __init__(self, root: Node, game: Game) -> None:
        self._public = game.core.public_moves
        self._last: list[tuple[Node, list[Move]]] = [(root, [NOTHING]) for _ in range(game.seats)]

    def add_move(self, node: Node, move: Move, state: State) -> None:
        """A move that is about to be played from this node."""
        if self._public:
            self._last = [(node, [move])] * len(self._last)
            return
        for seat, (_, words) in enumerate(self._last):
            told = state.observed(move, seat)
            if seat == node.actor:
                self._last[seat] = (node, [move])
            elif told != NOTHING:
                words.append(told)

    def add_event(self, word: Move) -> None:
        """An event of chance that tells nodes apart."""
        for _, words in self._last[: 1 if self._public else None]:
            words.append(word)

    def key(self, actor: int) -> tuple[Node, list[Move]]:
        """The node before, and what leads from it to the next node of this seat."""
        return self._last[actor]
