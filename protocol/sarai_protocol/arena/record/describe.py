"""The tables of protocol/RECORDS.md: each field of a record with its type and its meaning.

    python -m sarai_protocol.arena.record.describe protocol/RECORDS.md

writes the tables into the page anew, between its `<!-- table: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from ..play.faults import Fault
from .records import Clock, Evaluation, GameRecord, Header

MEANINGS: Mapping[type[msgspec.Struct], Mapping[str, str]] = {
    Header: {
        "kind": "always `match`",
        "game": "the name of the game",
        "rules": "all rules options with their values",
        "seats": "seats at a table",
        "players": "the players A, B, C, ... as `sarai match` takes them",
        "seed": "the seed of the match",
        "games": "the number of games, or the most of them with a sequential test",
        "engine": "the version of Sarai",
        "core": "a fingerprint of its C sources",
        "tournament": "`match`, `gauntlet` or `roundrobin`",
        "sprt": "the sequential test, as `--sprt` takes it; empty without one",
        "format": "the version of this format",
        "shown": "the players, by index, that are shown all hidden cards (for measuring only)",
    },
    GameRecord: {
        "kind": "always `game`",
        "number": "the number of the game, from 1",
        "pair": "the number of its group, from 1: the games on one deal, of one table",
        "deal": "the seed of all its chance events",
        "seating": "the player in each seat, by index",
        "first": "the seat that made the first decision",
        "events": "all moves and chance events in notation, nothing masked",
        "shares": "the share of the win of each seat; they add up to 1 unless a seat plays alone",
        "scores": "the score of each seat",
        "plies": "the number of decisions",
        "capped": "whether a limit on the number of moves ended the game",
        "evaluations": "what searching players reported about the moves that they played",
        "clock": "times: the only key that may differ when the same match is played again",
        "fault": "the fault that ended the game; its seat has lost, and all scores are 0",
    },
    Evaluation: {
        "event": "the index of the move in `events`, from 0",
        "win": "the expected share of the win of each seat",
        "visits": "visits of the move",
        "iterations": "iterations of the search",
        "depth": "the mean depth of the iterations",
    },
    Clock: {
        "seconds": "the wall time of the game in seconds",
        "decisions": "for each seat, the wall time of each of its decisions in milliseconds",
        "overrun": "by how many milliseconds a move was late, if that ended the game",
        "cpu": "for each seat, the CPU time of its player in the game in milliseconds; null where "
        "the system does not tell it",
    },
    Fault: {
        "kind": "`START`, `DISCONNECT`, `STALL`, `TIMEOUT`, `ILLEGAL` or `PROTOCOL`",
        "seat": "the seat at fault",
        "text": "what happened",
    },
}
NAMES = {
    "dict[str, str]": "object of strings",
    "tuple[str, ...]": "list of strings",
    "tuple[int, ...]": "list of integers",
    "tuple[float, ...]": "list of numbers",
    "tuple[tuple[float, ...], ...]": "list of lists of numbers",
    "tuple[float | None, ...]": "list of numbers or null",
    "tuple[Evaluation, ...]": "list of evaluations",
    "float | None": "number",
    "Fault | None": "fault",
    "Clock": "clock",
    "Kind": "string",
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "true or false",
}
"""What JSON has in place of an annotation."""


def table(kind: type[msgspec.Struct]) -> str:
    """The fields of a line or a part of it, in their order, as a table in Markdown."""
    config = kind.__struct_config__
    rows = [("kind", "string", False)] if config.tag is not None else []
    for field in msgspec.structs.fields(kind):
        annotation = str(kind.__annotations__[field.name])
        rows.append((field.name, NAMES[annotation], not field.required))
    lines = ["| key | value | meaning |", "|---|---|---|"]
    for name, value, optional in rows:
        may_lack = " (may be missing)" if optional else ""
        lines.append(f"| `{name}` | {value}{may_lack} | {MEANINGS[kind][name]} |")
    return "\n".join(lines)


def renewed(page: str) -> str:
    """The page with its tables made anew."""
    kinds = {kind.__name__: kind for kind in MEANINGS}
    return re.sub(
        r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}{table(kinds[found[2]])}\n{found[3]}",
        page,
        flags=re.DOTALL,
    )


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
