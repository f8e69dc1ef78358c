"""One-shots on the command line about one position: `hint`, `perft`; and bare `sarai`."""

import json

from tests.support.command import ok, sarai


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
