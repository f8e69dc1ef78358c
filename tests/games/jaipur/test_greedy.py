"""The greedy player of Jaipur: its choices are pinned, and computed once more in plain Python.

It is the yardstick of strength, so it may never change. data/greedy.txt has 200 choices; `best` is
its definition written from the words of the rule, on text and from the tables of oracle.py.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import sarai
from sarai import InvalidPosition, games
from tests.games.jaipur import data_files
from tests.games.jaipur.forged import Forger, join, split
from tests.games.jaipur.oracle import CAMEL, GOODS, Tables
from tests.support import make_data
from tests.support.positions import at

GAME = sarai.game("jaipur")
TABLES = Tables.standard()
LINES = [line for line in make_data.read("jaipur/data/greedy.txt").splitlines() if line[0] != "#"]
PINNED = [(view, move) for view, move in (line.split(" ") for line in LINES)]
FORGED = 2_500
MEAN_BONUS = {3: 2, 4: 5, 5: 9}


def cards_of(text: str) -> Counter[str]:
    return Counter(text.replace("-", "").replace("+", ""))


class Table:
    """What lies on the table: the tokens left of each good, and how many of each bonus pile."""

    def __init__(self, view: str) -> None:
        pairs = dict(pair.split("=") for pair in view.split(";"))
        sold = cards_of(pairs["sold"])
        self.tokens = {good: list(TABLES.tokens[i][sold[good] :]) for i, good in enumerate(GOODS)}
        self.bonus = {
            3: len(TABLES.bonus_three),
            4: len(TABLES.bonus_four),
            5: len(TABLES.bonus_five),
        }
        for token in (pairs["bonus0"] + "/" + pairs["bonus1"]).split("/"):
            if token != "-":
                self.bonus[self._pile(token)] -= 1
        seat = pairs["turn"]
        self.hand = cards_of(pairs["hand" + seat])
        self.hand[CAMEL] = int(pairs["herds"].split("/")[int(seat)])
        self.market = cards_of(pairs["market"])

    @staticmethod
    def _pile(token: str) -> int:
        if token.endswith("?"):
            return int(token[0])
        value = int(token)
        return 3 if value <= 3 else 4 if value <= 6 else 5

    def sale(self, good: str, number: int) -> int:
        """Rupees for the cards, the mean bonus included if its pile is not empty."""
        rupees = sum(self.tokens[good][:number])
        pile = min(number, 5)
        if pile >= 3 and self.bonus[pile] > 0:
            rupees += MEAN_BONUS[pile]
        return rupees


def value(view: str, move: str) -> Fraction:
    table = Table(view)
    hand = table.hand
    now = 0
    what, _, rest = move.partition(":")
    if what == "take":
        hand[rest] += 1
    elif what == "camels":
        hand[CAMEL] += table.market[CAMEL]
    elif what == "swap":
        taken, given = rest.split(">")
        hand.update(taken)
        hand.subtract(given)
    else:
        good, number = rest[0], int(rest[2:])
        now = table.sale(good, number)
        hand[good] -= number
        del table.tokens[good][:number]
        if number >= 3 and table.bonus[min(number, 5)] > 0:
            table.bonus[min(number, 5)] -= 1
    later = sum(
        table.sale(good, hand[good])
        for good, least in zip(GOODS, TABLES.minimum_sale, strict=True)
        if hand[good] >= least
    )
    return now + Fraction(8, 10) * later + hand[CAMEL]


def best(view: str) -> list[str]:
    """The moves of the highest value, the lowest word first."""
    moves = {word: GAME.text(word) for word in GAME.snapshot(view).moves()}
    values = {word: value(view, text) for word, text in moves.items()}
    top = max(values.values())
    return [moves[word] for word in sorted(values) if values[word] == top]


@pytest.mark.parametrize("place", range(len(PINNED)))
def test_choice(place: int) -> None:
    view, move = PINNED[place]
    assert GAME.text(games.greedy(GAME.snapshot(view))) == move
    assert best(view)[0] == move


def test_positions_tell_readings_of_the_rule_apart() -> None:
    """All kinds of moves, ties, late and early places: else the pins would hold too little."""
    assert len(PINNED) == data_files.GREEDY_POSITIONS
    assert {move.partition(":")[0] for _, move in PINNED} == {"take", "camels", "sell", "swap"}
    assert sum(len(best(view)) > 1 for view, _ in PINNED) >= 10
    decks = [int(view.rpartition("deck=")[2]) for view, _ in PINNED]
    assert min(decks) <= 2 and max(decks) == 40


def scarce(snapshot: str, dice: random.Random) -> str:
    """The same table with few bonus tokens left, for games hardly ever come there."""
    values = split(snapshot)
    me, other = f"bonus{values['seat']}", f"bonus{1 - int(values['seat'])}"
    mine: list[int] = []
    theirs: list[str] = []
    piles = {3: TABLES.bonus_three, 4: TABLES.bonus_four, 5: TABLES.bonus_five}
    for size, pile in piles.items():
        gone = dice.sample(pile, len(pile) - dice.choice((0, 1, 1, 2)))
        seen = dice.randint(0, len(gone))
        mine += gone[:seen]
        theirs += [f"{size}?"] * (len(gone) - seen)
    values[me] = "/".join(map(str, sorted(mine))) or "-"
    values[other] = "/".join(theirs) or "-"
    return join(values)


@pytest.mark.usefixtures("unchecked")
def test_choice_where_bonus_piles_run_out() -> None:
    """On positions that no game has made, against the plain computation alone."""
    compared = 0
    for seed in range(FORGED):
        dice = random.Random(seed)
        snapshot = Forger(GAME, dice).snapshot()
        values = split(snapshot)
        if values["phase"] != "turn" or values["seat"] != values["turn"]:
            continue
        view = scarce(snapshot, dice)
        try:
            state = GAME.snapshot(view)
        except InvalidPosition:
            continue
        assert GAME.text(games.greedy(state)) == best(view)[0]
        compared += 1
    assert compared > FORGED // 20


@pytest.mark.usefixtures("unchecked")
def test_last_bonus_token_counts_once() -> None:
    """13 + 0.8 x 9 for the cloth, which takes it; 2 + 0.8 x (13 + 11) for the camels."""
    sold, won = "DDDDGGGGSSSSPPPPPP", "1/1/2/2/2/3"
    state = at(GAME, hand0="CCCLLL", market="DGSKK", sold=sold, bonus0=won)
    view = state.view(0)
    assert value(view.snapshot(), "sell:Cx3") == Fraction(202, 10)
    assert value(view.snapshot(), "camels") == Fraction(212, 10)
    assert GAME.text(games.greedy(view)) == "camels" == best(view.snapshot())[0]


def test_choice_file_is_what_make_data_writes() -> None:
    assert data_files.greedy_text() == make_data.read("jaipur/data/greedy.txt")
