"""Parameters that are learned: rows of 16-bit numbers here, structs of C there.

The header of a struct names the parameters, one array a line; a second header, written by a tool,
has the numbers. The C code that computes a logit is linear in them, so that the logit of one
parameter alone is a feature: no tool writes down the features a second time.
"""

from __future__ import annotations

import ctypes
import re
import tempfile
from dataclasses import dataclass
from math import prod
from pathlib import Path

import numpy as np
import numpy.typing as npt
from measure import compile_c

from build_core import CSRC, FLAGS

GAMES = CSRC / "games"
SIZES = {"JP_GOODS": 6, "JP_STAGES": 6}
SEATS = 2

Whole = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float32]


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


def whole_numbers(parameters: Floats, units: float) -> tuple[Whole, Floats]:
    """Parameters as C has them, and what they are worth then; `units` of a header make one."""
    whole = np.clip(np.round(parameters * units), -2000, 2000).astype(np.int16)
    return whole, (whole / units).astype(np.float32)


def _braces(numbers: Whole) -> str:
    if numbers.ndim == 0:
        return str(int(numbers))
    return "{" + ", ".join(_braces(row) for row in numbers) + "}"


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
    guard, body = f"SARAI_{target.stem.upper()}_H", "\n".join(lines)
    target.write_text(
        f"/* {target.name} -- made by bench/strength/{tool}; do not edit. */\n"
        f'#ifndef {guard}\n#define {guard}\n\n#include "{header.name}"\n\n'
        f"static const {struct} {target.stem.upper()} = {{\n{body}\n}};\n\n#endif\n",
        encoding="utf-8",
    )


class Jaipur:
    """The C code of the game in a library of its own, with the rules of a single round."""

    def __init__(self) -> None:
        sources = [CSRC / "core.c", *GAMES.glob("*.c")]
        with tempfile.TemporaryDirectory() as folder:
            flags = [*FLAGS, f"-I{CSRC}", '-DCORE_DIGEST=""', "-fPIC", "-shared"]
            library = compile_c(sources, Path(folder) / "jaipur.so", flags)
            self.core = ctypes.CDLL(str(library))
        jaipur = ctypes.addressof(ctypes.c_char.in_dll(self.core, "jaipur_game"))
        self.rules = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int64 * 8)(1, 0, 0, 0, 500)
        self.core.core_setup(
            ctypes.c_void_p(jaipur), self.rules, SEATS, options, None, ctypes.c_size_t(0)
        )

    def move_features(self, state: bytes, moves: list[int], units: Whole) -> Whole:
        """Of the prior: one row a move, one column a parameter."""
        n = len(moves)
        words, memory = (ctypes.c_uint64 * n)(*moves), ctypes.create_string_buffer(state)
        found = np.zeros((len(units), n), np.int32)
        for row, unit in zip(found, units, strict=True):
            self.core.jaipur_logits(
                self.rules,
                memory,
                ctypes.c_void_p(unit.ctypes.data),
                words,
                n,
                ctypes.c_void_p(row.ctypes.data),
            )
        return found.T.astype(np.int16)

    def value_features(self, state: bytes, units: Whole) -> Whole:
        """Of the value: one column a parameter."""
        memory, value = ctypes.create_string_buffer(state), self.core.jaipur_value_logit
        first, step = units.ctypes.data, units.strides[0]
        return np.array(
            [
                value(self.rules, memory, ctypes.c_void_p(first + i * step))
                for i in range(len(units))
            ],
            np.int16,
        )
