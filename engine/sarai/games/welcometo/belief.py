"""Welcome To: what can be inferred of the pile, and in the expert game of the others' hands."""

from __future__ import annotations

from ...core import State
from ...inference import Belief, Pool, drawn


def belief(state: State) -> Belief:
    """One pool: all cards that the seat does not see. The pile, and each hand, has its share."""
    d = state.mapping()
    cards: dict[str, int] = d["pile"]
    hidden = [hand.count("?") for hand in d["hand"]]
    zones = [
        drawn(f"hand{seat}", "cards", cards, n, _known(d["hand"][seat]))
        for seat, n in enumerate(hidden)
        if n
    ]
    pile = sum(cards.values()) - sum(hidden)
    return Belief((Pool("cards", cards),), (*zones, drawn("pile", "cards", cards, pile)))


def _known(hand: list[str]) -> str:
    return "/".join(card for card in hand if card not in ("-", "?")) or "-"
