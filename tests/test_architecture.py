"""What the folders promise: csrc <- engine <- protocol, and a few habits of the whole tree.

Dependencies point one way; tests and bench see everything, nothing sees them. The engine does no
input or output, and C allocates nothing. These tests read the sources, they don't run them.
"""

import ast
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import build_core

ROOT = build_core.CSRC.parent
PACKAGES = {"engine": "sarai", "protocol": "sarai_protocol"}

EXTRAS = {
    "protocol/sarai_protocol/arena/show/picture.py": "plot",
    "protocol/sarai_protocol/arena/play/cluster.py": "cluster",
    "protocol/sarai_protocol/arena/rate/skill.py": "skill",
}
"""The files that need an extra of pyproject.toml, each the one that it is for."""

LONG = {
    "tests/games/welcometo/oracle.py": "the whole rules of a game once more, read top to bottom",
    "tests/games/jaipur/oracle.py": "the whole rules of a game once more, read top to bottom",
}
"""Files above MAX_LINES, each with its reason."""
MAX_LINES = 400


def sources(folder: str, *endings: str) -> list[Path]:
    return sorted(path for ending in endings for path in (ROOT / folder).rglob(f"*{ending}"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


PYTHON = [path for folder in ("csrc", *PACKAGES, "bench") for path in sources(folder, ".py")]
ENGINE = sources("engine", ".py")
C = sources("csrc", ".c", ".h")


# ---- Python: who imports whom ----


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, relative ones spelled out: `sarai._core`."""
    parts = path.relative_to(ROOT).with_suffix("").parts[1:]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = parts[: len(parts) - node.level] if node.level else ()
            module = ".".join((*package, *filter(None, [node.module])))
            # `from .core import x` names a module; `from . import core` names it in the list.
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def tops(path: Path) -> set[str]:
    """The outermost packages that a file imports, without those of Python itself."""
    return {module.partition(".")[0] for module in imports(path)} - set(sys.stdlib_module_names)


def dependencies(*extras: str) -> set[str]:
    """The packages that pyproject.toml declares."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = list(project["dependencies"])
    for extra in extras:
        declared += project["optional-dependencies"].get(extra, [])
    return {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in declared}


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_sees_only_itself_and_python(path: Path) -> None:
    assert tops(path) <= {"sarai"}, "engine <- protocol: the engine needs nothing but its core"


@pytest.mark.parametrize("path", sources("protocol", ".py"), ids=name)
def test_protocol_sees_only_engine_and_its_libraries(path: Path) -> None:
    extra = [EXTRAS[name(path)]] if name(path) in EXTRAS else []
    allowed = {*PACKAGES.values(), *dependencies(*extra)}
    if "adapters" not in path.parts:  # each serves a library that the caller has installed
        assert tops(path) <= allowed, "declare the library in pyproject.toml, or do without"
    assert not tops(path) & {"tests", "bench", "build_core"}, "nothing sees tests and bench"


CYCLES: set[frozenset[str]] = {
    frozenset({"sarai.core.game", "sarai.core.state"}),  # a game makes states, a state has its game
}
"""Modules that may import each other, in a circle of just these."""


def imported(package: str) -> dict[str, set[str]]:
    """The modules of a package, with those that each imports, for the type checker too.

    Not the packages that a module lies in: Python has imported these before.
    """
    paths = {}
    for path in sources(package, ".py"):
        parts = path.relative_to(ROOT / package).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return {
        module: {
            other
            for other in imports(path)
            if other in paths and not f"{module}.".startswith(f"{other}.")
        }
        for module, path in paths.items()
    }


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    graph = imported(package)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        front = [start]
        while front:
            new = graph[front.pop()] - seen
            seen |= new
            front += new
        return seen

    reach = {module: reached(module) for module in graph}
    circles = {
        frozenset(other for other in reach[module] if module in reach[other])
        for module in graph
        if module in reach[module]
    }
    assert circles <= CYCLES, "move what both need into a module of its own"
    ours = {circle for circle in CYCLES if circle <= graph.keys()}
    assert ours <= circles, "listed in CYCLES, but open: take it off the list"


def test_one_module_imports_the_compiled_core() -> None:
    importers = {name(p) for p in PYTHON for module in imports(p) if "._core" in module}
    assert importers == {"engine/sarai/core/library.py"}


# ---- the engine does no input or output ----

IO_CALLS = {"print", "open", "input", "breakpoint"}
IO_MODULES = {"fileinput", "io", "logging", "pathlib", "shutil", "socket", "subprocess", "sys"}


LOADERS = {
    "engine/sarai/networks/__init__.py",  # the learned numbers of the package
    "engine/sarai/games/__init__.py",  # the packages of the games that it lists
}


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_does_no_input_or_output(path: Path) -> None:
    calls = {
        node.func.id
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & IO_CALLS
    assert not {module.partition(".")[0] for module in imports(path)} & IO_MODULES
    if name(path) not in LOADERS:
        assert not any(module.startswith("importlib") for module in imports(path))


# ---- C: who includes whom ----

FREE_OF_SIDE_EFFECTS = {"assert", "limits", "math", "stdatomic", "stdbool", "stddef", "stdint"}
FREE_OF_SIDE_EFFECTS |= {"string"}


@pytest.mark.parametrize("path", C, ids=name)
def test_c_includes_point_one_way(path: Path) -> None:
    """The top of csrc sees no folder; the search and the evaluation see the top and themselves; a
    game sees these two and the evaluation."""
    text = path.read_text(encoding="utf-8")
    assert {h.removesuffix(".h") for h in re.findall(r"#include <(.+)>", text)} <= (
        FREE_OF_SIDE_EFFECTS
    ), "C neither allocates nor prints"
    for header in re.findall(r'#include "(.+)"', text):
        target = (path.parent / header).resolve()
        assert target.is_file(), f"{header} is not there"
        folder = target.relative_to(build_core.CSRC).parent.as_posix()
        own = path.relative_to(build_core.CSRC).parent.as_posix()
        if name(path) == "csrc/core.c" and header == "games/registry.h":
            continue  # the list of the games
        allowed = {".", own, *(["evaluation"] if own.startswith("games/") else [])}
        assert folder in allowed, f"{header} lies against the arrow"


# ---- habits of the tree ----


def test_tables_are_what_the_script_makes() -> None:
    script = importlib.import_module("generate_tables")
    for path, text in script.generated().items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{name(path)} is old: run `python csrc/generate_tables.py` and commit the result"
        )


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_public_names_of_the_engine_have_docstrings(path: Path) -> None:
    module = tree(path)
    kinds = ast.FunctionDef | ast.ClassDef
    public = [n for n in module.body if isinstance(n, kinds) and not n.name.startswith("_")]
    assert [n.name for n in public if not ast.get_docstring(n)] == []
    assert ast.get_docstring(module) or not module.body, "a module says what it is"


def test_files_are_short() -> None:
    every = PYTHON + C + sources("tests", ".py", ".c", ".h")
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in every}
    long = {file for file, lines in lengths.items() if lines > MAX_LINES}
    assert long - set(LONG) == set(), f"above {MAX_LINES} lines: split it, or list it with a reason"
    assert set(LONG) - long == set(), "listed in LONG, but short: take it off the list"


@pytest.mark.parametrize("path", C, ids=name)
def test_lines_of_c_are_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > 100] == []


def setup_lines() -> list[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^ *(python3 -m venv .+)$", readme, re.MULTILINE)


def test_readme_has_two_lines_of_setup() -> None:
    use, test = setup_lines()
    assert ".venv/bin/sarai" in use and "pytest" in test


def test_ci_takes_the_test_line_from_the_readme() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "grep -E '^ *python3 -m venv ' README.md" in ci and "readme_line 2" in ci
    assert setup_lines()[1] not in ci, "the line stands in one place"
