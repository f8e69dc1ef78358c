"""protocol/examples: the skeletons speak HGI, and play whole games with Sarai as their referee."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from sarai.games import REGISTRY
from sarai_protocol.conformance.runner import StepState
from sarai_protocol.conformance.table import LEVELS, STEPS
from tests.hgi.dialogue import Engine
from tests.hgi.refused import POSITION
from tests.hgi.test_check import at_a_time, failures, numbered, results
from tests.support.command import SARAI, ok, sarai

EXAMPLES = Path(__file__).resolve().parents[2] / "protocol" / "examples"
PROGRAMS = {"skeleton.py": sys.executable, "skeleton.js": shutil.which("node")}
PATIENCE = 10.0
SIDE_BY_SIDE = 3


@pytest.fixture(params=PROGRAMS)
def command(request: pytest.FixtureRequest) -> tuple[str, ...]:
    program = PROGRAMS[request.param]
    if program is None:
        pytest.skip("there is no node")
    return (program, str(EXAMPLES / request.param), *SARAI)


def test_it_is_good_enough_for_a_match(command: tuple[str, ...]) -> None:
    """And for the steps of the mandatory part in which an engine is likely to go wrong."""
    names = [step.name for step in LEVELS["match"]]
    names += ["infinite waits", "stop with a stale id", "busy", "only", "also", "nothing to do"]
    parts = {str(i): numbered(names[i::SIDE_BY_SIDE]) for i in range(SIDE_BY_SIDE)}
    done = at_a_time({i: results(command, part, PATIENCE) for i, part in parts.items()})
    assert [failures(part) for part in done.values()] == [{}] * SIDE_BY_SIDE


def test_an_id_may_be_the_name_of_a_key(command: tuple[str, ...]) -> None:
    with Engine(command) as engine:
        engine.send(POSITION, "go only camels multipv 2 id only iterations 5 also take:C", "quit")
        *_, first, second, best = engine.until("bestmove")
        assert " id only multipv 1 move camels " in first and " move take:C " in second
        assert best == "bestmove camels id only"


@pytest.mark.parametrize("game", REGISTRY)
def test_it_plays_whole_games(command: tuple[str, ...], game: str) -> None:
    engine = "cmd=" + '"' + shlex.join(command) + '"'
    short = {"jaipur": "rounds=single", "bazaar": "cards_per_pile=1"}
    rules = ("--rules", short[game]) if game in short else ()
    out = ok(sarai("match", engine, "random", "--game", game, *rules, "--games", "2"))
    assert "fault" not in out.lower()


@pytest.mark.slow
def test_it_passes_the_check(command: tuple[str, ...]) -> None:
    done = asyncio.run(results(command, list(enumerate(STEPS, 1)), PATIENCE))
    assert failures(done) == {}
    assert all(r.step.needs for r in done if r.state == StepState.SKIPPED)
