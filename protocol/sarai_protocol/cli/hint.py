"""`sarai hint SNAPSHOT`: what the engine would play there, as a table for a person."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..refusal import Refusal
from .arguments import MAX_SEED, open_game, rules, seed, whole

if TYPE_CHECKING:
    from sarai import SearchResult, State
    from sarai.search.results import Candidate

ITERATIONS = 50_000


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = (
        "SNAPSHOT is the view of the seat to move, in one word. It does not contain the rules: the "
        "default rules and number of seats apply unless --rules and --seats say otherwise, and the "
        "output names the rules used. `sarai replay --hints` and the command `position` of `sarai "
        "play` print complete `sarai hint` commands; in HGI, `d` prints a snapshot. Put it in "
        "quotes, because it contains semicolons."
    )
    parser.add_argument(
        "snapshot", metavar="SNAPSHOT", help="the position, as the seat to move sees it"
    )
    parser.add_argument("--game", default="jaipur", help="default: jaipur")
    parser.add_argument("--rules", type=rules, default={}, metavar="K=V,...", help="rules options")
    parser.add_argument(
        "--seats", type=whole(1, 6), metavar="N", help="default: the game's default"
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument(
        "--iterations", type=whole(1, 10**9), metavar="N", help=f"default: {ITERATIONS}"
    )
    limit.add_argument(
        "--movetime", type=whole(1, 10**9), metavar="MS", help="milliseconds to search"
    )
    parser.add_argument(
        "--moves", type=whole(1, 1000), default=5, metavar="K", help="moves to show (default: 5)"
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help=f"0 to {MAX_SEED}")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def run(args: Namespace) -> int:
    from sarai import InvalidPosition, Limits, NativeSearch, Settings, WrongState

    from ..arena.record.replay import rules_line

    game = open_game(args.game, args.rules, args.seats)
    try:
        view = game.snapshot(args.snapshot)
        search = NativeSearch(view, Settings(seed=args.seed))
    except (InvalidPosition, WrongState) as error:
        raise Refusal(f"SNAPSHOT: {error}") from None
    seconds = args.movetime / 1000 if args.movetime else None
    iterations = args.iterations or (None if seconds else ITERATIONS)
    result = search.run(Limits(iterations, seconds))
    if args.json:
        print(json.dumps(_fields(view, result, args.moves)))
    else:
        print(rules_line(game))
        print(view)
        _table(view, result, args.moves)
    return 0


def _fields(view: State, result: SearchResult, count: int) -> dict[str, object]:
    game = view.game
    return {
        "game": game.name,
        "seats": game.seats,
        "rules": dict(game.options),
        "iterations": result.iterations,
        "considered": len(result.candidates),
        "moves": [
            {
                "move": view.game.text(found.move),
                "win": found.win,
                "error": found.error,
                "score": found.score,
                "deviation": found.deviation,
                "visits": found.visits,
                "line": found.variation_text(view.game).split(),
            }
            for found in result.candidates[:count]
        ],
    }


def percentage(found: Candidate, seat: int) -> str:
    """The win share of a seat in percent; a single visit has no standard error."""
    share = f"{100 * found.win[seat]:.1f}"
    return share if found.visits < 2 else f"{share} +- {100 * found.error[seat]:.1f}"


def _table(view: State, result: SearchResult, count: int) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table("move", box=SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    for name in ("wins", "scores", "visits"):
        table.add_column(name, justify="right")
    table.add_column("it expects")
    seat = view.viewer
    for found in result.candidates[:count]:
        table.add_row(
            view.game.text(found.move),
            f"{percentage(found, seat)} %",
            " : ".join(f"{score:.0f}" for score in found.score),
            f"{100 * found.visits / result.iterations:.0f} %",
            found.variation_text(view.game),
        )
    Console(highlight=False, markup=False).print(table)
    more = len(result.candidates) - count
    rest = f", {more} more moves" if more > 0 else ""
    print(f"seat {seat} to move, {result.iterations} iterations{rest}")
