"""A move that ends the game with a certain win is played."""

import pytest

from sarai import CHANCE, Limits, Move, NativeSearch, Rng, Search, Settings, State, game
from tests.search.test_native import compare

SINGLE = game("jaipur", options={"rounds": "single"})
WON_BY_A_SALE = (
    "seat=1;phase=turn;turn=1;starter=0;plies=31;round=0;counted=0;seals=0/0;total=0/0;last=0/0;"
    "market=CCPPL;hand0=-+???;hand1=-+SSLL;herds=4/4;sold=DDDDDGGGGGSSSS;rupees=31/45;goods=6/8;"
    "bonus0=-;bonus1=-;revealed=-;capped=0;deck=21"
)


def settled_wins(view: State) -> set[Move]:
    """The moves that win in each of many determinizations, by playing them."""
    sure = set(view.moves())
    for k in range(60):
        full = view.determinize(Rng(7, k))
        for move in list(sure):
            state, rng = full.copy(), Rng(8, k)
            state.play(move)
            while state.settled() is None and state.actor == CHANCE:
                state.play(state.sample(rng))
            outcome = state.settled()
            if outcome is None or outcome.shares[view.viewer] < 1:
                sure.discard(move)
    return sure


@pytest.mark.parametrize("kind", [NativeSearch, Search])
def test_a_quiet_move_that_looks_as_good_is_not_preferred(
    kind: type[NativeSearch] | type[Search],
) -> None:
    view = SINGLE.snapshot(WON_BY_A_SALE)
    for iterations in (1, 50, 1000):
        result = kind(view, Settings()).run(Limits(iterations=iterations))
        assert SINGLE.text(result.move) == "sell:Sx2"
        assert result.candidates[0].win[1] == 1


def test_every_sure_win_of_many_ends_is_taken() -> None:
    """In rounds between searches, and nowhere else is a move called a sure win."""
    found = 0
    for seed in range(40):
        rng, state = Rng(seed), SINGLE.start()
        while state.settled() is None:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            view = state.view(state.actor)
            sure = set(view.sure_wins(view.moves(), seed))
            move = NativeSearch(view, Settings(seed=seed)).run(Limits(iterations=60)).move
            if sure or seed % 8 == 0:
                assert sure == settled_wins(view), view.snapshot()
            if sure:
                found += 1
                assert move in sure
                compare(view, Settings(seed=seed), 60)
            state.play(move)
    assert found > 5


def test_sure_wins_among_the_moves_asked_for() -> None:
    view = SINGLE.snapshot(WON_BY_A_SALE)
    sale, other = SINGLE.parse("sell:Sx2"), SINGLE.parse("sell:Lx2")
    assert view.sure_wins(view.moves(), 1) == [sale]
    assert view.sure_wins([other], 1) == []
    assert compare(view, Settings(), 30, [other]).move == other
