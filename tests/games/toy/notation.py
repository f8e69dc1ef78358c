"""The toy game in text: words as `what:place:card`, snapshots straight from the fields.

`draw:hand0:3` (`draw:hand0:?` for a seat that does not see the card), `decline`, `shuffle`,
`show:hand2:5`, `give:hand0:2`, `discard:gift:2`, `choose:fresh1:4`, `replay:fresh1:4`.
"""

from sarai import Move
from sarai.core import Game, State
from sarai.errors import InvalidMove
from tests.support.plain_notation import PlainSnapshots

WHATS = {1: "decline", 2: "show", 3: "give", 4: "discard", 5: "choose"} | {
    16: "draw",
    17: "shuffle",
    18: "replay",
}
PLACES = ["nowhere", "deck", *(f"hand{seat}" for seat in range(3)), "gift"]
PLACES += [*(f"fresh{seat}" for seat in range(3)), "open"]
BARE = ("decline", "shuffle")
MASKABLE = ("draw", "give")


class Notation(PlainSnapshots):
    """The text forms of the toy game."""

    def move_text(self, game: Game, word: int) -> str:
        what, place, card = WHATS.get(word >> 56, ""), word >> 8 & 0xFF, word & 0xFF
        if what in BARE and not word & 0xFFFF_FFFF_FFFF_FF:
            return what
        known = 0 < card <= game.rules()["cards"][0] or (card == 0 and what in MASKABLE)
        if not what or what in BARE or word >> 16 & 0xFF_FFFF_FFFF or not known:
            raise InvalidMove(f"{word:#018x} is no word of the toy game")
        if not 0 < place < len(PLACES):
            raise InvalidMove(f"{word:#018x} names no place")
        return f"{what}:{PLACES[place]}:{card or '?'}"

    def move_word(self, game: Game, text: str) -> Move:
        what, _, rest = text.partition(":")
        place, _, card = rest.partition(":")
        codes = {name: code for code, name in WHATS.items()}
        word = codes.get(what, 0) << 56
        if place in PLACES:
            word |= PLACES.index(place) << 8
        if card.isascii() and card.isdigit():
            word |= min(int(card), 255)
        if self.move_text(game, word) != text:
            raise InvalidMove(f"{text!r} is no move or event of the toy game")
        return Move(word)

    def describe(self, state: State) -> str:
        names = {card: PLACES[place] for card, place in enumerate(state.fields()["place"]) if card}
        return ", ".join(f"{card}: {place}" for card, place in names.items())
