"""Tables of a game for its page in the documents."""

from __future__ import annotations

from .domains import Kind
from .fields import Per, Seen
from .game import Game
from .keys import Key, KeyKind
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


def field_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """A row for each key of a snapshot: the key, how it is written, who sees it, what it means.

    >>> import sarai
    >>> rows = {row[0]: row[1:] for row in field_rows(sarai.game("jaipur"))}
    >>> rows["herds"][0], rows["hand0` `hand1"][1]
    ('a number for each seat', 'in part by others')
    """
    rows = []
    for key in game.codec.keys:
        seen = [game.fields[name].seen for name in key.fields]
        who = "in part by others" if Seen.MASKED in seen or Seen.HIDDEN in seen else "all"
        if key.fields == ("viewer",) or key.kind == KeyKind.LANE:
            who = "all"
        names = [f"{key.stem}{seat}" for seat in range(game.seats)] if key.by_seat else [key.name]
        rows.append(("` `".join(names), _written(game, key), who, key.meaning))
    return rows


def _written(game: Game, key: Key) -> str:
    """How the value of a key is written, in a phrase."""
    if key.kind == KeyKind.HAND:
        return f"known `+` private cards of {key.detail}, `?` for each unseen one"
    if key.kind == KeyKind.DERIVED:
        return game.fields[key.fields[0]].domain.describe() if key.fields else "a number"
    fields = [game.fields[name] for name in key.fields]
    if key.kind == KeyKind.TOKENS:
        return "values between slashes, the unseen ones as " + ", ".join(
            f"`{name}`" for name in fields[1].domain.names
        )
    if key.kind == KeyKind.WORDS:
        others = key.detail.partition("=")[2].split(",")
        first = key.detail.partition("=")[0]
        words = [name for name in fields[0].domain.names if name != first]
        return "one of " + " ".join(f"`{word}`" for word in words + others)
    if key.kind == KeyKind.REST:
        return "names between slashes"
    what = "a number" if key.kind == KeyKind.LANE else fields[0].domain.describe()
    if fields[0].domain.kind == Kind.CHOICE and "/" in what:
        what = "one of " + what.removeprefix("one of ").replace("/", " ")
    if key.by_seat:
        return what
    many = {Per.SEAT: " for each seat", Per.LIST: f", {fields[0].items} of them"}
    return what + many.get(fields[0].per, "")
