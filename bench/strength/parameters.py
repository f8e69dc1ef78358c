"""Parameters that are learned: rows of whole numbers here, structs of C there, a file between them.

csrc/games/jaipur/weights.h names the parameters, and engine/sarai/networks/jaipur.bin has the
numbers. No tool writes down a second time what the C code looks at: a logit of the prior is linear
in its parameters, so that the logit of one of them alone is a feature, and the value has a function
for the inputs of its network.
"""

from __future__ import annotations

import ctypes
import re
import struct
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from measure import compile_c

from build_core import CSRC, FLAGS
from sarai import game

GAMES = CSRC / "games"
WEIGHTS = GAMES / "jaipur/weights.h"
LAYER = CSRC / "evaluation/layer.h"
TARGET = CSRC.parent / "engine/sarai/networks/jaipur.bin"
HEADER = struct.Struct("<8sIIQ")
"""Magic, version, bytes of numbers, digest: see csrc/evaluation/network_file.h."""
NET_VERSION = 1
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
Numbers = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Array:
    """A member of the linear part of the prior."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)


def arrays() -> list[Array]:
    """The members of the linear part of the prior, as the header declares them."""
    text = WEIGHTS.read_text("utf-8").partition("} jp_prior_weights;")[0]
    found = re.findall(r"^ +int16_t (\w+)((?:\[\w+\])*);", text, re.M)
    return [
        Array(name, tuple(SIZES.get(d) or int(d) for d in re.findall(r"\w+", dims)))
        for name, dims in found
    ]


@cache
def constants(header: Path) -> dict[str, int]:
    """The enumeration constants of a header and of layer.h, by their own C code."""
    text = header.read_text("utf-8") + LAYER.read_text("utf-8")
    names = re.findall(r"\b((?:JP|NET)_\w+) =", text)
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
    """Parameters as C has them, and what they are worth then; `units` of the file make one."""
    whole = np.clip(np.round(parameters * units), -2000, 2000).astype(np.int16)
    return whole, (whole / units).astype(np.float32)


def members() -> dict[str, tuple[str, tuple[int, ...]]]:
    """What follows the header: type and shape of each member of jp_network, in order."""
    size = constants(WEIGHTS)
    hidden, parts = size["NET_HIDDEN"], size["JP_PARTS"]
    return {
        "linear": ("<i2", (sum(array.size for array in arrays()),)),
        "prior.rows": ("<i2", (size["JP_PRIOR_ROWS"], hidden)),
        "prior.bias": ("<i2", (hidden,)),
        "prior.parts": ("<i2", (parts, hidden)),
        "prior.part_bias": ("<i4", (parts,)),
        "value.rows": ("<i2", (size["JP_POSITION_ROWS"], hidden)),
        "value.bias": ("<i2", (hidden,)),
        "value.output": ("<i2", (hidden,)),
        "value.output_bias": ("<i4", ()),
    }


def read(digest: int) -> dict[str, Numbers]:
    """The numbers of the file by member; zeros if it was learned for another shape."""
    found, at = {}, HEADER.size
    file = TARGET.read_bytes() if TARGET.exists() else b""
    known = file[:at] and HEADER.unpack(file[:at])[3] == digest
    for name, (kind, shape) in members().items():
        numbers = np.frombuffer(file, kind, prod(shape), at) if known else np.zeros(shape, kind)
        found[name] = numbers.reshape(shape)
        at += numbers.nbytes
    return found


def write(changed: dict[str, Numbers], digest: int) -> None:
    """The file with some members replaced."""
    kept = read(digest) | changed
    body = b"".join(
        np.ascontiguousarray(kept[name].reshape(shape), kind).tobytes()
        for name, (kind, shape) in members().items()
    )
    TARGET.write_bytes(HEADER.pack(b"SARAINET", NET_VERSION, len(body), digest) + body)
    print(f"wrote {TARGET}")


class Jaipur:
    """The C code of the game in a library of its own, with the rules of a single round."""

    def __init__(self) -> None:
        sources = sorted(CSRC.rglob("*.c"))
        with tempfile.TemporaryDirectory() as folder:
            flags = [*FLAGS, f"-I{CSRC}", '-DCORE_DIGEST=""', "-fPIC", "-shared"]
            library = compile_c(sources, Path(folder) / "jaipur.so", flags)
            self.core = ctypes.CDLL(str(library))
        self.core.jaipur_network_digest.restype = ctypes.c_uint64
        self.digest: int = self.core.jaipur_network_digest()
        sizes = constants(WEIGHTS)
        self.parts, self.part_unit = sizes["JP_PARTS"], sizes["JP_PART_UNIT"]
        jaipur = ctypes.addressof(ctypes.c_char.in_dll(self.core, "jaipur_game"))
        self.rules = ctypes.create_string_buffer(game("jaipur").core.rules_size)
        options = (ctypes.c_int64 * 8)(1, 0, 0, 0, 500)
        self.core.core_setup(
            ctypes.c_void_p(jaipur), self.rules, SEATS, options, None, ctypes.c_size_t(0)
        )

    def move_features(self, state: bytes, moves: Sequence[int], units: Whole) -> Whole:
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
        found = np.zeros((len(states), constants(WEIGHTS)[size]), np.uint16)
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
