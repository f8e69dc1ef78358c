"""The examples in docstrings and in the README do what they say."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import sarai
from sarai_protocol.cli import main as cli
from tests.hgi import dialogue

README = Path(__file__).resolve().parent.parent / "README.md"
MODULES = ["sarai", *(m.name for m in pkgutil.walk_packages(sarai.__path__, "sarai."))]


@pytest.mark.parametrize("module", [m for m in MODULES if m != "sarai._core"])
def test_docstrings(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_readme_in_python() -> None:
    done = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert done.attempted > 0 and done.failed == 0


def test_readme_in_hgi() -> None:
    """Its session is a real one; `...` stands for what it leaves out."""
    lines = re.findall(r"^    ([<>] .+)$", README.read_text("utf-8"), re.MULTILINE)
    found = list(dialogue.play("\n".join(lines)))
    assert len(lines) == len(found) > 4
    for shown, line in zip(lines, found, strict=True):
        pattern = ".*".join(map(re.escape, shown.split("...")))
        assert re.fullmatch(pattern, line), f"{shown!r} is now {line!r}"


COMMANDS = re.findall(r"^ *(?:\.venv/bin/)?sarai (.+)$", README.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_on_the_command_line(command: str) -> None:
    arguments = shlex.split(command, comments=True)
    assert cli.read(arguments), "the README shows a command that is not there"
