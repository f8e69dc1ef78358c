"""What the folders of tests/games/ have, so that a new game adds a folder and nothing else."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

GAMES = Path(__file__).resolve().parents[1] / "games"


def modules(name: str) -> dict[str, ModuleType]:
    """The modules of that name, by game."""
    found = sorted(path.parent.name for path in GAMES.glob(f"*/{name}.py"))
    return {game: import_module(f"tests.games.{game}.{name}") for game in found}
