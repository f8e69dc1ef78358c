"""A position of Bazaar for a person, in a few lines of text."""

import re
from collections.abc import Mapping, Sequence

from ...core import State
from .gems import PHASES, book, counts, write_gems

_ASKED = {
    "act": "draws or exchanges",
    "choose": "chooses a colour",
    "claim": "may claim a card",
    "return": "returns gems above the limit",
}


def _spaced(gems: Sequence[int]) -> str:
    return re.sub("(?<=.)(?=[A-Z])", " ", write_gems(gems))


def describe(state: State) -> str:
    """A position in a few lines of text."""
    f, rules, cards = state.fields(), state.game.rules(), book(state.game)
    phase, seats = PHASES[f["phase"][0]], range(state.game.seats)
    asked = f"seat {f['turn'][0]} {_ASKED[phase]}" if phase in _ASKED else f"next: {phase}"
    gone = 0 in f["left"]
    lines = [f"{f['turns'][0]} turns played, {asked}"]
    for pile, (top, left) in enumerate(zip(f["top"], f["left"], strict=True)):
        card = _spaced(counts(rules["card"][top - 1])) if top else "-"
        points = "/".join(map(str, _points(rules, gone, cards.high[top - 1]))) if top else ""
        worth = f"points {points:<10}" if top else " " * 17
        lines.append(f"pile {pile}   {card:<12} {worth} {left} left")
    pairs = [f"{_side(paid)} = {_side(got)}" for paid, got in cards.exchanges[::2]]
    for row in range(0, len(pairs), 5):
        head = "trade     " if row == 0 else " " * 10
        lines.append((head + "".join(f"{pair:<14}" for pair in pairs[row : row + 5])).rstrip())
    for seat in seats:
        mark = ">" if phase in _ASKED and f["turn"][0] == seat else " "
        hand = counts(f["hand"][seat])
        lines.append(f"{mark}seat {seat}  points {f['score'][seat]:<4} gems {_spaced(hand)}")
    return "\n".join(lines)


def _side(gems: Sequence[int]) -> str:
    return write_gems(gems)


def _points(rules: Mapping[str, Sequence[int]], gone: bool, high: int) -> Sequence[int]:
    """Points for 0, 1, 2, 3 and more gems left."""
    first = 8 * gone + 4 * high
    return rules["points"][first : first + 4]
