"""What a seat of the toy game must not be able to tell apart, from the rules alone."""

from sarai import Rng, State
from tests.games.toy.board import PLACES
from tests.laws.insight import shuffled

SEES = {
    "open": (0, 1, 2),
    "gift": (0, 1),
    **{f"{where}{seat}": (seat,) for where in ("hand", "fresh") for seat in range(3)},
}
"""Who sees the cards in a place of the toy game; nobody sees the deck."""

CHOICE = 11
"""The step of the toy game in which all choose at the same time."""


class ToyInsight:
    """Hidden are the cards in places that a seat does not see, and the others' choices."""

    def permute(self, state: State, seat: int, rng: Rng) -> State:
        fields = {name: list(values) for name, values in state.fields().items()}
        place, may = fields["place"], fields["may"]
        unseen = [c for c in range(1, 7) if place[c] and seat not in SEES.get(PLACES[place[c]], ())]
        for _ in range(3):
            if len(unseen) < 2:
                break
            a, b = shuffled(unseen, rng)[:2]
            if may[a] >> place[b] & 1 and may[b] >> place[a] & 1:
                place[a], place[b] = place[b], place[a]
                other = {a: b, b: a}
                fields["choice"] = [other.get(card, card) for card in fields["choice"]]
        return state.game.state(fields)

    def cards(self, state: State) -> object:
        place = state.fields()["place"]
        return [card for card in range(len(place)) if place[card]], sorted(place)

    def as_drawn(self, state: State, seat: int) -> State:
        fields = state.fields()
        if fields["step"][0] != CHOICE:
            return state
        choice = [card if i == seat else 0 for i, card in enumerate(fields["choice"])]
        return state.game.state({**fields, "choice": choice, "first": (seat,)})

    def ways(self, state: State, word: int) -> int:
        return 1  # no two cards are equal
