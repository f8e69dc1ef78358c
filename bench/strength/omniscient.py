"""The omniscient player of Jaipur: a searcher that is shown the other seat's hand, as a ceiling.

    sarai match py:bench/strength/omniscient.py:omniscient:iterations=1000 ismcts:iterations=1000
        --rules rounds=single --show-hidden A

It is a tool of the laboratory and no player of the engine, which never learns what its seat may not
know: `sarai match` hands it the full state because of `--show-hidden`. It searches from the view of
its seat, in which all goods in the other hand are known. The deck and the bonus tokens of the other
seat stay hidden, and the search is the ordinary one.
"""

from __future__ import annotations

from dataclasses import dataclass

from sarai import Choice, InvalidGame, State, register
from sarai.core import ALL
from sarai.players import Ismcts

LANES, GOODS = 8, 6
"""Counters of a hand, and how many of them, the first, are of goods (csrc/games/jaipur/state.h)."""


def open_hand(state: State) -> State:
    """The view of the seat to move of a full state in which the other hand lies open.

    As if both seats knew it: `known` is what a view has in place of hidden cards. Before the
    first move nobody can know such a card, so a move is counted there.
    """
    seat, other = state.actor, 1 - state.actor
    view, full = state.view(seat).fields(), state.fields()
    known = list(view["known"])
    goods = slice(LANES * other, LANES * other + GOODS)
    known[goods] = full["hand"][goods]
    shown = {name: full[name] for name in ("hand", "hidden", "pool")}
    return state.game.state(
        {**view, **shown, "known": tuple(known), "plies": (max(1, view["plies"][0]),)}
    )


@dataclass(frozen=True, slots=True)
class Omniscient(Ismcts):
    """`ismcts` with the other hand in view."""

    def choose(self, view: State, seed: int) -> Choice:
        if view.viewer != ALL:
            raise InvalidGame("omniscient plays in `sarai match --show-hidden` only")
        return Ismcts.choose(self, open_hand(view), seed)


register("omniscient", Omniscient)
