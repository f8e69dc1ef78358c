"""How a game with many cards draws a deal and a log from a view, without counting all of them.

The log is replayed with blank cards. A move that the seat did not see takes one of the giver's
cards at random. A card that comes to light is one of the giver's at random: a blank one becomes it,
if it can be of the pool from which that was drawn; a known one must be it. Otherwise the replay
begins again. What is blank at the end is dealt from the pools. How many cards a hand has is public,
so all replays that come to their end are equally likely.

Here all replays of all views are made, and they have the weights of the whole walk.
"""

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction

import pytest

from sarai import State
from tests.games.gifts.insight import DECK, HAND0, OPEN, SHUFFLED, GiftsInsight, before, hidden
from tests.laws.small import gifts
from tests.laws.walk import Shares, normal, walk

CARDS = 4


@dataclass(slots=True)
class Card:
    pool: int
    number: int = 0
    """0: blank."""


@dataclass(slots=True)
class Table:
    hands: dict[int, list[Card]]
    pools: list[set[int]]
    """The cards of each deck that no card in a hand is known to be."""
    open: set[int]
    moved: list[Card]
    """By each move of the log."""


def known_as(table: Table, card: Card, number: int) -> bool:
    """Is this the card of that number, or could it be? Then it is."""
    if not card.number and number in table.pools[card.pool]:
        table.pools[card.pool].remove(number)
        card.number = number
    return card.number == number


def replays(table: Table, seat: int, log: list[int]) -> Iterator[Table]:
    """All ways to go on with the moves of the log."""
    if not log:
        yield table
        return
    entry, *rest = log
    source, target, number = entry >> 12, entry >> 8 & 15, entry & 0xFF
    if entry == SHUFFLED:
        table.pools.append(table.open)
        table.open = set()
        table.moved.append(Card(0))
        yield from replays(table, seat, rest)
        return
    for i in range(1 if source == DECK else len(table.hands[source])):
        now = deepcopy(table)
        card = Card(len(now.pools) - 1) if source == DECK else now.hands[source].pop(i)
        if not hidden(seat, entry) and not known_as(now, card, number):
            continue
        now.moved.append(card)
        if target == OPEN:
            now.open.add(number)
        else:
            now.hands[target].append(card)
        yield from replays(now, seat, rest)


def start(fields: dict[str, tuple[int, ...]], seat: int, log: list[int]) -> Table:
    """Before the first move of the log: blank cards in the hands of the others."""
    sizes, where = list(fields["size"]), list(fields["place"])
    for entry in reversed(log):
        if entry != SHUFFLED:
            sizes[entry >> 12] += 1
            sizes[entry >> 8 & 15] -= 1
            where = before(where, entry) if not hidden(seat, entry) else where
    own = [card for card, at in enumerate(where) if at == HAND0 + seat]
    opened = {card for card in range(len(where)) if fields["opened"][0] >> card & 1}
    if not log:
        opened = {card for card, at in enumerate(where) if at == OPEN}
    hands = {hand: [Card(0) for _ in range(sizes[hand])] for hand in range(HAND0, OPEN)}
    hands[HAND0 + seat] = [Card(0, number) for number in own]
    return Table(hands, [set(range(1, CARDS + 1)) - opened - set(own)], opened, [])


def dealt(table: Table) -> Iterator[Table]:
    """What is blank in the hands is dealt from the pools, in all ways."""
    blank = [card for hand in table.hands.values() for card in hand if not card.number]
    for number in sorted(table.pools[blank[0].pool]) if blank else ():
        now = deepcopy(table)
        first = next(card for hand in now.hands.values() for card in hand if not card.number)
        known_as(now, first, number)
        yield from dealt(now)
    if not blank:
        yield table


def drawn(view: State) -> Counter[bytes]:
    """The states that replays end with."""
    fields, seat = view.fields(), view.viewer
    log = list(fields["log"][: fields["logged"][0]])
    states: Counter[bytes] = Counter()
    for replay in replays(start(fields, seat, log), seat, log):
        for table in dealt(replay):
            where = {number: OPEN for number in table.open}
            where |= {card.number: at for at, hand in table.hands.items() for card in hand}
            place = [where.get(number, DECK) for number in range(1, CARDS + 1)]
            moves = zip(log, table.moved, strict=True)
            full = [entry & 0xFF00 | card.number for entry, card in moves]
            full += [0] * (len(fields["log"]) - len(full))
            truth = {**fields, "viewer": (-1,), "place": [0, *place, 0, 0], "log": full}
            states[bytes(view.game.state(truth))] += 1
    return states


@pytest.mark.parametrize(
    "steps", ["D0 D0 D1 D2 01 12 1O 21", "D0 D0 D1 D2 0O 1O D1 01 D2 12 2O 0O D0 2O"]
)
def test_replays(steps: str) -> None:
    walked = walk(gifts(CARDS, steps), GiftsInsight())
    found: dict[bytes, Shares] = {}
    for each in walked.sets:
        key = bytes(each.view)
        if key not in found:
            counts = drawn(each.view)
            found[key] = normal({state: Fraction(n) for state, n in counts.items()})
        assert found[key] == normal(each.states), each.view.snapshot()
    assert len(found) > 300
