"""The learned numbers of Jaipur, read plainly from their file by the description of its layout."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from importlib import resources
from typing import Any

from generate_tables import GAMES
from tests.games.jaipur.plain_inputs import HIDDEN, POSITION

HEADER = struct.Struct("<8sIIQ")
FILE = resources.files("sarai.networks").joinpath("jaipur.bin").read_bytes()
PARTS = 144
INPUTS = [*POSITION, 8]
"""Rows of each block of the network in the prior."""
PRIOR, VALUE = sum(INPUTS), sum(POSITION)


def features() -> dict[str, list[int]]:
    """The shapes of the linear parameters, in the order of the header."""
    text = (GAMES / "jaipur/weights.h").read_text("utf-8").partition("} jp_prior_weights")[0]
    return {
        name: [6 if n == "JP_GOODS" else int(n) for n in re.findall(r"\w+", shape)]
        for name, shape in re.findall(r"^ +int16_t (\w+)((?:\[\w+\])*);", text, re.M)
    }


def nested(numbers: Iterator[int], shape: list[int]) -> Any:
    """The next numbers: a list of lists, a list, or a list of one."""
    if len(shape) < 2:
        return [next(numbers) for _ in range(shape[0] if shape else 1)]
    return [nested(numbers, shape[1:]) for _ in range(shape[0])]


def learned() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The linear part of the prior, the network in the prior, and that of the value."""
    linear = features()
    layout = [("h", shape, 0, name) for name, shape in linear.items()]
    layout += [("h", [PRIOR, HIDDEN], 1, "rows"), ("h", [HIDDEN], 1, "bias")]
    layout += [("h", [PARTS, HIDDEN], 1, "parts"), ("i", [PARTS], 1, "part_bias")]
    layout += [("h", [VALUE, HIDDEN], 2, "rows"), ("h", [HIDDEN], 2, "bias")]
    layout += [("h", [HIDDEN], 2, "output"), ("i", [], 2, "output_bias")]
    found: tuple[dict[str, Any], dict[str, Any], dict[str, Any]] = ({}, {}, {})
    at = HEADER.size
    for kind, shape, part, name in layout:
        count = 1
        for n in shape:
            count *= n
        numbers = struct.unpack_from(f"<{count}{kind}", FILE, at)
        at += struct.calcsize(f"<{count}{kind}")
        found[part][name] = nested(iter(numbers), shape)
    assert at == len(FILE)
    return found


LINEAR, NETWORK, VALUES = learned()
