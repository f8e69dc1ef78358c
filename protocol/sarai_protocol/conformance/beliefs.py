"""Steps: `belief`. Its numbers add up, and are those of the deals that the library draws.

What a zone holds is read from full states that the library draws from the view, uniformly over
deals; so a chance is compared with a frequency, and may be off by chance: by five standard errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from sarai import Rng, State
from sarai.games.jaipur.notation import LETTERS, PILES, token_values

from ..hgi.messages import Message, to_text
from .context import Check, Step
from .features import lines_of
from .session import Session, require, shown
from .truth import History

DRAWS = 1500
ROUNDED = 0.0011
"""Numbers have three decimals."""

Zones = Mapping[str, Counter[str]]


@dataclass(slots=True)
class Belief:
    """The lines of an answer."""

    pools: dict[str, Message] = field(default_factory=dict)
    zones: dict[str, Message] = field(default_factory=dict)


async def asked(session: Session, history: History, seat: int) -> Belief:
    """The belief of a seat; Failed if its lines are not of the form."""
    await session.silent(history.position(seat))
    *lines, _ = await lines_of(session, "belief")
    found = Belief()
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
            belief = await asked(session, history, seat)
            for message in belief.pools.values():
                total = sum(message["cards"].values())
                good = total == message["count"]
                require(good, f"the cards are {total}: `{shown(to_text(message))}`")
            for message in belief.zones.values():
                _zone_adds_up(belief, message)
            for name in belief.pools:
                _pool_adds_up(belief, name)


def _zone_adds_up(belief: Belief, message: Message) -> None:
    line, hidden = shown(to_text(message)), message["hidden"]
    require(message["pool"] in belief.pools, f"there is no such pool: `{line}`")
    chance, mean = message.get("chance", {}), message.get("mean", {})
    require(set(chance) == set(mean), f"chance and mean have other kinds: `{line}`")
    slack = ROUNDED * (len(mean) + 1)
    require(abs(sum(mean.values()) - hidden) <= slack, f"the means are not {hidden}: `{line}`")
    cards = belief.pools[message["pool"]]["cards"]
    for kind, p in chance.items():
        most = min(hidden, cards.get(kind, 0))
        good = 0 <= p <= 1 and p <= mean[kind] + ROUNDED and mean[kind] <= most * p + most * ROUNDED
        require(good, f"chance and mean of {kind} do not fit: `{line}`")


def _pool_adds_up(belief: Belief, name: str) -> None:
    """All zones of a pool hold at most what it has; if they hide all of it, just that."""
    pool = belief.pools[name]
    zones = [zone for zone in belief.zones.values() if zone["pool"] == name]
    hidden = sum(zone["hidden"] for zone in zones)
    require(hidden <= pool["count"], f"the zones of {name} hide {hidden} of {pool['count']} cards")
    for kind, count in pool["cards"].items():
        mean = sum(zone.get("mean", {}).get(kind, 0.0) for zone in zones)
        slack = ROUNDED * (len(zones) + 1)
        good = abs(mean - count) <= slack if hidden == pool["count"] else mean <= count + slack
        require(good, f"the zones of {name} expect {mean:.3f} of {count} cards {kind}")


# ---- against the library ----


def _jaipur_zones(view: State, full: State) -> dict[str, Counter[str]]:
    """What a deal puts into the hidden places of a view of Jaipur."""
    known, drawn = view.fields(), full.fields()
    other = 1 - view.viewer
    zones = {}
    lanes = range(8 * other, 8 * other + 7)
    more = [drawn["hand"][i] - known["hand"][i] for i in lanes]
    zones[f"hand{other}"] = Counter({k: n for k, n in zip(LETTERS, more, strict=True) if n})
    zones["deck"] = Counter({k: n for k, n in zip(LETTERS, drawn["pool"], strict=False) if n})
    seen = Counter(token_values(view.game, known["won"][other]))
    won = Counter(token_values(view.game, drawn["won"][other])) - seen
    piles = {str(v): n for v, n in won.items()}
    for pile, (low, high) in zip(PILES, ((1, 3), (4, 6), (7, 99)), strict=True):
        some = {v: n for v, n in piles.items() if low <= int(v) <= high}
        zones[f"tokens{pile}"] = Counter(some)
    return zones


def _jaipur_known(view: State, zone: str) -> str:
    """The cards in a zone that the seat knows."""
    pairs = dict(pair.split("=") for pair in view.snapshot().split(";"))
    return pairs[zone].partition("+")[0] if zone in pairs and zone.startswith("hand") else "-"


READERS: Mapping[str, tuple[Callable[[State, State], Zones], Callable[[State, str], str]]] = {
    "jaipur": (_jaipur_zones, _jaipur_known)
}


async def as_drawn(check: Check) -> None:
    """Hidden numbers and known cards exactly, chances and means as deals have them."""
    game = check.positions.game.name
    if game not in READERS:
        return
    zones_of, known_of = READERS[game]
    session = await check.start()
    for number, history in enumerate(check.positions.decisions(6, 3100)):
        seat = number % history.game.seats
        view = history.views[seat]
        belief = await asked(session, history, seat)
        rng = Rng(check.seed, number)
        deals = [zones_of(view, view.determinize(rng)) for _ in range(DRAWS)]
        for name, counter in deals[0].items():
            if not counter.total():
                continue
            require(name in belief.zones, f"there is no `belief zone {name}`")
            message = belief.zones[name]
            line = shown(to_text(message))
            require(message["hidden"] == counter.total(), f"{counter.total()} are hidden: `{line}`")
            known = known_of(view, name)
            require(message["known"] == known, f"known are {known}: `{line}`")
            _near([deal[name] for deal in deals], message)


def _near(deals: list[Counter[str]], message: Message) -> None:
    chance, mean = message.get("chance", {}), message.get("mean", {})
    line, n = shown(to_text(message)), len(deals)
    for kind in {k for deal in deals for k in deal} | set(chance):
        counts = [deal[kind] for deal in deals]
        average, share = sum(counts) / n, sum(c > 0 for c in counts) / n
        spread = sqrt(sum((c - average) ** 2 for c in counts) / n)
        for what, said_, found, deviation in (
            ("chance", chance.get(kind, 0.0), share, sqrt(share * (1 - share))),
            ("mean", mean.get(kind, 0.0), average, spread),
        ):
            near = abs(said_ - found) <= 5 * deviation / sqrt(n) + 5 / n + ROUNDED
            require(near, f"{what} of {kind} is about {found:.3f}, not {said_:.3f}: `{line}`")


STEPS = (
    Step("belief adds up", "3 belief", adds_up, needs=("belief",)),
    Step("belief against deals", "3 belief", as_drawn, needs=("belief",)),
)
