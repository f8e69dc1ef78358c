"""Write the generated headers of all games: csrc/games/GAME/tables.py says what is in them.

Run it by hand after a change of the data (GAME.toml) and commit both; a test compares them.
"""

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

CSRC = Path(__file__).resolve().parent
GAMES = CSRC / "games"
sys.path.insert(0, str(CSRC))  # the tables of a game import table_text


def generated() -> dict[Path, str]:
    """What each generated header must hold."""
    headers: dict[Path, str] = {}
    for folder in sorted(path.parent for path in GAMES.glob("*/tables.py")):
        made: dict[str, str] = tables(folder.name).generated(read(folder.name))
        headers |= {folder / name: text for name, text in made.items()}
    return headers


def tables(game: str) -> ModuleType:
    """The module csrc/games/GAME/tables.py."""
    spec = importlib.util.spec_from_file_location(f"{game}_tables", GAMES / game / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(game: str) -> dict[str, Any]:
    """The rules data of a game."""
    return tomllib.loads((GAMES / game / f"{game}.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
