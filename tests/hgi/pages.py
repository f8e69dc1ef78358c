"""protocol/games/NAME.md: the parts of a game's page that follow from its facts.

A table between `<!-- options:begin -->` and `<!-- options:end -->` has a row for each rules option:
its first cell is made of the facts of the game, its meaning is written by hand and kept.
"""

from __future__ import annotations

import re
from pathlib import Path

from sarai.core import CoreGame
from sarai.games import CORE, REGISTRY
from sarai_protocol.hgi.server.answers import rules_words

FOLDER = Path(__file__).resolve().parents[2] / "protocol" / "games"
TABLE = re.compile(r"(?<=<!-- options:begin -->\n).*?(?=<!-- options:end -->)", re.DOTALL)
ROW = re.compile(r"^\| `(\w+)=.*?` \| (.*) \|$", re.MULTILINE)
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


def renewed(game: str) -> str:
    """The page with its tables made anew."""
    text = path(game).read_text(encoding="utf-8")
    return TABLE.sub(lambda found: options(CORE[game], found[0]), text)


def rewrite() -> None:
    """Write the tables of all pages anew."""
    for game in REGISTRY:
        path(game).write_text(renewed(game), encoding="utf-8")
