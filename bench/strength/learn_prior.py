"""Learn the network in the prior of Jaipur from searches: engine/sarai/networks/jaipur.bin.

    python bench/strength/learn_prior.py [--player SPEC] [--rounds 4000] [--seed 1]
        [--store FILE.npz] [--also FILE.npz] [--write]

The positions are those of learn.py: a player meets itself, and the prior is to predict where its
search spends its visits. To the logits that learn.py has found, the network of
jaipur/prior_network.h adds what it learns by gradient descent (Adam: Kingma and Ba 2015) on the
cross-entropy, a tenth of the rounds held out. `--store` keeps the positions and grows: rounds that
are there already are not played again, if player and seed are the same. `--write` puts the
network into the file of the game's networks. Needs numpy and torch (extra `learn`) and bench on the
path.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt
import torch
from learn import UNITS, Sample, play
from learning import descend, grow, options
from parameters import WEIGHTS, Jaipur, Whole, constants, read, write

from sarai import InvalidGame, game, player
from sarai_protocol.refusal import Refusal

CHUNK = 500
"""Rounds after which the store is written."""
BATCH = 512
SIZES = constants(WEIGHTS)
HIDDEN, UNIT, PART_UNIT = SIZES["NET_HIDDEN"], SIZES["NET_UNIT"], SIZES["JP_PART_UNIT"]
ROWS, PARTS = SIZES["JP_PRIOR_ROWS"], SIZES["JP_PARTS"]
LARGEST = 32767 // (SIZES["JP_PRIOR_INPUTS"] + 1) / UNIT
"""The limit of a parameter of the hidden layer: with it, no sum of inputs overflows 16 bits."""
SCALE = UNITS * PART_UNIT
"""Units of a part in the file that make one of the natural logarithm."""


# ---- positions ----


@dataclass(frozen=True, slots=True)
class Positions:
    """Views, one a row; the moves of all of them after each other, and their visits."""

    views: npt.NDArray[np.uint8]
    sizes: npt.NDArray[np.int64]
    rounds: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint64]
    visits: npt.NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.views)

    def and_then(self, other: Positions) -> Positions:
        names = self.__slots__
        return Positions(*(np.concatenate((getattr(self, k), getattr(other, k))) for k in names))


def positions_of(samples: list[Sample]) -> Positions:
    samples = [sample for sample in samples if len(sample.moves) > 1]
    return Positions(
        np.frombuffer(b"".join(s.view for s in samples), np.uint8).reshape(len(samples), -1),
        np.array([len(s.moves) for s in samples], np.int64),
        np.array([s.round for s in samples], np.int64),
        np.concatenate([np.array(s.moves, np.uint64) for s in samples]),
        np.concatenate([np.array(s.visits, np.uint32) for s in samples]),
    )


def load(store: Path, source: str = "") -> Positions:
    """Refusal if the file is no such store, or, with a `source`, one of another player or seed."""
    try:
        with np.load(store) as file:
            found = Positions(*(file[name] for name in Positions.__slots__))
            wrong = str(file["source"]) if "source" in file and source else source
    except (OSError, ValueError, KeyError, TypeError, BadZipFile) as error:
        raise Refusal(
            f"{store}: it can't be read as positions of learn_prior.py: {error}"
        ) from None
    if wrong != source:
        raise Refusal(f"{store}: it has rounds of {wrong}, not of {source}; name another file")
    return found


def positions(specification: str, seed: int, rounds: int, store: Path | None) -> Positions:
    """Those of the store, and what is missing there."""
    source = f"{specification}, seed {seed}"
    if store and not store.parent.is_dir():
        raise Refusal(f"{store}: there is no folder {store.parent}")
    kept = load(store, source) if store and store.exists() else None
    done = int(kept.rounds.max()) + 1 if kept else 0

    def collect(first: int, last: int) -> Positions:
        rounds = range(first, last)
        return positions_of([s for number in rounds for s in play(specification, seed, number)])

    def save(file: Path, found: Positions, _: int) -> None:
        columns = {name: getattr(found, name) for name in Positions.__slots__}
        np.savez(file, source=np.array(source), **columns)

    return grow(kept, done, rounds, CHUNK, collect, save, store)


class Table:
    """What the fit looks at: of each position its inputs, of each move its logit and its parts."""

    def __init__(self, found: Positions) -> None:
        jaipur = Jaipur()
        weights = read(jaipur.digest)["linear"]
        self.inputs = torch.from_numpy(jaipur.prior_inputs(found.views).astype(np.int32))
        linear, plus, minus = jaipur.prior_moves(found.views, found.sizes, found.moves, weights)
        self.linear = torch.from_numpy((linear / UNITS).astype(np.float32))
        self.plus, self.minus = torch.from_numpy(plus), torch.from_numpy(minus)
        self.sizes = torch.from_numpy(found.sizes)
        self.start = torch.cumsum(self.sizes, 0) - self.sizes
        self.visits = torch.from_numpy(found.visits.astype(np.float32))

    def moves(self, chosen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The moves of some positions: to which of these each belongs, and its row in the table."""
        sizes = self.sizes[chosen]
        owner = torch.repeat_interleave(torch.arange(len(chosen)), sizes)
        first = self.start[chosen] - (torch.cumsum(sizes, 0) - sizes)
        return owner, torch.arange(len(owner)) + first[owner]


# ---- the network ----


class Network:
    """What jaipur/prior_network.c computes, with real numbers."""

    def __init__(self) -> None:
        self.rows = torch.nn.EmbeddingBag(ROWS, HIDDEN, mode="sum")
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.parts = torch.nn.Parameter(torch.zeros(PARTS, HIDDEN))
        self.part_bias = torch.nn.Parameter(torch.zeros(PARTS))
        torch.nn.init.normal_(self.rows.weight, 0, 0.02)

    def logits(
        self, table: Table, chosen: torch.Tensor, owner: torch.Tensor, moves: torch.Tensor
    ) -> torch.Tensor:
        hidden = torch.clamp(self.rows(table.inputs[chosen]) + self.bias, 0, 1)
        worths = hidden @ self.parts.T + self.part_bias
        worths = torch.nn.functional.pad(worths, (0, 1))  # the part that no move has
        first = owner[:, None] * (PARTS + 1)
        plus, minus = (worths.flatten()[first + p[moves]].sum(1) for p in (table.plus, table.minus))
        found: torch.Tensor = table.linear[moves] + plus - minus
        return found

    def parameters(self) -> list[torch.Tensor]:
        return [self.rows.weight, self.bias, self.parts, self.part_bias]

    def cut(self) -> None:
        with torch.no_grad():
            for part in (self.rows.weight, self.bias):
                part.clamp_(-LARGEST, LARGEST)
            self.parts.clamp_(-32767 / SCALE, 32767 / SCALE)

    def whole(self) -> dict[str, Whole]:
        """The parameters as C has them; those here become what they are worth then."""
        found: dict[str, Whole] = {}
        names = ("rows", "bias", "parts", "part_bias")
        units = (UNIT, UNIT, SCALE, SCALE * UNIT)
        with torch.no_grad():
            for name, part, unit in zip(names, self.parameters(), units, strict=True):
                found[name] = torch.round(part * unit).to(torch.int64).numpy()
                part.copy_(torch.round(part * unit) / unit)
        return found


@dataclass(frozen=True, slots=True)
class Loss:
    """Cross-entropy, entropy of the visits (both in nats), how often the likeliest move agrees."""

    cross: torch.Tensor
    entropy: torch.Tensor
    same: torch.Tensor


def loss(network: Network, table: Table, chosen: torch.Tensor) -> Loss:
    owner, moves = table.moves(chosen)
    n = len(chosen)
    logits = network.logits(table, chosen, owner, moves)
    visits = table.visits[moves]
    share = visits / torch.zeros(n).index_add_(0, owner, visits)[owner]

    def highest(values: torch.Tensor) -> torch.Tensor:
        return torch.full((n,), -math.inf).scatter_reduce(0, owner, values, "amax")[owner]

    top = highest(logits.detach())
    below = logits - top
    chance = below - torch.log(torch.zeros(n).index_add_(0, owner, torch.exp(below)))[owner]
    return Loss(
        -(share * chance).sum() / n,
        -torch.special.xlogy(share, share).sum() / n,
        ((below == 0) & (share == highest(share))).sum() / n,
    )


def mean_loss(network: Network, table: Table, chosen: torch.Tensor) -> tuple[float, float]:
    """Nats from the visits; share of positions with the same best move."""
    distance = same = 0.0
    with torch.no_grad():
        for some in chosen.split(8192):
            found = loss(network, table, some)
            distance += len(some) * float(found.cross - found.entropy)
            same += len(some) * float(found.same)
    return distance / len(chosen), same / len(chosen)


def fit(table: Table, chosen: torch.Tensor, epochs: int, rate: float) -> Network:
    network = Network()

    def gap(some: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        found = loss(network, table, some)
        return found.cross, found.cross - found.entropy

    descend(network, chosen, BATCH, epochs, rate, gap, " nats")
    return network


def main() -> None:
    parser = options(__doc__, player="ismcts:iterations=2000", rounds=4000, epochs=10)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(1)
    try:
        others = [load(store) for store in arguments.also]
        player(arguments.player, game("jaipur"))
        found = positions(arguments.player, arguments.seed, arguments.rounds, arguments.store)
    except (Refusal, InvalidGame) as error:
        parser.error(str(error))
    for other in others:
        found = found.and_then(other)
    held_out = torch.from_numpy(found.rounds % 10 == 0)
    table = Table(found)
    training, test = (torch.nonzero(part).squeeze(1) for part in (~held_out, held_out))
    network = fit(table, training, arguments.epochs, arguments.rate)
    numbers = network.whole()
    for name, part in (("training", training), ("held out", test)):
        distance, same = mean_loss(network, table, part)
        print(
            f"{name}: {len(part)} positions, {distance:.3f} nats from the visits, "
            f"same best move {100 * same:.1f} %"
        )
    if arguments.write:
        write({f"prior.{name}": row for name, row in numbers.items()}, Jaipur().digest)


if __name__ == "__main__":
    main()
