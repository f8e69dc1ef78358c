"""Parameters that are learned: rows of whole numbers here, structs of C there.

The header of a struct names the parameters; a second header, written by a tool, has the numbers. No
tool writes down a second time what the C code looks at: a logit of the prior is linear in its
parameters, so that the logit of one of them alone is a feature, and the value has a function for
the inputs of its network.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
import textwrap
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from measure import compile_c

from build_core import CSRC, FLAGS

GAMES = CSRC / "games"
SIZES = {"JP_GOODS": 6}
SEATS = 2
DIGITS = 15
"""Base 3, in a sum of 32 bits."""
WIDEST = 14
"""Parts that a move can have: of an exchange two, and two for each good."""

Whole = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.uint16]


@dataclass(frozen=True, slots=True)
class Array:
    """A member of the struct."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)


def arrays(header: Path) -> list[Array]:
    """The members of the struct that a header declares."""
    found = re.findall(r"^ +int16_t (\w+)((?:\[\w+\])*);", header.read_text("utf-8"), re.M)
    return [
        Array(name, tuple(SIZES.get(d) or int(d) for d in re.findall(r"\w+", dims)))
        for name, dims in found
    ]


@cache
def constants(header: Path) -> dict[str, int]:
    """The enumeration constants of a header, by its own C code."""
    text = header.read_text("utf-8")
    names = re.findall(r"\b(JP_\w+) =", text)
    program = "".join(f'printf("{name} %d\\n", (int){name});' for name in names)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "constants.c"
        source.write_text(
            f'#include <stdio.h>\n#include "{header}"\nint main(void) {{ {program} return 0; }}\n'
        )
        made = compile_c([source], Path(folder) / "constants", [*FLAGS, f"-I{CSRC}"])
        lines = subprocess.run([made], check=True, capture_output=True, text=True).stdout.split()
    return dict(zip(lines[::2], map(int, lines[1::2]), strict=True))


def whole_numbers(parameters: Floats, units: float) -> tuple[Whole, Floats]:
    """Parameters as C has them, and what they are worth then; `units` of a header make one."""
    whole = np.clip(np.round(parameters * units), -2000, 2000).astype(np.int16)
    return whole, (whole / units).astype(np.float32)


def _braces(numbers: Whole) -> str:
    if numbers.ndim == 0:
        return str(int(numbers))
    return "{" + ", ".join(_braces(row) for row in numbers) + "}"


def _wrapped(text: str, indent: int) -> str:
    first, rest = " " * indent, " " * (indent + 1)
    return textwrap.fill(text, 99, initial_indent=first, subsequent_indent=rest)


def network_text(
    parameters: dict[str, Whole], header: Path, target: Path, struct: str, tool: str
) -> str:
    """A constant of C, named after its file: tables, lists and numbers."""
    lines = []
    for name, numbers in parameters.items():
        if numbers.ndim == 2:
            rows = ",\n".join(_wrapped(_braces(row), 8) for row in numbers)
            lines.append(f"    .{name} = {{\n{rows},\n    }},")
        else:
            lines.append(_wrapped(f".{name} = {_braces(numbers)},", 4))
    return constant_text("\n".join(lines), header, target, struct, tool)


def constant_text(body: str, header: Path, target: Path, struct: str, tool: str) -> str:
    guard = f"SARAI_{target.stem.upper()}_H"
    return (
        f"/* {target.name} -- made by bench/strength/{tool}; do not edit. */\n"
        f'#ifndef {guard}\n#define {guard}\n\n#include "{header.name}"\n\n'
        f"static const {struct} {target.stem.upper()} = {{\n{body}\n}};\n\n#endif\n"
    )


def write(parameters: Whole, header: Path, target: Path, struct: str, tool: str) -> None:
    """The numbers as a constant of C, named after its file."""
    lines, start = [], 0
    for array in arrays(header):
        row = parameters[start : start + array.size].reshape(array.shape)
        start += array.size
        if len(array.shape) == 2:
            inner = ",\n         ".join(_braces(r) for r in row)
            lines.append(f"    .{array.name} =\n        {{{inner}}},")
        else:
            lines.append(f"    .{array.name} = {_braces(row)},")
    assert start == len(parameters)
    text = constant_text("\n".join(lines), header, target, struct, tool)
    target.write_text(text, encoding="utf-8")


def read(target: Path) -> Whole:
    """The numbers of a header that `write` has written, in a row."""
    text = target.read_text("utf-8").partition(" = {")[2]
    lists = re.findall(r"\.\w+ =\s+([^.]*)", text)
    return np.array([int(n) for found in lists for n in re.findall(r"-?\d+", found)], np.int16)


class Jaipur:
    """The C code of the game in a library of its own, with the rules of a single round."""

    def __init__(self) -> None:
        sources = [CSRC / "core.c", *GAMES.glob("*/*.c")]
        with tempfile.TemporaryDirectory() as folder:
            flags = [*FLAGS, f"-I{CSRC}", '-DCORE_DIGEST=""', "-fPIC", "-shared"]
            library = compile_c(sources, Path(folder) / "jaipur.so", flags)
            self.core = ctypes.CDLL(str(library))
        sizes = constants(GAMES / "jaipur/prior_network.h")
        self.parts, self.part_unit = sizes["JP_PARTS"], sizes["JP_PART_UNIT"]
        jaipur = ctypes.addressof(ctypes.c_char.in_dll(self.core, "jaipur_game"))
        self.rules = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int64 * 8)(1, 0, 0, 0, 500)
        self.core.core_setup(
            ctypes.c_void_p(jaipur), self.rules, SEATS, options, None, ctypes.c_size_t(0)
        )

    def move_features(self, state: bytes, moves: list[int], units: Whole) -> Whole:
        """Of the prior: one row a move, one column a parameter."""
        n, worths = len(moves), np.zeros(self.parts, np.int32)
        words, memory = (ctypes.c_uint64 * n)(*moves), ctypes.create_string_buffer(state)
        found = np.zeros((len(units), n), np.int32)
        for row, unit in zip(found, units, strict=True):
            self.core.jaipur_logits(
                self.rules,
                memory,
                ctypes.c_void_p(unit.ctypes.data),
                ctypes.c_void_p(worths.ctypes.data),
                words,
                n,
                ctypes.c_void_p(row.ctypes.data),
            )
        return found.T.astype(np.int16)

    def value_inputs(self, states: Bytes) -> Rows:
        """The rows of the value's network for each state (its bytes in a row), one row a state."""
        return self._inputs(self.core.jaipur_value_inputs, states, "JP_POSITION_INPUTS")

    def prior_inputs(self, states: Bytes) -> Rows:
        """The same of the network in the prior."""
        return self._inputs(self.core.jaipur_prior_inputs, states, "JP_PRIOR_INPUTS")

    def _inputs(self, function: Any, states: Bytes, size: str) -> Rows:
        sizes = constants(GAMES / "jaipur/network.h") | constants(GAMES / "jaipur/prior_network.h")
        found = np.zeros((len(states), sizes[size]), np.uint16)
        states = np.ascontiguousarray(states)
        at, to = states.ctypes.data, found.ctypes.data
        for row in range(len(states)):
            function(
                self.rules,
                ctypes.c_void_p(at + row * states.strides[0]),
                ctypes.c_void_p(to + row * found.strides[0]),
            )
        return found

    def prior_moves(
        self,
        states: Bytes,
        sizes: npt.NDArray[np.int64],
        moves: npt.NDArray[np.uint64],
        weights: Whole,
    ) -> tuple[npt.NDArray[np.int32], Bytes, Bytes]:
        """Of moves, `sizes` of them in each state: the linear logit of each, by these weights; the
        parts that the network adds, and those that it takes away, filled up with JP_PARTS."""
        parts, digits = self.parts, self._digits()
        none, nothing = np.zeros_like(weights), np.zeros(parts, np.int32)
        states, moves = np.ascontiguousarray(states), np.ascontiguousarray(moves)
        sums = np.zeros((1 + len(digits), len(moves)), np.int32)
        pointer = ctypes.c_void_p
        asked = [
            (pointer(which.ctypes.data), pointer(worths.ctypes.data), found.ctypes.data)
            for which, worths, found in zip(
                [weights, *[none] * len(digits)], [nothing, *digits], sums, strict=True
            )
        ]
        first = 0
        for row, size in enumerate(map(int, sizes)):
            state = pointer(states.ctypes.data + row * states.strides[0])
            some = pointer(moves.ctypes.data + 8 * first)
            for which, worths, found in asked:
                to = pointer(found + 4 * first)
                self.core.jaipur_logits(self.rules, state, which, worths, some, size, to)
            first += size
        plus, minus = (np.full((len(moves), WIDEST), parts, np.uint8) for _ in range(2))
        places = np.zeros((2, len(moves)), np.int64)
        for k, rest in enumerate(sums[1:]):
            for part in range(k * DIGITS, min((k + 1) * DIGITS, parts)):
                digit = (rest + 1) % 3 - 1
                rest = (rest - digit) // 3
                for side, sign, place in ((plus, 1, places[0]), (minus, -1, places[1])):
                    rows = np.flatnonzero(digit == sign)
                    side[rows, place[rows]] = part
                    place[rows] += 1
        return sums[0], plus, minus

    def _digits(self) -> npt.NDArray[np.int32]:
        """Worths that tell all parts of a move from a few sums: each part counts once, or is taken
        away once, so that a sum of powers of three has it as a digit, 1, -1 or 0."""
        found = np.zeros((-(-self.parts // DIGITS), self.parts), np.int32)
        for part in range(self.parts):
            found[part // DIGITS, part] = self.part_unit * 3 ** (part % DIGITS)
        return found
