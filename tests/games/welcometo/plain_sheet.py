"""One sheet of Welcome To, plain and slow: lists of houses, sets of fences, all by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

STREETS = (10, 11, 12)
LETTERS = "ABC"
EFFECTS = "SPTBLA"
SPOTS = [(street, y) for street in range(3) for y in range(STREETS[street])]
ROUNDABOUT = "o"

Spot = tuple[int, int]


def spot_name(spot: Spot) -> str:
    return f"{LETTERS[spot[0]]}{spot[1] + 1}"


def spot_of(name: str) -> Spot:
    return LETTERS.index(name[0]), int(name[1:]) - 1


def gap_name(spot: Spot) -> str:
    """The gap to the right of a house."""
    return f"{spot_name(spot)}-{spot[1] + 2}"


def card_key(card: str) -> tuple[int, int]:
    return int(card[:-1]), EFFECTS.index(card[-1])


@dataclass
class House:
    number: int | None = None
    bis: bool = False
    roundabout: bool = False

    @property
    def filled(self) -> bool:
        return self.roundabout or self.number is not None

    def __str__(self) -> str:
        if self.roundabout:
            return ROUNDABOUT
        return "-" if self.number is None else f"{self.number}{'b' if self.bis else ''}"


class Sheet:
    """What one seat has written."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.houses = [[House() for _ in range(n)] for n in STREETS]
        self.fences: set[Spot] = set()
        self.used: set[Spot] = set()
        self.pools: set[Spot] = set()
        self.parks = [0, 0, 0]
        self.agents = [0] * 6
        self.temps = self.refusals = 0
        self.plans = ["-", "-", "-"]

    def at(self, spot: Spot) -> House:
        return self.houses[spot[0]][spot[1]]

    def numbered(self, spot: Spot) -> bool:
        return self.at(spot).number is not None

    # -- where numbers fit --

    def fits(self, number: int, spot: Spot) -> bool:
        street, y = spot
        row = self.houses[street]
        if row[y].filled or not 0 <= number <= 17:
            return False
        for house in reversed(row[:y]):
            if house.roundabout:
                break
            if house.number is not None and house.number >= number:
                return False
        for house in row[y + 1 :]:
            if house.roundabout:
                break
            if house.number is not None and house.number <= number:
                return False
        return True

    def places(self, number: int) -> list[Spot]:
        return [spot for spot in SPOTS if self.fits(number, spot)]

    # -- effects --

    def may_fence(self, spot: Spot) -> bool:
        street, y = spot
        if y + 1 >= STREETS[street] or spot in self.fences:
            return False
        left, right = self.houses[street][y : y + 2]
        if left.number is not None and left.number == right.number:
            return False
        return not ((street, y) in self.used and (street, y + 1) in self.used)

    def may_bis(self, spot: Spot, side: str) -> bool:
        street, y = spot
        other = (street, y - 1 if side == "<" else y + 1)
        if self.at(spot).filled or not 0 <= other[1] < STREETS[street]:
            return False
        gap = other if side == "<" else spot
        return self.numbered(other) and gap not in self.fences

    def may_round(self, spot: Spot) -> bool:
        built = sum(house.roundabout for row in self.houses for house in row)
        return built < 2 and not self.at(spot).filled

    def build_round(self, spot: Spot) -> None:
        street, y = spot
        self.at(spot).roundabout = True
        if y + 1 < STREETS[street]:
            self.fences.add(spot)
        if y > 0:
            self.fences.add((street, y - 1))

    def build(self, number: int, spot: Spot, effect: str) -> None:
        self.at(spot).number = number
        if effect == "T" and self.temps < 11:
            self.temps += 1
        if effect == "L" and self.parks[spot[0]] < spot[0] + 3:
            self.parks[spot[0]] += 1
        if effect == "P" and spot[1] in self.data["sheet"]["pools"][spot[0]]:
            self.pools.add(spot)

    def copy_number(self, spot: Spot, side: str) -> None:
        street, y = spot
        source = self.houses[street][y - 1 if side == "<" else y + 1]
        self.at(spot).number, self.at(spot).bis = source.number, True

    # -- estates and plans --

    def estates(self) -> list[list[Spot]]:
        """Completed estates, used or not."""
        found, here = [], []
        for spot in SPOTS:
            here.append(spot)
            if spot in self.fences or spot[1] + 1 == STREETS[spot[0]]:
                if len(here) <= 6 and all(self.numbered(s) for s in here):
                    found.append(here)
                here = []
        return found

    def unused(self) -> list[list[Spot]]:
        return [e for e in self.estates() if not any(s in self.used for s in e)]

    def full_parks(self, street: int) -> bool:
        return self.parks[street] == street + 3

    def full_pools(self, street: int) -> bool:
        return all((street, y) in self.pools for y in self.data["sheet"]["pools"][street])

    def streets_of(self, plan: Mapping[str, Any]) -> list[Spot]:
        """The houses that a plan of streets asks for."""
        if plan["kind"] == "full_street":
            return [spot for spot in SPOTS if spot[0] == plan["street"]]
        if plan["kind"] == "street_ends":
            return [(street, y) for street in range(3) for y in (0, STREETS[street] - 1)]
        return []

    def fulfils(self, plan: Mapping[str, Any], ends_roundabout: bool) -> bool:
        kind = plan["kind"]
        if kind == "estates":
            have = Counter(len(estate) for estate in self.unused())
            return all(have[size] >= n for size, n in Counter(plan["sizes"]).items())
        if kind in ("full_street", "street_ends"):
            spots = self.streets_of(plan)
            plain = kind == "full_street" or ends_roundabout
            if not plain and any(self.at(spot).roundabout for spot in spots):
                return False
            return all(self.at(s).filled and s not in self.used for s in spots)
        if kind == "five_bis":
            return any(sum(h.bis for h in row) >= plan["count"] for row in self.houses)
        if kind == "temps":
            return bool(self.temps >= plan["count"])
        if kind == "all_parks":
            return bool(sum(map(self.full_parks, range(3))) >= plan["streets_needed"])
        if kind == "all_pools":
            return bool(sum(map(self.full_pools, range(3))) >= plan["streets_needed"])
        if kind == "parks_and_pools":
            return self.full_parks(plan["street"]) and self.full_pools(plan["street"])
        return any(
            self.full_parks(s) and self.full_pools(s) and any(h.roundabout for h in self.houses[s])
            for s in range(3)
        )

    # -- points --

    def points(self, plans: Sequence[Mapping[str, Any]]) -> int:
        """All but the points for temps."""
        scores = self.data["scores"]
        houses = [house for row in self.houses for house in row]
        total: int = sum(
            scores["estate_values"][len(e) - 1][self.agents[len(e) - 1]] for e in self.estates()
        )
        total += sum(scores["parks"][street][n] for street, n in enumerate(self.parks))
        total += scores["pools"][len(self.pools)]
        total -= scores["bis_penalty"][min(9, sum(h.bis for h in houses))]
        total -= scores["permit_refusal_penalty"][self.refusals]
        total -= scores["roundabout_penalty"][sum(h.roundabout for h in houses)]
        for plan, state in zip(plans, self.plans, strict=True):
            total += plan[state] if state != "-" else 0
        return int(total)
