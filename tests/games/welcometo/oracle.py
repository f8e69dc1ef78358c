"""Welcome To in slow, obvious, plain Python: the second opinion for the tests of the engine.

Written from the rules text alone, without a look at the engine. The tests play the same game here
and there and compare. It knows no future: whatever is turned up or drawn is an event that the
caller chooses. What a seat has chosen in a turn stands on a draft of its sheet until it is shown.

The caller plays the texts of protocol/games/welcometo.md:

    moves of a seat   round:A4   use:8S   play:8S+5A   refuse   build:8@A4   fence:A3-4   bis:A4<
                      agent:3   skip   claim:1   estate:A3   done   reshuffle
    cards             card:8S   card:solo   draw0:8S   pass0:8S
    what was chosen   turn0:-/8>8@A4/S:A3-4   refusal0:-   expert0:-/8S+5A>8@A4/A:3
                      fold0:-/8S+8S+9A   plans0:1:A1/A2:no
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy as shallow_copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from typing import Self

from tests.games.welcometo.plain_sheet import (
    GAP_OF,
    PLACE_OF,
    PLACES,
    Place,
    Sheet,
    gap_name,
    place_name,
)
from tests.games.welcometo.plain_tables import DECK, PLANS, TEMP_POINTS, TEMPS_ALONE, Plan

CHANCE = -1
OVER = -2


def number_of(card: str) -> int:
    return int(card[:-1])


def in_deck_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=list(DECK).index)


@dataclass
class Card:
    """A card in a hand, and the seats that know it."""

    text: str
    knowers: set[int]


@dataclass
class Draft:
    """What a seat has chosen in this turn."""

    sheet: Sheet
    stage: str = "start"  # "build", "effect", "claim", "estate", "done"
    roundabout: str = "-"
    cards: list[str] = field(default_factory=list)  # expert: the two in use
    number: int = -1  # as printed
    effect: str = ""
    written: str = ""  # "8@A4"
    detail: str = ""  # ":A3-4"
    refused: bool = False
    shown: Sheet | None = None  # before any plan was claimed
    could_claim: bool = False
    claims: list[int] = field(default_factory=list)  # plans 1 to 3
    marked: set[Place] = field(default_factory=set)
    claiming: int = 0
    picked: list[list[Place]] = field(default_factory=list)
    asks: bool = False

    def copy(self) -> Self:
        shown = self.shown and self.shown.copy()
        return replace(
            self,
            sheet=self.sheet.copy(),
            cards=list(self.cards),
            shown=shown,
            claims=list(self.claims),
            marked=set(self.marked),
            picked=list(self.picked),
        )


class WelcomeTo:
    """One game of one to six seats."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.seats = seats
        self.expert = options["mode"] == "expert"
        self.alone = seats == 1
        if self.expert and self.alone:
            raise ValueError("the expert game needs two seats")
        self.refusal = options["refusal"]
        self.reshuffle = options["reshuffle"]
        self.pile_rule = options["pile"]
        self.roundabouts_at_ends = options["ends_roundabout"] == "counts"
        self.plan_ids = [int(n) for n in options["plans"].split("/")]
        self.plans: list[Plan] = [PLANS[n] for n in self.plan_ids]
        roundabout_plan = any(plan.roundabout for plan in self.plans)
        self.roundabouts = options["advanced"] == "yes" or roundabout_plan
        self.sheets = [Sheet() for _ in range(seats)]
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.numbers: list[str] = []
        self.effects: list[str] = []
        self.pile = Counter(DECK)
        self.solo_card = self.alone  # still in the pile
        self.taken: set[int] = set()  # plans that give the later points only
        self.turns = 0
        self.drafts: list[Draft] = []
        self.shows: list[str] = []  # what was chosen, to be shown; then the cards passed on
        self.phase = "draw"  # "turn", "pass", "over"

    def copy(self) -> Self:
        twin = shallow_copy(self)
        twin.sheets = [sheet.copy() for sheet in self.sheets]
        twin.drafts = [draft.copy() for draft in self.drafts]
        twin.hands = [list(hand) for hand in self.hands]
        twin.numbers, twin.effects = list(self.numbers), list(self.effects)
        twin.pile = self.pile.copy()
        twin.taken = set(self.taken)
        twin.shows = list(self.shows)
        return twin

    # ---- who is next, and what is possible ----

    @property
    def actor(self) -> int:
        """The seat to move, or CHANCE, or OVER."""
        if self.phase == "over":
            return OVER
        if self.phase == "turn":
            for seat, draft in enumerate(self.drafts):
                if draft.stage != "done":
                    return seat
        return CHANCE

    def legal(self) -> list[str]:
        return self.legal_of(self.actor) if self.actor >= 0 else []

    def outcomes(self) -> dict[str, Fraction]:
        """All outcomes of the chance event that is due, each with its probability."""
        if self.actor != CHANCE:
            return {}
        if self.phase != "draw":
            return {self.shows[0]: Fraction(1)}
        word = f"draw{self.drawing()}" if self.expert else "card"
        left = {f"{word}:{card}": n for card, n in self.pile.items() if n}
        if self.solo_card and sum(self.pile.values()) <= 41:
            left["card:solo"] = 1
        return {text: Fraction(n, sum(left.values())) for text, n in left.items()}

    def play(self, text: str) -> None:
        """Do a move of the seat to move, or let an outcome of the chance event come."""
        if text not in self.legal() and text not in self.outcomes():
            raise ValueError(f"{text!r} is not possible here ({self.phase})")
        if self.actor >= 0:
            self.move(self.actor, text)
            if self.actor == CHANCE:
                self.shows = [show for seat in range(self.seats) for show in self.shows_of(seat)]
        elif self.phase == "draw":
            self.turn_up(text)
        elif self.phase == "pass":
            self.pass_on(text)
        else:
            self.show(text)

    # ---- cards ----

    def drawing(self) -> int:
        """Expert: the seat that draws."""
        return next(seat for seat in range(self.seats) if len(self.hands[seat]) < 3)

    def cards_wanted(self) -> bool:
        if self.expert:
            return any(len(hand) < 3 for hand in self.hands)
        return len(self.numbers) < 3 or (not self.alone and len(self.effects) < 3)

    def turn_up(self, text: str) -> None:
        word, _, card = text.partition(":")
        if card == "solo":
            self.solo_card = False
            self.taken = {1, 2, 3}
            return
        self.pile[card] -= 1
        if self.expert:
            seat = int(word[4:])
            self.hands[seat].append(Card(card, {seat}))
        elif not self.alone and len(self.effects) < 3:
            self.effects.append(card)
        else:
            self.numbers.append(card)
        self.draw_on()

    def draw_on(self) -> None:
        """A new pile if it is needed; the turn if all cards are there."""
        if not self.cards_wanted():
            self.phase = "turn"
            self.drafts = [Draft(sheet.copy()) for sheet in self.sheets]
            return
        self.phase = "draw"
        if not sum(self.pile.values()):
            self.renew_pile(everything=self.pile_rule == "all")

    def renew_pile(self, everything: bool) -> None:
        """All cards but those in hands and, if not everything, those that are shown."""
        self.pile = Counter(DECK)
        if everything:
            self.numbers, self.effects = [], []
        for card in [*self.numbers, *self.effects, *(c.text for h in self.hands for c in h)]:
            self.pile[card] -= 1

    # ---- moves of a seat ----

    def combinations(self, seat: int) -> list[tuple[str, int, str]]:
        """The move, the printed number and the effect of all that might be used."""
        if self.expert:
            pairs = permutations([card.text for card in self.hands[seat]], 2)
            return [(f"play:{a}+{b}", number_of(a), b[-1]) for a, b in pairs]
        pairs = permutations(self.numbers, 2)
        if not self.alone:
            return [
                (f"use:{number_of(a)}{b[-1]}", number_of(a), b[-1])
                for a, b in zip(self.numbers, self.effects, strict=True)
            ]
        return [(f"use:{number_of(a)}{b[-1]}", number_of(a), b[-1]) for a, b in pairs]

    def legal_of(self, seat: int) -> list[str]:
        draft = self.drafts[seat]
        sheet = draft.sheet
        if draft.stage == "start":
            return self.starts(seat)
        if draft.stage == "build":
            return [
                f"build:{number}@{place_name(place)}"
                for number in shifts(draft.number, draft.effect)
                for place in sheet.places_for(number)
            ]
        if draft.stage == "effect":
            return [*effect_choices(sheet, draft.effect), "skip"]
        if draft.stage == "estate":
            size = self.size_to_choose(draft)
            assert size is not None
            return [f"estate:{place_name(e[0])}" for e in self.estates_to_choose(draft, size)]
        if draft.stage == "claim":
            asking = ["reshuffle"] if self.may_ask(draft) else []
            return [*(f"claim:{n}" for n in self.claimable(draft)), "done", *asking]
        return []

    def starts(self, seat: int) -> list[str]:
        draft, sheet = self.drafts[seat], self.drafts[seat].sheet
        found = []
        if self.roundabouts and draft.roundabout == "-" and sheet.roundabouts() < 2:
            found += [f"round:{place_name(place)}" for place in sheet.empty()]
        usable = []
        for text, number, effect in self.combinations(seat):
            if any(sheet.places_for(n) for n in shifts(number, effect)) and text not in usable:
                usable.append(text)
        if self.expert:
            printed = [number_of(card.text) for card in self.hands[seat]]
        else:
            printed = [number_of(card) for card in self.numbers]
        none_fits = not any(sheet.places_for(number) for number in printed)
        if none_fits if self.refusal == "printed" else not usable:
            found.append("refuse")
        return found + usable

    def move(self, seat: int, text: str) -> None:
        draft, sheet = self.drafts[seat], self.drafts[seat].sheet
        word, _, detail = text.partition(":")
        if word == "round":
            draft.roundabout = detail
            sheet.build_roundabout(PLACE_OF[detail])
        elif word == "refuse":
            draft.refused = True
            sheet.refusals += 1
            self.to_claims(seat)
        elif word in ("use", "play"):
            chosen = next(c for c in self.combinations(seat) if c[0] == text)
            _, draft.number, draft.effect = chosen
            draft.cards = detail.split("+")
            draft.stage = "build"
        elif word == "build":
            number, _, place = detail.partition("@")
            draft.written = detail
            sheet.write(int(number), PLACE_OF[place], draft.effect)
            draft.stage = "effect"
            if not effect_choices(sheet, draft.effect):
                self.to_claims(seat)
        elif word in ("fence", "bis", "agent", "skip"):
            if word == "fence":
                sheet.fences.add(GAP_OF[detail])
            elif word == "bis":
                sheet.write_bis(detail)
            elif word == "agent":
                sheet.agents[int(detail) - 1] += 1
            draft.detail = "" if word == "skip" else f":{detail}"
            self.to_claims(seat)
        elif word == "claim":
            draft.claiming, draft.picked = int(detail), []
            self.choose_estates(draft)
        elif word == "estate":
            first = PLACE_OF[detail]
            draft.picked.append(next(e for e in sheet.estates() if e[0] == first))
            self.choose_estates(draft)
        else:
            draft.asks = word == "reshuffle"
            draft.stage = "done"

    # ---- plans ----

    def to_claims(self, seat: int) -> None:
        draft = self.drafts[seat]
        draft.shown = draft.sheet.copy()
        draft.could_claim = bool(self.claimable(draft))
        draft.stage = "claim" if draft.could_claim else "done"

    def claimable(self, draft: Draft) -> list[int]:
        return [
            n
            for n, plan in enumerate(self.plans, 1)
            if draft.sheet.plans[n - 1] == "-"
            and n not in draft.claims
            and draft.sheet.fulfils(plan, self.roundabouts_at_ends)
        ]

    def may_ask(self, draft: Draft) -> bool:
        if self.reshuffle == "never" or self.alone or not draft.claims:
            return False
        if self.reshuffle == "first_plan":
            return not self.taken
        return any(n not in self.taken for n in draft.claims)

    def estates_to_choose(self, draft: Draft, size: int) -> list[list[Place]]:
        """Those behind the last one chosen that leave enough behind them."""
        picked = [estate for estate in draft.picked if len(estate) == size]
        needed = self.plans[draft.claiming - 1].sizes.count(size) - len(picked)
        behind = [
            estate
            for estate in draft.sheet.unused_estates(size)
            if not picked or estate[0] > picked[-1][0]
        ]
        return behind[: len(behind) - needed + 1] if needed else []

    def size_to_choose(self, draft: Draft) -> int | None:
        return next((s for s in range(6, 0, -1) if self.estates_to_choose(draft, s)), None)

    def choose_estates(self, draft: Draft) -> None:
        """Take the estates that there is no choice of; if there is one, ask."""
        while (size := self.size_to_choose(draft)) is not None:
            choices = self.estates_to_choose(draft, size)
            if len(choices) > 1:
                draft.stage = "estate"
                return
            draft.picked.append(choices[0])
        plan = self.plans[draft.claiming - 1]
        houses = {place for estate in draft.picked for place in estate}
        houses |= set(draft.sheet.houses_of(plan))
        draft.marked |= houses
        draft.sheet.used |= houses
        draft.claims.append(draft.claiming)
        more = self.claimable(draft) or self.may_ask(draft)
        draft.stage = "claim" if more else "done"

    # ---- all is shown ----

    def shows_of(self, seat: int) -> list[str]:
        draft = self.drafts[seat]
        effect = f"{draft.effect}{draft.detail}"
        if draft.refused and self.expert:
            cards = "+".join(in_deck_order([card.text for card in self.hands[seat]]))
            shows = [f"fold{seat}:{draft.roundabout}/{cards}"]
        elif draft.refused:
            shows = [f"refusal{seat}:{draft.roundabout}"]
        elif self.expert:
            cards = "+".join(draft.cards)
            number, _, place = draft.written.partition("@")
            shows = [f"expert{seat}:{draft.roundabout}/{cards}>{number}@{place}/{effect}"]
        else:
            shows = [f"turn{seat}:{draft.roundabout}/{draft.number}>{draft.written}/{effect}"]
        if draft.could_claim:
            claims = "/".join(str(n) for n in sorted(draft.claims)) or "-"
            houses = "/".join(place_name(p) for p in PLACES if p in draft.marked) or "-"
            shows.append(f"plans{seat}:{claims}:{houses}:{'yes' if draft.asks else 'no'}")
        return shows

    def show(self, text: str) -> None:
        self.shows.pop(0)
        word = text.partition(":")[0]
        seat = int(word[-1])
        draft = self.drafts[seat]
        assert draft.shown is not None
        if word[:-1] == "plans":
            self.sheets[seat] = draft.sheet
            for n in draft.claims:
                draft.sheet.plans[n - 1] = "later" if n in self.taken else "first"
        else:
            self.sheets[seat] = draft.shown
            if self.expert and draft.refused:
                self.hands[seat] = []
            elif self.expert:
                for used in draft.cards:
                    self.give_up(seat, used)
        if not self.shows:
            self.end_turn()

    def give_up(self, seat: int, text: str) -> None:
        """Of two equal cards the better known one: who knew it does not know of the other."""
        hand = self.hands[seat]
        hand.remove(max((c for c in hand if c.text == text), key=lambda c: len(c.knowers)))

    def end_turn(self) -> None:
        self.turns += 1
        self.taken |= {n for draft in self.drafts for n in draft.claims}
        if self.ends():
            self.phase = "over"
            return
        self.shows = [f"pass{s}:{h[0].text}" for s, h in enumerate(self.hands) if h]
        if self.shows:
            self.phase = "pass"
        else:
            self.next_turn()

    def pass_on(self, text: str) -> None:
        """A card goes to the next seat; that one's own card lies before it."""
        self.shows.pop(0)
        seat = int(text[4])
        card = next(c for c in self.hands[seat] if seat in c.knowers and c.text == text[6:])
        self.hands[seat].remove(card)
        after = (seat + 1) % self.seats
        self.hands[after].append(Card(card.text, card.knowers | {after}))
        if not self.shows:
            self.next_turn()

    def ends(self) -> bool:
        return (
            any(sheet.refusals == 3 for sheet in self.sheets)
            or any("-" not in sheet.plans for sheet in self.sheets)
            or any(not sheet.empty() for sheet in self.sheets)
            or (self.alone and not sum(self.pile.values()))
        )

    def next_turn(self) -> None:
        self.effects, self.numbers = ([] if self.alone else self.numbers), []
        if any(draft.asks for draft in self.drafts):
            self.renew_pile(everything=True)
        self.drafts = []
        self.draw_on()

    # ---- what a seat is told, and sees ----

    def observed(self, text: str, seat: int) -> str | None:
        """What a seat hears of what is played next."""
        if self.actor >= 0:
            return text if seat == self.actor else None
        word = text.partition(":")[0]
        if word[:-1] not in ("draw", "pass"):
            return text
        told = [int(word[4:])]
        if word[:-1] == "pass":
            told.append((told[0] + 1) % self.seats)
        return text if seat in told else f"{word}:?"

    def seen_hands(self, seat: int) -> list[list[str]]:
        return [[c.text if seat in c.knowers else "?" for c in hand] for hand in self.hands]

    def unseen_cards(self, seat: int) -> Counter[str]:
        """The pile, and what the seat does not see in the hands."""
        hidden = [c.text for hand in self.hands for c in hand if seat not in c.knowers]
        return +(self.pile + Counter(hidden))

    # ---- the result ----

    def points(self) -> list[int]:
        return [self.points_of(seat) for seat in range(self.seats)]

    def points_of(self, seat: int) -> int:
        sheet = self.sheets[seat]
        total = sheet.points() + self.temp_points(seat)
        for plan, claim in zip(self.plans, sheet.plans, strict=True):
            total += {"-": 0, "first": plan.first, "later": plan.later}[claim]
        return total

    def temp_points(self, seat: int) -> int:
        """The most temps, the second most, the third most; ties share a rank and leave none out."""
        temps = self.sheets[seat].temps
        if self.alone:
            return TEMP_POINTS[0] if temps >= TEMPS_ALONE else 0
        ahead = len({sheet.temps for sheet in self.sheets if sheet.temps > temps})
        return TEMP_POINTS[ahead] if temps > 0 and ahead < 3 else 0

    def rank(self, seat: int) -> list[int]:
        sizes = [len(estate) for estate in self.sheets[seat].estates()]
        return [self.points_of(seat), len(sizes), *(sizes.count(size) for size in range(1, 7))]

    def shares(self) -> list[Fraction]:
        """Shares of the win of two and more seats."""
        ranks = [self.rank(seat) for seat in range(self.seats)]
        winners = ranks.count(max(ranks))
        return [Fraction(int(rank == max(ranks)), winners) for rank in ranks]


def shifts(number: int, effect: str) -> list[int]:
    """What may be written for a printed number."""
    if effect != "T":
        return [number]
    return [n for n in range(number - 2, number + 3) if 0 <= n <= 17]


def effect_choices(sheet: Sheet, effect: str) -> list[str]:
    if effect == "S":
        return [f"fence:{gap_name(gap)}" for gap in sheet.free_gaps()]
    if effect == "B":
        return [f"bis:{choice}" for choice in sheet.bis_choices()]
    if effect == "A":
        return [f"agent:{size}" for size in sheet.open_agents()]
    return []
