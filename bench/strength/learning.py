"""What the tools that learn a network have in common: options, stores that grow, the descent."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, Self, TypeVar

import torch

from sarai_protocol.cli.arguments import whole


class Positions(Protocol):
    """Positions that a store keeps."""

    def and_then(self, other: Self) -> Self: ...

    def __len__(self) -> int: ...


P = TypeVar("P", bound=Positions)


class Network(Protocol):
    """What is fitted."""

    def parameters(self) -> list[torch.Tensor]: ...

    def cut(self) -> None:
        """Keep the parameters within what C can hold."""


def options(about: str | None, player: str, rounds: int, epochs: int) -> argparse.ArgumentParser:
    """The options of such a tool, with these defaults."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--player", default=player, metavar="SPEC")
    parser.add_argument("--rounds", type=whole(2, 10**6), default=rounds, metavar="N")
    parser.add_argument("--seed", type=whole(0, 10**6), default=1, metavar="N")
    parser.add_argument("--epochs", type=whole(1, 1000), default=epochs, metavar="N")
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--store", type=Path, metavar="FILE.npz")
    parser.add_argument(
        "--also", type=Path, action="append", default=[], metavar="FILE.npz", help="one more store"
    )
    parser.add_argument("--write", action="store_true")
    return parser


def grow(
    kept: P | None,
    done: int,
    rounds: int,
    chunk: int,
    collect: Callable[[int, int], P],
    save: Callable[[Path, P, int], None],
    store: Path | None,
) -> P:
    """What is kept of `done` rounds, and the others up to `rounds`; the store is never half."""
    while kept is None or done < rounds:
        last = min(done + chunk, rounds)
        new = collect(done, last)
        kept, done = kept.and_then(new) if kept is not None else new, last
        print(f"{done} rounds, {len(kept)} positions", flush=True)
        if store:
            fresh = store.with_suffix(".new.npz")
            save(fresh, kept, done)
            fresh.replace(store)
    return kept


def descend(
    network: Network,
    chosen: torch.Tensor,
    batch: int,
    epochs: int,
    rate: float,
    gap: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]],
    unit: str = "",
) -> None:
    """Adam over random batches of the chosen positions, with a rate that falls to nothing.

    `gap` gives what is to be lowered, and what is told of it.
    """
    adam = torch.optim.Adam(network.parameters(), lr=rate)
    batch = min(batch, len(chosen))
    batches = len(chosen) // batch
    falling = torch.optim.lr_scheduler.LambdaLR(adam, lambda k: 1 - k / (epochs * batches))
    for epoch in range(epochs):
        total = 0.0
        for some in chosen[torch.randperm(len(chosen))][: batches * batch].split(batch):
            lowered, told = gap(some)
            adam.zero_grad()
            torch.autograd.backward(lowered)
            adam.step()
            falling.step()
            network.cut()
            total += told.item()
        print(f"epoch {epoch + 1}: {total / batches:.4f}{unit}", flush=True)
