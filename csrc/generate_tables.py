"""Write the generated headers: the tables.py of a folder says what is in them.

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
sys.path.insert(0, str(CSRC))  # a tables.py imports table_text


def generated() -> dict[Path, str]:
    """What each generated header must hold."""
    headers: dict[Path, str] = {}
    for folder in sorted(path.parent for path in CSRC.rglob("tables.py")):
        made: dict[str, str] = _module(folder).generated(_data(folder))
        headers |= {folder / name: text for name, text in made.items()}
    return headers


def tables(game: str) -> ModuleType:
    """The module csrc/games/GAME/tables.py."""
    return _module(GAMES / game)


def read(game: str) -> dict[str, Any]:
    """The rules data of a game."""
    return _data(GAMES / game)


def _module(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{folder.name}_tables", folder / "tables.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _data(folder: Path) -> dict[str, Any]:
    """FOLDER.toml, or nothing if there is none."""
    file = folder / f"{folder.name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
