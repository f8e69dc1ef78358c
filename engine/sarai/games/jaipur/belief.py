"""Jaipur: what a seat can infer of the other hand, of the deck and of face-down bonus tokens."""

from __future__ import annotations

from ...core import State
from ...inference import Belief, Pool, Zone, drawn
from .cards import CAMEL, LETTERS, PILES, SLOTS, lanes, write_cards


def belief(state: State) -> Belief:
    """Camels are never among the hidden cards of a hand: they go to the herd in the open."""
    fields = state.fields()
    unseen = dict(zip(LETTERS, fields["pool"], strict=False))
    goods = {kind: n for kind, n in unseen.items() if kind != LETTERS[CAMEL]}
    pools = [Pool("cards", _some(unseen))]
    zones = [
        drawn(f"hand{seat}", "cards", goods, hidden, _known(fields["hand"][8 * seat :]))
        for seat, hidden in enumerate(fields["hidden"])
        if hidden
    ]
    zones.append(_deck(goods, unseen[LETTERS[CAMEL]], sum(fields["hidden"])))
    for lane, pile in enumerate(PILES):
        tokens = _tokens(state, lane)
        pools.append(Pool(f"bonus{pile}", tokens))
        hidden = sum(n >> 4 * lane & 15 for n in fields["hidden_won"])
        if hidden:
            zones.append(drawn(f"tokens{pile}", f"bonus{pile}", tokens, hidden))
    return Belief(tuple(pools), tuple(zones))


def _deck(goods: dict[str, int], camels: int, dealt: int) -> Zone:
    """The goods that are not in a hand, and all unseen camels."""
    size = sum(goods.values()) - dealt
    zone = drawn("deck", "cards", goods, size)
    sure = {LETTERS[CAMEL]: camels} if camels else {}
    return Zone(
        "deck",
        "cards",
        size + camels,
        "-",
        {**zone.chance, **dict.fromkeys(sure, 1.0)},
        {**zone.mean, **{kind: float(n) for kind, n in sure.items()}},
    )


def _known(hand: tuple[int, ...]) -> str:
    return write_cards(hand[:CAMEL])


def _tokens(state: State, lane: int) -> dict[str, int]:
    """Unseen bonus tokens of a pile by value."""
    values = state.game.rules()["bonus_value"][SLOTS * lane : SLOTS * (lane + 1)]
    counts = lanes(state.fields()["bonus"][0] >> 16 * lane, SLOTS)
    return _some({str(value): n for value, n in zip(values, counts, strict=True) if value})


def _some(cards: dict[str, int]) -> dict[str, int]:
    return {kind: n for kind, n in cards.items() if n}
