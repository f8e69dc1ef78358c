"""engines/tiny.py, the engine to copy: in one file, alone, and it speaks HGI as it should."""

import ast
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from impossible import IMPOSSIBLE, VIEW
from referee import Referee

TINY, SOUND = (Path(__file__).parent / "engines" / name for name in ("tiny.py", "sound.py"))


def talk(text: str | bytes) -> list[str]:
    """What a fresh engine says to these lines, up to its end. Nothing on standard error."""
    data = text if isinstance(text, bytes) else text.encode()
    run = subprocess.run([sys.executable, str(TINY)], input=data, capture_output=True, timeout=60)
    assert (run.returncode, run.stderr) == (0, b"")
    return run.stdout.decode().splitlines()


def canonical(lines: list[str]) -> list[str]:
    return [re.sub(r" (time|ips) \d+", "", line) for line in lines]


def moves(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := re.search(r" multipv \d+ move (\S+) ", line))]


def test_it_is_one_short_file_and_stands_alone() -> None:
    assert len(TINY.read_text().splitlines()) < 230
    names: set[str] = set()
    for node in ast.walk(ast.parse(TINY.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    assert names and names <= sys.stdlib_module_names


def test_it_knows_the_legal_moves() -> None:
    said = talk(f"{VIEW}\ngo iterations 5 id a multipv 1000\n")
    legal = "sell:Dx2 sell:Dx3 sell:Dx4 sell:Lx1 take:C take:P camels swap:CP>DD swap:CP>DL"
    assert sorted(moves(said)) == sorted(legal.split())
    assert said[0].startswith("info id a time ") and said[-1] == f"bestmove {moves(said)[0]} id a"


ENDLESS = {f"swap:{'D' * 9999}>{'G' * 9999}": "illegal-move"}  # and soon


def test_it_refuses_and_forgets_nothing() -> None:
    wrong = [f"{VIEW} {events}" for events in IMPOSSIBLE | ENDLESS]
    said = talk("\n".join([VIEW, "go iterations 9", *wrong, "go iterations 9\n"]))
    codes = [f"error {code} " for code in (IMPOSSIBLE | ENDLESS).values()]
    assert len(said) == 3 + len(codes) + 3
    for line, code in zip(said[3:-3], codes, strict=True):
        assert line.startswith(code), line
    assert canonical(said[-3:]) == canonical(said[:3])


def test_it_survives_what_is_no_text_and_what_stands_in_the_wrong_place() -> None:
    said = talk(b"go id \xff iterations 5\nsetoption value Seed 5\nposition\nisready \xc3\xa9\n")
    codes = ["bad-line", "bad-option", "bad-argument"]
    assert [line.split()[:2] for line in said[:3]] == [["error", code] for code in codes]
    assert said[3:] == ["readyok é"]


def test_it_listens_during_a_search() -> None:
    said = talk(f"{VIEW}\ngo infinite id 8\nstop id 7\nisready x\n{VIEW}\nstop id 8\nisready y\n")
    assert said[0] == "readyok x" and said[1].startswith("error busy ")
    assert said[-2].startswith("bestmove ") and said[-2].endswith(" id 8")
    assert said[-1] == "readyok y"


@pytest.mark.parametrize("go", ["go iterations 2000 id 1", "go infinite id 1"])
def test_it_answers_at_the_end_of_the_input(go: str) -> None:
    said = talk(f"{VIEW}\r\n# a comment\n\n {go}")
    assert said[-1].startswith("bestmove ") and said[-1].endswith(" id 1")


@pytest.mark.parametrize("rounds", ["single", pytest.param("match", marks=pytest.mark.slow)])
def test_it_follows_a_whole_game(rounds: str) -> None:
    """It finds legal moves for both seats, and the same for a seat and for all."""
    rng = random.Random(rounds)
    referee = Referee(rng, rounds=rounds)
    with subprocess.Popen(
        [sys.executable, str(TINY)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as engine:
        assert engine.stdin

        def best(seat: str) -> list[str]:
            position = re.sub(r"rules \S+", f"rules rounds={rounds}", referee.position(seat))
            assert engine.stdin and engine.stdout
            engine.stdin.write(f"{position}\ngo iterations 1 multipv 1000\n")
            engine.stdin.flush()
            lines = [engine.stdout.readline().strip()]
            while not lines[-1].startswith(("bestmove", "error")) and lines[-1]:
                lines.append(engine.stdout.readline().strip())
            return canonical(lines)

        engine.stdin.write("setoption name Trusted value true\n")
        while not referee.over:
            said = best(str(referee.turn))
            assert said == best("all") and moves(said)
            assert best(str(1 - referee.turn)) == ["bestmove none reason not-to-move"]
            referee.play(rng.choice(moves(said)))  # the referee asserts that it is legal
        for seat in ("0", "1", "all"):
            assert best(seat) == ["bestmove none reason over"]
        engine.stdin.close()
        assert engine.wait(60) == 0


@pytest.mark.slow
def test_the_base_of_the_faulty_engines_passes_the_check() -> None:
    """All of the mandatory part; what is not announced is not run."""
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "sarai_protocol", "check", "--", sys.executable, str(SOUND)]
    run = subprocess.run(command, capture_output=True, text=True, env=env)
    assert run.returncode == 0, run.stdout + run.stderr
    assert " 0 failed" in run.stdout and " ok\n" in run.stdout
