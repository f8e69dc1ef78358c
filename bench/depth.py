"""What more iterations are worth: depth of the tree and strength by doubling.

    python bench/depth.py [--pairs 200] [--jobs 2] [--seed 1] [--plot depth.svg] [--json]

For 125, 250, ... 16,000 iterations a move: mean and maximum depth over fixed positions, and the
score against half the iterations in paired single rounds of Jaipur (the same deals, seats swapped),
with the standard error of the pairs. The plot needs matplotlib (extra `plot`).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from measure import Score, as_json, load, match, position, table

from sarai import Limits, NativeSearch, Settings
from sarai.search.ismcts import TREES
from sarai_protocol.cli.arguments import whole

LADDER = tuple(125 * 2**i for i in range(8))
POSITIONS = tuple((deal, plies) for deal in (1, 2, 3, 4) for plies in (0, 5, 10, 15, 20))


@dataclass(frozen=True, slots=True)
class Rung:
    """One number of iterations."""

    iterations: int
    mean_depth: float
    max_depth: int
    score: Score


def depths(iterations: int, tree: str, seed: int) -> tuple[float, int]:
    """Mean and maximum depth over the fixed positions."""
    settings = Settings(tree=tree, seed=seed)
    found = [
        NativeSearch(position(deal, plies), settings).run(Limits(iterations=iterations))
        for deal, plies in POSITIONS
    ]
    return sum(r.mean_depth for r in found) / len(found), max(r.max_depth for r in found)


def climb(iterations: int, tree: str, pairs: int, jobs: int, seed: int) -> Rung:
    first, second = (f"ismcts:iterations={n},tree={tree}" for n in (iterations, iterations // 2))
    mean, deepest = depths(iterations, tree, seed)
    return Rung(iterations, mean, deepest, match(first, second, pairs, jobs, seed))


def print_table(rungs: list[Rung]) -> None:
    print(
        table(
            ("iterations", "mean depth", "max depth", "score against half"),
            (
                (f"{r.iterations:,}", f"{r.mean_depth:.2f}", str(r.max_depth), r.score.text())
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
        [100 * r.score.share for r in rungs],
        [100 * r.score.error for r in rungs],
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
    parser.add_argument("--pairs", type=whole(1, 10**6), default=200, metavar="N")
    parser.add_argument("--jobs", type=whole(1, 256), default=2, metavar="N")
    parser.add_argument("--seed", type=whole(0, 10**6), default=1, metavar="N")
    parser.add_argument("--tree", choices=TREES, default=Settings().tree)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rungs = [
        climb(n, arguments.tree, arguments.pairs, arguments.jobs, arguments.seed) for n in LADDER
    ]
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
