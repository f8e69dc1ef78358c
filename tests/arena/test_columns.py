"""Tables that fit a width: nothing is cut."""

import io
import re

import pytest
from rich.console import Console

from sarai_protocol.arena.show.columns import Grid, fitted, split
from tests.support.command import inline, ok


def shown(tables: object, width: int) -> str:
    out = io.StringIO()
    for table in tables:  # type: ignore[attr-defined]
        Console(width=width, file=out).print(table)
    return out.getvalue()


@pytest.mark.parametrize("width", [30, 40, 60, 80, 120])
@pytest.mark.parametrize("columns", [1, 5, 12, 26])
def test_every_cell_is_there(width: int, columns: int) -> None:
    heads = [f"head{column}" for column in range(columns)]
    cells = [[f"{100 * row + column:.2f}" for column in range(columns)] for row in range(1, 4)]
    grid = Grid("corner", heads, ["A", "B", "C"], cells)
    for tables in (fitted(grid, width), split(grid, width)):
        text = shown(tables, width)
        assert max(map(len, text.splitlines())) <= width
        words = text.split()
        assert all(words.count(cell) == 1 for row in cells for cell in row)
        assert set(heads) <= set(words) and {"A", "B", "C"} <= set(words)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_large_table_in_a_pipe(players: int) -> None:
    """80 columns, where each number of each player is wanted."""
    command = ("--game", "bazaar", "--rules", "cards_per_pile=1", "--games", str(players))
    out = ok(inline("match", *["random"] * players, *command))
    table = out.partition("capped games")[0]
    assert "…" not in out and max(map(len, table.splitlines()[players + 1 :])) <= 80
    for head in ("games", "share", "score", "ms/move", "CPU", f"seat {players - 1}"):
        row = next(line for line in table.splitlines() if line.split("  ")[0].strip() == head)
        assert len(re.findall(r"[\d.?-]+", row.replace(head, ""))) == players, row
