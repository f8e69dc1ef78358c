"""How results are told: a line a step for a person, a JSON object a line for a program."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from .context import Check
from .runner import Result, StepState
from .table import LEVELS

MEANINGS = {
    "match": "enough for `sarai match`",
    "mandatory": "the mandatory part",
    "announced": "what it announces",
}

WORDS = {StepState.OK: "ok", StepState.FAILED: "FAILED", StepState.SKIPPED: "-"}


def lines(result: Result) -> Iterator[str]:
    """A step for a person; where it failed, with the last lines of the dialogue."""
    section = f"§{result.step.section}"
    head = f"{result.number:>3}  {result.step.name:<36} {section:<19} "
    yield f"{head}{WORDS[result.state]}{f'  {result.why}' if result.why else ''}"
    for line in result.dialogue:
        yield f"       {line}"
    for line in result.stderr:
        yield f"       stderr: {line}"


def summary(check: Check, results: Sequence[Result], steps: int) -> str:
    """The last lines: how many steps ended how, and which levels the engine has reached."""
    ok, failed, rest = counts(results, steps).values()
    name = f"{check.announced.name}: " if check.announced.name else ""
    reached = [f"{MEANINGS[level]}: {verdict}" for level, verdict in levels(results).items()]
    left = f", {rest} not run" if rest else ""
    return "\n".join([*reached, f"{name}{ok} ok, {failed} failed{left}"])


def levels(results: Sequence[Result]) -> dict[str, str]:
    """For each level `yes`, `no`, or `not tested` where a step of it has not been run."""
    states = {result.step.name: result for result in results}
    return {level: _verdict([states.get(step.name) for step in LEVELS[level]]) for level in LEVELS}


def _verdict(results: Sequence[Result | None]) -> str:
    """A step that needs what is not announced does not count."""
    ran = [r for r in results if r is not None and (r.state != StepState.SKIPPED or r.step.needs)]
    if any(result.state == StepState.FAILED for result in ran):
        return "no"
    return "yes" if len(ran) == len(results) else "not tested"


def counts(results: Sequence[Result], steps: int) -> dict[str, int]:
    """How the steps ended; those that a vital step left out were not run either."""
    ok, failed = (
        sum(r.state == state for r in results) for state in (StepState.OK, StepState.FAILED)
    )
    return {"ok": ok, "failed": failed, "skipped": steps - ok - failed}


def as_json(result: Result) -> str:
    """A step for a program."""
    fields = {
        "step": result.number,
        "name": result.step.name,
        "section": result.step.section,
        "state": str(result.state),
        "why": result.why,
        "seconds": round(result.seconds, 3),
        "dialogue": list(result.dialogue),
        "stderr": list(result.stderr),
    }
    return json.dumps(fields)


def summary_json(check: Check, results: Sequence[Result], steps: int) -> str:
    """The last line for a program."""
    engine = {"engine": check.announced.name, "command": list(check.command)}
    return json.dumps(engine | counts(results, steps) | {"levels": levels(results)})
