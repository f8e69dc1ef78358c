"""The score of Welcome To: every cell of its tracks, temps, ties, and a whole sheet by hand."""

from __future__ import annotations

import pytest

from sarai import WIN, State
from tests.games.welcometo.plain_tables import (
    BIS_COST,
    ESTATE_POINTS,
    PARK_POINTS,
    POOL_POINTS,
    REFUSAL_COST,
    ROUNDABOUT_COST,
)
from tests.games.welcometo.positions import (
    FULL,
    a_game,
    changed,
    ending,
    first_turn,
    row,
)

SCORED = {
    "top0": row("1 2 3 5 6 8 9 10 11 12"),
    "fences0": "A3-4/A5-6",
    "agents0": "23335555",
    "parks0": "AACCCCC",
    "pools0": "B1/B4/C2/C7",
    "temps0": "3",
    "refusals0": "2",
    "middle0": row("1 2 2b 3 3b 3b 4 4b 4b 4b ."),
    "bottom0": row("1 2 . . . . 3 . . . . ."),
}


@pytest.mark.parametrize(
    ("others", "total"),
    [(("5", "5"), 39), (("1", "0"), 42), (("3", "1"), 42)],
)
def test_a_score(others: tuple[str, str], total: int) -> None:
    """Parks 22, pools 13, estates 19, six bis -16, two refusals -3, and the temps."""
    game = a_game(3)
    state = changed(first_turn(game), **SCORED, temps1=others[0], temps2=others[1], refusals1="2")
    state = changed(state, **{name.replace("0", "1"): value for name, value in FULL.items()})
    state = changed(state, bottom1=row("1 2 3 4 5 6 7 8 9 10 11 ."))
    ended = ending(state)
    assert ended.returns().scores[0] == total


def worth(**keys: str) -> int:
    """The score of seat 0 with these marks on an empty sheet."""
    state = changed(ending(changed(first_turn(a_game()), temps1="11")), **keys)
    return state.returns().scores[0]


def test_every_cell_of_the_tracks() -> None:
    assert worth() == 0
    for street, letter in enumerate("ABC"):
        for n, points in enumerate(PARK_POINTS[street]):
            assert worth(parks0=letter * n or "-") == points
    pools = ["A3", "A7", "A8", "B1", "B4", "B8", "C2", "C7", "C11"]
    streets = {
        "top0": row(". . 1 . . . 2 3 . ."),
        "middle0": row("1 . . 2 . . . 3 . . ."),
        "bottom0": row(". 1 . . . . 2 . . . 3 ."),
    }
    for n, points in enumerate(POOL_POINTS):
        assert worth(pools0="/".join(pools[:n]) or "-", **streets) == points
    for n, points in enumerate(REFUSAL_COST):
        assert worth(refusals0=str(n)) == -points
    for n, points in enumerate([*BIS_COST, 28]):
        cells = ["1", *["1b"] * n, *["."] * (10 - n)]
        assert worth(middle0=row(" ".join(cells))) == -points
    for size, values in enumerate(ESTATE_POINTS, 1):
        cells = [*map(str, range(1, size + 1)), *["."] * (10 - size)]
        for boxes, points in enumerate(values):
            fences = {"top0": row(" ".join(cells)), "fences0": f"A{size}-{size + 1}"}
            assert worth(agents0=str(size) * boxes or "-", **fences) == points


def test_roundabouts_cost() -> None:
    game = a_game(advanced="yes")
    for n, points in enumerate(ROUNDABOUT_COST):
        cells = ["o"] * n + ["."] * (10 - n)
        fences = "/".join(f"A{i}-{i + 1}" for i in range(1, n + 1)) or "-"
        state = changed(first_turn(game), top0=row(" ".join(cells)), fences0=fences, temps1="11")
        assert ending(state).returns().scores[0] == -points


def test_temps_rank_densely() -> None:
    game = a_game(4)
    state = changed(first_turn(game), temps0="5", temps1="5", temps2="3", temps3="1")
    scores = ending(state).returns().scores
    assert (scores[0], scores[2], scores[3]) == (7, 4, 1)
    none = ending(changed(first_turn(game), temps1="5"))
    assert none.returns().scores[0] == 0


def both_end(first: str, second: str, **agents: str) -> State:
    """Two seats with estates of these sizes in the lower streets, after their third refusals."""
    keys = {"phase": "over", "turns": "9", "refusals0": "3", "refusals1": "3"}
    for seat, sizes in enumerate((first, second)):
        fences: list[str] = []
        for street, size in zip(("bottom", "middle", "top"), map(int, sizes), strict=False):
            width = {"bottom": 12, "middle": 11, "top": 10}[street]
            cells = [*map(str, range(1, size + 1)), *["."] * (width - size)]
            keys[f"{street}{seat}"] = row(" ".join(cells))
            letter = {"bottom": "C", "middle": "B", "top": "A"}[street]
            fences.insert(0, f"{letter}{size}-{size + 1}")
        keys[f"fences{seat}"] = "/".join(fences) or "-"
    return changed(first_turn(a_game(2)), **keys, **agents)


TIES = {
    "more estates": ("111", "3", {}),
    "more of 1": ("13", "22", {}),
    "more of 2": ("24", "33", {}),
    "more of 3": ("35", "44", {}),
    "more of 4": ("46", "55", {}),
    "more of 5": ("5", "6", {"agents0": "5"}),
}


@pytest.mark.parametrize("name", TIES)
def test_ties_go_to_more_estates(name: str) -> None:
    """First to more of all sizes together, then to more of size 1, then of 2, up to 6."""
    better, worse, agents = TIES[name]
    state = both_end(better, worse, **agents)
    assert len(set(state.returns().scores)) == 1
    assert list(state.returns().wins) == [WIN, 0]
    turned = both_end(worse, better, **{key.replace("0", "1"): n for key, n in agents.items()})
    assert list(turned.returns().wins) == [0, WIN]


def test_a_tie_of_all_is_shared() -> None:
    """A fenced row of seven is no estate, so it does not break a tie."""
    for sizes in ("2", "7"):
        state = both_end(sizes, "2" if sizes == "2" else "8")
        assert list(state.returns().wins) == [WIN // 2, WIN // 2]
