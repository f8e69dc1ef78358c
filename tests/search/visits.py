"""Print a fingerprint of many searches, in Python and in C: the same for every compiler.

    python -m tests.search.visits PAIRS [ITERATIONS]

Each pair is a position and a seed; both tree modes are searched by
both searchers, which must agree on all root visits, or the exit code is 1. `.ci/run compilers`
compares the fingerprints of builds.
"""

import hashlib
import sys
from collections.abc import Sequence
from functools import partial

from sarai import Limits, NativeSearch, Rng, Search, SearchResult, Settings, State, game
from sarai.search.settings import TREES
from tests.support.positions import wander

GAMES = [
    game("jaipur", options={"rounds": "single"}),
    game("jaipur", options={"deck_end": "empty", "full_tie": "draw"}),
    game("bazaar", 2, seed=1),
    game("bazaar", 4, {"preset": "original_like", "exchange": "random_equations"}, seed=2),
    game("bazaar", 1, {"market": "iid_gems"}, seed=3),
]


def position(seed: int) -> State:
    """The view of the seat to move after some random moves of a random game."""
    rng = Rng(seed, 99)
    while True:
        plies, deal = rng.below(40), rng.next()
        state = wander(GAMES[seed % len(GAMES)], rng, plies, partial(State.deal, seed=deal))
        if state.actor >= 0:
            return state.view(state.actor)


def settings(seed: int, policies: Sequence[str]) -> list[Settings]:
    policy = policies[seed % len(policies)]
    selection = ("puct", "ucb")[seed // 4 % 2]
    return [
        Settings(tree, selection, 0.3 + seed % 5 / 4, policy=policy, seed=seed) for tree in TREES
    ]


def visits(result: SearchResult) -> list[tuple[int, int, int]]:
    return [(c.move, c.visits, c.available) for c in result.candidates]


def main() -> int:
    pairs = int(sys.argv[1])
    limits = Limits(iterations=int(sys.argv[2]) if len(sys.argv) > 2 else 300)
    digest = hashlib.sha256()
    for seed in range(pairs):
        view = position(seed)
        for setting in settings(seed, view.game.core.policies):
            slow = visits(Search(view, setting).run(limits))
            if slow != visits(NativeSearch(view, setting).run(limits)):
                print(f"Python and C differ: seed {seed}, {setting}, {view.snapshot()}")
                return 1
            digest.update(repr(slow).encode())
    print(f"{pairs} pairs, each way, {limits.iterations} iterations: {digest.hexdigest()[:16]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
