"""A search that exact play helps at the end, and exact play as an oracle for the search."""

import pytest

from sarai import InvalidGame, Limits, NativeSearch, Search, Settings, State, player
from sarai.core import solve
from sarai.players import Textbook
from sarai.search.endgame import exact_bounds
from sarai.search.limits import CONFIDENCE_EVERY
from tests.hgi.dialogue import Engine, read
from tests.search.exact import BUDGET, ends
from tests.support.positions import at, standard

SINGLE = standard(rounds="single")


# ---- the search with exact values ----


@pytest.mark.parametrize("kind", [Search, NativeSearch])
def test_the_best_move_is_played(kind: type[Search] | type[NativeSearch]) -> None:
    changed = 0
    for seed, view in enumerate(ends(SINGLE, 12)):
        moves = view.moves()
        bounds = dict(zip(moves, solve(view, moves, BUDGET)[0], strict=True))
        plain, exact = (
            kind(view, Settings(seed=seed, endgame=budget)).run(Limits(iterations=20))
            for budget in (0, BUDGET)
        )
        assert exact.exact and not plain.exact
        assert [c.win[view.viewer] - c.error[0] for c in exact.candidates] == pytest.approx(
            [bounds[c.move][0] for c in exact.candidates]
        )
        visits = {c.move: (c.visits, c.score, c.variation) for c in exact.candidates if c.visits}
        assert visits == {c.move: (c.visits, c.score, c.variation) for c in plain.candidates}
        assert exact.iterations == plain.iterations == 20
        ranks = {move: (round(low, 9), round(high, 9)) for move, (low, high) in bounds.items()}
        assert ranks[exact.move] == max(ranks.values())
        assert exact.move == plain.move or ranks[plain.move] < ranks[exact.move]
        changed += exact.move != plain.move
    assert changed


def test_both_searchers_agree() -> None:
    for view in ends(SINGLE, 12):
        only = view.moves()[::2]
        settings, limits = Settings(seed=3, endgame=BUDGET), Limits(iterations=60)
        slow = Search(view, settings, only).run(limits)
        fast = NativeSearch(view, settings, only=only).run(limits)
        assert slow.exact == fast.exact
        assert [(c.move, c.visits, c.win) for c in slow.candidates] == [
            (c.move, c.visits, c.win) for c in fast.candidates
        ]
        assert {c.move for c in fast.candidates} <= set(only)


def test_far_from_the_end_nothing_changes() -> None:
    view = at(SINGLE, hand0="CPL+-", hand1="-+DGS").view(0)
    limits = Limits(iterations=50)
    plain, exact = (NativeSearch(view, Settings(endgame=n)).run(limits) for n in (0, BUDGET))
    assert plain.candidates == exact.candidates and not exact.exact


def test_the_option() -> None:
    assert Textbook().settings(0).endgame == 0
    found = player("ismcts:iterations=20,endgame=5000", SINGLE).choose(ends(SINGLE, 12)[0], 1)
    assert found.result is not None and found.result.exact
    with pytest.raises(InvalidGame, match=r"endgame: -1 is not within 0\.\.200000"):
        player("ismcts:endgame=-1", SINGLE)


def test_the_option_of_the_server() -> None:
    """A client gets what the library finds."""
    view = next(view for view in ends(SINGLE, 40) if chooses_another_way(view))
    limits, settings = Limits(iterations=20), Settings(endgame=BUDGET)
    found = NativeSearch(view, settings).run(limits)
    with Engine() as engine:
        engine.ask(f"setoption name Endgame value {BUDGET}")
        start = f"seats 2 seat {view.viewer} view {view.snapshot()}"
        assert engine.ask(f"position jaipur rules rounds=single {start}") == []
        lines = [read(line) for line in engine.ask("go iterations 20 multipv 3")]
    told = [line for line in lines if line is not None and "multipv" in line.values]
    assert [(c["move"], c["visits"]) for c in told] == [
        (SINGLE.text(c.move), c.visits) for c in found.candidates[:3]
    ]
    for line, candidate in zip(told, found.candidates, strict=False):
        assert line["win"] == pytest.approx(candidate.win, abs=1e-4)
        assert ("score" in line.values) == (candidate.visits > 0)


def test_a_level_gets_no_exact_play() -> None:
    view = ends(SINGLE, 12)[0]
    start = f"position jaipur rules rounds=single seats 2 seat {view.viewer} view {view.snapshot()}"
    answers = []
    for budget in (0, BUDGET):
        with Engine() as engine:
            engine.ask("setoption name Level value 5")
            engine.ask(f"setoption name Endgame value {budget}")
            engine.ask(start)
            lines = [read(line) for line in engine.ask("go iterations 20 multipv 3")]
            answers.append([line for line in lines if line and "multipv" in line.values])
    assert answers[0] == answers[1]


def test_a_proven_move_is_sure_enough() -> None:
    """Bounds that touch are no errors of a mean: 0.2 against something from 0 to 0.2."""
    for view in ends(SINGLE, 12):
        for search in (NativeSearch, Search):
            result = search(view, Settings(endgame=BUDGET)).run(Limits(confidence=0.999))
            assert not result.exact or result.iterations == CONFIDENCE_EVERY


def test_little_time_is_not_spent_on_it() -> None:
    view = ends(SINGLE, 12)[0]
    assert exact_bounds(view, (), BUDGET)
    assert not exact_bounds(view, (), BUDGET, 1e-6)


def chooses_another_way(view: State) -> bool:
    """Does exact play change the move of a short search?"""
    first, second = (
        NativeSearch(view, Settings(endgame=n)).run(Limits(iterations=20)) for n in (0, BUDGET)
    )
    return first.move != second.move


# ---- the solver as an oracle ----


def test_a_long_search_comes_close_to_the_best() -> None:
    """Where one world is left, the search converges to exact play, in its choice and its value."""
    tested = 0
    for seed, view in enumerate(ends(SINGLE, 40)):
        moves = view.moves()
        bounds = dict(zip(moves, solve(view, moves, BUDGET)[0], strict=True))
        low = max(low for low, _ in bounds.values())
        if len(view.worlds(1)) != 1 or min(high for _, high in bounds.values()) == low:
            continue
        tested += 1
        result = NativeSearch(view, Settings(seed=seed)).run(Limits(iterations=60_000))
        assert bounds[result.move][1] >= low - 0.1, view.snapshot()
        best = result.candidates[0]
        if bounds[best.move][0] == bounds[best.move][1]:
            assert best.win[view.viewer] == pytest.approx(bounds[best.move][0], abs=0.08)
    assert tested > 20
