"""How well a player plays the end of a single Jaipur round, by exact values.

    python bench/strength/endgame.py PLAYER [--rounds 200] [--seed 1] [--budget 200000]

PLAYER, by its specification, plays both seats. At each decision the exact solver
(csrc/search/expectimax.c) may play `budget` plies; where that is enough, the player's move is
compared with the best. Printed are how many decisions were solved, in how many of them moves differ
in value, how often the player chose a worse one, what that cost (in wins), and the CPU time of the
solver. The same command gives the same counts, unless the player has a time limit.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

from competitors import jaipur
from pairs import DEALS, DECISIONS, check_player, run

from sarai import CHANCE, OVER, Game, Player, State, player
from sarai.core import solve
from sarai_protocol.cli.arguments import whole

CLOSE = 1e-6


@dataclass(slots=True)
class Ends:
    """Counts over decisions, and the losses of those that were wrong."""

    rounds: int = 0
    decisions: int = 0
    solved: int = 0
    one_world: int = 0
    matters: int = 0
    losses: list[float] = field(default_factory=list)
    solved_seconds: float = 0.0
    other_seconds: float = 0.0

    def look(self, view: State, move: int, budget: int) -> None:
        """Count a decision, with the move that was chosen."""
        moves = view.moves()
        started = time.thread_time()
        bounds, _ = solve(view, moves, budget)
        seconds = time.thread_time() - started
        self.decisions += 1
        if not bounds:
            self.other_seconds += seconds
            return
        self.solved += 1
        self.solved_seconds += seconds
        self.one_world += bool(view.worlds(1))
        best = max(low for low, _ in bounds)
        self.matters += min(high for _, high in bounds) < best - CLOSE
        loss = best - bounds[moves.index(move)][1]
        if loss > CLOSE:
            self.losses.append(loss)

    def text(self) -> str:
        lost, rest = sum(self.losses), self.decisions - self.solved
        return (
            f"{self.rounds} rounds, {self.decisions} decisions, {self.solved} solved "
            f"({100 * self.solved / self.decisions:.1f} %, {self.one_world} with all hands known)\n"
            f"in {self.matters} of them moves differ; {len(self.losses)} wrong, "
            f"{lost:.2f} wins lost, {100 * lost / (2 * self.rounds):.2f} % a seat and round\n"
            f"solver: {1000 * self.solved_seconds / max(self.solved, 1):.3f} CPU ms where solved, "
            f"{1000 * self.other_seconds / max(rest, 1):.3f} where not"
        )


def play(rules: Game, inner: Player, deal: int, budget: int, ends: Ends) -> None:
    """One round, looked at decision by decision."""
    state = rules.start()
    for decision in range(DECISIONS):
        while state.actor == CHANCE:
            state.play_unchecked(state.deal(deal))
        if state.actor == OVER:
            break
        view = state.view(state.actor)
        move = inner.choose(view, deal * DECISIONS + decision).move
        ends.look(view, move, budget)
        state.play(move)
    ends.rounds += 1


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("player", metavar="PLAYER", type=check_player)
    parser.add_argument("--rounds", type=whole(1, DEALS), default=200, metavar="N")
    parser.add_argument("--seed", type=whole(0, DEALS), default=1, metavar="N")
    parser.add_argument("--budget", type=whole(1, 10**9), default=200_000, metavar="N")
    arguments = parser.parse_args()
    rules, ends = jaipur(), Ends()
    inner = player(arguments.player, rules)
    for number in range(arguments.rounds):
        play(rules, inner, arguments.seed * DEALS + number, arguments.budget, ends)
    print(f"{arguments.player}, seed {arguments.seed}, budget {arguments.budget}:\n{ends.text()}")


if __name__ == "__main__":
    run(main)
