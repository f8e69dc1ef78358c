"""The laws of information at nodes of games of Welcome To in which seats play with a plan.

Random moves end in refusals before a plan is claimed; here most moves are the planner's, so claims,
the choice of estates and the reshuffle come up.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import sarai
from sarai import CHANCE, OVER, Rng
from tests.games.welcometo.insight import WelcomeToInsight
from tests.games.welcometo.pairing import random_game
from tests.laws.laws import check_node, heard

INSIGHT = WelcomeToInsight()
ASK, CLAIM, ESTATE = 13, 10, 11


def walk(seed: int, nodes: int) -> Counter[int]:
    """So many nodes of random games with random options; counts the tags of moves that were legal
    at the nodes that were checked."""
    rng, found, checked = Rng(seed), Counter[int](), 0
    choices = random.Random(seed)
    while checked < nodes:
        game = random_game(choices)
        state = game.start()
        views = [game.start(seat) for seat in range(game.seats)]
        while state.actor != OVER and checked < nodes:
            words = state.moves() or [word for word, _ in state.outcomes()]
            tags = {word >> 56 for word in words}
            if tags & {ASK, ESTATE, CLAIM} or rng.below(40) == 0:
                check_node(state, INSIGHT, rng)
                assert [state.view(seat) for seat in range(game.seats)] == views
                found.update(tags)
                checked += 1
            if state.actor == CHANCE:
                word = state.sample(rng)
            elif tags & {ASK, ESTATE, CLAIM} or rng.below(8) == 0:
                word = words[rng.below(len(words))]
            else:
                word = state.choose(0, rng)
            views = [heard(view, state.observed(word, view.viewer)) for view in views]
            state.play(word)
    return found


def test_nodes_with_plans() -> None:
    found = walk(seed=1, nodes=250)
    assert min(found[ASK], found[CLAIM], found[ESTATE]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_hundred_thousand_nodes(seed: int) -> None:
    walk(seed, 10_000)


def test_a_shared_word_is_the_move_of_one_seat() -> None:
    """All seats may choose the same pair: each view takes only its own seat's choice."""
    game = sarai.game("welcometo", 2, {"plans": "4/11/15"})
    state = game.start()
    for card in ("8S", "5A", "12L", "8B", "3S", "10A"):
        state.play(f"card:{card}")
    view = state.view(1)
    word = game.parse("use:8S")
    assert state.observed(word, 1) == sarai.NOTHING and word in view.moves()
    state.play("use:8S")
    assert state.view(1) == view
