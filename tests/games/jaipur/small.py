"""Jaipur with few cards: small enough to be walked whole."""

import sarai
from sarai import Game
from sarai.core import CoreGame
from sarai.games import REGISTRY


def table(
    cards: tuple[int, ...],
    minimum: tuple[int, ...],
    numbers: tuple[int, ...],
    *piles: tuple[int, ...],
) -> list[int]:
    """`numbers`: camels, camel token, camels in the market, dealt, market, hand limit, smallest
    exchange, empty piles to end, seals to win."""
    return [*cards, *minimum, *numbers, *(n for pile in piles for n in (len(pile), *pile))]


NONE: tuple[int, ...] = ()
BONUS = ((1, 2), (4,), (8,))
TWO_GOODS = table(
    (4, 0, 0, 0, 0, 3),
    (1,) * 6,
    (2, 5, 1, 2, 2, 4, 2, 1, 1),
    *((5, 3, 2, 1), NONE, NONE, NONE, NONE, (3, 1, 1), *BONUS),
)
THREE_GOODS = table(
    (3, 0, 0, 0, 2, 3),
    (2, 1, 1, 1, 1, 1),
    (2, 5, 1, 2, 2, 4, 2, 1, 1),
    *((5, 3, 2), NONE, NONE, NONE, (2, 1), (3, 1), *BONUS),
)
ONE_GOOD = table(
    (9, 0, 0, 0, 0, 0),
    (1,) * 6,
    (2, 5, 1, 3, 2, 5, 2, 1, 1),
    *((9, 8, 7, 6, 5, 4, 3, 2, 1), NONE, NONE, NONE, NONE, NONE, (1, 2, 2), (4,), (8,)),
)
QUICK_ROUNDS = table(
    (3, 0, 0, 0, 2, 7),
    (2, 2, 2, 1, 1, 1),
    (4, 5, 1, 3, 3, 5, 2, 2, 2),
    *((5, 4, 3), NONE, NONE, NONE, (2, 2), (3, 1, 1, 1), (1, 1, 2), (4, 5), (8,)),
)


def mini(cards: list[int], core: CoreGame | None = None, **options: str | int) -> Game:
    """One round of Jaipur with few cards."""
    chosen = {"rounds": "single", "starter": "seat0", **options}
    board_ = REGISTRY["jaipur"].board
    return Game(core or sarai.game("jaipur").core, board_, options=chosen, table=cards)
