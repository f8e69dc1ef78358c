"""Searching Bazaar: the same visits in Python and in C, playouts, and the tables behind them."""

from __future__ import annotations

import random
import struct
from functools import partial
from itertools import product

import pytest

import sarai
from sarai import CHANCE, WIN, Game, Limits, NativeSearch, Rng, Settings, State, games
from sarai._core import ffi
from sarai.games.bazaar.gems import counts
from tests.games.bazaar.pairing import random_game
from tests.search.test_native import compare
from tests.support.positions import wander

HANDS = [hand for hand in product(range(8), repeat=5) if sum(hand) <= 7]
PLAN = struct.Struct("<792h792B")
TURN = (58, 100)
"""What a turn is worth in bazaar/plan.c, while all piles are there and after."""


def positions(count: int) -> list[State]:
    """Views of the seat to move in random games of one to six seats and all options."""
    found: list[State] = []
    while len(found) < count:
        seed = len(found)
        rng, game = Rng(seed, 99), random_game(random.Random(seed))
        for _ in range(9):
            state = wander(game, rng, rng.below(60), partial(State.deal, seed=seed))
            if state.actor >= 0:
                break
        else:
            state = wander(game, rng, 0, partial(State.deal, seed=seed))
        found.append(state.view(state.actor))
    return found


def test_identical_to_python() -> None:
    compared = 0
    for seed, view in enumerate(positions(16)):
        for tree in ("open", "closed"):
            for policy in view.game.core.policies:
                iterations = 20 if policy == "uniform" else 150
                compare(view, Settings(tree=tree, policy=policy, seed=seed), iterations)
                compared += 1
    assert compared == 96


def positions_of_greedy(game: Game, turns: int) -> State:
    state = game.start()
    while state.actor == CHANCE or state.fields()["turns"][0] < turns:
        word = state.deal(5) if state.actor == CHANCE else games.greedy(state)
        state.play(word)
    return state


# ---- playouts ----


@pytest.mark.parametrize("seats", range(1, 7))
def test_playouts(seats: int) -> None:
    """Shares add up; a game of those who plan brings twice the points of those who wander."""
    game = sarai.game("bazaar", seats, seed=seats)
    start, means = game.start(), {}
    for number, policy in enumerate(game.core.policies):
        rng, points = Rng(seats), 0
        for _ in range(20):
            outcome = start.playout(number, rng)
            assert seats == 1 or sum(outcome.wins) == WIN
            assert all(0 <= win <= WIN for win in outcome.wins)
            points += sum(outcome.scores)
        means[policy] = points / 20
    assert means["plan"] > 2 * means["uniform"] > 0 == means["race"]


def test_playouts_are_the_same_again() -> None:
    """Law 8: sums over playouts, pinned for every build; they change with the policies."""
    state = positions_of_greedy(sarai.game("bazaar", 3, {"house_cards": "4/9"}), 30)
    sums = {}
    for number, policy in enumerate(state.game.core.policies):
        rng = Rng(7)
        outcomes = [state.playout(number, rng) for _ in range(50)]
        sums[policy] = [sum(wins) for wins in zip(*(o.wins for o in outcomes), strict=True)]
        sums[policy] += [sum(points) for points in zip(*(o.scores for o in outcomes), strict=True)]
    assert sums == {
        "race": [25790297, 7918602, 15443101, 500, 200, 500],
        "plan": [27525120, 4915200, 16711680, 2149, 1702, 2014],
        "uniform": [23101440, 1966080, 24084480, 1001, 722, 1039],
    }


def test_a_race_that_is_won_is_scored_as_such() -> None:
    """The more points, the nearer to a sure win, which only the end of the game is."""
    game = sarai.game("bazaar", 2, {"house_cards": "1/7"})
    state = positions_of_greedy(game, 60)
    fields = state.fields()
    race = game.core.policies.index("race")

    def mean(score: tuple[int, int]) -> float:
        changed = game.state({**fields, "score": (*score, 0, 0, 0, 0)})
        rng = Rng(1)
        return sum(changed.playout(race, rng).shares[0] for _ in range(200)) / 200

    low, level, high = mean((15, 35)), mean((25, 25)), mean((35, 15))
    assert 0 < low < level < high < 1 and high - low > 0.4


def test_a_search_beats_the_greedy_player() -> None:
    """Twelve games, to see that it is sane; matches measure how strong it is."""
    won = 0.0
    for deal in range(6):
        game = sarai.game("bazaar", 2, seed=deal)
        for seat in (0, 1):
            state, decision = game.start(), 0
            while (actor := state.actor) != sarai.OVER:
                decision += 1
                if actor == CHANCE:
                    state.play(state.deal(deal))
                elif actor == seat:
                    search = NativeSearch(state.view(actor), Settings(seed=decision))
                    state.play(search.run(Limits(iterations=300)).move)
                else:
                    state.play(games.greedy(state))
            won += state.returns().shares[seat]
    assert won >= 9


def test_prior() -> None:
    """Weights of what hands are worth: the same for the view, and highest for a perfect claim."""
    for view in positions(16):
        moves = view.moves()
        weights = view.priors(moves)
        assert all(0 < weight <= 2**24 for weight in weights) and max(weights) == 2**24
        assert weights == view.determinize(Rng(0)).priors(moves)
    game = sarai.game("bazaar", options={"house_cards": "1/7"})
    state = game.snapshot(
        "seat=all;phase=claim;turn=0;starter=0;turns=40;scores=0/0;hand0=RRRRB;hand1=-;"
        "market=RRRRB/GYYYY/GGYYY/GGGYY;left=6/6/6/6;claimed=-;capped=0"
    )
    claim, end = state.priors(state.moves())
    assert claim > 20 * end


# ---- the tables ----


def plans(game: Game, card: int, gone: int) -> tuple[list[int], list[int]]:
    """Values and acts of a card's table, by the number of a hand, from the end of the rules."""
    game._prepare()
    block = bytes(ffi.buffer(game._c))[: game.core.rules_size]
    numbers = PLAN.unpack_from(block, len(block) - (252 - 2 * card - gone) * PLAN.size)
    return list(numbers[:792]), list(numbers[792:])


def number_of(hand: tuple[int, ...]) -> int:
    """Hands by size, then by the last colours: the order of the tables, found by sorting."""
    return ORDER[hand]


ORDER = {
    hand: number
    for number, hand in enumerate(
        sorted(HANDS, key=lambda hand: [sum(hand[: n + 1]) for n in range(5)][::-1])
    )
}


class Table:
    """The way to one card: its values, and the problem that they solve."""

    def __init__(self, game: Game, card: int, gone: int) -> None:
        rules = game.rules()
        self.cost = TURN[gone]
        self.card = counts(rules["card"][card])
        self.points = rules["points"][8 * gone + 4 * rules["high"][card] :][:4]
        self.values, self.acts = plans(game, card, gone)
        self.free = rules["free_weight"][0]
        self.weight = self.free + rules["colour_weight"][0]
        self.trades = [
            (counts(pay), counts(get)) for pay, get in zip(rules["pay"], rules["get"], strict=True)
        ]

    def after(self, hand: tuple[int, ...]) -> float:
        """After the draw or the exchange: go on, or claim."""
        value, left = self.values[number_of(hand)], sum(hand) - 5
        if any(a < b for a, b in zip(hand, self.card, strict=True)):
            return value
        return max(value, 64 * self.points[min(left, 3)] + min(left, 4) * self.cost * 7 // 8)

    def ways(self, hand: tuple[int, ...]) -> dict[int, float]:
        """What each act is worth: 0 to draw, 1 + the exchange."""
        found: dict[int, float] = {}
        if sum(hand) < 7:
            drawn = [self.after((*hand[:i], hand[i] + 1, *hand[i + 1 :])) for i in range(5)]
            mean = (self.weight - self.free) * sum(drawn) / 5 + self.free * max(drawn)
            found[0] = mean / self.weight
        for number, (pay, get) in enumerate(self.trades):
            new = tuple(h - p + g for h, p, g in zip(hand, pay, get, strict=True))
            if sum(new) <= 7 and all(h >= p for h, p in zip(hand, pay, strict=True)):
                found[1 + number] = self.after(new)
        return found


@pytest.mark.parametrize(
    ("options", "gone"),
    [({}, 0), ({}, 1), ({"p_choice": "none"}, 0), ({"exchange": "random_equations"}, 1)],
)
def test_a_table_solves_its_problem(options: dict[str, str], gone: int) -> None:
    """Bellman's equation, with the exact chances of draws; a point is 64."""
    game = sarai.game("bazaar", options=options, seed=3)
    for card in (0, 17, 60, 99):
        table = Table(game, card, gone)
        for hand in HANDS[::7]:
            value, ways = table.values[number_of(hand)], table.ways(hand)
            if value == -20 * table.cost:
                continue  # no way in sight
            best = max(ways.values())
            assert value == pytest.approx(best - table.cost, abs=3), hand
            assert ways[table.acts[number_of(hand)]] == pytest.approx(best, abs=6), hand
