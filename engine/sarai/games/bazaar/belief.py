"""Bazaar: what can be inferred of the covered cards; all else lies open."""

from __future__ import annotations

from ...core import State
from ...inference import Belief, Pool, Zone, drawn
from .gems import bits, book


def belief(state: State) -> Belief:
    """One pool, one place: the covered cards of all piles, each pile with its share of them.

    If cards may come again, the pool has their weights instead of numbers.
    """
    f, rules = state.fields(), state.game.rules()
    seen, cards = bits(f["seen"]), book(state.game).cards
    pool = {
        card: weight
        for number, (card, weight) in enumerate(zip(cards, rules["weight"], strict=True))
        if weight and number not in seen
    }
    hidden = sum(f["left"]) - sum(top > 0 for top in f["top"])
    zone = drawn("covered", "cards", pool, hidden)
    if not rules["distinct"][0]:
        share = {card: weight / sum(pool.values()) for card, weight in pool.items()}
        zone = Zone(
            "covered",
            "cards",
            hidden,
            "-",
            {card: 1 - (1 - one) ** hidden for card, one in share.items()},
            {card: hidden * one for card, one in share.items()},
        )
    return Belief((Pool("cards", pool),), (zone,))
