"""Games compiled for the tests alone, into shared libraries that are thrown away.

The core takes a game by the address of its table (`CoreGame.at`), so a library needs only the
game's own C files. The flags are those of the core, CORE_CFLAGS included, and asserts are live.
Each file is compiled once a run. A library stays loaded to the end of it.
"""

import ctypes
import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import build_core
from sarai._core import ffi
from sarai.core import CoreGame

TESTS = Path(__file__).resolve().parents[1]
CSRC: Path = build_core.CSRC

Edits = Mapping[str, Sequence[tuple[str, str]]]
"""For files of a game, by their path, texts to be replaced: (old, new)."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the C files of a game are, and what they leave to the game's own random numbers."""

    table: str
    folder: Path
    files: tuple[str, ...]
    cuts: tuple[str, str, str] | None = None
    """File, old and new text: where a game cuts up random words itself, it asks the script."""


JAIPUR = Sources(
    "jaipur_game",
    CSRC,
    ("games/jaipur/*.c", "evaluation/*.c"),
    (
        "games/jaipur/state.h",
        "return (int)(((bits & 0x1fffff) * (uint32_t)n) >> 21);",
        "return (int)rng_below(rng_asked, (uint32_t)n) + 0 * (int)bits;",
    ),
)
TOY = Sources("toy_game", TESTS / "games" / "toy", ("*.c",))
DECKS = Sources("decks_game", TESTS / "games" / "decks", ("*.c",))
GIFTS = Sources("gifts_game", TESTS / "games" / "gifts", ("*.c",))


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def load(sources: Sources, folder: Path, *flags: str) -> CoreGame:
    """Compile what lies in a folder and load the game's table."""
    files = sorted(path for pattern in sources.files for path in folder.glob(pattern))
    headers = b"".join(path.read_bytes() for path in sorted(folder.rglob("*.h")))
    command = [*compiler(), *build_core.FLAGS, "-UNDEBUG", *flags, "-fPIC"]
    with tempfile.TemporaryDirectory() as place:
        library = Path(place) / "game.so"
        objects = [compiled(command, folder, file, headers) for file in files]
        run(*command, "-shared", "-o", str(library), *map(str, objects))
        # ctypes never unloads a library, so the address stays good when the file is gone.
        table = ctypes.c_char.in_dll(ctypes.CDLL(str(library)), sources.table)
    return CoreGame.at(ctypes.addressof(table))


def compiled(command: Sequence[str], folder: Path, file: Path, headers: bytes) -> Path:
    """The object of a file, compiled once in a run: a mutant shares what it does not change."""
    key = hashlib.sha256(headers + file.read_bytes() + repr(command).encode()).hexdigest()
    made = Path(objects().name) / f"{file.stem}-{key}.o"
    if not made.exists():
        run(*command, f"-I{folder}", f"-I{CSRC}", "-c", str(file), "-o", str(made))
    return made


@functools.cache
def objects() -> tempfile.TemporaryDirectory[str]:
    """Where the objects of this run lie."""
    return tempfile.TemporaryDirectory()


def run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1 and old != new, f"{file.name} has {old!r} not just once"
    file.write_text(text.replace(old, new), encoding="utf-8")


def mutated(sources: Sources, edits: Edits, scripted: bool = False) -> CoreGame:
    """A game with some of its text replaced; each old text must stand there once.

    `scripted` puts the random numbers of tests/support/scripted_rng in place of csrc/rng.h.
    """
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "copy"
        shutil.copytree(sources.folder, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        if scripted:
            shutil.copy(TESTS / "support" / "scripted_rng" / "rng.h", copy)
            if sources.cuts:
                file, old, new = sources.cuts
                replace(copy / file, old, new)
        for file, pairs in edits.items():
            for old, new in pairs:
                replace(copy / file, old, new)
        # What an edit leaves unused does not matter, and compiling fast beats playing fast. An
        # edited game is to break laws, not to end the tests by an assert.
        return load(sources, copy, "-w", "-O1", *(["-DNDEBUG"] if edits else []))


@functools.cache
def _bare() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as place:
        library = Path(place) / "bare.so"
        command = [*compiler(), *build_core.FLAGS, "-fPIC", "-shared", f"-I{CSRC}"]
        command += ["-o", str(library), str(TESTS / "support" / "bare.c")]
        subprocess.run(command, capture_output=True, check=True)
        return ctypes.CDLL(str(library))


@functools.cache
def without_prior(core: CoreGame) -> CoreGame:
    """The same game with no prior in its table."""
    size = int(_bare().bare_size())
    table = ctypes.create_string_buffer(size)
    _ALIVE.append(table)
    address = int(ffi.cast("uintptr_t", core.pointer))
    _bare().bare_copy(ctypes.c_void_p(address), table)
    return CoreGame.at(ctypes.addressof(table))


_ALIVE: list[ctypes.Array[ctypes.c_char]] = []
"""Tables that games made here point to."""


@functools.cache
def own(sources: Sources) -> CoreGame:
    """A game of the tests; a warning of the compiler is an error."""
    return load(sources, sources.folder, "-Werror")


def toy() -> CoreGame:
    return own(TOY)


@functools.cache
def scripted(sources: Sources) -> CoreGame:
    """A game over scripted random numbers."""
    return mutated(sources, {}, scripted=True)
