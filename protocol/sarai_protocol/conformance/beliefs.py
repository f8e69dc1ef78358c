"""Steps: `belief`. Its numbers add up, and are those of the library for the same view.

The library's own numbers are held against deals that it draws by its tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sarai import belief
from sarai.inference import Zone

from ..hgi.messages import Message, to_text
from .context import Check, Step
from .features import lines_of
from .session import Session, require, shown
from .truth import History

ROUNDED = 0.0011
"""Numbers have three decimals."""


@dataclass(slots=True)
class Told:
    """The lines of an answer."""

    pools: dict[str, Message] = field(default_factory=dict)
    zones: dict[str, Message] = field(default_factory=dict)


async def asked(session: Session, history: History, seat: int) -> Told:
    """The belief of a seat; Failed if its lines are not of the form."""
    await session.silent(history.position(seat))
    *lines, _ = await lines_of(session, "belief")
    found = Told()
    for message in lines:
        line = shown(to_text(message))
        require(message.name == "belief", f"`{line}` is no line of `belief`")
        zone = "zone" in message.values
        needed = ("pool", "hidden", "known") if zone else ("pool", "count", "cards")
        missing = [key for key in needed if key not in message.values]
        require(not missing, f"`{line}` lacks {' '.join(missing)}")
        (found.zones if zone else found.pools)[message["zone" if zone else "pool"]] = message
    return found


async def adds_up(check: Check) -> None:
    """Counts of cards, numbers of hidden places, means and chances fit together."""
    session = await check.start()
    for history in check.positions.decisions(12, 3000):
        for seat in range(history.game.seats):
            told = await asked(session, history, seat)
            for message in told.pools.values():
                total = sum(message["cards"].values())
                good = total == message["count"]
                require(good, f"the cards are {total}: `{shown(to_text(message))}`")
            for message in told.zones.values():
                _zone_adds_up(told, message)
            for name in told.pools:
                _pool_adds_up(told, name)


def _zone_adds_up(told: Told, message: Message) -> None:
    line, hidden = shown(to_text(message)), message["hidden"]
    require(message["pool"] in told.pools, f"there is no such pool: `{line}`")
    chance, mean = message.get("chance", {}), message.get("mean", {})
    require(set(chance) == set(mean), f"chance and mean have other kinds: `{line}`")
    slack = ROUNDED * (len(mean) + 1)
    require(abs(sum(mean.values()) - hidden) <= slack, f"the means are not {hidden}: `{line}`")
    cards = told.pools[message["pool"]]["cards"]
    for kind, p in chance.items():
        most = min(hidden, cards.get(kind, 0))
        good = 0 <= p <= 1 and p <= mean[kind] + ROUNDED and mean[kind] <= most * p + most * ROUNDED
        require(good, f"chance and mean of {kind} do not fit: `{line}`")


def _pool_adds_up(told: Told, name: str) -> None:
    """All zones of a pool hold at most what it has; if they hide all of it, just that."""
    pool = told.pools[name]
    zones = [zone for zone in told.zones.values() if zone["pool"] == name]
    hidden = sum(zone["hidden"] for zone in zones)
    require(hidden <= pool["count"], f"the zones of {name} hide {hidden} of {pool['count']} cards")
    for kind, count in pool["cards"].items():
        mean = sum(zone.get("mean", {}).get(kind, 0.0) for zone in zones)
        slack = ROUNDED * (len(zones) + 1)
        good = abs(mean - count) <= slack if hidden == pool["count"] else mean <= count + slack
        require(good, f"the zones of {name} expect {mean:.3f} of {count} cards {kind}")


# ---- against the library ----


async def as_known(check: Check) -> None:
    """Each number, pool by pool and zone by zone, as the library computes it from the view."""
    session = await check.start()
    for number, history in enumerate(check.positions.decisions(8, 3100)):
        seat = number % history.game.seats
        right = belief(history.views[seat])
        told = await asked(session, history, seat)
        _same_names(told.pools, [pool.name for pool in right.pools], "pool")
        for pool in right.pools:
            message = told.pools[pool.name]
            same = message["cards"] == dict(pool.cards)
            require(same, f"the unseen cards are {dict(pool.cards)}: `{shown(to_text(message))}`")
        zones = [zone for zone in right.zones if zone.hidden or zone.known != "-"]
        _same_names(told.zones, [zone.name for zone in zones], "zone")
        for zone in zones:
            _same_zone(told.zones[zone.name], zone)


def _same_names(told: Mapping[str, Message], right: Sequence[str], what: str) -> None:
    lacking = [name for name in right if name not in told]
    require(not lacking, f"there is no `belief {what} {' '.join(lacking[:1])}`")
    more = [n for n, m in told.items() if n not in right and (what == "pool" or m["hidden"])]
    require(not more, f"there is a `belief {what} {' '.join(more[:1])}` too many")


def _same_zone(message: Message, zone: Zone) -> None:
    line = shown(to_text(message))
    require(message["hidden"] == zone.hidden, f"{zone.hidden} are hidden: `{line}`")
    require(message["known"] == zone.known, f"known are {zone.known}: `{line}`")
    require(message["pool"] == zone.pool, f"they are from pool {zone.pool}: `{line}`")
    for what, right in (("chance", zone.chance), ("mean", zone.mean)):
        told = message.get(what, {})
        for kind in {*told, *right}:
            wanted, found = right.get(kind, 0.0), told.get(kind, 0.0)
            near = abs(wanted - found) <= ROUNDED
            require(near, f"{what} of {kind} is {wanted:.3f}, not {found:.3f}: `{line}`")


STEPS = (
    Step("belief adds up", "3 belief", adds_up, needs=("belief",)),
    Step("belief of the game", "3 belief", as_known, needs=("belief",)),
)
