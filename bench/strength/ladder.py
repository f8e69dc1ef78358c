"""One player against another in pairs of single Jaipur rounds: score, error, SPRT, time a move.

    python bench/strength/ladder.py FIRST SECOND [--pairs 200] [--seed 1] [--stop]

Both rounds of a pair are dealt from the same decks, with the seats swapped, so the luck of the
cards cancels and the error comes from the pairs. FIRST and SECOND are player specifications; with
`FOLDER@` before it, a player runs in a process of its own on the engine of another checkout (built
there), so that any two commits can meet. The same command gives the same score, unless a player
has a time limit.

SPRT: a sequential test of "equal" (50 %) against "FIRST is better" (`--better`, 55 %), both errors
5 %, with the normal approximation of the log-likelihood ratio over pair scores (M. Van den Bergh,
"A practical introduction to the GSPRT"). With `--stop` the match ends at the verdict.

Milliseconds a move are CPU time of each player. For a match at equal time, give the faster player
so many more iterations: the last line tells the ratio. The standing goes to stderr as it grows.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean, variance

from sarai import CHANCE, Choice, Game, Player, State, game, player

DECISIONS = 1000
"""More than a round of Jaipur ever has."""
BOUND = math.log(19)
"""Of the log-likelihood ratio, for errors of 5 % on both sides."""


def single_round() -> Game:
    return game("jaipur", options={"rounds": "single"})


@dataclass(slots=True)
class Timed:
    """A player with its clock."""

    inner: Player
    moves: int = 0
    seconds: float = 0.0

    def choose(self, view: State, seed: int) -> Choice:
        started = time.thread_time()
        choice = self.inner.choose(view, seed)
        self.seconds += time.thread_time() - started
        self.moves += 1
        return choice

    def milliseconds(self) -> float:
        return 1000 * self.seconds / max(self.moves, 1)


class Elsewhere:
    """A player of another checkout, in a process of its own: a line a question, a line a move."""

    def __init__(self, folder: str, specification: str) -> None:
        root = Path(folder).resolve()
        paths = os.pathsep.join(str(root / part) for part in ("engine", "protocol", "csrc"))
        self.moves, self.seconds = 0, 0.0
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve", specification],
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, view: State, seed: int) -> Choice:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(view.snapshot(), seed, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().split()
        if not answer:
            raise RuntimeError("the other engine has ended; its last words are above")
        self.moves += 1
        self.seconds += float(answer[1])
        return Choice(view.game.parse(answer[0]))

    def milliseconds(self) -> float:
        return 1000 * self.seconds / max(self.moves, 1)


def serve(specification: str) -> None:
    """Answer the questions of an `Elsewhere`."""
    rules = single_round()
    timed = Timed(player(specification, rules))
    for line in sys.stdin:
        snapshot, seed = line.split()
        before = timed.seconds
        move = timed.choose(rules.snapshot(snapshot), int(seed)).move
        print(rules.text(move), timed.seconds - before, flush=True)


def competitor(specification: str, rules: Game) -> Timed | Elsewhere:
    folder, at, rest = specification.rpartition("@")
    return Elsewhere(folder, rest) if at else Timed(player(rest, rules))


def play_round(rules: Game, players: tuple[Player, Player], deal: int) -> float:
    """The share of the player in seat 0."""
    state = rules.start()
    for decision in range(DECISIONS):
        while state.actor == CHANCE:
            state.play_unchecked(state.deal(deal))
        if state.actor < 0:
            break
        choice = players[state.actor].choose(state.view(state.actor), deal * DECISIONS + decision)
        state.play(choice.move)
    return state.returns().shares[0]


@dataclass(slots=True)
class Match:
    """Pair scores of the first player, 0 to 1."""

    better: float
    scores: list[float] = field(default_factory=list)

    def mean(self) -> float:
        return fmean(self.scores)

    def error(self) -> float:
        """The standard error; at least that of one half point in all, so that 100 % has one."""
        n = len(self.scores)
        spread = variance(self.scores) if n > 1 else 0.25
        return math.sqrt(max(spread, 0.25 / n) / n)

    def ratio(self) -> float:
        """The log-likelihood ratio of `better` against 0.5."""
        n = len(self.scores)
        distance = (self.better - 0.5) * (2 * self.mean() - self.better - 0.5)
        return distance / (2 * self.error() ** 2) if n > 1 else 0.0

    def verdict(self) -> str:
        ratio = self.ratio()
        return "better" if ratio > BOUND else "not better" if ratio < -BOUND else "open"

    def text(self) -> str:
        mean, error = 100 * self.mean(), 100 * self.error()
        return (
            f"{mean:.1f} +- {error:.1f} %  [{mean - 1.96 * error:.1f} .. {mean + 1.96 * error:.1f}]"
            f"  {len(self.scores)} pairs  SPRT {self.verdict()} ({self.ratio():+.1f})"
        )


def main() -> None:
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", metavar="FIRST")
    parser.add_argument("second", metavar="SECOND")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--better", type=float, default=0.55, metavar="SCORE")
    parser.add_argument("--stop", action="store_true", help="end at the verdict of the SPRT")
    arguments = parser.parse_args()
    rules = single_round()
    first, second = (competitor(s, rules) for s in (arguments.first, arguments.second))
    match, started = Match(arguments.better), time.monotonic()
    for pair in range(arguments.pairs):
        deal = arguments.seed * 10**6 + pair
        shares = play_round(rules, (first, second), deal), play_round(rules, (second, first), deal)
        match.scores.append((shares[0] + 1 - shares[1]) / 2)
        if (pair + 1) % 10 == 0:
            print(match.text(), file=sys.stderr, flush=True)
        if arguments.stop and pair >= 19 and match.verdict() != "open":
            break
    ours, theirs = first.milliseconds(), second.milliseconds()
    print(f"{arguments.first} v. {arguments.second}, seed {arguments.seed}: {match.text()}")
    print(
        f"    CPU ms a move {ours:.2f} and {theirs:.2f}, ratio {ours / max(theirs, 1e-9):.2f}; "
        f"{(first.moves + second.moves) / (2 * len(match.scores)):.1f} moves a round; "
        f"{time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    main()
