"""engine/RESEARCH.md is true: its file is a player, its commands are matches."""

import re
import shlex
from pathlib import Path

import pytest

from tests.support.command import inline, ok

TEXT = (Path(__file__).resolve().parents[2] / "engine" / "RESEARCH.md").read_text(encoding="utf-8")
SCRIPT = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^    sarai (.+)$", TEXT, re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (script,) = SCRIPT
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tempered.py").write_text(script, encoding="utf-8")
    return tmp_path


def fewer(command: str) -> list[str]:
    """The match on a smaller scale: 20 iterations, 4 games."""
    words = shlex.split(command.replace("iterations=200", "iterations=20"))
    return [*(w for w in words if w not in ("--games", "200")), "--games", "4"]


def test_the_matches(folder: Path) -> None:
    assert len(COMMANDS) == 2
    for command in COMMANDS:
        table = ok(inline(*fewer(command)))
        assert "py:tempered.py" in table or "tempered" in table
        assert "score of A" in table and "+-" in table
    assert len((folder / "tempered.jsonl").read_text().splitlines()) == 5


def test_the_record_knows_the_file(folder: Path) -> None:
    command = fewer(COMMANDS[0])
    ok(inline(*command))
    again = ok(inline(*command))
    assert "4 games" in again, "nothing is played twice"
    script = folder / "tempered.py"
    script.write_text(script.read_text() + "\n# changed\n")
    refused = inline(*command)
    assert refused.returncode == 2 and "another match" in refused.stderr


OWN = """
import sys
from dataclasses import dataclass
import sarai

@dataclass
class Own:
    def choose(self, view, seed):
        return {}

sarai.register("own", Own)
"""


@pytest.mark.parametrize(
    ("choose", "told"),
    [
        ("1 / 0", "own.py, line 9: ZeroDivisionError: division by zero"),
        ("sys.exit(3)", "own.py, line 9: SystemExit: 3"),
        ("sarai.Choice(view.game.parse('starter:0'))", "chose starter:0: "),
        ("sarai.Choice(7)", "chose 7, which is no move: "),
    ],
)
def test_a_player_that_fails(folder: Path, choose: str, told: str) -> None:
    (folder / "own.py").write_text(OWN.format(choose))
    failed = inline("match", "py:own.py:own", "random", "--games", "2")
    assert failed.returncode == 2 and failed.stderr.splitlines()[-1].startswith("sarai: own.py")
    assert told in failed.stderr


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("py:none.py:tempered", "none.py: No such file"),
        ("py:tempered.py", "the form is py:FILE.py:NAME"),
        ("py:tempered.py:nobody", "no player 'nobody'"),
        ("py:tempered.py:tempered:half=x", "half='x' is not a number"),
        ("py:broken.py:tempered", "broken.py: ZeroDivisionError"),
        ("py:greedy.py:greedy", "there is one already"),
        ("player=greedy file=tempered.py sha256=00", "has changed since the match began"),
    ],
)
def test_wrong_players(folder: Path, spec: str, told: str) -> None:
    (folder / "broken.py").write_text("1 / 0\n")
    (folder / "greedy.py").write_text(
        "import sarai\nclass Mine: ...\nsarai.register('greedy', Mine)\n"
    )
    refused = inline("match", spec, "greedy", "--games", "2")
    assert refused.returncode == 2 and refused.stderr.startswith("sarai: PLAYER ")
    assert told in refused.stderr
