"""protocol/games/NAME.md: the parts of a game's page that follow from its facts.

A table between `<!-- options:begin -->` and `<!-- options:end -->` has a row for each rules option:
its first cell is made of the facts of the game, its meaning is written by hand and kept. Tables
between `forms` and `keys` markers follow from the tables of forms and of keys alone.
"""

from __future__ import annotations

import re
from pathlib import Path

import sarai
from sarai.core import CoreGame
from sarai.core.reference import field_rows, form_rows
from sarai.games import CORE, REGISTRY
from sarai_protocol.hgi.server.answers import rules_words

FOLDER = Path(__file__).resolve().parents[2] / "protocol" / "games"
TABLE = re.compile(r"(?<=<!-- options:begin -->\n).*?(?=<!-- options:end -->)", re.DOTALL)
ROW = re.compile(r"^\| `(\w+)=.*?` \| (.*) \|$", re.MULTILINE)
MADE = re.compile(r"(<!-- (forms|keys):begin -->\n).*?(<!-- \2:end -->)", re.DOTALL)
UNKNOWN = "?"
"""The meaning of an option of which the page says nothing yet; the test refuses it."""


def path(game: str) -> Path:
    return FOLDER / f"{game}.md"


def options(core: CoreGame, table: str) -> str:
    """The table anew, with the meanings that it has."""
    meanings = dict(ROW.findall(table))
    rows = ["| option | meaning |", "|---|---|"]
    for words in rules_words(core):
        name = words.partition("=")[0]
        written = words.replace("|", r"\|")
        rows.append(f"| `{written}` | {meanings.get(name, UNKNOWN)} |")
    return "\n".join(rows) + "\n"


def made(game: str, what: str) -> str:
    """The table of the forms of moves and events, or of the keys of a snapshot."""
    head, rows = {
        "forms": (("form", "who", "meaning", "example"), form_rows),
        "keys": (("key", "value", "seen by", "meaning"), field_rows),
    }[what]
    lines: list[tuple[str, ...]] = [head, ("---",) * len(head)]
    for first, *middle, last in rows(sarai.game(game)):
        lines.append((f"`{first}`", *middle, f"`{last}`" if what == "forms" else last))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def renewed(game: str) -> str:
    """The page with its tables made anew."""
    text = path(game).read_text(encoding="utf-8")
    text = TABLE.sub(lambda found: options(CORE[game], found[0]), text)
    return MADE.sub(lambda found: found[1] + made(game, found[2]) + found[3], text)


def rewrite() -> None:
    """Write the tables of all pages anew."""
    for game in REGISTRY:
        path(game).write_text(renewed(game), encoding="utf-8")
