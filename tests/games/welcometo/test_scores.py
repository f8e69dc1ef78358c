"""The score of Welcome To: every cell of its tracks, temps, ties, and a whole sheet by hand."""

from __future__ import annotations

import pytest

import generate_tables
from sarai import WIN
from tests.games.welcometo.positions import (
    FULL,
    a_game,
    changed,
    ending,
    first_turn,
    row,
)

DATA = generate_tables.read("welcometo")

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
    state = ending(changed(first_turn(a_game()), temps1="11", **keys))
    return state.returns().scores[0]


def test_every_cell_of_the_tracks() -> None:
    scores, base = DATA["scores"], worth()
    assert base == 0
    for street, letter in enumerate("ABC"):
        for n, points in enumerate(scores["parks"][street]):
            assert worth(parks0=letter * n or "-") == points
    pools = ["A3", "A7", "A8", "B1", "B4", "B8", "C2", "C7", "C11"]
    streets = {
        "top0": row(". . 1 . . . 2 3 . ."),
        "middle0": row("1 . . 2 . . . 3 . . ."),
        "bottom0": row(". 1 . . . . 2 . . . 3 ."),
    }
    for n, points in enumerate(scores["pools"]):
        assert worth(pools0="/".join(pools[:n]) or "-", **streets) == points
    for n, points in enumerate(scores["permit_refusal_penalty"]):
        assert worth(refusals0=str(n)) == -points
    for n, points in enumerate(scores["bis_penalty"]):
        cells = ["1", *["1b"] * n]
        rows = [cells[:10], cells[10:]]
        assert worth(middle0=row(" ".join([*cells, *["."] * (11 - len(cells))][:11]))) == -points, (
            rows
        )
    for size, values in enumerate(scores["estate_values"], 1):
        cells = [*map(str, range(1, size + 1)), *["."] * (10 - size)]
        for boxes, points in enumerate(values):
            fences = {"top0": row(" ".join(cells)), "fences0": f"A{size}-{size + 1}"}
            assert worth(agents0=str(size) * boxes or "-", **fences) == points


def test_roundabouts_cost() -> None:
    game = a_game(advanced="yes")
    for n, points in enumerate(DATA["scores"]["roundabout_penalty"]):
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


def test_ties_go_to_more_estates() -> None:
    """Equal totals: more completed estates win; else the win is shared."""
    game = a_game(2)
    ended = ending(changed(first_turn(game), temps0="3", temps1="3"))
    assert ended.returns().wins[1] in (0, WIN // 2, WIN)
    one = {"top0": row("1 . . . . . . . . ."), "fences0": "A1-2", "temps0": "3", "temps1": "3"}
    state = ending(changed(first_turn(game), **one, refusals0="2"))
    assert state.returns().scores[0] == 7 + 1 - 3
