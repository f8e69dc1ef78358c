"""Learn the value of a Jaipur position from rounds: engine/sarai/networks/jaipur.bin.

    python bench/strength/learn_value.py [--player SPEC] [--rounds 60000] [--store FILE.npz]
        [--also FILE.npz] [--outcome 0.9] [--write]

The player plays single rounds against itself; one move of twelve is drawn by the prior instead, so
that positions differ. Each position counts with who won the round and a little of what the search
thought its chance was: the first is true but noisy, the second the other way round. The network of
jaipur/value.c is fitted by gradient descent (Adam: Kingma and Ba 2015) to the log loss, a tenth of
the rounds held out. `--store` keeps the positions and grows: rounds that are there already are not
played again. `--write` puts the network into the file of the game's networks. Needs numpy and torch
(extra `learn`) and bench on the path.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from learning import descend, grow, options
from parameters import WEIGHTS, Jaipur, Whole, constants, write
from torch.nn import functional

from sarai import CHANCE, OVER, Game, Player, Rng, State, game, player

STRAY = 12
"""One move of so many is drawn by the prior."""
CHUNK = 2000
"""Rounds after which the store is written."""
BATCH = 2048
SIZES = constants(WEIGHTS)
HIDDEN, UNIT, ROWS = SIZES["NET_HIDDEN"], SIZES["NET_UNIT"], SIZES["JP_POSITION_ROWS"]
LARGEST = 32767 // (SIZES["JP_POSITION_INPUTS"] + 1) / UNIT
"""The limit of a parameter of the hidden layer: with it, no sum of inputs overflows 16 bits."""

Bytes = npt.NDArray[np.uint8]
Shares = npt.NDArray[np.float32]


# ---- positions ----


@dataclass(frozen=True, slots=True)
class Positions:
    """Full states in which a seat is to move: the share it got, and what its search expected."""

    states: Bytes
    shares: Shares
    expected: Shares

    def __len__(self) -> int:
        return len(self.states)

    def and_then(self, other: Positions) -> Positions:
        return Positions(
            np.concatenate((self.states, other.states)),
            np.concatenate((self.shares, other.shares)),
            np.concatenate((self.expected, other.expected)),
        )


def drawn(state: State, rng: Rng) -> int:
    """A move by the prior."""
    moves = state.moves()
    weights = state.priors(moves)
    rank = rng.below(2**31) * sum(weights) >> 31
    return moves[bisect_right(list(accumulate(weights)), rank)]


def play(rules: Game, chooser: Player, seed: int, number: int) -> list[tuple[bytes, float, float]]:
    """The states of a round, with the share of the seat to move and what it expected."""
    state, rng = rules.start(), Rng(seed, number)
    seen: list[tuple[bytes, int, float]] = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play_unchecked(state.sample(rng))
            continue
        seat = state.actor
        choice = chooser.choose(state.view(seat), rng.next())
        assert choice.result is not None, "the player is one that searches"
        seen.append((bytes(state), seat, choice.result.candidates[0].win[seat]))
        state.play_unchecked(drawn(state, rng) if rng.below(STRAY) == 0 else choice.move)
    shares = state.returns().shares
    return [(memory, shares[seat], expected) for memory, seat, expected in seen]


def collect(specification: str, seed: int, first: int, last: int) -> Positions:
    rules = game("jaipur", options={"rounds": "single"})
    chooser = player(specification, rules)
    found = [row for number in range(first, last) for row in play(rules, chooser, seed, number)]
    return Positions(
        np.frombuffer(b"".join(memory for memory, _, _ in found), np.uint8).reshape(len(found), -1),
        np.array([share for _, share, _ in found], np.float32),
        np.array([expected for _, _, expected in found], np.float32),
    )


def read(store: Path) -> tuple[Positions, int]:
    with np.load(store) as file:
        found = Positions(file["states"], file["shares"], file["expected"])
        return found, int(file["rounds"])


def positions(specification: str, seed: int, rounds: int, store: Path | None) -> Positions:
    """Those of the store, and what is missing there."""
    kept, done = read(store) if store and store.exists() else (None, 0)

    def collect_some(first: int, last: int) -> Positions:
        return collect(specification, seed, first, last)

    def save(file: Path, found: Positions, done: int) -> None:
        np.savez(
            file,
            states=found.states,
            shares=found.shares,
            expected=found.expected,
            rounds=done,
        )

    return grow(kept, done, rounds, CHUNK, collect_some, save, store)


# ---- the network ----


class Network:
    """What jaipur/value.c computes, with real numbers."""

    def __init__(self) -> None:
        self.rows = torch.nn.EmbeddingBag(ROWS, HIDDEN, mode="sum")
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.5))
        self.output = torch.nn.Linear(HIDDEN, 1)
        torch.nn.init.normal_(self.rows.weight, 0, 0.1)

    def logits(self, inputs: torch.Tensor) -> torch.Tensor:
        hidden = torch.clamp(self.rows(inputs) + self.bias, 0, 1)
        found: torch.Tensor = self.output(hidden)[:, 0]
        return found

    def parameters(self) -> list[torch.Tensor]:
        return [self.rows.weight, self.bias, self.output.weight, self.output.bias]

    def cut(self) -> None:
        with torch.no_grad():
            for part in (self.rows.weight, self.bias):
                part.clamp_(-LARGEST, LARGEST)

    def whole(self) -> dict[str, Whole]:
        """The parameters as C has them; those here become what they are worth then."""
        found: dict[str, Whole] = {}
        names = ("rows", "bias", "output", "output_bias")
        units = (UNIT, UNIT, UNIT, UNIT * UNIT)
        with torch.no_grad():
            for name, part, unit in zip(names, self.parameters(), units, strict=True):
                part.copy_(torch.round(part * unit) / unit)
                numbers = torch.round(part * unit).to(torch.int64).numpy()
                found[name] = numbers[0] if len(numbers) == 1 else numbers
        return found


def loss(network: Network, inputs: torch.Tensor, target: torch.Tensor) -> float:
    """The log loss."""
    total = 0.0
    with torch.no_grad():
        for at in range(0, len(inputs), 65536):
            logits = network.logits(inputs[at : at + 65536])
            total += float(
                functional.binary_cross_entropy_with_logits(
                    logits, target[at : at + 65536], reduction="sum"
                )
            )
    return total / len(inputs)


def fit(inputs: torch.Tensor, target: torch.Tensor, epochs: int, rate: float) -> Network:
    network = Network()

    def gap(some: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = functional.binary_cross_entropy_with_logits(
            network.logits(inputs[some]), target[some]
        )
        return found, found

    descend(network, torch.arange(len(inputs)), BATCH, epochs, rate, gap)
    return network


def main() -> None:
    parser = options(__doc__, player="ismcts:iterations=100", rounds=60_000, epochs=6)
    parser.add_argument(
        "--outcome", type=float, default=0.9, help="weight of who won; the rest is the search's"
    )
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    data = positions(arguments.player, arguments.seed, arguments.rounds, arguments.store)
    for store in arguments.also:
        data = data.and_then(read(store)[0])
    inputs = torch.from_numpy(Jaipur().value_inputs(data.states).astype(np.int32))
    shares = torch.from_numpy(data.shares)
    target = torch.lerp(torch.from_numpy(data.expected), shares, arguments.outcome)
    held_out = len(inputs) // 10
    network = fit(inputs[held_out:], target[held_out:], arguments.epochs, arguments.rate)
    whole = network.whole()
    for name, part in (("training", slice(held_out, None)), ("held out", slice(held_out))):
        print(
            f"{name}: {len(inputs[part])} positions, log loss of who won "
            f"{loss(network, inputs[part], shares[part]):.4f} ({math.log(2):.4f} at even chances)"
        )
    if arguments.write:
        write({f"value.{name}": row for name, row in whole.items()}, Jaipur().digest)


if __name__ == "__main__":
    main()
