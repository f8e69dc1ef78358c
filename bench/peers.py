"""Beside OpenSpiel's C++ ISMCTS bot on euchre, run alternately: iterations per CPU second.

    python bench/peers.py [--repeats 9] [--iterations 2000]     (extra `peers`: open_spiel)

Two games of cards with hidden hands, not one: an orientation, not a race. Both play out uniformly
over the legal moves. Theirs starts from a deal of euchre at its first bid and after 5 and 10
decisions (random ones), ours from a single round of Jaipur in the same way (greedy ones).
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from typing import Any

import pyspiel  # type: ignore[import-not-found, unused-ignore]
from measure import Spread, load, position, ratios, table

from sarai import Limits, NativeSearch, Settings, State
from sarai_protocol.cli.arguments import whole

DEALS = (1, 2, 3, 4)
DECISIONS = (0, 5, 10)


def euchre_position(deal: int, decisions: int) -> Any:
    """A euchre state after so many random decisions, or the next one with a choice.

    Their bot does not search where only one action is legal.
    """
    rng = random.Random(deal)
    state = pyspiel.load_game("euchre").new_initial_state()
    made = 0
    while state.is_chance_node() or made < decisions or len(state.legal_actions()) == 1:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
        if state.is_terminal():
            raise ValueError(f"the game of deal {deal} ends before decision {decisions}")
    return state


def their_speed(states: Sequence[Any], iterations: int) -> float:
    spent = 0.0
    for seed, state in enumerate(states):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.ISMCTSBot(seed, evaluator, 0.7, iterations)
        before = time.process_time()
        bot.step(state)
        spent += time.process_time() - before
    return len(states) * iterations / spent


def our_speed(views: Sequence[State], iterations: int) -> float:
    before = time.process_time()
    for seed, view in enumerate(views):
        settings = Settings("closed", "ucb", 0.7, policy="uniform", seed=seed)  # as theirs
        NativeSearch(view, settings).run(Limits(iterations=iterations))
    return len(views) * iterations / (time.process_time() - before)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=whole(1, 10**6), default=9, metavar="N")
    parser.add_argument("--iterations", type=whole(1, 10**9), default=2000, metavar="N")
    arguments = parser.parse_args()
    states = [euchre_position(deal, made) for made in DECISIONS for deal in DEALS]
    views = [position(deal, made) for made in DECISIONS for deal in DEALS]
    ours, theirs = [], []
    for _ in range(arguments.repeats):
        theirs.append(their_speed(states, arguments.iterations))
        ours.append(our_speed(views, arguments.iterations))
    print(
        table(
            ("ISMCTS, uniform playouts", "iterations per CPU second"),
            (
                ("OpenSpiel C++, euchre", Spread.of(theirs).text()),
                ("Sarai, Jaipur", Spread.of(ours).text()),
                ("ratio", ratios(ours, theirs).text(1)),
            ),
        )
    )
    print(f"{arguments.iterations} iterations a search, {arguments.repeats} repeats; {load()}")


if __name__ == "__main__":
    main()
