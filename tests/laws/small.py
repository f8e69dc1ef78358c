"""The games of the tests, small enough to be walked whole."""

from sarai import Game
from sarai.core import CoreGame
from tests.games.gifts.insight import script
from tests.games.toy import board
from tests.support import native


def toy(cards: int, core: CoreGame | None = None) -> Game:
    return Game(core or native.toy(), board.describe, options={"cards": cards})


def decks(seats: int, turns: int, active: int, core: CoreGame | None = None) -> Game:
    options = {"turns": turns, "active": active}
    return Game(core or native.own(native.DECKS), seats=seats, options=options)


def gifts(cards: int, steps: str, core: CoreGame | None = None) -> Game:
    return Game(core or native.own(native.GIFTS), seats=3, table=script(cards, steps))
