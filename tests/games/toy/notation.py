"""The toy game for a person, and the names of its places."""

from sarai.core import State
from tests.support.plain_notation import PlainSnapshots

PLACES = ["nowhere", "deck", *(f"hand{seat}" for seat in range(3)), "gift"]
PLACES += [*(f"fresh{seat}" for seat in range(3)), "open"]


class Notation(PlainSnapshots):
    """Snapshots of the toy game, and where its cards lie."""

    def describe(self, state: State) -> str:
        names = {card: PLACES[place] for card, place in enumerate(state.fields()["place"]) if card}
        return ", ".join(f"{card}: {place}" for card, place in names.items())
