"""The bench: fixed positions searched with fixed seeds, and a signature of what the search did.

Nothing here depends on time but the speeds, so the signature is the same on every run and build,
and any change in the rules, the random numbers, the search or the playouts changes it.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import sarai
from sarai import CHANCE, Limits, NativeSearch, Rng, Settings, State

ITERATIONS = 10_000
"""Iterations of each search, and playouts from each state."""
SEED = 1


@dataclass(frozen=True, slots=True)
class Position:
    """The view of the seat to move after `plies` moves of greedy players on the deal `deal`.

    `kind` is one of KINDS: a game with its seats and rules.
    """

    kind: str
    deal: int
    plies: int
    tree: str
    policy: str
    selection: str = "puct"

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.deal}/{self.plies} {self.tree} {self.policy} {self.selection}"


KINDS: Mapping[str, tuple[str, int, Mapping[str, str]]] = {
    "single": ("jaipur", 2, {"rounds": "single"}),
    "match": ("jaipur", 2, {"rounds": "match"}),
    "bazaar1": ("bazaar", 1, {}),
    "bazaar2": ("bazaar", 2, {}),
    "bazaar4": ("bazaar", 4, {"exchange": "random_equations", "hand_limit": "10"}),
    "welcome1": ("welcometo", 1, {"plans": "4/11/15"}),
    "welcome3": ("welcometo", 3, {"mode": "expert", "advanced": "yes", "plans": "19/8/13"}),
}


POSITIONS = (
    Position("single", 1, 0, "closed", "direct"),
    Position("single", 2, 5, "open", "kinds"),
    Position("single", 3, 10, "closed", "uniform"),
    Position("single", 4, 15, "open", "uniform"),
    Position("single", 5, 20, "closed", "kinds"),
    Position("single", 6, 25, "open", "direct"),
    Position("match", 7, 12, "closed", "uniform"),
    Position("match", 8, 60, "open", "uniform"),
    Position("match", 9, 75, "closed", "direct"),
    Position("match", 10, 50, "open", "kinds"),
    Position("single", 11, 8, "closed", "value"),
    Position("match", 12, 30, "open", "value"),
    Position("bazaar2", 13, 20, "open", "race"),
    Position("bazaar4", 14, 60, "closed", "plan"),
    Position("bazaar1", 15, 30, "open", "uniform"),
    Position("single", 16, 12, "open", "direct", "ucb"),
    Position("match", 17, 40, "closed", "value", "ucb"),
    Position("bazaar2", 18, 30, "closed", "plan", "ucb"),
    Position("bazaar4", 19, 40, "open", "race", "ucb"),
    Position("welcome1", 20, 30, "open", "advice"),
    Position("welcome1", 21, 55, "open", "greedy"),
    Position("welcome3", 22, 90, "closed", "proportional"),
    Position("welcome3", 23, 60, "closed", "uniform", "ucb"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement; `digest` is its part of the signature."""

    name: str
    iterations: int
    seconds: float
    move: str
    depth: float
    max_depth: int
    digest: str

    @property
    def speed(self) -> float:
        """Iterations (or playouts) a second."""
        return self.iterations / max(self.seconds, 1e-9)


def reach(position: Position) -> State:
    """The full state of a position."""
    name, seats, rules = KINDS[position.kind]
    game = sarai.game(name, seats, rules).redrawn(position.deal)
    greedy = sarai.player("greedy", game)
    state, plies = game.start(), 0
    while state.actor == CHANCE or plies < position.plies:
        if state.actor == CHANCE:
            state.play(state.deal(position.deal))
        else:
            state.play(greedy.choose(state.view(state.actor), 0).move)
            plies += 1
    return state


def search(position: Position) -> Row:
    """Search a position."""
    state = reach(position)
    game = state.game
    settings = Settings(
        tree=position.tree, policy=position.policy, seed=SEED, selection=position.selection
    )
    result = NativeSearch(state.view(state.actor), settings).run(Limits(iterations=ITERATIONS))
    # In the order of the moves' words, so that the digest does not depend on their ranks.
    moves = sorted(result.candidates, key=lambda candidate: candidate.move)
    return Row(
        position.name,
        result.iterations,
        result.seconds,
        game.text(result.move),
        result.mean_depth,
        result.max_depth,
        " ".join(f"{game.text(c.move)}={c.visits}/{c.available}" for c in moves),
    )


def playouts(position: Position) -> Row:
    """Play a position out, again and again, with its policy."""
    start = reach(position)
    policy = start.game.core.policies.index(position.policy)
    seats = range(start.game.seats)
    wins, scores = [0 for _ in seats], [0 for _ in seats]
    state, rng = start.copy(), Rng(0)
    started = time.perf_counter()
    for k in range(ITERATIONS):
        state.assign(start)
        rng.seed(SEED, k)
        outcome = state.playout(policy, rng)
        for seat in seats:
            wins[seat] += outcome.wins[seat]
            scores[seat] += outcome.scores[seat]
    seconds = time.perf_counter() - started
    name = f"{position.kind}/{position.deal}/{position.plies} playouts {position.policy}"
    return Row(name, ITERATIONS, seconds, "", 0.0, 0, f"{wins} {scores}")


def rows() -> Iterator[Row]:
    """All measurements, one by one."""
    yield from (search(position) for position in POSITIONS)
    yield from (playouts(position) for position in (POSITIONS[0], POSITIONS[2], POSITIONS[12]))


def signature(done: list[Row]) -> int:
    """CRC-32 over the names and digests."""
    return zlib.crc32("\n".join(f"{row.name}: {row.digest}" for row in done).encode())
