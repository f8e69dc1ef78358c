"""What the tables of a game say of who knows what, checked at every node; see laws.py."""

from collections.abc import Sequence

from sarai import State
from sarai.core.fields import Seen


def check_public(state: State, view: State) -> None:
    """What the table of fields calls public is the same in a view."""
    ours, theirs = state.fields(), view.fields()
    for name, field in state.game.fields.items():
        assert field.seen != Seen.PUBLIC or ours[name] == theirs[name], f"{name} is not public"


def check_parts(state: State, view: State, words: Sequence[int]) -> None:
    """The parts of moves are the same in the view of the seat to move, and from the game's own
    function, if it has one.
    """
    parts = state.parts(words, by_tables=True)
    assert parts == view.parts(words, by_tables=True), "law 4: parts"
    assert parts == state.parts(words) == view.parts(words), "parts: not those of the tables"
