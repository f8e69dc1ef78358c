"""The omniscient player: a searcher that is shown the other seat's hand, as a ceiling of belief.

It is a tool of the laboratory. It has no place among the players of the engine, which never learn
what their seat may not know: the loop that referees a match (pairs.py) holds the true state, and
shows this player more of it. What it is shown is the view of its seat, but for the goods in the
other hand: all of them are known. The deck and the bonus tokens of the other seat stay hidden, and
a search from it is the ordinary one.
"""

from __future__ import annotations

from sarai import State

NAME = "omniscient"
"""Stands for `ismcts` in a specification."""
LANES, GOODS = 8, 6
"""Counters of a hand, and how many of them, the first, are of goods (csrc/games/jaipur/state.h)."""


def open_hand(state: State) -> State:
    """The view of the seat to move of a full state in which the other hand lies open.

    As if both seats knew it: `known` is what a view has in the place of hidden cards.
    """
    seat, other = state.actor, 1 - state.actor
    view, full = state.view(seat).fields(), state.fields()
    known = list(view["known"])
    goods = slice(LANES * other, LANES * other + GOODS)
    known[goods] = full["hand"][goods]
    shown = {name: full[name] for name in ("hand", "hidden", "pool")}
    return state.game.state({**view, **shown, "known": tuple(known)})
