"""What more iterations are worth: depth of the tree and strength by doubling.

    python bench/depth.py [--pairs 200] [--jobs 2] [--seed 1] [--records FOLDER]
        [--plot depth.svg] [--json]

For 125, 250, ... 16,000 iterations a move: mean and maximum depth over fixed positions, and the
score against half the iterations in paired single rounds of Jaipur (the same deals, seats
swapped), with the standard error of the pairs. The matches show their progress on stderr, with the
score of each step when it is done. With --records, the same command goes on after a stop. The plot
needs matplotlib (extra `plot`).
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass
from pathlib import Path

from measure import as_json, load, position, table
from meetings import Meeting, add_options, kept, play

from sarai import Limits, NativeSearch, Settings
from sarai.search.settings import TREES
from sarai_protocol.arena.rate.elo import game_score

LADDER = tuple(125 * 2**i for i in range(8))
POSITIONS = tuple((deal, plies) for deal in (1, 2, 3, 4) for plies in (0, 5, 10, 15, 20))


@dataclass(frozen=True, slots=True)
class Rung:
    """One number of iterations; score against half of it, with its standard error."""

    iterations: int
    mean_depth: float
    max_depth: int
    score: float
    error: float | None

    def score_text(self) -> str:
        error = "?" if self.error is None else f"{100 * self.error:.1f}"
        return f"{100 * self.score:.1f} +- {error} %"


def depths(iterations: int, tree: str, seed: int) -> tuple[float, int]:
    """Mean and maximum depth over the fixed positions."""
    settings = Settings(tree=tree, seed=seed)
    found = [
        NativeSearch(position(deal, plies), settings).run(Limits(iterations=iterations))
        for deal, plies in POSITIONS
    ]
    return sum(r.mean_depth for r in found) / len(found), max(r.max_depth for r in found)


def climb(iterations: int, arguments: argparse.Namespace, folder: Path) -> Rung:
    """One number of iterations, measured; a line on stderr says that it is done."""
    first, second = (
        f"ismcts:iterations={n},tree={arguments.tree}" for n in (iterations, iterations // 2)
    )
    mean, deepest = depths(iterations, arguments.tree, arguments.seed)
    meeting = Meeting(first, second, arguments.seed)
    found = game_score(play(meeting, arguments.pairs, arguments.jobs, folder).counts)
    error = None if math.isnan(found.error) else found.error
    rung = Rung(iterations, mean, deepest, found.value, error)
    print(f"{iterations} iterations: {rung.score_text()}", file=sys.stderr, flush=True)
    return rung


def print_table(rungs: list[Rung]) -> None:
    print(
        table(
            ("iterations", "mean depth", "max depth", "score against half"),
            (
                (f"{r.iterations:,}", f"{r.mean_depth:.2f}", str(r.max_depth), r.score_text())
                for r in rungs
            ),
        )
    )


def plot(rungs: list[Rung], target: Path, title: str) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    iterations = [r.iterations for r in rungs]
    figure, (upper, lower) = pyplot.subplots(2, 1, sharex=True, figsize=(7, 7))
    upper.plot(iterations, [r.max_depth for r in rungs], "s--", label="maximum")
    upper.plot(iterations, [r.mean_depth for r in rungs], "o-", label="mean")
    upper.set_ylabel("depth, decisions")
    upper.set_ylim(bottom=0)
    upper.legend()
    upper.set_title(title)
    lower.errorbar(
        iterations,
        [100 * r.score for r in rungs],
        [100 * (r.error or 0.0) for r in rungs],
        fmt="o-",
        capsize=4,
    )
    lower.axhline(50, color="grey", linewidth=0.8)
    lower.set_ylabel("score against half, %, one standard error")
    lower.set_xlabel("iterations a move")
    lower.set_xscale("log", base=2)
    lower.set_xticks(iterations, [f"{n:,}" for n in iterations])
    lower.minorticks_off()
    figure.tight_layout()
    figure.savefig(target)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser, pairs=200, seed=1)
    parser.add_argument("--tree", choices=TREES, default=TREES[0])
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with kept(arguments.records) as folder:
        rungs = [climb(iterations, arguments, folder) for iterations in LADDER]
    if arguments.json:
        print(as_json(rungs, tree=arguments.tree, seed=arguments.seed))
    else:
        print_table(rungs)
        print(
            f"{arguments.pairs} pairs a row, {arguments.tree} tree, seed {arguments.seed}; {load()}"
        )
    if arguments.plot:
        title = f"Jaipur, single rounds, {arguments.tree} tree, {arguments.pairs} pairs a point"
        plot(rungs, arguments.plot, title)


if __name__ == "__main__":
    main()
