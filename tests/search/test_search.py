"""The searcher: deterministic, blind to hidden cards, and right about its own numbers."""

import itertools
import math
from dataclasses import replace

import pytest

from sarai import (
    InvalidGame,
    Limits,
    Rng,
    Search,
    SearchResult,
    Settings,
    State,
    WrongState,
    game,
    player,
)
from sarai.players import LEVELS, Ismcts, Textbook
from sarai.search.limits import time_share
from sarai.search.results import Event, deviation
from tests.support.positions import wander

SINGLE = game("jaipur", options={"rounds": "single"})
SETTINGS = [
    Settings(tree=tree, policy=policy, seed=5, selection=selection)
    for tree in ("open", "closed")
    for policy, selection in (("value", "puct"), ("kinds", "puct"), ("uniform", "ucb"))
]


def position(seed: int, plies: int) -> State:
    """A full state after some random moves, a seat being to move."""
    rng = Rng(seed)
    while True:
        state = wander(SINGLE, rng, plies, lambda state: state.sample(rng))
        if state.actor >= 0:
            return state


def search(state: State, settings: Settings, iterations: int = 300) -> SearchResult:
    return Search(state.view(state.actor), settings).run(Limits(iterations=iterations))


def visits(result: SearchResult) -> list[tuple[int, int, int]]:
    return [(c.move, c.visits, c.available) for c in result.candidates]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_same_seed_same_answer(settings: Settings) -> None:
    state = position(1, 10)
    first, second = search(state, settings), search(state, settings)
    assert first.candidates == second.candidates
    other = search(state, replace(settings, seed=6))
    assert visits(first) != visits(other)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_hidden_cards_do_not_change_the_answer(settings: Settings) -> None:
    """The whole search is a function of the view: no state with the same view differs."""
    different = 0
    for seed in range(4):
        state = position(seed, 4)
        view = state.view(state.actor)
        for other in [view.determinize(Rng(seed, k)) for k in range(1, 6)]:
            different += other != state
            assert search(other, settings, 60).candidates == search(state, settings, 60).candidates
    assert different > 10


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_numbers_of_a_result(settings: Settings) -> None:
    state = position(2, 4)
    result = search(state, settings)
    assert result.iterations == sum(c.visits for c in result.candidates) == 300
    assert result.move == max(result.candidates, key=lambda c: c.visits).move
    assert {c.move for c in result.candidates} <= set(state.moves())
    assert 1 <= result.mean_depth <= result.max_depth
    for candidate in result.candidates:
        assert 1 <= candidate.visits <= candidate.available <= 300
        assert sum(candidate.win) == pytest.approx(1)
        assert all(0 <= error <= 0.5 for error in candidate.error)
    priors = {c.move: c.prior for c in result.candidates}
    if settings.selection == "ucb":
        assert set(priors.values()) == {1 / len(state.moves())}
    else:
        moves = state.moves()
        weights = state.priors(moves)
        assert len(set(weights)) > 1
        expected = {m: w / sum(weights) for m, w in zip(moves, weights, strict=True)}
        assert priors == {move: expected[move] for move in priors}


def test_moves_are_tried_in_the_order_of_the_prior() -> None:
    """As many as widening lets in, and in the end every legal move."""
    state = position(2, 4)
    moves = state.moves()
    weights = dict(zip(moves, state.priors(moves), strict=True))
    order = sorted(moves, key=lambda move: -weights[move])
    assert len(moves) > 30
    for iterations, widening in ((400, 0.5), (400, 1.0), (6000, 1.0)):
        result = search(state, Settings(seed=1, widening=widening), iterations)
        tried = {c.move for c in result.candidates}
        assert len(tried) == min(len(moves), math.ceil(1 + widening * (iterations - 1) ** 0.5))
        assert tried == set(order[: len(tried)])


def test_variation_is_playable() -> None:
    """Moves and bracketed events of the best line are accepted by the view, one after the other."""
    state = position(3, 0)
    result = search(state, Settings(tree="closed", seed=1), 5000)
    view = state.view(state.actor)
    line = result.candidates[0].variation
    assert len(line) >= 3 and any(isinstance(step, Event) for step in line)
    for step in line:
        view.play(step.word if isinstance(step, Event) else step)
    assert "[fill:" in result.candidates[0].variation_text(SINGLE)


def test_open_tree_merges_what_closed_tree_keeps_apart() -> None:
    state = position(5, 0)
    nodes = {t: search(state, Settings(tree=t, seed=1), 3000).nodes for t in ("open", "closed")}
    assert nodes["open"] < nodes["closed"]


def test_full_memory_stops_growth_and_not_the_search() -> None:
    state = position(5, 6)
    small = search(state, Settings(max_nodes=20), 2000)
    assert small.full and small.nodes == 20 and small.iterations == 2000
    assert not search(state, Settings(), 2000).full


def test_one_legal_move_is_searched_too() -> None:
    """A hand of one diamond against a market of diamonds: the camels are the only move."""
    state = SINGLE.snapshot(
        "seat=all;phase=turn;turn=0;starter=0;plies=20;round=0;counted=0;seals=0/0;total=0/0;"
        "last=0/0;market=KKKKK;hand0=D+-;hand1=-+D;herds=0/6;sold=-;rupees=0/0;goods=0/0;"
        "bonus0=-;bonus1=-;revealed=-;capped=0;deck=42"
    )
    assert [SINGLE.text(move) for move in state.moves()] == ["camels"]
    result = search(state, Settings(), 50)
    assert visits(result) == [(state.moves()[0], 50, 50)]


def test_search_needs_the_view_of_the_seat_to_move() -> None:
    state = position(6, 3)
    with pytest.raises(WrongState, match="not a full state"):
        Search(state)
    with pytest.raises(WrongState, match="not to move"):
        Search(state.view(1 - state.actor))


@pytest.mark.parametrize(
    "settings, field",
    [
        ({"tree": "ajar"}, "tree"),
        ({"exploration": -1.0}, "exploration"),
        ({"max_nodes": 0}, "max_nodes"),
        ({"selection": "luck"}, "selection"),
        ({"widening": -0.1}, "widening"),
    ],
)
def test_wrong_settings(settings: dict[str, object], field: str) -> None:
    with pytest.raises(InvalidGame, match=field):
        Settings(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-1, 2])
def test_no_seat_gets_the_full_state(seat: int) -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        SINGLE.start(seat)


def test_unknown_policy() -> None:
    state = position(6, 3)
    with pytest.raises(InvalidGame, match=r"policy: 'fast' is not one of value\|direct"):
        Search(state.view(state.actor), Settings(policy="fast"))


def test_limits() -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        Limits()
    for wrong in (0, -1):
        with pytest.raises(ValueError, match="iterations"):
            Limits(iterations=wrong)
        with pytest.raises(ValueError, match="seconds"):
            Limits(seconds=wrong)
    state = position(7, 3)
    view = state.view(state.actor)
    assert Search(view).run(Limits(seconds=1e-9)).iterations == 1
    stops = itertools.count()
    assert Search(view).run(Limits(seconds=60), stop=lambda: next(stops) == 20).iterations > 5


def test_reports_come_while_searching() -> None:
    state = position(7, 3)
    seen: list[int] = []
    Search(state.view(state.actor)).run(
        Limits(iterations=400), lambda r: seen.append(r.iterations), every=1e-9
    )
    assert len(seen) > 10 and seen == sorted(seen)


def test_deviation() -> None:
    assert deviation(5, 25, 1) == 0
    assert deviation(1 + 2 + 3 + 4, 1 + 4 + 9 + 16, 4) == pytest.approx((5 / 3) ** 0.5)


def test_a_longer_search_finds_the_immediate_win() -> None:
    """Selling the last cloth empties the third pile and wins; all else lets play go on."""
    state = SINGLE.snapshot(
        "seat=all;phase=turn;turn=0;starter=0;plies=40;round=0;counted=0;seals=0/0;total=0/0;"
        "last=0/0;market=GGPLK;hand0=C+-;hand1=PPP+LLL;herds=7/3;sold=DDDDDDGGGGSSSSSCCCCCC;"
        "rupees=47/45;goods=12/8;bonus0=-;bonus1=-;revealed=-;capped=0;deck=12"
    )
    assert state.fields()["tokens"][3] == 1
    assert SINGLE.text(search(state, Settings(), 2000).move) == "sell:Cx1"


@pytest.mark.parametrize(
    "specification, message",
    [
        (
            "minimax",
            "the players are: random, greedy, planner, policy, ismcts, sparring, textbook",
        ),
        ("greedy:depth=3", "player greedy: 'depth=3' is no option=value; options: none"),
        ("ismcts:iterations=", "iterations='' is not a whole number"),
        ("ismcts:iterations=-5", "iterations: -5 is not within"),
        ("ismcts:tree=ajar", "tree: 'ajar' is not one of open|closed"),
        ("ismcts:tree=open,tree=open", "option tree is given twice"),
        ("ismcts:selection=luck", "selection: 'luck' is not one of puct|ucb"),
        ("ismcts:widening=nan", "widening: nan is not within"),
        ("ismcts:policy=fast", "policy 'fast' is not one of value|direct|kinds|uniform"),
        ("ismcts:exploration=nan", "exploration: nan is not within"),
        ("ismcts:", "'' is no option=value"),
        ("sparring:level=0", "level: 0 is not within 1..10"),
        ("sparring:level=11", "level: 11 is not within 1..10"),
        ("sparring:iterations=1", "options: level"),
    ],
)
def test_wrong_player(specification: str, message: str) -> None:
    with pytest.raises(InvalidGame) as error:
        player(specification, SINGLE)
    assert message in str(error.value)


def test_players_choose_legal_moves() -> None:
    state = position(8, 5)
    view = state.view(state.actor)
    levels = [f"sparring:level={level}" for level in range(1, 10)]
    searchers = [
        "ismcts:iterations=30,tree=closed",
        "ismcts:movetime=5",
        "textbook:iterations=30",
    ]
    for specification in ["random", "greedy", *searchers, *levels]:
        assert player(specification, SINGLE).choose(view, 1).move in state.moves()


def test_textbook_stays_as_it_is() -> None:
    textbook = player("textbook", SINGLE)
    assert isinstance(textbook, Textbook)
    frozen = Settings("open", "ucb", 0.7, policy="uniform", seed=3)
    assert textbook.settings(3) == frozen


def test_limits_out_of_range() -> None:
    for wrong in (
        {"iterations": 0},
        {"seconds": 0.0},
        {"confidence": 0.5},
        {"confidence": 1.0},
        {},
    ):
        with pytest.raises(ValueError):
            Limits(**wrong)


def test_a_clock_is_never_used_up() -> None:
    left = 60.0
    for _ in range(200):
        share = time_share(left)
        assert 0.001 <= share < max(left, 0.002)
        left -= share
    assert 0 < left < 1
    assert time_share(0.0) == 0.001
    assert time_share(10.0, 5.0) == pytest.approx(4.4)


def test_levels_go_up() -> None:
    """Each has more iterations or strays less; the last one is the searcher by default."""
    steps = [(-level.strays, level.iterations) for level in LEVELS]
    assert steps == sorted(set(steps)) and LEVELS[-1].strays == 0
    assert LEVELS[-1].iterations == Ismcts().limits().iterations


def test_a_seed_does_not_make_all_moves_stray_or_none() -> None:
    views = [state.view(state.actor) for state in (position(deal, 5) for deal in range(60))]
    strays = [LEVELS[1].stray(view, view.moves(), 0) is not None for view in views]
    assert sum(strays) / 60 == pytest.approx(LEVELS[1].strays / 1000, abs=0.2)


def test_low_levels_stray_from_the_prior() -> None:
    """One iteration plays the best move of the prior; so many of 1,000 moves are random ones."""
    state = position(4, 6)
    view, count = state.view(state.actor), len(state.moves())
    weights = dict(zip(state.moves(), state.priors(state.moves()), strict=True))
    best = max(weights, key=lambda move: weights[move])
    assert count > 10
    for number, level in enumerate(LEVELS, 1):
        if level.iterations > 1:
            break
        chooser = player(f"sparring:level={number}", SINGLE)
        moves = [chooser.choose(view, seed).move for seed in range(400)]
        assert moves == [chooser.choose(view, seed).move for seed in range(400)]
        other = sum(move != best for move in moves) / 400
        assert other == pytest.approx(level.strays / 1000 * (count - 1) / count, abs=0.08)
    assert LEVELS[5].strays == 0 and LEVELS[4].strays > 0
