"""What it costs a playout to carry what each of six seats knows (knowledge.c), as a table.

The share is of a playout of a lean game: 100 plies, each of 300 ns and 2 ns for each of 30 legal
moves. A playout has two copies of the state, the determinization and its own, and at each ply what
a form of knowledge needs beyond moving the card.
"""

import tempfile
from pathlib import Path

from measure import BENCH, compile_c, output, table

HEAD = ["bytes", "copy", "view", "bits", "bits, gifts", "log", "log, gifts"]
HEAD += [f"{name} %" for name in HEAD[3:]]
PLIES, MOVES = 100, 30
FLAGS = ["-std=c11", "-O2", "-DNDEBUG"]


def measured() -> dict[int, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c([BENCH / "knowledge.c"], Path(folder) / "knowledge", FLAGS)
        lines = [line.split() for line in output([program]).splitlines()]
    sizes: dict[int, dict[str, float]] = {}
    for size, name, nanoseconds in lines:
        sizes.setdefault(int(size), {})[name] = float(nanoseconds)
    return sizes


def row(size: int, found: dict[str, float]) -> list[str]:
    playout = PLIES * (300 + 2 * MOVES)
    forms = ("bits", "bits_gifts", "log", "log_gifts")
    beyond = [2 * found["copy"] + PLIES * (found[form] - found["place"]) for form in forms]
    costs = [f"{found[name]:.1f}" for name in ("copy", "view", *forms)]
    return [str(size), *costs, *(f"{100 * cost / playout:.1f}" for cost in beyond)]


def main() -> None:
    print(table(HEAD, [row(size, found) for size, found in measured().items()]))


if __name__ == "__main__":
    main()
