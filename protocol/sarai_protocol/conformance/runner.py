"""Runs steps one by one, each with fresh engines, and says how each ended."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..hgi.client.process import CouldNotStart, ProcessFault
from .context import Check, Step
from .session import Failed, Session, shown
from .truth import NoPosition

SHOWN_STDERR = 8
STDERR_GRACE = 0.05
"""Seconds for what a dying engine has to say."""


class StepState(StrEnum):
    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Result:
    """How a step ended: why it failed or was not run, and what was said last."""

    number: int
    step: Step
    state: StepState
    why: str = ""
    seconds: float = 0.0
    dialogue: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()


async def run(check: Check, steps: Sequence[tuple[int, Step]]) -> AsyncIterator[Result]:
    """The results as they come; a vital step that fails is the last one. Raises CouldNotStart."""
    for number, step in steps:
        missing = step.missing(check)
        if missing:
            yield Result(number, step, StepState.SKIPPED, missing)
            continue
        result = await one(check, number, step)
        yield result
        if result.state == StepState.FAILED and step.vital:
            return


async def one(check: Check, number: int, step: Step) -> Result:
    """Run one step, and kill what it has started."""
    started = time.monotonic()
    try:
        why = await _fault(check, step)
        if not why:
            return Result(number, step, StepState.OK, seconds=time.monotonic() - started)
        seconds = time.monotonic() - started
        await asyncio.sleep(STDERR_GRACE)
        session = max(check.sessions, key=_last_said, default=None)
        spoken = (_dialogue(session), _stderr(session)) if session else ((), ())
        return Result(number, step, StepState.FAILED, why, seconds, *spoken)
    except NoPosition as none:
        return Result(number, step, StepState.SKIPPED, str(none))
    finally:
        await check.close()


async def _fault(check: Check, step: Step) -> str:
    """Why the step fails; empty if it does not."""
    try:
        async with asyncio.timeout(step.limit):
            await step.run(check)
    except CouldNotStart:
        raise
    except (Failed, ProcessFault) as failed:
        return str(failed)
    except TimeoutError:
        return f"it takes more than {step.limit:g} s"
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        # A line of the right form with values that nobody expects.
        if os.environ.get("SARAI_DEBUG"):
            raise
        return f"an answer has not what it needs ({type(error).__name__}: {shown(str(error))})"
    return ""


def _dialogue(session: Session) -> tuple[str, ...]:
    """What was said last; three dots stand for lines left out."""
    lines: list[str] = []
    last = 0
    for noted in session.dialogue():
        if noted.number > last + 1:
            lines.append("...")
        lines.append(noted.text)
        last = noted.number
    return tuple(lines)


def _last_said(session: Session) -> float:
    return max((noted.at for noted in session.dialogue()), default=0.0)


def _stderr(session: Session) -> tuple[str, ...]:
    return tuple(shown(line) for line in session.process.stderr.splitlines()[-SHOWN_STDERR:])
