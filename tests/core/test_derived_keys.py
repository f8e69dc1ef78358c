"""A key of a snapshot that follows from the others must agree with them."""

import re

import pytest

import sarai
from sarai import CHANCE, InvalidPosition
from sarai.core import formulas


@pytest.mark.parametrize("by", [-1, 1])
def test_a_deck_of_another_size_is_refused(by: int) -> None:
    game = sarai.game("jaipur")
    state = game.start()
    while state.actor == CHANCE:
        state.play(state.deal(1))
    wrong = re.sub("deck=([0-9]+)", lambda found: f"deck={int(found[1]) + by}", state.snapshot())
    with pytest.raises(InvalidPosition, match=r"deck: .*, but the others leave 40"):
        game.snapshot(wrong)


def test_lanes_that_a_multiset_lacks_are_none() -> None:
    assert formulas.combine((4, 2), (1,), -1) == (3, 2)
    assert formulas.combine((4,), (1, 2), 1) == (5, 2)
