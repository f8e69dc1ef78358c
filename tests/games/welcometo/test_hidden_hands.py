"""The expert game: `determinize` deals hidden cards by exact weights (law 9), `belief` tells them.

All deals of the unseen cards, told apart, to the hidden places are counted out; so that these are
few, most of the cards are out. A deal is what lies where: the two cards of a hand that were drawn,
in any order, and its third.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import sarai
from sarai import Rng, State
from tests.games.welcometo.positions import a_game, changed
from tests.laws.frequencies import check_frequencies

Deal = tuple[tuple[str, ...], ...]

TURN = {"phase": "turn", "turns": "9"}
POSITIONS: dict[str, tuple[int, dict[str, str]]] = {
    "two hands, one of them hidden": (
        2,
        {**TURN, "hand0": "5S/6T/7A", "hand1": "8S/9L/10A", "pile": "8S/9L/11L"},
    ),
    "a card that was passed on is known": (
        2,
        {**TURN, "hand0": "5S/6T/7A", "hand1": "8S/9L/8A", "knows1": "0", "pile": "8A/9L/10A"},
    ),
    "known by one of three": (
        3,
        {
            **TURN,
            **{"hand0": "5S/6T/7A", "hand1": "8S/9L/8A", "hand2": "8S/10A/8A"},
            **{"knows0": "2", "knows1": "0", "knows2": "1", "pile": "9L"},
        },
    ),
    "cards that were left over": (
        3,
        {
            **{"phase": "pass", "turns": "9"},
            **{"hand0": "7A/-/-", "hand1": "8S/-/-", "hand2": "8A/-/-"},
            **{"keeps1": "0", "pile": "8S/8A/9L/9L"},
        },
    ),
}


def full_state(name: str) -> State:
    seats, keys = POSITIONS[name]
    return changed(a_game(seats, mode="expert").start(), **keys)


def places(state: State) -> list[tuple[int, int]]:
    hands = state.mapping()["hand"]
    return [(seat, i) for seat, hand in enumerate(hands) for i in range(3) if hand[i] == "?"]


def deal(hands: list[list[str]]) -> Deal:
    return tuple(part for hand in hands for part in (tuple(sorted(hand[:2])), (hand[2],)))


def deals(view: State) -> Counter[Deal]:
    """In how many ways each deal comes about, of cards that are told apart."""
    found, hidden = Counter[Deal](), places(view)
    unseen = list(Counter(view.mapping()["pile"]).elements())
    for cards in permutations(unseen, len(hidden)):
        hands = [list(hand) for hand in view.mapping()["hand"]]
        for (seat, i), card in zip(hidden, cards, strict=True):
            hands[seat][i] = card
        found[deal(hands)] += 1
    return found


def check_belief(view: State, weights: Counter[Deal]) -> None:
    """The hands: how many of a card a seat expects there, and how likely there is one."""
    hands, told = view.mapping()["hand"], sarai.belief(view).zones
    zones = {zone.name: zone for zone in told if zone.name.startswith("hand")}
    assert set(zones) == {f"hand{seat}" for seat, hand in enumerate(hands) if "?" in hand}
    total = sum(weights.values())
    for name, zone in zones.items():
        seat = int(name[4:])
        known = Counter(card for card in hands[seat] if card not in "-?")
        assert zone.hidden == hands[seat].count("?")
        for card in set(zone.mean) | {card for pair in weights for part in pair for card in part}:
            if card not in "-":
                ways = {
                    each: Counter(each[2 * seat] + each[2 * seat + 1])[card] - known[card]
                    for each in weights
                }
                mean = sum(weights[each] * n for each, n in ways.items()) / total
                chance = sum(weights[each] for each, n in ways.items() if n) / total
                assert zone.mean.get(card, 0) == pytest.approx(mean), (name, card)
                assert zone.chance.get(card, 0) == pytest.approx(chance), (name, card)


@pytest.mark.parametrize("name", POSITIONS)
def test_hidden_cards_are_dealt_by_exact_weights(name: str) -> None:
    state, rng = full_state(name), Rng(4)
    for seat in range(state.game.seats):
        view = state.view(seat)
        weights = deals(view)
        assert len(weights) > 1
        check_belief(view, weights)
        drawn = [view.determinize(rng).mapping() for _ in range(1_000)]
        counts = Counter(deal(d["hand"]) for d in drawn)
        check_frequencies(weights, counts, f"{name}, seat {seat}")
        assert deal(state.mapping()["hand"]) in weights, "the truth is possible"
        unseen = Counter(view.mapping()["pile"])
        for d in drawn[:20]:
            dealt = Counter(d["hand"][at][i] for at, i in places(view))
            assert dealt + Counter(d["pile"]) == unseen
