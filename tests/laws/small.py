"""Games small enough to be walked whole: the toy game, and Jaipur with few cards."""

import sarai
from sarai import Game
from sarai.core import CoreGame
from sarai.games import REGISTRY
from tests.games.gifts.insight import script
from tests.games.toy import board
from tests.support import native


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


def toy(cards: int, core: CoreGame | None = None) -> Game:
    return Game(core or native.toy(), board.describe, options={"cards": cards})


def decks(seats: int, turns: int, active: int, core: CoreGame | None = None) -> Game:
    options = {"turns": turns, "active": active}
    return Game(core or native.own(native.DECKS), seats=seats, options=options)


def gifts(cards: int, steps: str, core: CoreGame | None = None) -> Game:
    return Game(core or native.own(native.GIFTS), seats=3, table=script(cards, steps))


def mini(cards: list[int], core: CoreGame | None = None, **options: str | int) -> Game:
    """One round of Jaipur with few cards."""
    chosen = {"rounds": "single", "starter": "seat0", **options}
    board_ = REGISTRY["jaipur"].board
    return Game(core or sarai.game("jaipur").core, board_, options=chosen, table=cards)
