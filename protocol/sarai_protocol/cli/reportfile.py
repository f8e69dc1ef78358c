"""The report of a match as a file, SVG or HTML: asked for before the match, written after it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..refusal import Refusal, reason
from .arguments import need

if TYPE_CHECKING:
    from ..arena.rate.history import History
    from ..arena.rate.results import MatchResult
    from ..arena.record.records import Header

FORMS = (".svg", ".html")


def check(path: Path) -> None:
    """Refusal if no report can be written there; nothing is made yet."""
    if path.suffix not in FORMS:
        raise Refusal(f"--report {path}: its name must end with {' or '.join(FORMS)}")
    if path.exists():
        raise Refusal(f"--report {path}: it exists, and is left as it is; give a new name")
    if not path.parent.is_dir():
        raise Refusal(f"--report {path}: there is no folder {path.parent}")
    need("matplotlib", "--report", "plot")


def write(path: Path, header: Header, score: MatchResult, history: History) -> None:
    """Write the report."""
    from ..arena.show import picture

    draw = picture.page if path.suffix == ".html" else picture.svg
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(draw(header, score, history))
    except OSError as error:
        raise Refusal(f"--report {path}: {reason(error)}") from None
