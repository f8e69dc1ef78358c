"""The sheet of one seat of Welcome To, in slow, obvious, plain Python (see oracle.py).

A house is a text: "-" empty, "8" a number, "8b" a bis, "o" a roundabout. A place is a pair (street,
house), both counted from 0. A fence is named by the place to its left.
"""

from __future__ import annotations

from copy import copy as shallow_copy
from typing import Self

from tests.games.welcometo.plain_tables import (
    BIS_COST,
    ESTATE_POINTS,
    LENGTHS,
    PARK_POINTS,
    POOL_POINTS,
    POOLS,
    REFUSAL_COST,
    ROUNDABOUT_COST,
    TEMP_BOXES,
    Plan,
)

Place = tuple[int, int]

PLACES = [(street, house) for street in range(3) for house in range(LENGTHS[street])]
GAPS = [(street, house) for street, house in PLACES if house + 1 < LENGTHS[street]]


def place_name(place: Place) -> str:
    return f"{'ABC'[place[0]]}{place[1] + 1}"


def gap_name(gap: Place) -> str:
    return f"{place_name(gap)}-{gap[1] + 2}"


PLACE_OF = {place_name(place): place for place in PLACES}
GAP_OF = {gap_name(gap): gap for gap in GAPS}


class Sheet:
    def __init__(self) -> None:
        self.streets = [["-"] * length for length in LENGTHS]
        self.fences: set[Place] = set()
        self.used: set[Place] = set()  # houses that were used for a plan
        self.pools: set[Place] = set()
        self.parks = [0, 0, 0]
        self.agents = [0] * 6
        self.temps = 0
        self.refusals = 0
        self.plans = ["-", "-", "-"]  # or "first", or "later"

    def copy(self) -> Self:
        twin = shallow_copy(self)
        twin.streets = [list(street) for street in self.streets]
        twin.fences, twin.used, twin.pools = set(self.fences), set(self.used), set(self.pools)
        twin.parks, twin.agents, twin.plans = list(self.parks), list(self.agents), list(self.plans)
        return twin

    def house(self, place: Place) -> str:
        return self.streets[place[0]][place[1]]

    def number(self, place: Place) -> int | None:
        text = self.house(place)
        return None if text in ("-", "o") else int(text.removesuffix("b"))

    def empty(self) -> list[Place]:
        return [place for place in PLACES if self.house(place) == "-"]

    # ---- numbers ----

    def fits(self, number: int, place: Place) -> bool:
        """Greater than all to its left, smaller than all to its right, up to a roundabout."""
        street, house = place
        if not 0 <= number <= 17 or self.house(place) != "-":
            return False
        for other in range(house - 1, -1, -1):
            if self.house((street, other)) == "o":
                break
            left = self.number((street, other))
            if left is not None and left >= number:
                return False
        for other in range(house + 1, LENGTHS[street]):
            if self.house((street, other)) == "o":
                break
            right = self.number((street, other))
            if right is not None and right <= number:
                return False
        return True

    def places_for(self, number: int) -> list[Place]:
        return [place for place in PLACES if self.fits(number, place)]

    def write(self, number: int, place: Place, effect: str) -> None:
        """A number with the part of its effect that nobody is asked about."""
        street, house = place
        self.streets[street][house] = str(number)
        if effect == "P" and house in POOLS[street]:
            self.pools.add(place)
        if effect == "T":
            self.temps = min(self.temps + 1, TEMP_BOXES)
        if effect == "L":
            self.parks[street] = min(self.parks[street] + 1, len(PARK_POINTS[street]) - 1)

    # ---- effects that ask ----

    def free_gaps(self) -> list[Place]:
        return [gap for gap in GAPS if self.may_fence(gap)]

    def may_fence(self, gap: Place) -> bool:
        street, house = gap
        left, right = (street, house), (street, house + 1)
        if gap in self.fences:
            return False
        if self.number(left) is not None and self.number(left) == self.number(right):
            return False
        return not (left in self.used and right in self.used)

    def bis_choices(self) -> list[str]:
        """A house and the side that it copies: "A4<" has the number of A3."""
        found = []
        for street, house in self.empty():
            for side, other, gap in (("<", house - 1, house - 1), (">", house + 1, house)):
                if not 0 <= other < LENGTHS[street] or (street, gap) in self.fences:
                    continue
                if self.number((street, other)) is not None:
                    found.append(f"{place_name((street, house))}{side}")
        return found

    def write_bis(self, choice: str) -> None:
        street, house = PLACE_OF[choice[:-1]]
        number = self.number((street, house - 1 if choice[-1] == "<" else house + 1))
        self.streets[street][house] = f"{number}b"

    def open_agents(self) -> list[int]:
        return [s + 1 for s in range(6) if self.agents[s] + 1 < len(ESTATE_POINTS[s])]

    def roundabouts(self) -> int:
        return sum(street.count("o") for street in self.streets)

    def build_roundabout(self, place: Place) -> None:
        street, house = place
        self.streets[street][house] = "o"
        self.fences |= {(street, house - 1), (street, house)} & set(GAPS)

    # ---- estates and plans ----

    def estates(self) -> list[list[Place]]:
        """Completed ones of one to six houses."""
        found = []
        for street in range(3):
            group: list[Place] = []
            for house in range(LENGTHS[street]):
                group.append((street, house))
                if (street, house) in self.fences or house + 1 == LENGTHS[street]:
                    if len(group) <= 6 and all(self.number(p) is not None for p in group):
                        found.append(group)
                    group = []
        return found

    def unused_estates(self, size: int) -> list[list[Place]]:
        return [
            estate
            for estate in self.estates()
            if len(estate) == size and not any(place in self.used for place in estate)
        ]

    def all_parks(self, street: int) -> bool:
        return self.parks[street] == len(PARK_POINTS[street]) - 1

    def all_pools(self, street: int) -> bool:
        return all((street, house) in self.pools for house in POOLS[street])

    def houses_of(self, plan: Plan) -> list[Place]:
        """Houses that a plan of filled houses is about."""
        if plan.ends:
            return [(street, end) for street in range(3) for end in (0, LENGTHS[street] - 1)]
        if plan.street >= 0 and not plan.parks:
            return [(plan.street, house) for house in range(LENGTHS[plan.street])]
        return []

    def fulfils(self, plan: Plan, roundabouts_at_ends: bool) -> bool:
        if plan.sizes:
            return all(
                len(self.unused_estates(size)) >= plan.sizes.count(size) for size in range(1, 7)
            )
        houses = self.houses_of(plan)
        if houses:
            bare = ["-", "o"] if plan.ends and not roundabouts_at_ends else ["-"]
            return all(self.house(p) not in bare and p not in self.used for p in houses)
        if plan.bis:
            most = max(sum(text.endswith("b") for text in street) for street in self.streets)
            return most >= plan.bis
        if plan.temps:
            return self.temps >= plan.temps
        good = [
            street
            for street in range(3)
            if (not plan.parks or self.all_parks(street))
            and (not plan.pools or self.all_pools(street))
            and (not plan.roundabout or "o" in self.streets[street])
        ]
        return plan.street in good if plan.street >= 0 else len(good) >= plan.streets

    # ---- points, without plans and temps ----

    def points(self) -> int:
        total = sum(PARK_POINTS[street][self.parks[street]] for street in range(3))
        total += POOL_POINTS[len(self.pools)]
        for estate in self.estates():
            size = len(estate)
            total += ESTATE_POINTS[size - 1][self.agents[size - 1]]
        bis = sum(text.endswith("b") for street in self.streets for text in street)
        total -= BIS_COST[min(bis, len(BIS_COST) - 1)]
        total -= REFUSAL_COST[self.refusals]
        total -= ROUNDABOUT_COST[self.roundabouts()]
        return total
