"""Players in a Python file of one's own: the file is run, and registers them (`sarai.register`).

The fingerprint of a file stands in the header of a match, so that a match which is taken up again
after the file has changed is not mistaken for the same one.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

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
