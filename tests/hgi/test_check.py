"""`sarai check`: good engines pass it, each faulty one fails at the step that is meant for it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from collections.abc import Collection, Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from faulty import FAULTS

import sarai as library
from sarai.games import REGISTRY
from sarai_protocol.conformance.context import Check, Step
from sarai_protocol.conformance.runner import Result, StepState, run
from sarai_protocol.conformance.table import LEVELS, MANDATORY, PLAYING, STEPS
from sarai_protocol.conformance.truth import ALL, NoPosition, Truth, alike
from tests.laws.small import toy
from tests.support.command import ok, sarai

ROOT = Path(__file__).resolve().parents[2]
ENGINES = Path(__file__).parent / "engines"
TINY = (sys.executable, str(ENGINES / "tiny.py"))
SARAI = (sys.executable, "-m", "sarai_protocol")
PATIENCE = 30.0
"""Seconds that an engine may take, also where others have the processor."""
IMPATIENCE = 4.0
"""Seconds for the engines in SILENT: they don't answer, so a test waits as long."""
SIDE_BY_SIDE = 6

Numbered = list[tuple[int, Step]]


async def results(
    command: Sequence[str], steps: Numbered, timeout: float, game: str = ""
) -> list[Result]:
    return [result async for result in run(Check(command, timeout, 1, game), steps)]


def numbered(wanted: Collection[str]) -> Numbered:
    """The steps of these names, with those that all need."""
    return [(n, step) for n, step in enumerate(STEPS, 1) if step.first or step.name in wanted]


def check(command: Sequence[str], wanted: Collection[str]) -> list[Result]:
    """The results of these steps."""
    return asyncio.run(results(command, numbered(wanted), PATIENCE))


def at_a_time(runs: Mapping[str, Coroutine[None, None, list[Result]]]) -> dict[str, list[Result]]:
    """The results of several runs side by side: most of a run is waiting."""

    async def every() -> list[list[Result]]:
        places = asyncio.Semaphore(SIDE_BY_SIDE)

        async def one(coroutine: Coroutine[None, None, list[Result]]) -> list[Result]:
            async with places:
                return await coroutine

        return await asyncio.gather(*map(one, runs.values()))

    return dict(zip(runs, asyncio.run(every()), strict=True))


def failures(results: Sequence[Result]) -> dict[str, str]:
    return {r.step.name: r.why for r in results if r.state == StepState.FAILED}


# ---- the table ----


def test_names_are_unique() -> None:
    assert len({step.name for step in STEPS}) == len(STEPS)
    assert not any(step.needs for step in MANDATORY if step.first)


def test_steps_cite_sections_of_the_document() -> None:
    text = (ROOT / "protocol" / "HGI.md").read_text(encoding="utf-8")
    for step in STEPS:
        number, _, part = step.section.partition(" ")
        section = re.search(rf"^## {number}\. .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        assert section, step
        heading = rf"^### `?{re.escape(part)}\b|\*\*{re.escape(part)}"
        assert not part or re.search(heading, section[0], re.MULTILINE), step


# ---- positions ----


def truth(**rules: str) -> Truth:
    return Truth(library.game("jaipur", options=rules), rules, seed=5)


def test_history_tells_each_seat_what_it_observes() -> None:
    for history in truth(rounds="single").walk(1):
        for seat in (0, 1):
            line = history.position(seat).split()
            view = history.game.start(seat)
            for event in line[line.index("start") + 2 :]:
                view.play(event)
            assert view == history.state.view(seat) == history.views[seat]
            assert history.game.snapshot(history.view(seat).split()[-1]) == view
    assert history.actor == library.OVER


def test_alike_games_differ_only_in_what_the_seat_can_not_see() -> None:
    found = 0
    for number in range(30):
        history = truth(rounds="single").decision(number, plies=number % 7)
        other = alike(history, history.actor, number)
        if other is None:
            continue
        found += 1
        assert other.heard[ALL] != history.heard[ALL]
        assert other.heard[history.actor] == history.heard[history.actor]
        assert other.state != history.state
        assert other.state.view(history.actor) == history.views[history.actor]
    assert found >= 15


def test_illegal_moves_can_be_read_and_are_illegal() -> None:
    for number in range(5):
        history = truth(rounds="single").decision(number)
        moves = truth(rounds="single").illegal_moves(history)
        assert len(moves) > 10
        for move in random.Random(number).sample(moves, 10):
            with pytest.raises(library.IllegalMove):
                history.state.copy().play(move)
            with pytest.raises(library.IllegalMove):
                history.views[history.actor].copy().play(move)


# ---- engines ----


SOME = (
    *("stop with a stale id", "busy", "the same answer after other searches", "levels"),
    *("the same answer with threads", "leak", "leak late in games", "seat all needs trust"),
    *("snapshots equal events", "belief adds up", "JSON equals text", "perft"),
)
"""Steps of each kind; the whole table takes minutes."""


def test_sarai_passes_some_steps() -> None:
    done = check(SARAI, SOME)
    assert failures(done) == {}
    assert {r.step.name for r in done if r.state == StepState.OK} >= set(SOME)


@pytest.mark.slow
@pytest.mark.parametrize("game", REGISTRY)
def test_sarai_passes(game: str) -> None:
    done = asyncio.run(results(SARAI, list(enumerate(STEPS, 1)), PATIENCE, game))
    assert failures(done) == {}
    assert {r.state for r in done} == {StepState.OK}


@pytest.mark.slow
def test_tiny_engine_passes_the_mandatory_part() -> None:
    done = check(TINY, [step.name for step in MANDATORY])
    assert failures(done) == {}
    skipped = [r.step for r in done if r.state == StepState.SKIPPED]
    assert all(step.needs for step in skipped), "only what is not announced is left out"
    assert len(done) - len(skipped) > 100


MEANT = {
    "late-readyok": "isready while searching",
    "no-readyok": "isready while searching",
    "early-bestmove": "infinite waits",
    "two-bestmoves": "one bestmove",
    "no-bestmove": "go is answered",
    "none-as-error": "no position",
    "stale-stop": "stop with a stale id",
    "leaking-stop": "stop before go",
    "slow-stop": "stop at once",
    "illegal-move": "legal moves",
    "outside-only": "only",
    "only-unchecked": "only and also refused",
    "wrong-id": "ids",
    "missing-id": "ids",
    "info-without-id": "ids",
    "refusal-without-id": "ids of errors",
    "no-info": "reports before the bestmove",
    "no-candidate": "reports before the bestmove",
    "win-range": "reports before the bestmove",
    "visits": "reports before the bestmove",
    "shares": "reports before the bestmove",
    "depth": "reports before the bestmove",
    "one-candidate": "multipv",
    "also-ignored": "also",
    "every-ignored": "every",
    "every-unasked": "no report unasked",
    "last-limit": "first limit ends",
    "overtime": "movetime",
    "flag-fall": "clock",
    "nondeterministic": "the same answer twice",
    "memory": "the same answer twice",
    "peeking": "seat all is searched by the view",
    "remembering": "leak",
    "greeting": "silent start",
    "no-hgiok": "handshake",
    "hgi-busy": "hgi while searching",
    "unflushed": "handshake",
    "garbage": "lines of the engine",
    "token-lost": "isready",
    "field-missing": "field at fault",
    "crash-on-garbage": "invalid UTF-8",
    "control-stripped": "control characters",
    "no-carriage-return": "blanks and line ends",
    "no-comments": "empty lines and comments",
    "last-line-lost": "half a line",
    "silent-unknown": "unknown commands",
    "case-blind": "case of commands",
    "mistyped-limit": "mistyped keys",
    "last-key-wins": "keys twice",
    "leading-zeros": "plain numbers",
    "no-limit": "no limit",
    "option-ignored": "unknown options",
    "no-busy": "busy",
    "queueing": "busy",
    "busy-obeyed": "busy",
    "slow-quit": "quit, searching",
    "exit-code": "quit, idle",
    "hanging-end": "end of input, idle",
    "exit-code-at-end": "end of input, idle",
    "deaf-end": "end of input, finite search",
    "endless-end": "end of input, infinite search",
    "half-position": "refusals change nothing",
    "dropped-position": "refusals change nothing",
    "untrusted-all": "trust",
    "trusted-kept": "trust",
    "newgame-kept": "newgame",
    "any-event": "impossible events",
    "unmasked": "impossible chance events",
    "too-many-cards": "impossible chance events",
    "eight-cards": "legal moves",
    "no-camels-given": "events of whole games",
    "one-round": "games of other rules",
    "no-draws": "rules",
}
"""From each fault of tests/hgi/engines/faulty.py to the step that must find it."""


SILENT = {
    *(
        "late-readyok",
        "no-readyok",
        "no-bestmove",
        "no-hgiok",
        "unflushed",
        "slow-stop",
        "flag-fall",
    ),
    *("last-limit", "overtime", "slow-quit", "hanging-end", "endless-end"),
}


def faulty(name: str) -> tuple[str, ...]:
    """Its command; Python must not flush the lines that the engine does not."""
    return ("env", "-u", "PYTHONUNBUFFERED", sys.executable, str(ENGINES / "faulty.py"), name)


@pytest.fixture(scope="module")
def found() -> dict[str, list[Result]]:
    """How each faulty engine does in the step that is meant for it."""
    runs = {
        name: results(faulty(name), numbered({meant}), IMPATIENCE if name in SILENT else PATIENCE)
        for name, meant in MEANT.items()
    }
    return at_a_time(runs)


def test_each_fault_has_a_step() -> None:
    assert set(MEANT) == set(FAULTS)
    assert set(MEANT.values()) <= {step.name for step in STEPS}


@pytest.mark.parametrize("name", MEANT)
def test_fault_is_found(name: str, found: dict[str, list[Result]]) -> None:
    assert list(failures(found[name])) == [MEANT[name]]


@pytest.mark.slow
@pytest.mark.parametrize("name", MEANT)
def test_no_other_step_finds_it_before(name: str) -> None:
    names = [step.name for step in STEPS]
    before = names[: names.index(MEANT[name])]
    assert [f for f in failures(check(faulty(name), before)) if f in before] == []


# ---- the command ----


def test_refused_command_lines() -> None:
    for arguments, text in (
        ((), "COMMAND is missing"),
        (("--", "/no/such/engine"), "/no/such/engine: No such file"),
        (("--timeout", "0", "--", "cat"), "--timeout: '0' is not a number of seconds"),
        (("--steps", "3-x", "--", "cat"), "--steps: '3-x' is not a number or a range"),
        (("--steps", "999", "--", "cat"), "there is no step 999"),
    ):
        done = sarai("check", *arguments)
        assert done.returncode == 2 and text in done.stderr and done.stdout == "", arguments


def test_list() -> None:
    lines = ok(sarai("check", "--list")).splitlines()
    assert len(lines) == len(STEPS)
    assert lines[1].split() == ["2", "handshake", "3", "hgi"]


def test_program_that_is_no_engine() -> None:
    done = sarai("check", "--timeout", "0.5", "--", "sh", "-c", "echo tea >&2; cat")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert re.fullmatch(" *1  silent start .* FAILED  it says `hgi` before it is asked", lines[0])
    assert [line.strip() for line in lines[1:4]] == ["> hgi", "< hgi", "stderr: tea"]
    assert re.fullmatch(" *2  handshake .* FAILED .*within 0.5 s comes nothing", lines[4])
    assert lines[-4] == "enough for `sarai match`: no"
    assert lines[-2] == "what it announces: not tested"
    assert lines[-1] == f"0 ok, 2 failed, {len(STEPS) - 2} not run"


def test_json() -> None:
    done = sarai("check", "--json", "--steps", "1-3", "--", *TINY)
    *steps, last = map(json.loads, ok(done).splitlines())
    assert [step["step"] for step in steps] == [1, 2, 3, 5]
    assert {step["state"] for step in steps} == {"ok"}
    levels = dict.fromkeys(("match", "mandatory", "announced"), "not tested")
    wanted = {"engine": "Tiny", "command": list(TINY), "ok": 4, "failed": 0, "skipped": 0}
    assert last == wanted | {"levels": levels}


def test_levels() -> None:
    assert {step.name for step in LEVELS["match"]} == PLAYING
    done = sarai("check", "--level", "match", "--", *TINY)
    assert "enough for `sarai match`: yes\nthe mandatory part: not tested\n" in ok(done)
    failed = sarai("check", "--level", "match", "--", *faulty("illegal-move"))
    assert failed.returncode == 1 and "enough for `sarai match`: no\n" in failed.stdout


def test_unknown_game() -> None:
    done = sarai("check", "--game", "chess", "--steps", "6", "--", *TINY)
    assert done.returncode == 1
    assert "the engine does not announce the game chess" in done.stdout
    assert "no game that Sarai knows" in done.stdout


def test_a_position_that_a_game_does_not_have() -> None:
    """A short game gives what is nearest to a deep position; without any, the step is not run."""
    truth = Truth(toy(5), {}, seed=1)
    deepest = max(len(h.heard[ALL]) for h in truth.walk(1))
    assert len(truth.decision(1, plies=10 * deepest).state.moves()) >= 2
    with pytest.raises(NoPosition, match="no random game of toy has a position"):
        truth.find(1, lambda history: False)

    async def ask(check: Check) -> None:
        truth.find(1, lambda history: False)

    step = replace(STEPS[0], run=ask)
    result = asyncio.run(results(TINY, [(1, step)], PATIENCE))[0]
    assert (result.state, result.why) == (
        StepState.SKIPPED,
        "no random game of toy has a position for it",
    )
