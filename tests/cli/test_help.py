"""What `sarai` says of itself."""

import re
import subprocess
import sys
from pathlib import Path

import sarai_protocol.cli
from sarai_protocol.cli.main import COMMANDS
from tests.support.command import inline, ok, sarai

SHARED = {"__init__", "arguments", "benchmark", "encoding", "main", "reportfile", "terminal"}
"""Modules that are no command."""


def test_help_names_every_command() -> None:
    asked = ok(sarai("--help"))
    for name, meaning in COMMANDS.items():
        assert f"  {name} " in asked
        assert meaning in asked
        assert f"usage: sarai {name}" in ok(sarai(name, "--help"))


def test_every_command_is_listed() -> None:
    folder = Path(sarai_protocol.cli.__file__).parent
    assert {path.stem for path in folder.glob("*.py")} - SHARED == set(COMMANDS)


def test_help_loads_neither_engine_nor_libraries() -> None:
    code = (
        "import sys; from sarai_protocol.cli.main import parser; parser().format_help();"
        "print([m for m in ('sarai', 'rich', 'msgspec', 'importlib.metadata') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n"


def test_version() -> None:
    assert re.fullmatch(r"sarai \d+\.\d+\.\d+\S*\n", ok(sarai("--version")))


def test_games_lists_what_there_is() -> None:
    out = ok(sarai("games"))
    for word in ("jaipur", "rounds", "match|single", "1..9999", "random", "greedy", "ismcts"):
        assert word in out
    assert "open|closed" in out and "kinds, uniform" in out


def test_an_error_points_to_the_help_of_its_command() -> None:
    for name in COMMANDS:
        done = inline(name, "--no-such-option")
        assert done.returncode == 2 and f"(see `sarai {name} --help`)" in done.stderr
