"""`sarai bench`: the positions, and a signature that knows of nothing but the search."""

import json

import pytest

from sarai.games import CORE, REGISTRY
from sarai_protocol.cli import benchmark as bench
from tests.support.command import inline, ok


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of the bench: `.ci/run bench` runs it whole."""
    monkeypatch.setattr(bench, "ITERATIONS", bench.ITERATIONS // 100)


def test_bench_signature() -> None:
    out = ok(inline("bench", "--json"))
    result = json.loads(out)
    assert len(result["rows"]) == len(bench.POSITIONS) + 3
    signature = str(result["signature"])
    done = inline("bench", "--expect", signature)
    assert ok(done).splitlines()[-1] == f"signature {signature}"
    assert bench.POSITIONS[0].name in done.stdout


def test_bench_with_another_signature_fails() -> None:
    done = inline("bench", "--expect", "1")
    assert done.returncode == 1 and "signature" in done.stdout
    assert done.stderr.startswith("sarai: the signature is ") and "not 1: " in done.stderr


def test_bench_positions_are_where_a_seat_is_to_move() -> None:
    states = [bench.reach(position) for position in bench.POSITIONS]
    assert all(state.actor >= 0 for state in states)
    assert len(set(states)) == len(states)
    jaipur = [p for p in bench.POSITIONS if bench.KINDS[p.kind][0] == "jaipur"]
    assert {(p.tree, p.policy) for p in jaipur} == {
        (tree, policy)
        for tree in ("open", "closed")
        for policy in ("value", "direct", "kinds", "uniform")
    }
    for name in REGISTRY:
        searched = [p for p in bench.POSITIONS if bench.KINDS[p.kind][0] == name]
        assert {p.policy for p in searched} == set(CORE[name].policies), name
        assert {p.selection for p in searched} == {"puct", "ucb"}, name
        assert {p.tree for p in searched} == {"open", "closed"}, name


def test_the_signature_depends_on_every_row() -> None:
    rows = [bench.Row("a", 1, 1.0, "", 0.0, 0, "x=1"), bench.Row("b", 1, 2.0, "", 0.0, 0, "y=1")]
    slower = [bench.Row("a", 1, 9.0, "", 0.0, 0, "x=1"), rows[1]]
    other = [rows[0], bench.Row("b", 1, 2.0, "", 0.0, 0, "y=2")]
    assert bench.signature(rows) == bench.signature(slower) != bench.signature(other)
