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

import numpy as np
import numpy.typing as npt
from measure import compile_c

from build_core import CSRC, FLAGS

GAMES = CSRC / "games"
SIZES = {"JP_GOODS": 6}
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
    return textwrap.fill(text, 100, initial_indent=first, subsequent_indent=rest)


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

    def value_inputs(self, states: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
        """The rows of the value's network for each state (its bytes in a row), one row a state."""
        sizes = constants(GAMES / "jaipur_network.h")
        found = np.zeros((len(states), sizes["JP_POSITION_INPUTS"]), np.uint16)
        states = np.ascontiguousarray(states)
        inputs, at, to = self.core.jaipur_value_inputs, states.ctypes.data, found.ctypes.data
        for row in range(len(states)):
            inputs(
                self.rules,
                ctypes.c_void_p(at + row * states.strides[0]),
                ctypes.c_void_p(to + row * found.strides[0]),
            )
        return found
