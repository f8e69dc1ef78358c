"""Jaipur in slow, obvious, plain Python: the second opinion for the tests of the engine.

Written from the rules text alone (jaipur.md and jaipur.toml), without a look at the engine. The
tests play the same game here and there and compare. It is for people who read or write those
tests. It knows all cards that are out, but no future order: whatever is drawn is an event that
the caller chooses.

A card is a letter: D diamond, G gold, S silver, C cloth, P spice, L leather, K camel. Several
cards are a text in the order DGSCPLK, such as "DDLK". The caller plays texts:

    moves of a seat   take:D   camels   sell:Lx3   swap:DL>SK (taken from the market > given)
    before round one  starter:0 (only with starter="dealt")
    every round       deal0:DDLKK   deal1:GSCPL   market:DK
    after a move      fill:DK (all cards that refill the market)   bonus:9
    end of a round    reveal0:1/5/9   reveal1:4 (for a seat that holds bonus tokens)

Compare the Counters with ==, which takes a count of zero and no count for the same.
"""

from __future__ import annotations

from collections import Counter
from copy import copy as shallow_copy
from dataclasses import dataclass
from fractions import Fraction
from math import comb, prod
from typing import Self

GOODS = "DGSCPL"
CAMEL = "K"
KINDS = GOODS + CAMEL

SEATS = (0, 1)
CHANCE = -1
OVER = -2
UNKNOWN = -1  # the starter, before it is drawn

OPTIONS = {
    "deck_end": ("refill_fails", "empty"),
    "full_tie": ("replay", "non_starter", "draw"),
    "rounds": ("match", "single"),
    "starter": ("dealt", "seat0", "seat1"),
}
DRAW_ROUNDS = 3  # full_tie="draw": the match ends after so many rounds, the rules text says


@dataclass(frozen=True)
class Tables:
    """The numbers of the game. Tuples of six are in the order of GOODS."""

    cards: tuple[int, ...]
    minimum_sale: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]  # of each good, in the order they are taken
    camel_cards: int
    camel_token: int
    bonus_three: tuple[int, ...]
    bonus_four: tuple[int, ...]
    bonus_five: tuple[int, ...]  # for five cards or more
    market_camels: int
    dealt_each: int
    market_size: int
    hand_limit: int
    exchange_minimum: int
    empty_piles_to_end: int
    seals_to_win: int

    @classmethod
    def standard(cls) -> Tables:
        """The game as it is sold."""
        return cls(
            cards=(6, 6, 6, 8, 8, 10),
            minimum_sale=(2, 2, 2, 1, 1, 1),
            tokens=(
                (7, 7, 5, 5, 5),
                (6, 6, 5, 5, 5),
                (5, 5, 5, 5, 5),
                (5, 3, 3, 2, 2, 1, 1),
                (5, 3, 3, 2, 2, 1, 1),
                (4, 3, 2, 1, 1, 1, 1, 1, 1),
            ),
            camel_cards=11,
            camel_token=5,
            bonus_three=(1, 1, 2, 2, 2, 3, 3),
            bonus_four=(4, 4, 5, 5, 6, 6),
            bonus_five=(8, 8, 9, 10, 10),
            market_camels=3,
            dealt_each=5,
            market_size=5,
            hand_limit=7,
            exchange_minimum=2,
            empty_piles_to_end=3,
            seals_to_win=2,
        )

    @property
    def market_from_deck(self) -> int:
        return self.market_size - self.market_camels

    def __post_init__(self) -> None:
        """Refuse numbers with which a round cannot be dealt or a seat may be without a move."""
        in_deck = sum(self.cards) + self.camel_cards - self.market_camels
        # The rules know no pass. A seat that may not take has a full hand: it must be able to sell.
        unsellable = sum(map(min, self.cards, [least - 1 for least in self.minimum_sale]))
        if not (
            len(self.cards) == len(self.minimum_sale) == len(self.tokens) == len(GOODS)
            and 0 <= self.market_camels <= min(self.camel_cards, self.market_size)
            and 1 <= self.dealt_each <= self.hand_limit
            and in_deck >= 2 * self.dealt_each + self.market_from_deck
            and unsellable < self.hand_limit
            and min(self.minimum_sale) >= 1
            and min(self.market_size, self.exchange_minimum) >= 1
            and min(self.empty_piles_to_end, self.seals_to_win) >= 1
        ):
            raise ValueError("with these numbers the game cannot be played")


def spell(cards: Counter[str]) -> str:
    """The cards as a text."""
    return "".join(kind * cards[kind] for kind in KINDS)


def selections(cards: Counter[str], size: int) -> list[str]:
    """Every different text of so many of the cards."""
    texts = [""]
    for kind in KINDS:
        texts = [
            text + kind * number
            for text in texts
            for number in range(cards[kind] + 1)
            if len(text) + number <= size
        ]
    return [text for text in texts if len(text) == size]


def ways(cards: Counter[str], text: str) -> int:
    """In how many ways these cards can be drawn, if every card is told from every other."""
    return prod(comb(cards[kind], text.count(kind)) for kind in KINDS)


def shift(text: str, source: Counter[str], target: Counter[str]) -> None:
    """Carry cards from one place to another."""
    source.subtract(text)
    target.update(text)


class Jaipur:
    """One game: a match, or a single round."""

    def __init__(
        self,
        *,
        deck_end: str = "refill_fails",
        full_tie: str = "replay",
        rounds: str = "match",
        starter: str = "dealt",
        max_plies: int = 500,
        tables: Tables | None = None,
    ) -> None:
        chosen = {"deck_end": deck_end, "full_tie": full_tie, "rounds": rounds, "starter": starter}
        for option, value in chosen.items():
            if value not in OPTIONS[option]:
                raise ValueError(f"{option} cannot be {value!r}")
        if max_plies < 1:
            raise ValueError(f"max_plies cannot be {max_plies}")
        self.deck_end = deck_end
        self.full_tie = full_tie
        self.rounds = rounds
        self.max_plies = max_plies
        self.tables = Tables.standard() if tables is None else tables

        # What lasts through the game.
        self.seals = [0, 0]
        self.counted_rupees = [0, 0]
        self.counted_rounds = 0
        self.capped = False
        self.starter = {"dealt": UNKNOWN, "seat0": 0, "seat1": 1}[starter]
        self._set_up_round()
        if self.starter == UNKNOWN:
            self.stage = "starter"

    def _set_up_round(self) -> None:
        """Everything but the seals is put back. Some camels open the market."""
        tables = self.tables
        self.deck = Counter(dict(zip(GOODS, tables.cards, strict=True)))
        self.deck[CAMEL] = tables.camel_cards
        self.market: Counter[str] = Counter()
        shift(CAMEL * tables.market_camels, self.deck, self.market)
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.herds = [0, 0]
        self.discards: Counter[str] = Counter()
        self.tokens_left = {good: len(self._pile(good)) for good in GOODS}
        self.bonus_left = {
            3: Counter(tables.bonus_three),
            4: Counter(tables.bonus_four),
            5: Counter(tables.bonus_five),
        }
        self.bonus_won: list[list[int]] = [[], []]  # the values, as they were taken
        self.goods_tokens = [0, 0]
        self.rupees = [0, 0]
        self.plies = 0
        self.turn = self.starter
        self.bonus_pile = 0  # the pile to draw from, at stage "bonus"
        # "move", "over", or the name of the chance event that is due.
        self.stage = "deal0"

    def copy(self) -> Self:
        """The same game once more. All that changes in place is copied, the rest is shared."""
        twin = shallow_copy(self)
        twin.seals = list(self.seals)
        twin.counted_rupees = list(self.counted_rupees)
        twin.deck = self.deck.copy()
        twin.market = self.market.copy()
        twin.hands = [hand.copy() for hand in self.hands]
        twin.herds = list(self.herds)
        twin.discards = self.discards.copy()
        twin.tokens_left = dict(self.tokens_left)
        twin.bonus_left = {size: pile.copy() for size, pile in self.bonus_left.items()}
        twin.bonus_won = [list(values) for values in self.bonus_won]
        twin.goods_tokens = list(self.goods_tokens)
        twin.rupees = list(self.rupees)
        return twin

    def _pile(self, good: str) -> tuple[int, ...]:
        """All tokens of a good, as they lie at the start of a round."""
        return self.tables.tokens[GOODS.index(good)]

    # What can happen now

    @property
    def actor(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        if self.stage == "over":
            return OVER
        return self.turn if self.stage == "move" else CHANCE

    def legal(self) -> list[str]:
        """All moves of the seat to move."""
        if self.stage != "move":
            return []
        return self._takes() + self._sales() + self._exchanges()

    def _takes(self) -> list[str]:
        moves = []
        if self.hands[self.turn].total() < self.tables.hand_limit:
            moves += [f"take:{good}" for good in GOODS if self.market[good] > 0]
        if self.market[CAMEL] > 0:  # camels are no part of the hand: the limit does not matter
            moves.append("camels")
        return moves

    def _sales(self) -> list[str]:
        moves = []
        for good, least in zip(GOODS, self.tables.minimum_sale, strict=True):
            for number in range(least, self.hands[self.turn][good] + 1):
                moves.append(f"sell:{good}x{number}")
        return moves

    def _exchanges(self) -> list[str]:
        hand = self.hands[self.turn]
        own = hand + Counter({CAMEL: self.herds[self.turn]})
        goods = self.market - Counter({CAMEL: self.market[CAMEL]})
        moves = []
        for size in range(self.tables.exchange_minimum, goods.total() + 1):
            all_given = selections(own, size)
            for taken in selections(goods, size):
                for given in all_given:
                    if set(taken) & set(given):
                        continue  # no kind may be on both sides
                    hand_after = hand.total() + given.count(CAMEL)
                    if hand_after <= self.tables.hand_limit:
                        moves.append(f"swap:{taken}>{given}")
        return moves

    def outcomes(self) -> dict[str, int]:
        """All outcomes of the chance event that is due, each with its number of ways."""
        if self.actor != CHANCE:
            return {}
        if self.stage == "starter":
            return {"starter:0": 1, "starter:1": 1}
        if self.stage == "bonus":
            pile = self.bonus_left[self.bonus_pile]
            return {f"bonus:{value}": number for value, number in pile.items() if number > 0}
        if self.stage in ("reveal0", "reveal1"):
            values = sorted(self.bonus_won[int(self.stage[-1])])
            return {f"{self.stage}:{'/'.join(str(value) for value in values)}": 1}
        if self.stage in ("deal0", "deal1"):
            size = self.tables.dealt_each
        else:  # "market" or "fill"
            size = min(self._missing(), self.deck.total())
        draws = selections(self.deck, size)
        return {f"{self.stage}:{draw}": ways(self.deck, draw) for draw in draws}

    def _missing(self) -> int:
        """How many places of the market are free."""
        return self.tables.market_size - self.market.total()

    # Playing

    def play(self, text: str) -> None:
        """Do a move of the seat to move, or let an outcome of the chance event come."""
        if text not in self.legal() and text not in self.outcomes():
            raise ValueError(f"{text!r} is not possible here ({self.stage})")
        what, _, detail = text.partition(":")
        if self.stage == "move":
            self.plies += 1
            if what == "take":
                self._play_take(detail)
            elif what == "camels":
                self._play_camels()
            elif what == "swap":
                taken, _, given = detail.partition(">")
                self._play_exchange(taken, given)
            else:
                good, _, number = detail.partition("x")
                self._play_sale(good, int(number))
        elif what == "starter":
            self.starter = self.turn = int(detail)
            self.stage = "deal0"
        elif what == "deal0":
            self._deal_to(0, detail)
            self.stage = "deal1"
        elif what == "deal1":
            self._deal_to(1, detail)
            self.stage = "market" if self.tables.market_from_deck > 0 else "move"
        elif what == "market":
            shift(detail, self.deck, self.market)
            self.stage = "move"
        elif what == "fill":
            shift(detail, self.deck, self.market)
            self._after_fill()
        elif what == "bonus":
            self.bonus_left[self.bonus_pile].subtract([int(detail)])
            self.bonus_won[self.turn].append(int(detail))
            self._after_sale()
        elif what == "reveal0":
            self._reveal_from(1)
        else:
            self._score_round()

    def _deal_to(self, seat: int, cards: str) -> None:
        shift(cards, self.deck, self.hands[seat])
        self.herds[seat] += self.hands[seat].pop(CAMEL, 0)

    def _play_take(self, good: str) -> None:
        shift(good, self.market, self.hands[self.turn])
        self._refill()

    def _play_camels(self) -> None:
        self.herds[self.turn] += self.market.pop(CAMEL)
        self._refill()

    def _refill(self) -> None:
        if self.deck.total() == 0:
            self._reveal_from(0)
        else:
            self.stage = "fill"

    def _after_fill(self) -> None:
        refill_failed = self._missing() > 0
        if refill_failed or (self.deck_end == "empty" and self.deck.total() == 0):
            self._reveal_from(0)
        else:
            self._end_move()

    def _play_exchange(self, taken: str, given: str) -> None:
        hand = self.hands[self.turn]
        shift(taken, self.market, hand)
        shift(given.replace(CAMEL, ""), hand, self.market)
        self.herds[self.turn] -= given.count(CAMEL)
        self.market[CAMEL] += given.count(CAMEL)
        self._end_move()

    def _play_sale(self, good: str, number: int) -> None:
        shift(good * number, self.hands[self.turn], self.discards)
        pile = self._pile(good)
        taken = pile[len(pile) - self.tokens_left[good] :][:number]
        self.tokens_left[good] -= len(taken)
        self.goods_tokens[self.turn] += len(taken)
        self.rupees[self.turn] += sum(taken)
        # The cards sold count here, not the tokens that were left for them.
        self.bonus_pile = min(number, max(self.bonus_left))
        if self.bonus_pile in self.bonus_left and self.bonus_left[self.bonus_pile].total() > 0:
            self.stage = "bonus"
        else:
            self._after_sale()

    def _after_sale(self) -> None:
        # A good without tokens from the start has no pile that could get empty.
        emptied = [good for good in GOODS if self._pile(good) and self.tokens_left[good] == 0]
        if len(emptied) >= self.tables.empty_piles_to_end:
            self._reveal_from(0)
        else:
            self._end_move()

    def _end_move(self) -> None:
        """The move is done and no rule ends the round."""
        if self.plies >= self.max_plies:
            self.capped = True
            self._reveal_from(0)
        else:
            self.turn = 1 - self.turn
            self.stage = "move"

    # The end of a round and of the game

    def _reveal_from(self, first: int) -> None:
        """The round has ended. The seats show their bonus tokens, if they have any."""
        for seat in SEATS[first:]:
            if self.bonus_won[seat]:
                self.stage = f"reveal{seat}"
                return
        self._score_round()

    def _score_round(self) -> None:
        totals = [self.rupees[seat] + sum(self.bonus_won[seat]) for seat in SEATS]
        if self.herds[0] != self.herds[1]:
            totals[self.herds.index(max(self.herds))] += self.tables.camel_token

        # Most rupees, then most bonus tokens, then most goods tokens.
        ranks = [(totals[s], len(self.bonus_won[s]), self.goods_tokens[s]) for s in SEATS]
        full_tie = ranks[0] == ranks[1]
        if full_tie and self.full_tie == "replay" and self.rounds == "match":
            self._set_up_round()  # the same starter, and nothing of this round counts
            return

        self.counted_rounds += 1
        for seat in SEATS:
            self.counted_rupees[seat] += totals[seat]
        if not full_tie:
            winner = ranks.index(max(ranks))
        elif self.full_tie == "non_starter":
            winner = 1 - self.starter
        else:
            winner = None
        if winner is not None:
            self.seals[winner] += 1

        if self._game_is_over():
            self.stage = "over"
            return
        self.starter = 1 - self.starter if winner is None else 1 - winner  # the loser starts
        self._set_up_round()

    def _game_is_over(self) -> bool:
        """Asked after each round that counts."""
        if self.rounds == "single" or max(self.seals) >= self.tables.seals_to_win:
            return True
        return self.full_tie == "draw" and self.counted_rounds >= DRAW_ROUNDS

    def shares(self) -> tuple[Fraction, Fraction]:
        """How the game is divided: 1 and 0, or a half each."""
        if self.stage != "over":
            raise ValueError("the game is not over")
        if self.seals[0] == self.seals[1]:
            return Fraction(1, 2), Fraction(1, 2)
        return Fraction(self.seals[0] > self.seals[1]), Fraction(self.seals[1] > self.seals[0])

    def scores(self) -> tuple[int, int]:
        """The rupees of all rounds that counted, with bonus tokens and camel tokens."""
        if self.stage != "over":
            raise ValueError("the game is not over")
        return self.counted_rupees[0], self.counted_rupees[1]
