"""Sheets of Welcome To that no game has made, near to the plans in play, and positions with them.

Random games come near few plans and few ends of tracks. Here each sheet is drawn so that it nearly,
or just, fulfils the plans, with tracks at any height.
"""

from __future__ import annotations

import random
from collections import Counter

import sarai
from sarai import Game, State
from tests.games.welcometo.oracle import Card, Draft, WelcomeTo
from tests.games.welcometo.pairing import OPTIONS, STREETS, oracle_of
from tests.games.welcometo.plain_sheet import GAPS, PLACES, Sheet, gap_name, place_name
from tests.games.welcometo.plain_tables import (
    DECK,
    ESTATE_POINTS,
    LENGTHS,
    PARK_POINTS,
    PLANS,
    POOLS,
    TEMP_BOXES,
    Plan,
)


def game_with_plans(rng: random.Random) -> Game:
    """Random seats, options and plans, each of the 28 as likely as another of its stack."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    seats = rng.choice((1, 2, 2, 3, 4))
    if seats == 1:
        options["mode"] = "standard"
    advanced = options["advanced"] == "yes"
    stacks = [
        [n for n, plan in PLANS.items() if plan.stack == stack and (advanced or not plan.advanced)]
        for stack in (1, 2, 3)
    ]
    options["plans"] = "/".join(str(rng.choice(stack)) for stack in stacks)
    return sarai.game("welcometo", seats, options, seed=rng.randrange(2**32))


class Dealer:
    """Draws sheets for the plans of one game."""

    def __init__(self, oracle: WelcomeTo, rng: random.Random) -> None:
        self.plans, self.rng = oracle.plans, rng
        self.roundabouts = oracle.roundabouts

    def sheet(self, over: bool = False) -> Sheet:
        rng, sheet = self.rng, Sheet()
        aim = rng.choice(self.plans)
        if self.roundabouts:
            for place in rng.sample(PLACES, rng.choice((0, 1, 1, 2))):
                sheet.build_roundabout(place)
        filled = aim.pools or aim.ends or aim.street >= 0
        full = rng.choice((0.97, 0.99, 0.99) if filled else (0.3, 0.8, 0.97, 1.0))
        for street in range(3):
            self._fences(sheet, street, aim)
            bis = 0.7 if aim.bis else 0.0 if aim.pools else rng.choice((0.0, 0.1, 0.2, 0.5))
            self._numbers(sheet, street, full, bis)
        self._tracks(sheet, aim)
        sheet.refusals = rng.choice((0, 0, 1, 2, 3 if over else 2))
        return sheet

    def _fences(self, sheet: Sheet, street: int, aim: Plan) -> None:
        """Groups of sizes that a plan asks for, and of others."""
        sizes = [size for plan in (aim, *self.plans) for size in plan.sizes] or [1, 2, 3, 4, 5, 6]
        house = -1
        while house < LENGTHS[street]:
            house += self.rng.choice(sizes) if self.rng.random() < 0.9 else self.rng.randint(1, 9)
            if (street, house) in GAPS and self.rng.random() < 0.95:
                sheet.fences.add((street, house))

    def _numbers(self, sheet: Sheet, street: int, full: float, bis: float) -> None:
        rng, houses = self.rng, sheet.streets[street]
        start = 0
        while start < len(houses):
            end = start
            while end < len(houses) and houses[end] != "o":
                end += 1
            numbers = sorted(rng.sample(range(18), end - start))
            for house, number in zip(range(start, end), numbers, strict=True):
                copied = house > start and (street, house - 1) not in sheet.fences
                if copied and houses[house - 1] != "-" and rng.random() < bis:
                    houses[house] = f"{houses[house - 1].removesuffix('b')}b"
                elif rng.random() < full:
                    houses[house] = str(number)
            start = end + 1

    def _tracks(self, sheet: Sheet, aim: Plan) -> None:
        rng = self.rng
        for street in range(3):
            most = len(PARK_POINTS[street]) - 1
            sheet.parks[street] = (
                most if aim.parks and rng.random() < 0.85 else rng.randint(0, most)
            )
            likely = 0.95 if aim.pools else rng.choice((0.2, 0.6, 0.95))
            for house in POOLS[street]:
                written = sheet.streets[street][house]
                if written.isdigit() and rng.random() < likely:
                    sheet.pools.add((street, house))
        sheet.agents = [rng.randint(0, len(values) - 1) for values in ESTATE_POINTS]
        sheet.temps = rng.randint(5, 9) if aim.temps else rng.randint(0, TEMP_BOXES)

    def claims(self, sheet: Sheet, taken: set[int], over: bool) -> None:
        """Some plans are claimed already, and their houses used. (At the end of a game no sheet has
        to show why it has a plan.)"""
        rng = self.rng
        for n, plan in enumerate(self.plans, 1):
            if n not in taken or rng.random() < 0.5:
                continue
            houses = set(sheet.houses_of(plan))
            for size in set(plan.sizes):
                estates = sheet.unused_estates(size)
                if len(estates) >= plan.sizes.count(size):
                    chosen = rng.sample(estates, plan.sizes.count(size))
                    houses |= {place for estate in chosen for place in estate}
            if sheet.fulfils(plan, True):
                sheet.used |= houses
            elif not over:
                continue
            sheet.plans[n - 1] = rng.choice(("first", "later"))


def position(game: Game, rng: random.Random, over: bool = False) -> tuple[State, WelcomeTo] | None:
    """The start of a turn, or the end of a game, with random sheets: in the engine and in the plain
    rules. None if the sheets do not go together, by the plain rules."""
    oracle = oracle_of(game)
    dealer = Dealer(oracle, rng)
    oracle.taken = {n for n in (1, 2, 3) if rng.random() < 0.4}
    oracle.sheets = [dealer.sheet(over) for _ in range(game.seats)]
    if over and rng.random() < 0.2:
        oracle.sheets[1:] = [oracle.sheets[0].copy() for _ in range(1, game.seats)]
    for sheet in oracle.sheets:
        dealer.claims(sheet, oracle.taken, over)
    oracle.taken = {n for n in oracle.taken if any(s.plans[n - 1] != "-" for s in oracle.sheets)}
    for n in oracle.taken:
        firsts = [sheet for sheet in oracle.sheets if sheet.plans[n - 1] != "-"]
        if not any(sheet.plans[n - 1] == "first" for sheet in firsts):
            firsts[0].plans[n - 1] = "first"
    _deal(oracle, rng, each=1 if over else 3)
    oracle.turns = int(over) if oracle.alone else rng.randint(12, 20)
    if oracle.ends() != over:
        return None
    oracle.drafts = [Draft(sheet.copy()) for sheet in oracle.sheets]
    oracle.phase = "over" if over else "turn"
    return game.snapshot(snapshot_of(game, oracle)), oracle


def _deal(oracle: WelcomeTo, rng: random.Random, each: int) -> None:
    cards = list(Counter(DECK).elements())
    rng.shuffle(cards)
    out = each * oracle.seats if oracle.expert else 3 if oracle.alone else 6
    for card in cards[:out]:
        oracle.pile[card] -= 1
    if oracle.expert:
        oracle.hands = [
            [Card(card, {seat}) for card in cards[each * seat : each * seat + each]]
            for seat in range(oracle.seats)
        ]
    else:
        oracle.numbers, oracle.effects = cards[:3], cards[3:out]


def snapshot_of(game: Game, oracle: WelcomeTo) -> str:
    """The snapshot of a full state at the start of a turn or at the end of the game."""
    values = dict(pair.split("=") for pair in game.start().snapshot().split(";"))
    values |= {
        "phase": oracle.phase,
        "turns": str(oracle.turns),
        "numbers": "/".join(oracle.numbers or "---"),
        "effects": "/".join(oracle.effects or "---"),
        "taken": "/".join(map(str, sorted(oracle.taken))) or "-",
        "pile": "/".join(card for card in DECK for _ in range(oracle.pile[card])),
    }
    for seat, sheet in enumerate(oracle.sheets):
        own = {
            "fences": "/".join(gap_name(gap) for gap in GAPS if gap in sheet.fences),
            "used": "/".join(place_name(p) for p in PLACES if p in sheet.used),
            "pools": "/".join(place_name(p) for p in PLACES if p in sheet.pools),
            "parks": "".join(c * n for c, n in zip("ABC", sheet.parks, strict=True)),
            "agents": "".join(c * n for c, n in zip("123456", sheet.agents, strict=True)),
            "temps": str(sheet.temps),
            "refusals": str(sheet.refusals),
            "plans": "/".join(sheet.plans),
            "hand": "/".join([*(card.text for card in oracle.hands[seat]), "-", "-", "-"][:3]),
        }
        own |= {name: "/".join(sheet.streets[i]) for i, name in enumerate(STREETS)}
        values |= {f"{name}{seat}": value or "-" for name, value in own.items()}
    return ";".join(f"{key}={value}" for key, value in values.items())
