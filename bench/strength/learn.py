"""Learn the linear part of the prior of Jaipur from searches: engine/sarai/networks/jaipur.bin.

    python bench/strength/learn.py [--player SPEC] [--games 200] [--store FILE.npz] [--write]

The player plays single rounds against itself, and each position counts with its visits at the
root: the prior is to predict where a search spends its visits. Now and then it plays another move
than the best, drawn by visits, so that positions differ. The parameters are those of
jp_prior_weights (jaipur/weights.h), fitted by gradient descent (Adam: Kingma and Ba 2015) to the
cross-entropy, a tenth of the rounds held out. `--store` keeps the positions, or reads them if the
file is there; `--write` puts the parameters into the file of the game's networks (the network of
learn_prior.py rests on them, so learn it anew after that). Needs numpy (extra `learn`) and bench on
the path.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from pathlib import Path

import numpy as np
import numpy.typing as npt
from parameters import Floats, Jaipur, Whole, arrays, whole_numbers, write

from sarai import CHANCE, InvalidGame, Move, Rng, game, player

UNITS = 32 / log(2)
"""Units of a logit in the file that make one of the natural logarithm."""
STRAY = 0.15
"""Share of moves that are drawn by visits."""
DECISIONS = 1000


# ---- positions ----


@dataclass(frozen=True, slots=True)
class Sample:
    """A view of the seat to move, its legal moves, the visits of each."""

    round: int
    view: bytes
    moves: list[Move]
    visits: list[int]


def play(specification: str, seed: int, number: int) -> Iterator[Sample]:
    """A round of the player against itself."""
    rules = game("jaipur", options={"rounds": "single"})
    teacher = player(specification, rules)
    state, deal, rng = rules.start(), seed * 10**6 + number, Rng(seed, number)
    for decision in range(DECISIONS):
        while state.actor == CHANCE:
            state.play_unchecked(state.deal(deal))
        if state.actor < 0:
            return
        view = state.view(state.actor)
        result = teacher.choose(view, deal * DECISIONS + decision).result
        if result is None:
            raise InvalidGame(f"{specification}: it has to be a player that searches")
        visits = {c.move: c.visits for c in result.candidates}
        moves = view.moves()
        yield Sample(number, bytes(view), moves, [visits.get(move, 0) for move in moves])
        stray = rng.below(1000) < 1000 * STRAY
        state.play(drawn(visits, rng) if stray else result.move)


def drawn(visits: dict[Move, int], rng: Rng) -> Move:
    rank = rng.below(sum(visits.values()))
    for move, n in visits.items():
        rank -= n
        if rank < 0:
            return move
    raise AssertionError("more than all")


# ---- the table ----


@dataclass(frozen=True, slots=True)
class Data:
    """All moves of all positions in one table; `start` has the first row of each position."""

    rows: Whole
    share: Floats
    start: npt.NDArray[np.int64]
    rounds: npt.NDArray[np.int64]

    def only(self, wanted: npt.NDArray[np.bool_]) -> Data:
        ends = np.append(self.start[1:], len(self.rows))
        keep = np.repeat(wanted, ends - self.start)
        sizes = (ends - self.start)[wanted]
        start = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
        return Data(self.rows[keep], self.share[keep], start, self.rounds[wanted])


def data_of(samples: list[Sample]) -> Data:
    jaipur, units = Jaipur(), np.eye(sum(a.size for a in arrays()), dtype=np.int16)
    samples = [sample for sample in samples if len(sample.moves) > 1]
    sizes = [len(sample.moves) for sample in samples]
    return Data(
        np.concatenate(
            [jaipur.move_features(sample.view, sample.moves, units) for sample in samples]
        ),
        np.concatenate([np.array(s.visits, np.float32) / sum(s.visits) for s in samples]),
        np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64),
        np.array([sample.round for sample in samples]),
    )


# ---- the fit ----


def chances(data: Data, parameters: Floats) -> Floats:
    """The softmax of each position, all rows after each other."""
    logits = data.rows.astype(np.float32) @ parameters
    sizes = np.diff(np.append(data.start, len(logits)))
    weights = np.exp(logits - np.repeat(np.maximum.reduceat(logits, data.start), sizes))
    share: Floats = weights / np.repeat(np.add.reduceat(weights, data.start), sizes)
    return share


def loss(data: Data, parameters: Floats) -> tuple[float, float]:
    """Mean cross-entropy above the entropy of the visits; how often the likeliest move agrees."""
    found, n = chances(data, parameters), len(data.start)
    wanted = data.share
    seen = wanted > 0
    entropy = -float((wanted[seen] * np.log(found[seen] / wanted[seen])).sum()) / n
    ends = np.append(data.start[1:], len(found))
    same = sum(
        int(np.argmax(found[a:b]) == np.argmax(wanted[a:b]))
        for a, b in zip(data.start, ends, strict=True)
    )
    return entropy, same / n


def fit(data: Data, rounds: int, batch: int, rate: float, decay: float) -> Floats:
    """Adam over random batches of positions."""
    rng = np.random.default_rng(0)
    size, step = data.rows.shape[1], 0
    parameters: Floats = np.zeros(size, np.float32)
    first: Floats = parameters.copy()
    second: Floats = parameters.copy()
    for k in range(rounds):
        order = rng.permutation(len(data.start))
        for at in range(0, len(order), batch):
            wanted = np.zeros(len(data.start), np.bool_)
            wanted[order[at : at + batch]] = True
            part = data.only(wanted)
            gap = chances(part, parameters) - part.share
            gradient = part.rows.astype(np.float32).T @ gap / len(part.start) + decay * parameters
            step += 1
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient**2 - second)
            lowered = rate * (1 - k / rounds)
            ahead, spread = first / (1 - 0.9**step), second / (1 - 0.999**step)
            parameters = parameters - lowered * ahead / (np.sqrt(spread) + 1e-8)
    return parameters


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default="ismcts:iterations=4000")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--store", type=Path, metavar="FILE.npz")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.store and arguments.store.exists():
        kept = np.load(arguments.store)
        data = Data(kept["rows"], kept["share"], kept["start"], kept["rounds"])
    else:
        samples = [
            sample
            for number in range(arguments.games)
            for sample in play(arguments.player, arguments.seed, number)
        ]
        data = data_of(samples)
        if arguments.store:
            np.savez_compressed(
                arguments.store,
                rows=data.rows,
                share=data.share,
                start=data.start,
                rounds=data.rounds,
            )
    held = data.rounds % 10 == 0
    training, test = data.only(~held), data.only(held)
    parameters = fit(training, arguments.epochs, 256, 0.02, 1e-5)
    whole, rounded = whole_numbers(parameters, UNITS)
    for name, part in (("training", training), ("held out", test)):
        distance, same = loss(part, rounded)
        blind, _ = loss(part, np.zeros_like(rounded))
        print(
            f"{name}: {len(part.start)} positions, {distance:.3f} nats from the visits "
            f"({blind:.3f} with all moves alike), same best move {100 * same:.1f} %"
        )
    if arguments.write:
        write({"linear": whole}, Jaipur().digest)


if __name__ == "__main__":
    main()
