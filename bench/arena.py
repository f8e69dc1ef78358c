"""What the arena itself costs: CPU a move beside the players, and memory as a match grows.

    PYTHONPATH=engine:protocol:csrc python bench/arena.py [--games 1000] [--json]

A match of two random players over single rounds of Jaipur, recorded into a temporary file, in one
process. Each tenth of the games is a row: CPU time, by move in all and without what such a player
takes on the same number of views by itself, and the memory of the process. A match that leaks would
show a growing column.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from measure import as_json, load, position, single_round, table

from sarai import player
from sarai_protocol.arena.play.match import new_match, run
from sarai_protocol.arena.rate.results import new_result
from sarai_protocol.arena.record.recordfile import RecordFile

PARTS, ROUNDS = 10, 50


@dataclass(frozen=True, slots=True)
class Row:
    """A tenth of the match: CPU seconds, decisions, memory after it, and seconds of a decision."""

    games: int
    cpu: float
    moves: int
    megabytes: float
    player: float

    def cells(self) -> list[str]:
        move = self.cpu / self.moves
        numbers = (f"{1e6 * move:.1f}", f"{1e6 * (move - self.player):.1f}")
        return [str(self.games), f"{self.cpu:.2f}", *numbers, f"{self.megabytes:.1f}"]


def resident() -> float:
    """Memory of this process now, in megabytes (Linux; elsewhere the most it ever had)."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1e6 if sys.platform == "darwin" else 1e3)


def alone() -> float:
    """CPU seconds of a decision of the random player, without an arena."""
    chooser, views = player("random", single_round()), []
    for deal in range(40):
        for plies in (0, 10, 20, 30):
            state = position(deal, plies)
            views += [state.view(state.actor)] if state.actor >= 0 else []
    started = time.process_time()
    for seed in range(ROUNDS):
        for view in views:
            chooser.choose(view, seed)
    return (time.process_time() - started) / ROUNDS / len(views)


def measure(games: int) -> list[Row]:
    header = new_match(single_round(), ("random", "random"), 1, games)
    score, alone_takes = new_result(header), alone()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, RecordFile(Path(folder) / "m", header) as record:
        cpu, moves = time.process_time(), 0
        for game in run(header, 1, None, lambda: 1):
            record.append(game)
            score.add(game)
            moves += game.plies
            if game.number % (games // PARTS) == 0:
                now = time.process_time()
                rows.append(Row(game.number, now - cpu, moves, resident(), alone_takes))
                cpu, moves = now, 0
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="a multiple of 20; default: 1000")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if args.games < 20 or args.games % 20:
        parser.error(f"--games: {args.games} is not a multiple of 20")
    rows = measure(args.games)
    if args.json:
        print(as_json(rows, load=load()))
        return
    print(load())
    print(table(["games", "CPU s", "us/move", "without player", "MB"], [r.cells() for r in rows]))


if __name__ == "__main__":
    main()
