"""What more iterations are worth: each player against itself with a fourth of the iterations.

    python bench/strength/scaling.py BASE... [--pairs 200] [--seed 11] [--jobs 2] [--store FILE]
        [--iterations 250 1000 4000 16000 64000]

BASE is a player without its iterations: `ismcts`, `ismcts:tree=closed`, `textbook`. Each step of
the curve is a meeting in pairs of single rounds (see pairs.py, which also tells of --store). A row
is printed when it is done, as a line of a Markdown table: the score of the first player with one
standard error, and the lower end of its 95 % interval. Milliseconds a move and seconds are CPU
time, of all processes together, so that a busy machine does not change them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise

from pairs import Match, Meeting, Store, add_options, check_name, play, run

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
    name = base.rpartition("@")[2]
    return f"{base}{',' if ':' in name else ':'}iterations={iterations}"


def base_name(text: str) -> str:
    """A reader of bases for argparse."""
    check_name(with_iterations(text, 1))
    return text


def meetings(base: str, iterations: list[int], seed: int) -> Iterator[Meeting]:
    """The steps of a curve, from the bottom."""
    for fewer, more in pairwise(iterations):
        yield Meeting(with_iterations(base, more), with_iterations(base, fewer), seed)


def row(meeting: Meeting, match: Match) -> str:
    more, fewer = match.milliseconds()
    return (
        f"| `{meeting.first}` | `{meeting.second}` | {len(match.pairs)}, {meeting.seed} | "
        f"{match.score()} | {100 * match.low():.1f} % | {more:.3g}, {fewer:.3g} | "
        f"{match.cpu():.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bases", metavar="BASE", nargs="+", type=base_name)
    parser.add_argument(
        "--iterations", nargs="+", type=whole(1, 10**9), default=ITERATIONS, metavar="N"
    )
    add_options(parser, pairs=200, seed=11, jobs=2)
    arguments = parser.parse_args()
    if len(arguments.iterations) < 2 or any(m <= n for n, m in pairwise(arguments.iterations)):
        parser.error("argument --iterations: it takes two numbers or more, from low to high")
    store, total = Store(arguments.store), 0.0
    print(HEAD, flush=True)
    for base in arguments.bases:
        for meeting in meetings(base, arguments.iterations, arguments.seed):
            match = Match(pairs=list(play(meeting, arguments.pairs, arguments.jobs, store)))
            print(row(meeting, match), flush=True)
            total += match.cpu()
    print(f"\nseed {arguments.seed}, {total:.0f} CPU seconds in all")


if __name__ == "__main__":
    run(main)
