"""Cards and bonus tokens of Jaipur in Python: letters, counters, and the numbers of phases."""

from collections.abc import Sequence

from ...core import Game

LETTERS = "DGSCPLK"
GOODS = ("diamond", "gold", "silver", "cloth", "spice", "leather")
CAMEL = 6
UNKNOWN = 7
PILES = (3, 4, 5)
"""Cards sold for a token of each bonus pile; the last means five or more."""
SLOTS = 4

TAKE, CAMELS, SELL, SWAP = range(1, 5)
"""Tags of words; the forms are in csrc/games/jaipur/forms.c."""

PHASES = (
    *("starter", "deal0", "deal1", "market", "turn", "fill", "bonus", "reveal0", "reveal1"),
    "over",
)


Cards = tuple[int, ...]
"""Cards of each kind, in the order of LETTERS."""


# ---- multisets of cards ----


def write_cards(cards: Sequence[int], unknown: int = 0) -> str:
    """Letters in order, `?` before the camels, `-` for nothing."""
    goods = "".join(letter * n for letter, n in zip(LETTERS[:CAMEL], cards, strict=False))
    camels = cards[CAMEL] if len(cards) > CAMEL else 0
    return goods + "?" * unknown + "K" * camels or "-"


def read_cards(text: str) -> tuple[Cards, int]:
    """Cards and the number of unknown ones; ValueError if they are not written in order."""
    cards = tuple(text.count(letter) for letter in LETTERS)
    unknown = text.count("?")
    if not text or write_cards(cards, unknown) != text:
        raise ValueError(
            f"{text[:40]!r} is not cards in the order {LETTERS[:CAMEL]}?K ('-' for none)"
        )
    return cards, unknown


def lanes(packed: int, count: int) -> Cards:
    """The first counters of 4 bits of a packed word."""
    return tuple(packed >> 4 * lane & 15 for lane in range(count))


# ---- bonus tokens: counters of 4 bits, four value slots a pile ----


def token_values(game: Game, packed: int) -> list[int]:
    """The values of packed bonus tokens, ascending."""
    values = game.rules()["bonus_value"]
    return [v for v, n in zip(values, lanes(packed, len(values)), strict=True) for _ in range(n)]
