"""What a round of Jaipur within a match is worth: by seals, rounds that counted, and starter."""

from __future__ import annotations

from itertools import product

import pytest

from sarai import WIN, Rng, State
from tests.support.positions import at, play, standard

SEALS = ("0/0", "1/0", "0/1", "1/1")
TIES = ("replay", "non_starter", "draw")


def stand(seals: str, ties: str) -> list[dict[str, str]]:
    """Where a match can stand at these seals: a draw counts without a seal."""
    played = sum(map(int, seals.split("/")))
    counted = range(played, 3) if ties == "draw" else (played,)
    return [
        {"seals": seals, "counted": str(n), "round": str(n), "starter": str(starter)}
        for n, starter in product(counted, (0, 1))
        if n > 0
    ]


STANDS = [(ties, stand_) for ties in TIES for seals in SEALS for stand_ in stand(seals, ties)]


def next_round(ties: str, given: dict[str, str]) -> State:
    """Before the first deal of a round."""
    new = {"phase": "deal0", "plies": "0", "market": "KKK", "turn": given["starter"]}
    return at(standard(full_tie=ties), **new | given)


def share(state: State) -> int:
    """Of seat 0, where playouts end."""
    outcome = state.settled()
    assert outcome is not None and sum(outcome.wins) == WIN
    return outcome.wins[0]


def ended(ties: str, given: dict[str, str], rupees: str) -> State:
    """The same round when it has ended so."""
    level = {"sold": "SSSS", "goods": "2/2", "hand0": "LL", "market": "DGCPP"}
    table = at(standard(max_plies=21, full_tie=ties), **level | given, rupees=rupees)
    return play(table, "swap:DG>LL")


def starter_wins() -> int:
    """Of WIN, measured: all that the table is made of. The last round at one seal each tells it."""
    last = {"seals": "1/1", "counted": "2", "round": "2"}
    shares = [share(next_round("replay", last | {"starter": starter})) for starter in "01"]
    assert sum(shares) == WIN
    return shares[0]


def test_starter_has_a_little_more_than_half() -> None:
    assert 0.5 * WIN < starter_wins() < 0.6 * WIN


@pytest.mark.parametrize(("ties", "given"), STANDS)
def test_round_to_come_is_worth_what_its_two_ends_are(ties: str, given: dict[str, str]) -> None:
    """Seat 0 wins it as often as a starter or a non-starter does; a full tie is neglected."""
    wins = starter_wins() if given["starter"] == "0" else WIN - starter_wins()
    won, lost = (share(ended(ties, given, rupees)) for rupees in ("11/9", "9/11"))
    assert won > lost
    expected = (wins * won + (WIN - wins) * lost) / WIN
    assert abs(share(next_round(ties, given)) - expected) <= 2


@pytest.mark.parametrize(("ties", "given"), STANDS)
def test_seats_are_alike(ties: str, given: dict[str, str]) -> None:
    a, b = given["seals"].split("/")
    mirrored = given | {"seals": f"{b}/{a}", "starter": str(1 - int(given["starter"]))}
    here, there = (share(next_round(ties, stand_)) for stand_ in (given, mirrored))
    assert abs(here + there - WIN) <= 2


@pytest.mark.parametrize(("ties", "given"), STANDS)
@pytest.mark.parametrize("turn", ["0", "1"])
def test_value_of_a_leaf_lies_between_the_two_ends(
    ties: str, given: dict[str, str], turn: str
) -> None:
    """By the chance to win the round, which does not know of the match."""
    cards = {"hand0": "DDSCP+-", "hand1": "-+GCPL", "sold": "DDGG", "turn": turn}
    alone = at(standard(rounds="single"), **cards, starter=given["starter"])
    within = at(standard(full_tie=ties), **cards | given)
    chance, wins = (
        state.playout(state.game.core.policies.index("value"), Rng(0)).wins[0]
        for state in (alone, within)
    )
    won, lost = (share(ended(ties, given, rupees)) for rupees in ("11/9", "9/11"))
    assert abs(wins - (chance * won + (WIN - chance) * lost) / WIN) <= 1


def test_match_of_two_seals_by_hand() -> None:
    """To be a seal ahead is worth the round of the other seat, who starts it, and a third round."""
    p = starter_wins() / WIN
    ahead = {"seals": "1/0", "counted": "1", "round": "1", "starter": "1"}
    # Seat 1 starts; if seat 0 loses this round, it starts the third one.
    assert share(next_round("replay", ahead)) / WIN == pytest.approx((1 - p) + p * p, abs=1e-5)
