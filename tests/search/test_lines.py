"""Principal variations of a closed tree can be played from the view that was searched."""

import functools

import pytest

from sarai import CHANCE, Game, Limits, NativeSearch, Rng, Search, Settings, State, game
from sarai.games import REGISTRY
from sarai.search.results import Event
from tests.laws.small import toy

GAMES = {name: functools.partial(game, name, 2, seed=1) for name in REGISTRY} | {
    "toy": functools.partial(toy, 6)
}


def views(rules: Game, count: int) -> list[State]:
    """Views of the seat to move in random games."""
    found: list[State] = []
    for seed in range(count):
        rng, state = Rng(seed), rules.start()
        here: list[State] = []
        while state.settled() is None and len(here) < 40:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            here.append(state.view(state.actor))
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
        found.append(here[rng.below(len(here))])
    return found


def replay(view: State, line: tuple[int | Event, ...]) -> None:
    state = view.copy()
    for step in line:
        state.play(step.word if isinstance(step, Event) else step)


@pytest.mark.parametrize("name", GAMES)
def test_every_line_can_be_replayed(name: str) -> None:
    lines = longer = 0
    for seed, view in enumerate(views(GAMES[name](), 25)):
        for kind, iterations in ((NativeSearch, 1500), (Search, 80)):
            search = kind(view, Settings(tree="closed", seed=seed))
            for candidate in search.run(Limits(iterations=iterations)).candidates:
                assert candidate.variation[0] == candidate.move
                replay(view, candidate.variation)
                lines += 1
                longer += len(candidate.variation) > 2
    assert lines > 80 and longer > 20


def test_events_that_the_tree_does_not_track_are_filled_in() -> None:
    """A sale of four brings a bonus token, which the tree does not tell nodes apart by."""
    rules = game("jaipur", options={"rounds": "single"})
    view = rules.start(0)
    for event in ["starter:0", "deal0:DDDDL", "deal1:???KK", "market:CP"]:
        view.play(rules.parse(event))
    sale = rules.parse("sell:Dx4")
    found = NativeSearch(view, Settings(tree="closed"), only=[sale]).run(Limits(iterations=4000))
    text = found.candidates[0].variation_text(rules)
    assert text.startswith("sell:Dx4 [bonus:"), text
    assert len(found.candidates[0].variation) > 3
    replay(view, found.candidates[0].variation)
