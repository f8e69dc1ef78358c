"""The core beside two hand-tuned C programs, run alternately: ratios ours / theirs.

    python bench/yardstick.py PLAYOUTS.c ISMCTS.c [--repeats 9] [--json]

PLAYOUTS.c prints lines `UNI rounds/s median NUMBER ...` (NOEX alike), ISMCTS.c lines `... from ply
P, playout POLICY: NUMBER it/s ...`. Ours are `core_speed playouts` and `core_speed search` in the
same mode: single rounds, open tree, the whole hand dealt anew, 10,000 iterations, each program on
its own 50 positions after each number of plies. Speed differs from position to position, so where
ISMCTS.c has five of them in its source, a copy that has fifty is compiled (the last line says so).
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from measure import Spread, as_json, compile_c, compile_core_speed, load, output, ratios, table

from sarai_protocol.cli.arguments import whole

YARDSTICK_FLAGS = ["-O2", "-march=x86-64-v2"]
POLICIES = {"UNI": ("uniform", 3), "NOEX": ("direct", 1)}
"""The names there, and ours with their number."""
PLIES = (0, 15, 30)
ITERATIONS = 10_000
COUNT = 50
ROUNDS = 50_000

FIFTY = (
    ("double ts[5];", "double ts[50];"),
    ("k<5;k++", "k<50;k++"),
    ("i<5;i++", "i<50;i++"),
    ("j<5;j++", "j<50;j++"),
    ("ts[2],ts[0],ts[4]", "ts[25],ts[0],ts[49]"),
    ("median of 5 positions", "median of 50 positions"),
)
"""What makes five positions fifty in the source of ISMCTS.c."""

Speeds = defaultdict[str, list[float]]


def with_fifty_positions(source: Path, folder: Path) -> Path:
    """A copy of the program with more positions, or the program itself if it looks different."""
    text = source.read_text(encoding="utf-8")
    if any(text.count(old) != 1 for old, _ in FIFTY):
        return source
    for old, new in FIFTY:
        text = text.replace(old, new)
    target = folder / "fifty.c"
    target.write_text(text, encoding="utf-8")
    return target


def their_playouts(program: Path) -> dict[str, float]:
    found = re.findall(r"^(\w+) +rounds/s median (\d+)", output([program, str(ROUNDS)]), re.M)
    return {f"playouts {name}": float(speed) for name, speed in found if name in POLICIES}


def our_playouts(program: Path) -> dict[str, float]:
    found = dict(
        re.findall(r"^(\w+) rounds/s (\d+)", output([program, "playouts", str(ROUNDS)]), re.M)
    )
    return {f"playouts {name}": float(found[ours]) for name, (ours, _) in POLICIES.items()}


def their_searches(program: Path) -> dict[str, float]:
    found = re.findall(
        r"from ply (\d+), playout (\w+): (\d+) it/s", output([program, str(ITERATIONS)])
    )
    return {
        f"search {name} after {plies}": float(speed)
        for plies, name, speed in found
        if name in POLICIES and int(plies) in PLIES
    }


def our_searches(program: Path) -> dict[str, float]:
    speeds = {}
    for name, (_, policy) in POLICIES.items():
        for plies in PLIES:
            plan = [ITERATIONS, 1, plies, COUNT, policy, "forget"]
            text = output([program, "search", *map(str, plan)])
            speed = re.search(r"iterations/s (\d+)", text)
            assert speed is not None
            speeds[f"search {name} after {plies}"] = float(speed[1])
    return speeds


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of work: what a CPU second gives, and ours by theirs."""

    name: str
    ours: Spread
    theirs: Spread
    ratio: Spread

    @classmethod
    def of(cls, name: str, ours: list[float], theirs: list[float]) -> Row:
        return cls(name, Spread.of(ours), Spread.of(theirs), ratios(ours, theirs))


def print_table(rows: list[Row]) -> None:
    cells = ((row.name, row.ours.text(), row.theirs.text(), row.ratio.text(2)) for row in rows)
    print(table(("per CPU second", "ours", "theirs", "ratio"), cells))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("playouts", type=Path, metavar="PLAYOUTS.c")
    parser.add_argument("ismcts", type=Path, metavar="ISMCTS.c")
    parser.add_argument("--repeats", type=whole(1, 10**6), default=9, metavar="N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    ours, theirs = Speeds(list), Speeds(list)
    with tempfile.TemporaryDirectory() as folder:
        core = compile_core_speed(Path(folder))
        searches = with_fifty_positions(arguments.ismcts, Path(folder))
        playouts = compile_c([arguments.playouts], Path(folder) / "playouts", YARDSTICK_FLAGS)
        ismcts = compile_c([searches], Path(folder) / "ismcts", YARDSTICK_FLAGS)
        for _ in range(arguments.repeats):
            for speeds, found in (
                (theirs, their_playouts(playouts)),
                (ours, our_playouts(core)),
                (theirs, their_searches(ismcts)),
                (ours, our_searches(core)),
            ):
                for name, speed in found.items():
                    speeds[name].append(speed)
    rows = [Row.of(name, ours[name], theirs[name]) for name in theirs]
    if arguments.json:
        print(as_json(rows, repeats=arguments.repeats, iterations=ITERATIONS))
        return
    print_table(rows)
    positions = "its own number of" if searches == arguments.ismcts else COUNT
    print(f"theirs: {positions} positions; {arguments.repeats} repeats, alternately; {load()}")


if __name__ == "__main__":
    main()
