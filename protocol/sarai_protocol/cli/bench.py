"""`sarai bench`: prints the measurements of the bench, and compares its signature."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..refusal import MISMATCH, Refusal
from .arguments import whole

if TYPE_CHECKING:
    from .benchmark import Row


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = (
        "A position is ROUNDS/DEAL/MOVES: the deal, and the moves that greedy players have made. "
        "The signature changes if and only if rules, search or playouts behave differently."
    )
    parser.add_argument(
        "--expect",
        type=whole(0, 2**32 - 1),
        metavar="N",
        help="exit with 1 if the signature is another",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(args: Namespace) -> int:
    from .benchmark import rows, signature

    done = list(rows())
    number = signature(done)
    if args.json:
        print(json.dumps({"rows": [_fields(row) for row in done], "signature": number}))
    else:
        _table(done)
        print(f"signature {number}")
    if args.expect not in (None, number):
        raise Refusal(
            f"the signature is {number}, not {args.expect}: rules, search or playouts behave "
            "differently",
            MISMATCH,
        )
    return 0


def _fields(row: Row) -> dict[str, object]:
    return {
        "name": row.name,
        "iterations": row.iterations,
        "per_second": round(row.speed),
        "move": row.move,
        "depth": round(row.depth, 2),
        "max_depth": row.max_depth,
        "digest": row.digest,
    }


def _table(done: list[Row]) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table("position", box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("iterations", "a second", "best move", "depth"):
        table.add_column(name, justify="left" if name == "best move" else "right")
    for row in done:
        depth = f"{row.depth:.1f} / {row.max_depth}" if row.max_depth else ""
        table.add_row(row.name, str(row.iterations), f"{row.speed:,.0f}", row.move, depth)
    Console(highlight=False).print(table)
