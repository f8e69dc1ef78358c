"""Learn the value of a Jaipur position from rounds: csrc/games/jaipur_value_weights.h.

    python bench/strength/learn_value.py [--player SPEC] [--rounds 20000] [--store FILE] [--write]

Both seats draw each move by the prior of the search, or with `--player` one of ten: the others are
the player's. Some positions of a round count with who won it. A logistic regression over the
features of jaipur_value.c, fitted by gradient descent (Adam: Kingma and Ba 2015) to the log loss, a
tenth of the rounds held out. `--store` keeps the positions, or reads them if the file is there;
`--write` replaces the header. Needs numpy (extra `learn`) and bench on the path. Build the core
before and after.
"""

from __future__ import annotations

import argparse
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
from parameters import GAMES, Floats, Jaipur, Whole, arrays, whole_numbers, write

from sarai import CHANCE, OVER, Game, Player, Rng, State, game, player

HEADER = GAMES / "jaipur_value.h"
TARGET = GAMES / "jaipur_value_weights.h"
UNITS = 128
"""Of a logit in the header, for one of the natural logarithm."""
EVERY = 6
"""One position of so many counts: neighbours tell much the same."""


@dataclass(frozen=True, slots=True)
class Data:
    """Features of full states, and the share of the seat that was to move."""

    rows: Whole
    share: Floats


def drawn(state: State, rng: Rng) -> int:
    """A move by the prior."""
    moves = state.moves()
    weights = state.priors(moves)
    rank = rng.below(2**31) * sum(weights) >> 31
    return moves[bisect_right(list(accumulate(weights)), rank)]


def play(
    rules: Game, chooser: Player | None, seed: int, number: int
) -> Iterator[tuple[bytes, float]]:
    """States of a round, with the share of the seat to move."""
    state, rng = rules.start(), Rng(seed, number)
    found: list[tuple[bytes, int]] = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play_unchecked(state.sample(rng))
            continue
        if rng.below(EVERY) == 0:
            found.append((bytes(state), state.actor))
        if chooser is None or rng.below(10) == 0:
            state.play_unchecked(drawn(state, rng))
        else:
            state.play_unchecked(chooser.choose(state.view(state.actor), rng.next()).move)
    shares = state.returns().shares
    for memory, seat in found:
        yield memory, shares[seat]


def collect(specification: str, rounds: int, seed: int) -> Data:
    rules, jaipur = game("jaipur", options={"rounds": "single"}), Jaipur()
    units = np.eye(sum(array.size for array in arrays(HEADER)), dtype=np.int16)
    chooser = player(specification, rules) if specification else None
    rows, shares = [], []
    for number in range(rounds):
        for memory, share in play(rules, chooser, seed, number):
            rows.append(jaipur.value_features(memory, units))
            shares.append(share)
    return Data(np.array(rows), np.array(shares, np.float32))


def chances(data: Data, parameters: Floats) -> Floats:
    logits = data.rows.astype(np.float32) @ parameters
    found: Floats = 1 / (1 + np.exp(-logits))
    return found


def loss(data: Data, parameters: Floats) -> float:
    found = np.clip(chances(data, parameters), 1e-6, 1 - 1e-6)
    return -float((data.share * np.log(found) + (1 - data.share) * np.log(1 - found)).mean())


def fit(data: Data, epochs: int, batch: int, rate: float, decay: float) -> Floats:
    """Adam over random batches of positions."""
    rng, step = np.random.default_rng(0), 0
    parameters: Floats = np.zeros(data.rows.shape[1], np.float32)
    first, second = parameters.copy(), parameters.copy()
    for k in range(epochs):
        order = rng.permutation(len(data.rows))
        for at in range(0, len(order), batch):
            some = order[at : at + batch]
            part = Data(data.rows[some], data.share[some])
            gap = chances(part, parameters) - part.share
            gradient = part.rows.astype(np.float32).T @ gap / len(some) + decay * parameters
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            ahead, spread = first / (1 - 0.9**step), second / (1 - 0.999**step)
            parameters -= rate * (1 - k / epochs) * ahead / (np.sqrt(spread) + 1e-8)
    return parameters


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="", metavar="SPEC")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--store", type=Path, metavar="FILE.npz")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.store and arguments.store.exists():
        kept = np.load(arguments.store)
        data = Data(kept["rows"], kept["share"])
    else:
        data = collect(arguments.player, arguments.rounds, arguments.seed)
        if arguments.store:
            np.savez_compressed(arguments.store, rows=data.rows, share=data.share)
    cut = len(data.rows) // 10
    training = Data(data.rows[cut:], data.share[cut:])
    test = Data(data.rows[:cut], data.share[:cut])
    parameters = fit(training, arguments.epochs, 1024, 0.01, 1e-5)
    whole, rounded = whole_numbers(parameters, UNITS)
    for name, part in (("training", training), ("held out", test)):
        print(
            f"{name}: {len(part.rows)} positions, log loss {loss(part, rounded):.4f} "
            f"({loss(part, np.zeros_like(rounded)):.4f} at even chances)"
        )
    if arguments.write:
        write(whole, HEADER, TARGET, "jp_value_weights", "learn_value.py")
        print(f"wrote {TARGET}")


if __name__ == "__main__":
    main()
