"""The learned numbers of the games, one file each; csrc/evaluation/network_file.h has the layout.

Reading them is the only input that the engine has.
"""

import pkgutil
from functools import cache


@cache
def read(game: str) -> bytes:
    """The file of a game, or nothing if it has none."""
    try:
        return pkgutil.get_data(__name__, f"{game}.bin") or b""
    except FileNotFoundError:
        return b""
