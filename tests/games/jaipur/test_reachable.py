"""Snapshots that can be read, whose sums agree, but that no game of Jaipur comes to: refused.

What only the history could tell is accepted, and can be used safely.
"""

from __future__ import annotations

import pytest

from sarai import InvalidPosition, game
from tests.games.jaipur.forged import exercise
from tests.support.positions import ALMOST_ALL, at, standard

Changes = dict[str, str]
Options = dict[str, str | int]

LATE: Changes = {"sold": ALMOST_ALL, "herds": "11/0", "hand0": "DGSCPL", "hand1": "LLLLL"}
THREE_EMPTY: Changes = {"sold": "DDDDDGGGGGSSSSS", "hand0": "-", "market": "CCPPL"}
NEW: Changes = {
    **{"phase": "deal0", "plies": "0", "market": "KKK", "hand0": "-", "hand1": "-"},
    **{"rupees": "0/0", "goods": "0/0"},
}

DEALT: Changes = {
    **{"plies": "0", "market": "GPKKK", "hand0": "-+DSCL", "hand1": "-+CLLL", "herds": "1/1"},
}

REFUSED: dict[str, tuple[Options, Changes]] = {
    "turn with three empty piles": ({}, THREE_EMPTY),
    "fill of a full market": ({}, {"phase": "fill"}),
    "turn with a card missing": ({}, {"market": "DGSC"}),
    "starter drawn again": ({}, NEW | {"phase": "starter", "round": "1"}),
    "starter drawn by rule": ({"starter": "seat0"}, NEW | {"phase": "starter"}),
    "hand of eight": ({}, {"hand0": "DDGGSSCC"}),
    "six dealt cards": ({}, {"hand0": "-+DDGGSS"}),
    "more moves than allowed": ({"max_plies": 30}, {"plies": "31"}),
    "turn after the last move": ({"max_plies": 30}, {"plies": "30"}),
    "two seals and going on": ({}, {"seals": "2/0", "counted": "2", "round": "2"}),
    "over without a winner": ({}, {"phase": "over", "seals": "1/1", "counted": "2", "round": "2"}),
    "rupees of nowhere": ({}, {"rupees": "10/0"}),
    "tokens of nowhere": ({}, {"goods": "0/1"}),
    "reveal of nothing": ({}, {"phase": "reveal0"}),
    "revealed too early": ({}, {"revealed": "0"}),
    "a token too many": ({}, {"bonus0": "8/8/8"}),
    "bonus of an empty pile": ({}, {"phase": "bonus5", "bonus0": "8/8/9/10/10"}),
    "fill with three empty piles": ({}, THREE_EMPTY | {"phase": "fill", "market": "CCPP"}),
    "tokens before the round": ({}, NEW | {"seat": "0", "bonus1": "3?"}),
    "round that wraps": ({}, {"round": "65535"}),
    "total that wraps": ({}, {"round": "1", "counted": "1", "seals": "1/0", "total": "65535/0"}),
    "fill before any move": ({}, {"phase": "fill", "market": "DGSC", "plies": "0"}),
    "bonus before any move": ({}, {"phase": "bonus3", "plies": "0"}),
    "capped in the first round": ({}, {"capped": "1", "plies": "2"}),
    "first starter by rule": ({"starter": "seat0"}, {"starter": "1", "turn": "1"}),
    "starter known before it is drawn": (
        {},
        NEW | {"phase": "starter", "turn": "1", "starter": "1"},
    ),
    "reveal while the round goes on": ({}, {"phase": "reveal0", "bonus0": "1"}),
    "reveal of seat 1 first": ({}, {**LATE, "phase": "reveal1", "bonus0": "1", "bonus1": "1"}),
    "turn with an empty deck": (
        {"deck_end": "empty"},
        LATE
        | {"hand1": "LLLLLLL", "hand0": "GSCPL", "market": "DDGSC", "sold": ALMOST_ALL + "PLL"},
    ),
    "second round of one": ({"rounds": "single"}, {"round": "1"}),
    "round that was not counted": ({"full_tie": "non_starter"}, {"round": "1"}),
    "last before any round": ({}, {"last": "70/60"}),
    "total before any round": ({}, {"total": "70/60"}),
    "bonus without a sale": ({}, {"phase": "bonus3"}),
    "bonus tokens without sold cards": ({}, {"bonus0": "1/1", "bonus1": "8"}),
    "six tokens of three sold cards": ({}, {"sold": "PPP", "bonus0": "1/1/2/2/2/3"}),
    "two tokens of five sold cards": ({}, {"sold": "PPPPP", "bonus0": "1/1"}),
    "a token of four cards for twice three": ({}, {"sold": "CCCPPP", "bonus0": "4"}),
    "more tokens than moves": ({}, {"sold": "CCCCCCPPPPPP", "bonus0": "1/1/2", "plies": "2"}),
    "more cards sold than moves could": ({}, {"sold": "CCCCCCPP", "plies": "1"}),
    "six cards dealt": ({}, DEALT | {"herds": "2/2"}),
    "four cards dealt": ({}, DEALT | {"hand1": "-+LLL"}),
    "a card shown before any move": ({}, DEALT | {"hand0": "D+SCL"}),
    "a camel gone before any move": ({}, DEALT | {"market": "DGPKK"}),
    "the second seat first": ({}, DEALT | {"turn": "1"}),
}

ACCEPTED: dict[str, tuple[Options, Changes]] = {
    "seat out of turn": ({}, {"turn": "1"}),
    "rupees without tokens": ({}, {"sold": "DD", "rupees": "0/14", "goods": "2/0"}),
    "bonus tokens of one sale each": (
        {},
        {"sold": "CCCCCCCPPP", "bonus0": "1/1", "bonus1": "4"},
    ),
    "the table as it was dealt": ({}, DEALT),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    options, changes = REFUSED[name]
    with pytest.raises(InvalidPosition, match=r"^snapshot"):
        at(standard(**options), **changes)


@pytest.mark.parametrize("name", ACCEPTED)
def test_no_history_is_asked_for(name: str) -> None:
    """How the table came to be so is not checked: a position needs no history, only sums."""
    options, changes = ACCEPTED[name]
    exercise(at(standard(**options), **changes))


def test_no_card_is_sold_before_the_round() -> None:
    """A good without tokens shows no sale elsewhere; the deck would be too small for the deal."""
    goods = [0, 0, 2, 8, 8, 10, 2, 2, 2, 1, 1, 1]
    table = [*goods, 11, 5, 3, 5, 5, 7, 2, 3, 2, 0, 0, 5, 5, 5, 5, 5, 5, 0, 0, 0, 1, 1, 1, 4, 1, 8]
    laboratory = game("jaipur", table=table)
    with pytest.raises(InvalidPosition, match="the round has not begun"):
        laboratory.snapshot(
            "seat=all;phase=deal1;turn=0;starter=0;plies=0;round=0;counted=0;seals=0/0;total=0/0;"
            "last=0/0;market=KKK;hand0=-+-;hand1=-+-;herds=5/0;sold=CCCCCCCCPPPPPPPPLLLLLLLLLL;"
            "rupees=0/0;goods=0/0;bonus0=-;bonus1=-;revealed=-;capped=0;deck=5"
        )


def test_a_fill_that_empties_the_deck_ends_the_round() -> None:
    """Also with components of which the deal takes all: what a legal event leads to is accepted."""
    table = [2, 1, 1, 2, 2, 0, 1, 3, 1, 1, 1, 2, 5, 5, 2, 5, 3, 5, 2, 2, 2, 2, 3, 5, 2, 5, 5, 1, 1]
    table += [1, 3, 2, 4, 6, 2, 6, 3, 3, 2, 3, 4, 4, 7, 7, 8, 8, 2, 10, 10]
    laboratory = game("jaipur", options={"rounds": "single", "deck_end": "empty"}, table=table)
    state = laboratory.snapshot(
        "seat=all;phase=fill;turn=0;starter=0;plies=1;round=0;counted=0;seals=0/0;total=0/0;"
        "last=0/0;market=KK;hand0=D+SC;hand1=-+GCPP;herds=3/0;sold=-;rupees=0/0;goods=0/0;"
        "bonus0=-;bonus1=-;revealed=-;capped=0;deck=1"
    )
    state.play(state.outcomes()[0][0])
    assert laboratory.snapshot(state.snapshot()) == state
