"""The compiled core: the only module that imports it, what its numbers mean, and its errors."""

from __future__ import annotations

import mmap
from functools import cache
from typing import TYPE_CHECKING

from .._core import ffi as ffi
from .._core import lib as lib
from ..errors import IllegalMove, WrongState
from .words import Move

if TYPE_CHECKING:  # these exist in the stub only
    from .._core import CData as CData
    from .._core import Real as Real
    from .._core import Text as Text
    from .._core import Whole as Whole
    from .._core import core_field as core_field
    from .._core import core_form as core_form
    from .._core import core_game as core_game
    from .._core import core_game_facts as core_game_facts
    from .._core import core_lane as core_lane
    from .._core import core_search_defaults as core_search_defaults

CHANCE = lib.CORE_CHANCE
OVER = lib.CORE_OVER
ALL = lib.CORE_ALL
NOTHING = Move(lib.CORE_NOTHING)
WIN = lib.CORE_WIN
"""One whole win in the integer unit of shares; it divides by 2 to 6 without a rest."""

_ERRORS: dict[int, type[Exception]] = {
    lib.CORE_EILLEGAL: IllegalMove,
    lib.CORE_EVIEW: WrongState,
    lib.CORE_EFULL: WrongState,
    lib.CORE_ERUNNING: WrongState,
    lib.CORE_EARGUMENT: ValueError,
}


def check(status: int) -> int:
    """Return a status that is a success, raise the exception that belongs to another."""
    if status >= 0:
        return status
    raise _ERRORS.get(status, RuntimeError)(string(lib.core_strerror(status)))


def string(text: Text) -> str:
    """A text of the core; NULL is the empty one."""
    return "" if text == ffi.NULL else ffi.string(text).decode()


def digest() -> str:
    """The fingerprint of the C sources that this core was compiled from."""
    return string(lib.core_digest())


@cache
def tables() -> Real:
    """The three tables of the search, one after the other in one array."""
    size = lib.CORE_TABLE_SIZE
    tables = ffi.new("double[]", 3 * size)
    lib.core_search_tables(tables, tables + size, tables + 2 * size)
    return tables


def search_tables() -> tuple[list[float], list[float], list[float]]:
    """1/i, 1/sqrt(i) and sqrt(H(i)) for i below 65536, to the bit as the C search has them.

    H(i) is the harmonic number 1 + 1/2 + ... + 1/i.
    """
    size = lib.CORE_TABLE_SIZE
    inverse, inverse_root, root_harmonic = (ffi.unpack(tables() + i * size, size) for i in range(3))
    return inverse, inverse_root, root_harmonic


def zeros(size: int) -> Whole:
    """So many bytes (a multiple of 8), all zero, of which the system gives only what is touched."""
    return ffi.from_buffer("uint64_t[]", mmap.mmap(-1, size), require_writable=True)
