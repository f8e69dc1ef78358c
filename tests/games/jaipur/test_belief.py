"""What a seat can infer in Jaipur, held against deals drawn from its view.

Each chance and mean may be off by five standard errors; what is known and hidden, not at all.
"""

from __future__ import annotations

from collections import Counter
from math import sqrt

import sarai
from sarai import Rng, State
from sarai.games.jaipur.cards import LETTERS, PILES, token_values
from sarai_protocol.conformance.truth import Truth

DRAWS = 1500


def zones(view: State, full: State) -> dict[str, Counter[str]]:
    """What a deal puts into the hidden places of a view."""
    known, drawn = view.fields(), full.fields()
    other = 1 - view.viewer
    lanes = range(8 * other, 8 * other + 7)
    more = [drawn["hand"][i] - known["hand"][i] for i in lanes]
    found = {f"hand{other}": Counter({k: n for k, n in zip(LETTERS, more, strict=True) if n})}
    found["deck"] = Counter({k: n for k, n in zip(LETTERS, drawn["pool"], strict=False) if n})
    seen = Counter(token_values(view.game, known["won"][other]))
    won = Counter(token_values(view.game, drawn["won"][other])) - seen
    for pile, (low, high) in zip(PILES, ((1, 3), (4, 6), (7, 99)), strict=True):
        some = {str(v): n for v, n in won.items() if low <= v <= high}
        found[f"tokens{pile}"] = Counter(some)
    return found


def near(told: float, counts: list[float]) -> bool:
    n = len(counts)
    average = sum(counts) / n
    spread = sqrt(sum((c - average) ** 2 for c in counts) / n)
    return abs(told - average) <= 5 * spread / sqrt(n) + 5 / n


def test_belief_is_that_of_the_deals() -> None:
    compared = 0
    truth = Truth.of("jaipur", {"rounds": "single"}, 1)
    for number, history in enumerate(truth.decisions(6, 3100)):
        view = history.views[number % 2]
        right = {zone.name: zone for zone in sarai.belief(view).zones}
        rng = Rng(1, number)
        deals = [zones(view, view.determinize(rng)) for _ in range(DRAWS)]
        words = dict(pair.split("=") for pair in view.snapshot().split(";"))
        for name in [name for name, cards in deals[0].items() if cards]:
            zone, cards = right[name], [deal[name] for deal in deals]
            assert zone.hidden == cards[0].total()
            hand = words[name] if name.startswith("hand") else "-"
            assert zone.known == hand.partition("+")[0]
            for kind in {k for deal in cards for k in deal} | set(zone.chance):
                assert near(zone.mean.get(kind, 0.0), [c[kind] for c in cards]), (name, kind)
                assert near(zone.chance.get(kind, 0.0), [float(c[kind] > 0) for c in cards])
                compared += 1
    assert compared > 50
