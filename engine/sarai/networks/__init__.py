"""The learned numbers of the games, one file each; csrc/evaluation/network_file.h has the layout.

Reading them is the only input that the engine has.
"""

from functools import cache
from importlib import resources


@cache
def read(game: str) -> bytes:
    """The file of a game, or nothing if it has none."""
    file = resources.files(__name__) / f"{game}.bin"
    return file.read_bytes() if file.is_file() else b""
