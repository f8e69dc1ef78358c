"""What a seat of the game of gifts must not be able to tell apart, from the rules alone."""

from sarai import Rng, State
from tests.laws.insight import shuffled

DECK, HAND0, OPEN = 1, 2, 5
SHUFFLED = OPEN << 12 | DECK << 8
MAY = 1
"""In a step: it may be declined."""


def script(cards: int, text: str) -> list[int]:
    """The table of a game: `D0` seat 0 draws, `01` it gives seat 1 a card, `01?` or none, `0O` it
    lays one open."""
    places = {"D": DECK, "O": OPEN} | {str(seat): HAND0 + seat for seat in range(3)}
    steps = [
        places[step[0]] << 12 | places[step[1]] << 8 | (MAY if step[2:] else 0)
        for step in text.split()
    ]
    return [cards, *steps]


def hidden(seat: int, entry: int) -> bool:
    return not {entry >> 12, entry >> 8 & 15} & {HAND0 + seat, OPEN}


def before(at: list[int], entry: int) -> list[int]:
    """Where the cards were before a move of the log."""
    if entry == SHUFFLED:
        return [OPEN if place == DECK else place for place in at]
    return [entry >> 12 if card == entry & 0xFF else place for card, place in enumerate(at)]


class GiftsInsight:
    """Hidden are the deck, the others' hands, and which cards they drew and gave each other."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        for _ in range(1 + rng.below(12)):
            twin = self._another(fields, seat, rng)
            if twin is not None:
                return state.game.state(twin)
        return state

    def _another(
        self, fields: dict[str, list[int]], seat: int, rng: Rng
    ) -> dict[str, list[int]] | None:
        """The unseen cards dealt anew, and other cards in the moves that the seat did not see, if
        that can be."""
        place, log = list(fields["place"]), list(fields["log"])
        unseen = [card for card, at in enumerate(place) if at not in (0, OPEN, HAND0 + seat)]
        for card, at in zip(unseen, shuffled([place[card] for card in unseen], rng), strict=True):
            place[card] = at
        where = place
        for i in reversed(range(fields["logged"][0])):
            to = log[i] >> 8 & 15
            there = [card for card, at in enumerate(where) if at == to]
            if hidden(seat, log[i]) and there:
                log[i] = log[i] & 0xFF00 | there[rng.below(len(there))]
            if log[i] != SHUFFLED and log[i] & 0xFF not in there:
                return None
            where = before(where, log[i])
        opened = sum(1 << card for card, at in enumerate(where) if at == OPEN)
        fits = not fields["logged"][0] or opened == fields["opened"][0]
        return {**fields, "place": place, "log": log} if fits else None

    def cards(self, state: State) -> object:
        place = state.fields()["place"]
        return [card for card in range(len(place)) if place[card]], sorted(place)

    def as_drawn(self, state: State, seat: int) -> State:
        return state

    def ways(self, state: State, word: int) -> int:
        return 1  # no two cards are equal
