"""Many events between two decisions do not cut the tree, however long the keys of its nodes."""

from collections.abc import Iterator

from sarai import CHANCE, Limits, Rng, Search, Settings, State
from sarai.search.tree import Node
from tests.laws.small import toy
from tests.search.test_native import compare
from tests.support import native

EVENTS = 150
SLOW_SHUFFLE = {
    "rules.c": [
        (
            "case SHUFFLE: shuffle_discards(s); return;",
            f"case SHUFFLE: if (++s->spare[0] < {EVENTS}) return;"
            " s->spare[0] = 0; shuffle_discards(s); return;",
        )
    ]
}


def keys(node: Node) -> Iterator[int]:
    """How many words lead to each node below."""
    for key, child in node.children.items():
        yield len(key) - 1
        yield from keys(child)


def test_a_shuffle_in_many_steps() -> None:
    rules = toy(5, native.mutated(native.TOY, SLOW_SHUFFLE))
    longest = 0
    for seed in range(2):
        rng, state = Rng(seed), rules.start()
        seen: list[State] = []
        while state.settled() is None:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            seen.append(state.view(state.actor))
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
        for view in seen[1:3]:
            settings = Settings(tree="closed", seed=seed)
            found = compare(view, settings, 150)
            search = Search(view, settings)
            search.run(Limits(iterations=150))
            longest = max(longest, *keys(search.root))
            assert not found.full
    assert longest > EVENTS
