"""Tables of a game for its page in the documents."""

from __future__ import annotations

from .game import Game
from .library import lib

_OBSERVED = {
    lib.CORE_PUBLIC: "",
    lib.CORE_MASKED: "; others may see {}",
    lib.CORE_HIDDEN: "; hidden from the others until it is revealed",
}


def form_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """A row for each form of moves and events: the form, who plays it, what it means, an example.

    >>> import sarai
    >>> form_rows(sarai.game("jaipur"))[2]
    ('sell:{good}x{number}', 'a seat', 'sell cards of one good', 'sell:Lx3')
    >>> form_rows(sarai.game("jaipur"))[8][1:3]
    ('chance; others may see bonus:?', 'the value of the bonus token that a sale has earned')
    """
    rows = []
    for form in game.forms.all:
        masked = {lane.name: "?" if lane.masked else f"{{{lane.name}}}" for lane in form.lanes}
        who = "chance" if form.chance else "a seat"
        who += _OBSERVED[form.observed].format(form.filled(masked))
        rows.append((form.pattern, who, form.meaning, form.example))
    return rows
