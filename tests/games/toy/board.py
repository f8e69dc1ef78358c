"""The toy game for a person, and the names of its places."""

from sarai.core import State

PLACES = ["nowhere", "deck", *(f"hand{seat}" for seat in range(3)), "gift"]
PLACES += [*(f"fresh{seat}" for seat in range(3)), "open"]


def describe(state: State) -> str:
    """Where each card lies."""
    names = {card: PLACES[place] for card, place in enumerate(state.fields()["place"]) if card}
    return ", ".join(f"{card}: {place}" for card, place in names.items())
