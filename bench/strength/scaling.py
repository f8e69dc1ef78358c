"""What more iterations are worth: each player against itself with a quarter of the iterations.

    python bench/strength/scaling.py BASE... [--pairs 200] [--seed 11] [--jobs 2]
        [--iterations 250 1000 4000 16000 64000] [--records FOLDER]

BASE is a player without its iterations: `ismcts`, `ismcts:tree=closed`, `textbook`. Each step of
the curve is a meeting in pairs of single rounds (bench/meetings.py). A row is printed when it is
done, as a line of a Markdown table: the score of the first player with one standard error, and the
lower end of its 95 % interval. Milliseconds a move and seconds are CPU time of the players, so a
busy machine does not change them much.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise

from meetings import (
    Meeting,
    add_options,
    check_player,
    cpu_seconds,
    kept,
    lower_end,
    play,
    score,
)

from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.cli.arguments import whole

ITERATIONS = (250, 1000, 4000, 16_000, 64_000)
HEAD = """\
| first | second | pairs, seed | score of first | 95 %, lower end | ms a move | CPU seconds |
|---|---|---|---|---|---|---|"""


def with_iterations(base: str, iterations: int) -> str:
    """The player with so many iterations a move.

    >>> with_iterations("ismcts", 250), with_iterations("ismcts:tree=closed", 250)
    ('ismcts:iterations=250', 'ismcts:tree=closed,iterations=250')
    """
    return f"{base}{',' if ':' in base else ':'}iterations={iterations}"


def base_name(text: str) -> str:
    """A reader of bases for argparse."""
    check_player(with_iterations(text, 1))
    return text


def meetings(base: str, iterations: list[int], seed: int) -> Iterator[Meeting]:
    """The steps of a curve, from the bottom."""
    for fewer, more in pairwise(iterations):
        yield Meeting(with_iterations(base, more), with_iterations(base, fewer), seed)


def row(meeting: Meeting, result: DuelResult) -> str:
    more, fewer = (side.cpu.per_move() for side in result.sides)
    return (
        f"| `{meeting.first}` | `{meeting.second}` | {result.pairs}, {meeting.seed} | "
        f"{score(result)} | {lower_end(result)} | {more:.3g}, {fewer:.3g} | "
        f"{cpu_seconds(result):.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bases", metavar="BASE", nargs="+", type=base_name)
    parser.add_argument(
        "--iterations", nargs="+", type=whole(1, 10**9), default=ITERATIONS, metavar="N"
    )
    add_options(parser, pairs=200, seed=11)
    arguments = parser.parse_args()
    if len(arguments.iterations) < 2 or any(m <= n for n, m in pairwise(arguments.iterations)):
        parser.error("argument --iterations: it takes two numbers or more, from low to high")
    total = 0.0
    print(HEAD, flush=True)
    with kept(arguments.records) as folder:
        for base in arguments.bases:
            for meeting in meetings(base, arguments.iterations, arguments.seed):
                result = play(meeting, arguments.pairs, arguments.jobs, folder)
                print(row(meeting, result), flush=True)
                total += cpu_seconds(result)
    print(f"\nseed {arguments.seed}, {total:.0f} CPU seconds in all")


if __name__ == "__main__":
    main()
