"""One-shots on the command line about one position: `hint`, `perft`; and bare `sarai`."""

import json
import re
import shlex
from unittest.mock import patch

from sarai_protocol.cli import perft
from tests.support.command import inline, ok, sarai


def test_bare_sarai_speaks_hgi() -> None:
    assert ok(sarai(stdin="hgi\n")).endswith("\nhgiok\n")
    assert ok(sarai(stdin="")) == ""


HINT = (
    "seat=0;phase=turn;turn=0;starter=0;plies=0;round=0;counted=0;seals=0/0;total=0/0;last=0/0;"
    "market=CPKKK;hand0=-+DDDDL;hand1=-+???;herds=0/2;sold=-;rupees=0/0;goods=0/0;bonus0=-;"
    "bonus1=-;revealed=-;capped=0;deck=40"
)


def test_hint() -> None:
    asked = ("hint", HINT, "--rules", "rounds=single", "--iterations", "3000", "--moves", "2")
    table = ok(sarai(*asked))
    found = json.loads(ok(sarai(*asked, "--json")))
    best, second = found["moves"]
    assert best["move"] in table and second["move"] in table and best["visits"] > second["visits"]
    assert f"3000 iterations, {found['considered'] - 2} more moves" in table
    assert 0.5 < found["moves"][0]["win"][0] < 1
    for wrong in ("x", HINT.replace("deck=40", "deck=41"), HINT.replace("turn=0", "turn=1")):
        refused = sarai("hint", wrong)
        assert refused.returncode == 2 and refused.stderr.startswith("sarai: SNAPSHOT: ")


def test_perft() -> None:
    lines = ok(sarai("perft", "jaipur", "3")).splitlines()
    counts = [line.split()[:2] for line in lines]
    assert counts == [["0", "1"], ["1", "2"], ["2", "924"], ["3", "424080"]]
    refused = sarai("perft", "jaipur", "1", "--position", HINT)
    assert refused.returncode == 2 and refused.stderr.startswith("sarai: --position: ")


def test_a_single_visit_has_no_error() -> None:
    asked = ("hint", HINT, "--rules", "rounds=single", "--iterations", "20", "--moves", "9")
    table = ok(sarai(*asked))
    assert "+- 0.0 %" not in table and re.search(r" {2,}\d+\.\d % ", table)


def test_a_printed_position_means_the_same_to_hint() -> None:
    """Not the default seats, and rules that were drawn, on the line that `play` prints."""
    play = ("play", "--game", "bazaar", "--seats", "3", "--opponent", "greedy", "--seed", "3")
    shown = ok(sarai(*play, stdin="position\nquit\n"))
    (line,) = re.findall(r"^  (sarai hint .*)$", shown, re.MULTILINE)
    asked = shlex.split(line)
    found = json.loads(ok(sarai(*asked[1:], "--iterations", "50", "--json")))
    assert found["game"] == "bazaar" and found["seats"] == 3 and len(found["moves"][0]["win"]) == 3
    assert ",".join(f"{k}={v}" for k, v in found["rules"].items()) == asked[-1]


def test_hint_names_the_rules_that_it_assumes() -> None:
    assert "jaipur, seats 2, rules rounds=match," in ok(sarai("hint", HINT, "--iterations", "50"))


def test_too_little_memory_is_no_internal_fault() -> None:
    with patch.object(perft, "run", side_effect=MemoryError):
        done = inline("perft", "jaipur", "1")
    assert (
        done.returncode == 2
        and done.stderr == "sarai: there is not enough memory for this command\n"
    )
