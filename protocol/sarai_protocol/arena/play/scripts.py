"""Players in a Python file of one's own: the file is run, and registers them (`sarai.register`).

The fingerprint of a file stands in the header of a match, so that a match which is taken up again
after the file has changed is not mistaken for the same one.
"""

from __future__ import annotations

import hashlib
import importlib.util
import traceback
from dataclasses import dataclass
from pathlib import Path

from sarai import Choice, Player, State

from ...refusal import Refusal

_loaded: dict[Path, str] = {}


def fingerprint(file: str) -> str:
    """The first 16 digits of the SHA-256 of a file. ValueError if it can't be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None


def load(file: str, expected: str) -> None:
    """Run the file, once in a process. ValueError if it fails, or is not the one expected."""
    path, found = Path(file).resolve(), fingerprint(file)
    if found != expected:
        raise ValueError(f"{file} has changed since the match began (it is {found})")
    if _loaded.get(path) == found:
        return
    name = f"sarai_script_{path.stem}_{found}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{file} is no Python file (its name ends with .py)")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{file}: {type(error).__name__}: {error}") from None
    _loaded[path] = found


@dataclass(frozen=True, slots=True)
class Scripted:
    """A player of such a file. What goes wrong in it is a fault of the file, not of Sarai."""

    player: Player
    file: str

    def choose(self, view: State, seed: int) -> Choice:
        try:
            choice = self.player.choose(view, seed)
            wrong = view.illegal_reason(choice.move)
        except (Exception, SystemExit) as error:
            raise Refusal(f"{self._place(error)}: {type(error).__name__}: {error}") from None
        if wrong is not None:
            raise Refusal(f"{self.file}: seat {view.viewer} chose {_shown(view, choice)}: {wrong}")
        return choice

    def _place(self, error: BaseException) -> str:
        """The file, and the last line of it that was at work."""
        path = str(Path(self.file).resolve())
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == path]
        return f"{self.file}, line {lines[-1]}" if lines else self.file


def _shown(view: State, choice: Choice) -> str:
    try:
        return view.game.text(choice.move)
    except ValueError:
        return f"{choice.move!r}, which is no move"
