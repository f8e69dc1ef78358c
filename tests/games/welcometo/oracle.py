"""Welcome To once more, plain and slow, from the rules text: what the engine is compared with.

A game is driven by the texts of moves and events, as in protocol/games/welcometo.md; plain_sheet.py
has the sheet of one seat.
"""

from __future__ import annotations

import copy
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.games.welcometo.plain_sheet import (
    EFFECTS,
    SPOTS,
    Sheet,
    Spot,
    card_key,
    gap_name,
    spot_name,
    spot_of,
)

CHANCE, OVER = -1, -2


@dataclass
class Turn:
    """What a seat has done in this turn so far, as texts."""

    roundabout: str = "-"
    cards: tuple[str, ...] = ()
    """The printed number and effect as one word, or in the expert game the two cards."""
    number: int = -1
    house: str = ""
    effect: str = ""
    claims: list[int] = field(default_factory=list)
    marked: list[Spot] = field(default_factory=list)
    chosen: list[Spot] = field(default_factory=list)
    """Houses of estates chosen for the plan in hand."""
    plan: int = 0
    asked: bool = False
    stage: str = "start"


class WelcomeTo:
    """A whole game. `options` are those of the engine; `data` is the content of welcometo.toml."""

    def __init__(self, seats: int, options: Mapping[str, str], data: Mapping[str, Any]) -> None:
        self.seats, self.options, self.data = seats, dict(options), data
        ids = [int(n) for n in options["plans"].split("/")]
        self.plans = [next(p for p in data["plans"] if p["id"] == i) for i in ids]
        self.rounds = options["advanced"] == "yes" or 25 in ids
        self.expert = options["mode"] == "expert"
        self.deck = Counter(
            {
                f"{number}{EFFECTS[i]}": n
                for number, row in data["deck"]["counts"].items()
                for i, n in enumerate(row)
                if n
            }
        )
        self.sheets = [Sheet(data) for _ in range(seats)]
        self.pile: Counter[str] = Counter(self.deck)
        self.effects: list[str] = []
        self.numbers: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.left = [""] * seats
        self.turns = 0
        self.taken: set[int] = set()
        self.solo = False
        self.begin_cards()

    def copy(self) -> WelcomeTo:
        other = copy.copy(self)
        other.sheets = [self._sheet_copy(sheet) for sheet in self.sheets]
        for name in ("pile", "taken"):
            setattr(other, name, copy.copy(getattr(self, name)))
        for name in ("effects", "numbers", "hands", "left", "turn", "shown"):
            setattr(other, name, copy.deepcopy(getattr(self, name)))
        return other

    def _sheet_copy(self, sheet: Sheet) -> Sheet:
        data, sheet.data = sheet.data, {}
        other = copy.deepcopy(sheet)
        sheet.data = other.data = data
        return other

    # -- cards --

    def begin_cards(self) -> None:
        self.phase = "draw"
        self.turn = [Turn() for _ in range(self.seats)]
        self.shown = [0] * self.seats
        self.asked = False
        self._refill()

    def _refill(self) -> None:
        """Expert: an empty pile is made of all that no hand holds, when a card is needed."""
        if self.expert and not sum(self.pile.values()) and self._drawer() is not None:
            self._shuffle()

    def _shuffle(self) -> None:
        out = Counter(self.effects + [card for hand in self.hands for card in hand if card])
        self.pile = self.deck - out

    def _drawer(self) -> int | None:
        needs = (seat for seat, hand in enumerate(self.hands) if len(hand) < 3)
        return next(needs, None)

    def _cards_due(self) -> int:
        if self.seats == 1:
            return 3 - len(self.numbers)
        return 6 - len(self.effects) - len(self.numbers)

    def _solo_may_come(self) -> bool:
        return self.seats == 1 and not self.solo and sum(self.pile.values()) <= 41

    # -- who is next, what is possible --

    @property
    def actor(self) -> int:
        if self.phase == "over":
            return OVER
        if self.phase == "turn":
            for seat, turn in enumerate(self.turn):
                if turn.stage != "done":
                    return seat
        return CHANCE

    def outcomes(self) -> dict[str, Fraction]:
        """The events that may come, with their chances."""
        if self.phase == "turn":
            return {self._show(): Fraction(1)}
        if self.phase == "pass":
            seat = next(s for s, hand in enumerate(self.left) if hand)
            return {f"pass{seat}:{self.left[seat]}": Fraction(1)}
        total = sum(self.pile.values()) + self._solo_may_come()
        name = f"draw{self._drawer()}" if self.expert else "card"
        found = {
            f"{name}:{card}": Fraction(n, total)
            for card, n in sorted(self.pile.items(), key=lambda item: card_key(item[0]))
            if n
        }
        if self._solo_may_come():
            found["card:solo"] = Fraction(1, total)
        return found

    def _show(self) -> str:
        seat = next(s for s, n in enumerate(self.shown) if n < 2)
        turn = self.turn[seat]
        if self.shown[seat] == 1:
            claims = "/".join(map(str, sorted(turn.claims))) or "-"
            houses = "/".join(spot_name(s) for s in SPOTS if s in turn.marked) or "-"
            return f"plans{seat}:{claims}:{houses}:{'yes' if turn.asked else 'no'}"
        if not turn.cards:
            if not self.expert:
                return f"refusal{seat}:{turn.roundabout}"
            cards = "+".join(sorted(self.hands[seat], key=card_key))
            return f"fold{seat}:{turn.roundabout}/{cards}"
        built = f"{turn.number}@{turn.house}/{turn.effect}"
        if self.expert:
            return f"expert{seat}:{turn.roundabout}/{'+'.join(turn.cards)}>{built}"
        return f"turn{seat}:{turn.roundabout}/{turn.cards[0][:-1]}>{built}"

    def pairs(self, seat: int) -> Iterator[tuple[str, int, str]]:
        """The word of each pair, its number, its effect."""
        if self.expert or self.seats == 1:
            cards = self.hands[seat] if self.expert else self.numbers
            for a, b in itertools.permutations(cards, 2):
                number, effect = int(a[:-1]), b[-1]
                yield f"play:{a}+{b}" if self.expert else f"use:{number}{effect}", number, effect
        else:
            for a, b in zip(self.numbers, self.effects, strict=True):
                yield f"use:{a[:-1]}{b[-1]}", int(a[:-1]), b[-1]

    def _shifts(self, number: int, effect: str) -> range:
        return range(number - 2, number + 3) if effect == "T" else range(number, number + 1)

    def working(self, seat: int) -> Sheet:
        """The sheet with what the seat has done in this turn."""
        sheet, turn = self._sheet_copy(self.sheets[seat]), self.turn[seat]
        if not self.shown[seat]:
            if turn.roundabout != "-":
                sheet.build_round(spot_of(turn.roundabout))
            if turn.house:
                sheet.build(turn.number, spot_of(turn.house), turn.effect[0])
                self._do(sheet, turn.effect)
        sheet.used |= set(turn.marked)
        return sheet

    def _do(self, sheet: Sheet, effect: str) -> None:
        kind, _, what = effect.partition(":")
        if kind == "S" and what:
            sheet.fences.add(spot_of(what.split("-")[0]))
        elif kind == "B" and what:
            sheet.copy_number(spot_of(what[:-1]), what[-1])
        elif kind == "A" and what:
            sheet.agents[int(what) - 1] += 1

    def legal(self) -> list[str]:
        seat = self.actor
        turn, sheet = self.turn[seat], self.working(seat)
        if turn.stage in ("start", "round"):
            return self._legal_start(seat, turn, sheet)
        if turn.stage == "build":
            _, number, effect = self._used(turn)
            return [
                f"build:{n}@{spot_name(spot)}"
                for n in self._shifts(number, effect)
                for spot in sheet.places(n)
            ]
        if turn.stage == "effect":
            return [*self._effects(turn, sheet), "skip"]
        if turn.stage == "claim":
            found = [f"claim:{i + 1}" for i in self._claimable(seat, sheet)]
            return [*found, "done", *(["reshuffle"] if self._may_ask(turn) else [])]
        return [f"estate:{spot_name(e[0])}" for e in self._picks(turn, sheet)[1]]

    def _legal_start(self, seat: int, turn: Turn, sheet: Sheet) -> list[str]:
        found = []
        if turn.stage == "start" and self.rounds:
            found = [f"round:{spot_name(s)}" for s in SPOTS if sheet.may_round(s)]
        plain = shifted = False
        for word, number, effect in self.pairs(seat):
            here = any(sheet.places(n) for n in self._shifts(number, effect))
            if here and word not in found:
                found.append(word)
            plain |= bool(sheet.places(number))
            shifted |= here
        if not (shifted if self.options["refusal"] == "stuck" else plain):
            found.append("refuse")
        return found

    def _used(self, turn: Turn) -> tuple[str, int, str]:
        first, second = turn.cards[0], turn.cards[-1]
        return "", int(first[:-1]), second[-1]

    def _effects(self, turn: Turn, sheet: Sheet) -> list[str]:
        if turn.effect == "S":
            return [f"fence:{gap_name(spot)}" for spot in SPOTS if sheet.may_fence(spot)]
        if turn.effect == "B":
            return [
                f"bis:{spot_name(spot)}{side}"
                for spot in SPOTS
                for side in "<>"
                if sheet.may_bis(spot, side)
            ]
        if turn.effect == "A":
            boxes = (1, 2, 3, 4, 4, 4)
            return [f"agent:{s + 1}" for s in range(6) if sheet.agents[s] < boxes[s]]
        return []

    def _claimable(self, seat: int, sheet: Sheet) -> list[int]:
        ends = self.options["ends_roundabout"] == "counts"
        return [
            i
            for i, plan in enumerate(self.plans)
            if sheet.plans[i] == "-"
            and i + 1 not in self.turn[seat].claims
            and sheet.fulfils(plan, ends)
        ]

    def _may_ask(self, turn: Turn) -> bool:
        offer = self.options["reshuffle"]
        if self.seats == 1 or offer == "never":
            return False
        if offer == "first_plan":
            return bool(turn.claims) and not self.taken
        return any(i not in self.taken for i in turn.claims)

    def _picks(self, turn: Turn, sheet: Sheet) -> tuple[int, list[list[Spot]]]:
        """How many estates of the next size are needed, and those that may be chosen."""
        sizes = Counter(self.plans[turn.plan - 1].get("sizes", []))
        for size in range(6, 0, -1):
            estates = [e for e in sheet.unused() if len(e) == size]
            mine = [e for e in estates if e[0] in turn.chosen]
            need = sizes[size] - len(mine)
            if need > 0:
                after = max((SPOTS.index(e[0]) for e in mine), default=-1)
                left = [e for e in estates if SPOTS.index(e[0]) > after]
                return need, left[: len(left) - need + 1]
        return 0, []

    # -- what happens --

    def play(self, text: str) -> None:
        word, _, rest = text.partition(":")
        if self.actor >= 0:
            self._move(self.actor, word, rest)
        elif word == "card":
            self._card(rest)
        elif word[:-1] == "draw":
            self.hands[int(word[-1])].append(rest)
            self.pile[rest] -= 1
            self._refill()
            if self._drawer() is None:
                self.phase = "turn"
        elif word[:-1] == "pass":
            seat = int(word[-1])
            self.hands[(seat + 1) % self.seats].append(self.left[seat])
            self.left[seat] = ""
            self._passed()
        else:
            self._shown(int(word[-1]), word[:-1])

    def _card(self, card: str) -> None:
        if card == "solo":
            self.solo, self.taken = True, {1, 2, 3}
            return
        self.pile[card] -= 1
        wanted = self.effects if self.seats > 1 and len(self.effects) < 3 else self.numbers
        wanted.append(card)
        if not self._cards_due():
            self.phase = "turn"

    def _move(self, seat: int, word: str, rest: str) -> None:
        turn = self.turn[seat]
        if word == "round":
            turn.roundabout, turn.stage = rest, "round"
        elif word in ("use", "play"):
            turn.cards = tuple(rest.split("+"))
            turn.stage = "build"
        elif word == "refuse":
            self._plans_next(seat)
        elif word == "build":
            number, _, turn.house = rest.partition("@")
            turn.number, turn.effect = int(number), self._used(turn)[2]
            turn.stage = "effect"
            if not self._effects(turn, self.working(seat)):
                self._plans_next(seat)
        elif word in ("fence", "bis", "agent"):
            turn.effect += f":{rest}"
            self._plans_next(seat)
        elif word == "skip":
            self._plans_next(seat)
        elif word == "claim":
            turn.plan = int(rest)
            self._pick_on(seat)
        elif word == "estate":
            sheet = self.working(seat)
            turn.chosen += next(e for e in sheet.unused() if e[0] == spot_of(rest))
            self._pick_on(seat)
        else:
            turn.asked = word == "reshuffle"
            turn.stage = "done"

    def _plans_next(self, seat: int) -> None:
        turn = self.turn[seat]
        more = self._claimable(seat, self.working(seat)) or self._may_ask(turn)
        turn.stage = "claim" if more else "done"

    def _pick_on(self, seat: int) -> None:
        turn, sheet = self.turn[seat], self.working(seat)
        while True:
            need, estates = self._picks(turn, sheet)
            if not need:
                break
            if len(estates) > 1:
                turn.stage = "pick"
                return
            # There is just one to be chosen: nothing to ask.
            turn.chosen += estates[0]
        turn.marked += turn.chosen + sheet.streets_of(self.plans[turn.plan - 1])
        turn.claims.append(turn.plan)
        turn.chosen, turn.plan = [], 0
        self._plans_next(seat)

    # -- the end of a turn --

    def _shown(self, seat: int, word: str) -> None:
        turn, sheet = self.turn[seat], self.sheets[seat]
        if word == "plans":
            for i in turn.claims:
                sheet.plans[i - 1] = "later" if i in self.taken else "first"
            sheet.used |= set(turn.marked)
            self.asked |= turn.asked
            self.shown[seat] = 2
        else:
            if turn.roundabout != "-":
                sheet.build_round(spot_of(turn.roundabout))
            if turn.cards:
                sheet.build(turn.number, spot_of(turn.house), turn.effect[0])
                self._do(sheet, turn.effect)
            else:
                sheet.refusals += 1
            if self.expert:
                used = turn.cards or tuple(self.hands[seat])
                for card in used:
                    self.hands[seat].remove(card)
            ends = self.options["ends_roundabout"] == "counts"
            possible = any(
                sheet.plans[i] == "-" and sheet.fulfils(plan, ends)
                for i, plan in enumerate(self.plans)
            )
            self.shown[seat] = 1 if possible else 2
        if all(n == 2 for n in self.shown):
            self._end_turn()

    def _end_turn(self) -> None:
        self.turns += 1
        for sheet in self.sheets:
            self.taken |= {i + 1 for i, state in enumerate(sheet.plans) if state != "-"}
        if self.ends():
            self.phase = "over"
            return
        if self.expert:
            self.phase = "pass"
            self.left = [hand[0] if hand else "" for hand in self.hands]
            self.hands = [[] for _ in range(self.seats)]
            self._passed()
        else:
            self._next_cards()

    def _passed(self) -> None:
        if not any(self.left):
            self._next_cards()

    def _next_cards(self) -> None:
        asked = self.asked
        if self.expert:
            if asked:
                self._shuffle()
        elif self.seats == 1:
            self.numbers = []
        else:
            self.effects, self.numbers = self.numbers, []
            empty = not sum(self.pile.values())
            if asked or (empty and self.options["pile"] == "all"):
                self.effects = []
            if asked or empty:
                self._shuffle()
        self.begin_cards()

    def ends(self) -> bool:
        for sheet in self.sheets:
            full = all(sheet.at(spot).filled for spot in SPOTS)
            if sheet.refusals == 3 or "-" not in sheet.plans or full:
                return True
        return self.seats == 1 and not sum(self.pile.values())

    def temp_points(self, seat: int) -> int:
        mine = self.sheets[seat].temps
        if self.seats == 1:
            return 7 if mine >= 6 else 0
        counts = sorted({sheet.temps for sheet in self.sheets if sheet.temps}, reverse=True)
        rank = counts.index(mine) if mine else 3
        return (7, 4, 1)[rank] if rank < 3 else 0

    def points(self) -> list[int]:
        return [s.points(self.plans) + self.temp_points(i) for i, s in enumerate(self.sheets)]

    def shares(self) -> list[Fraction]:
        """Of a game with two seats or more: the best share the win."""

        def rank(seat: int) -> tuple[int, ...]:
            sizes = Counter(len(estate) for estate in self.sheets[seat].estates())
            return self.points()[seat], sum(sizes.values()), *(sizes[n] for n in range(1, 7))

        ranks = [rank(seat) for seat in range(self.seats)]
        winners = ranks.count(max(ranks))
        return [Fraction(r == max(ranks), winners) for r in ranks]
