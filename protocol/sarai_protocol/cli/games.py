"""`sarai games`: what there is to choose from, by the tables in the engine."""

from __future__ import annotations

import dataclasses
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sarai.core import CoreGame


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = "Rules options are given as --rules option=value,option=value."


def run(args: Namespace) -> int:
    from sarai.games import CORE, REGISTRY
    from sarai.players import PLAYERS

    for name, entry in REGISTRY.items():
        print("\n".join(_game(CORE[name], entry.presets)))
    print("players, as NAME or NAME:option=value,option=value")
    for name, kind in PLAYERS.items():
        print("\n".join(_player(name, kind)))
    return 0


def _game(core: CoreGame, presets: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    seats = str(core.min_seats)
    if core.max_seats > core.min_seats:
        seats += f" to {core.max_seats}"
    yield f"{core.name}, {seats} seats"
    yield "  rules options"
    for option in core.options:
        yield f"    {option.name:<16}{option.domain()} (default {option.default})"
    for name, options in presets.items():
        means = ",".join(f"{option}={value}" for option, value in options.items())
        yield f"    preset={name} means {means}"
    search = core.search
    yield f"  search: a tree that is {search.tree}, selection {search.selection}"
    yield f"  playout policies: {', '.join(core.policies)} (default {core.policies[0]})"


def _player(name: str, kind: Callable[..., object]) -> Iterator[str]:
    """The player and its options, from the docstring and the fields of its dataclass."""
    summary, *more = (kind.__doc__ or "").strip().split("\n\n")
    yield f"  {name}: {_joined(summary)}"
    if dataclasses.is_dataclass(kind):
        for paragraph in more:
            yield f"    {_joined(paragraph)}"
        for field in dataclasses.fields(kind):
            values = "|".join(field.metadata.get("values", ())) or str(field.type)
            default = "the game's" if field.default in ("", None) else field.default
            yield f"    {field.name:<14}{values.removesuffix(' | None')} (default {default})"
            if "help" in field.metadata:
                yield f"      {field.metadata['help']}"


def _joined(text: str) -> str:
    return " ".join(text.split())
