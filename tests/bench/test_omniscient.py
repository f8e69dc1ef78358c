"""The omniscient player of bench/strength: it sees the other hand, not the deck, and nobody else
sees more than before."""

from collections.abc import Iterator

import competitors
import pytest
from competitors import Here, check, competitor, own_view
from omniscient import GOODS, LANES, NAME, open_hand
from pairs import Meeting, play_game, play_pair

from sarai import CHANCE, OVER, Choice, InvalidGame, Rng, State, player
from sarai.games import REGISTRY
from sarai.games.jaipur.greedy import choose as greedy
from sarai.players import PLAYERS
from tests.support.positions import standard

SINGLE = standard(rounds="single")


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
        assert changed <= {"hand", "known", "hidden", "pool"}
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
        seen.add((open_hand(state), competitor(f"{NAME}:iterations=300", 0).choose(state, 1)))
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
        views.add(own_view(state))
        shown.add(open_hand(state))
    assert len(views) == 1 and len(shown) == 2


def test_only_its_own_side_is_shown_more() -> None:
    """The other one gets the view of its seat, as ever."""
    told: dict[str, list[State]] = {"own": [], "open": []}

    class Watch:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: State, seed: int) -> Choice:
            told[self.name].append(view)
            return Choice(greedy(view))

    sides = Here(Watch("own"), own_view), Here(Watch("open"), open_hand)
    play_game(SINGLE, sides, 3)
    assert any(view.fields()["hidden"][1] for view in told["own"])
    assert not any(view.fields()["hidden"][0] for view in told["open"])
    assert {view.viewer for view in told["own"]} == {0}
    assert {view.viewer for view in told["open"]} == {1}
    assert competitors.parts(f"..@{NAME}:tree=open") == ("..", "ismcts:tree=open", open_hand)
    assert competitors.parts("ismcts:tree=open") == ("", "ismcts:tree=open", own_view)


def test_the_engine_does_not_know_it() -> None:
    assert NAME not in PLAYERS and NAME not in REGISTRY
    with pytest.raises(InvalidGame, match="no player 'omniscient'"):
        player(NAME, SINGLE)
    check(f"{NAME}:iterations=9")
    with pytest.raises(InvalidGame, match="'eyes=2' is no option=value"):
        check(f"{NAME}:eyes=2")


def test_it_sits_on_either_side() -> None:
    one, two = f"{NAME}:iterations=30", "ismcts:iterations=30"
    forth, back = (play_pair(Meeting(a, b, 2), 0).score for a, b in ((one, two), (two, one)))
    assert forth == 1 - back
