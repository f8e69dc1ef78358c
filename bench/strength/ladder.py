"""One player against another in pairs of single Jaipur rounds: score, error, SPRT, time a move.

    python bench/strength/ladder.py FIRST SECOND [--pairs 200] [--seed 1] [--jobs 1] [--stop]
        [--rules K=V,...] [--store FILE]

`--rules rounds=match` plays matches in the place of rounds; other options of the rules go there
too.

FIRST and SECOND are player specifications; with `FOLDER@` before it, a player runs in a process of
its own on the engine of another checkout (built there), so that any two commits can meet.
`omniscient:iterations=1000` is `ismcts` that sees the other hand (omniscient.py). The same command
gives the same score, unless a player has a time limit: see pairs.py.

SPRT: a sequential test of "equal" (50 %) against "FIRST is better" (`--better`, 55 %), both errors
5 %, with the normal approximation of the log-likelihood ratio over pair scores (M. Van den Bergh,
"A practical introduction to the GSPRT"). With `--stop` the match ends at the verdict.

Milliseconds a move are CPU time of each player. For a match at equal time, give the faster player
so many more iterations: the last line tells the ratio. The standing goes to stderr as it grows.
"""

from __future__ import annotations

import argparse
import sys
import time

from pairs import Match, Meeting, Store, add_options, check_name, check_rules, play, run


def better(text: str) -> float:
    """A reader of scores to be tested, for argparse."""
    try:
        score = float(text)
    except ValueError:
        score = 0.0
    if not 0.5 < score < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number between 0.5 and 1")
    return score


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", metavar="FIRST", type=check_name)
    parser.add_argument("second", metavar="SECOND", type=check_name)
    add_options(parser, pairs=200, seed=1, jobs=1)
    parser.add_argument("--better", type=better, default=0.55, metavar="SCORE")
    parser.add_argument(
        "--rules", type=check_rules, default="", metavar="K=V,...", help="of the game"
    )
    parser.add_argument("--stop", action="store_true", help="end at the verdict of the SPRT")
    arguments = parser.parse_args()
    meeting = Meeting(arguments.first, arguments.second, arguments.seed, arguments.rules)
    match, started = Match(arguments.better), time.monotonic()
    for pair in play(meeting, arguments.pairs, arguments.jobs, Store(arguments.store)):
        match.pairs.append(pair)
        if len(match.pairs) % 10 == 0:
            print(match.text(), file=sys.stderr, flush=True)
        if arguments.stop and len(match.pairs) >= 20 and match.verdict() != "open":
            break
    ours, theirs = match.milliseconds()
    print(f"{arguments.first} v. {arguments.second}, seed {arguments.seed}: {match.text()}")
    print(
        f"    CPU ms a move {ours:.2f} and {theirs:.2f}, ratio {ours / max(theirs, 1e-9):.2f}; "
        f"{match.moves():.1f} moves a game; {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    run(main)
