"""The steps of what an engine announces can fail: Sarai with a line changed is found by each."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sarai_protocol.conformance.runner import Result
from sarai_protocol.conformance.table import ANNOUNCED
from tests.hgi.filtered import Changes
from tests.hgi.test_check import at_a_time, failures, numbered, results

FILTERED = str(Path(__file__).parent / "filtered.py")
PATIENCE = 10.0

SENT: Mapping[str, Changes] = {
    "snapshots equal events": [["(?=^position .* view )", "setoption name Seed value 99\n"]],
    "snapshots of whole games": [[" view .*phase=over.*", " view x"]],
    "events after a snapshot": [["( view [^ ]*) events .*", r"\1"]],
    "snapshots of others": [
        ["seat 0 view seat=(1|all).*|seat 1 view seat=(0|all).*", "seat 0 start"]
    ],
    "broken snapshots": [[" view x$", " start"]],
    "wait": [["^wait$", "isready"]],
    "optional commands while searching": [["^legal", "legal now"]],
    "leak late in games": [
        ["(?=^position .* seat all .*hand1=[^;]*L;)", "setoption name Seed value 98\n"],
        ["(?=^position .* seat all .*hand1=[^;]*[^L];)", "setoption name Seed value 99\n"],
    ],
}
"""By step, a change of what is sent."""

GOT: Mapping[str, Changes] = {
    "levels": [["^bestmove (take:[^ ]+|sell:[^ ]+)", r"bestmove camels"]],
    "memory": [[" memory [0-9]+", " memory 99999999"]],
    "format": [['^{"message":"error","code"', '{"message":"error","kode"']],
    "JSON equals text": [['"visits":', '"visits":1']],
    "JSON arrays and numbers": [['"visits":([0-9]+)', r'"visits":"\1"']],
    "optional commands without a position": [["^error no-position", "error not-to-move"]],
    "legal": [["^legal [^ ]+ ", "legal "]],
    "legal where nobody is to move": [["^error not-to-move", "error internal"]],
    "result": [["scores ", "scores 1"]],
    "d": [["^(d .*)deck=", r"\1deck=1"]],
    "d json": [['"turn":', '"turn":1']],
    "eval": [["^eval win 0", "eval win 1"]],
    "perft": [["^(perft [0-9]+ [0-9]+)", r"\g<1>1"]],
    "perft stopped": [["^perft (.*) stopped", r"perft \1 5"]],
    "bench": [["^bench [0-9]+", "bench x"]],
    "bench stopped": [["^bench stopped", "bench 5"]],
    "help": [["^info string .*setoption.*", "#"]],
    "belief adds up": [["^belief pool cards count ", "belief pool cards count 1"]],
    "belief of the game": [["^(belief zone hand.*chance .):0[.][0-9]+", r"\1:0.999"]],
}
"""By step, a change of what comes back."""


def filtered(sent: Changes, got: Changes) -> tuple[str, ...]:
    return (sys.executable, FILTERED, json.dumps([sent, got]))


@pytest.fixture(scope="module")
def found() -> dict[str, list[Result]]:
    """How each step does with the change that is made for it."""
    commands = {name: filtered(changes, []) for name, changes in SENT.items()}
    commands |= {name: filtered([], changes) for name, changes in GOT.items()}
    return at_a_time(
        {name: results(command, numbered({name}), PATIENCE) for name, command in commands.items()}
    )


def test_each_step_has_a_change() -> None:
    assert {step.name for step in ANNOUNCED} <= {*SENT, *GOT}


def test_without_a_change_all_is_well() -> None:
    done = asyncio.run(results(filtered([], []), numbered({"legal", "d", "format"}), PATIENCE))
    assert failures(done) == {}


@pytest.mark.parametrize("name", [*SENT, *GOT])
def test_change_is_found(name: str, found: dict[str, list[Result]]) -> None:
    assert list(failures(found[name])) == [name]
