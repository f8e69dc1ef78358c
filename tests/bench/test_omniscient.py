"""The omniscient player of bench/strength: it sees the other hand, not the deck, and nobody else
sees more than before."""

from collections.abc import Iterator
from pathlib import Path

import omniscient
import pytest
from omniscient import GOODS, LANES, Omniscient, open_hand

from sarai import CHANCE, OVER, InvalidGame, Rng, State
from sarai.games.jaipur.greedy import choose as greedy
from sarai.players import PLAYERS
from tests.support.command import inline, ok
from tests.support.positions import standard

FILE = Path(omniscient.__file__)
SINGLE = standard(rounds="single")
PLAYERS.pop("omniscient")  # what the import above registered: other tests list the players


@pytest.fixture
def forgotten() -> Iterator[None]:
    yield
    PLAYERS.pop("omniscient")


def positions() -> Iterator[State]:
    """The decisions of some rounds, in part played at random."""
    for deal in range(12):
        state, rng = SINGLE.start(), Rng(deal)
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.deal(deal))
                continue
            yield state
            moves = state.moves()
            state.play(moves[rng.below(len(moves))] if rng.below(3) == 0 else greedy(state))


def goods(state: State, seat: int, name: str = "hand") -> tuple[int, ...]:
    return state.fields()[name][LANES * seat : LANES * seat + GOODS]


def test_it_sees_the_hand_and_nothing_else() -> None:
    hidden = tokens = 0
    for state in positions():
        seat, other = state.actor, 1 - state.actor
        view, shown = state.view(seat), open_hand(state)
        assert shown.viewer == shown.actor == seat
        assert goods(shown, other) == goods(state, other) == goods(shown, other, "known")
        assert shown.moves() == view.moves() == state.moves()
        changed = {k for k, values in view.fields().items() if values != shown.fields()[k]}
        assert changed <= {"hand", "known", "hidden", "pool", "plies"}
        assert goods(shown, seat, "known") == goods(view, seat, "known")
        hidden += view.fields()["hidden"][other]
        tokens += shown.fields()["hidden_won"][other] > 0
        assert shown.view(seat) == shown == SINGLE.snapshot(shown.snapshot())
    assert hidden > 300 and tokens > 20  # bonus tokens of the other seat stay hidden


def test_every_determinization_has_the_true_hand_and_its_own_deck() -> None:
    for k, state in enumerate(positions()):
        if k % 20 or state.fields()["hidden_won"][1 - state.actor]:
            continue
        shown = open_hand(state)
        deals = [shown.determinize(Rng(seed)) for seed in range(4)]
        assert all(goods(d, 1 - state.actor) == goods(state, 1 - state.actor) for d in deals)
        assert len({deal.fields()["pool"] for deal in deals}) == 1  # it has no order


def test_it_does_not_depend_on_the_order_of_the_deck() -> None:
    """The same cards seen, other decks behind them: the same choice; then the decks part."""
    seen, refills = set(), set()
    for deal in range(8):
        state = SINGLE.start()
        for event in ("starter:0", "deal0:DGCPL", "deal1:GSCLK", "market:SP"):
            state.play(event)
        seen.add((open_hand(state), Omniscient(iterations=300).choose(state, 1).move))
        state.play("take:S")
        refills.add(state.deal(deal))
    assert len(seen) == 1 and len(refills) > 1


def test_it_plays_by_the_hand_that_it_sees() -> None:
    """Two states that its seat can't tell apart: with open hands it can."""
    views, shown = set(), set()
    for dealt in ("DDDGK", "CLLLK"):
        state = SINGLE.start()
        for event in ("starter:0", "deal0:CCPPL", f"deal1:{dealt}", "market:DD"):
            state.play(event)
        views.add(state.view(state.actor))
        shown.add(open_hand(state))
    assert len(views) == 1 and len(shown) == 2


def test_it_is_no_player_without_the_flag() -> None:
    state = standard(rounds="single").start(0)
    with pytest.raises(InvalidGame, match="--show-hidden` only"):
        Omniscient(iterations=9).choose(state, 1)


@pytest.mark.usefixtures("forgotten")
def test_it_sits_on_either_side() -> None:
    one, two = f"py:{FILE}:omniscient:iterations=30", "ismcts:iterations=30"
    command = ("--rules", "rounds=single", "--games", "2", "--json")
    there = ok(inline("match", one, two, "--show-hidden", "A", *command))
    back = ok(inline("match", two, one, "--show-hidden", "B", *command))
    assert '"shown_hidden":["A"]' in there and '"shown_hidden":["B"]' in back
