"""`sarai check`: is a program an engine as protocol/HGI.md wants it? Steps, each ok or FAILED."""

from __future__ import annotations

import asyncio
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from ..refusal import MISMATCH, Refusal
from .arguments import seed

if TYPE_CHECKING:
    from ..conformance.context import Check, Step
    from ..conformance.runner import Result

EPILOG = """
Each step starts the engine anew. The steps of the mandatory part of HGI come first, then those
of what the engine announces. A section is one of protocol/HGI.md. Where a step fails, the last
lines of the dialogue are shown. The report ends with the levels that the engine has reached. The
exit code is 1 if a step failed. Example: sarai check --level match -- ./engine --quiet
"""


def arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.usage = "sarai check [OPTIONS] -- COMMAND..."
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="starts the engine")
    parser.add_argument(
        "--game", default="", metavar="NAME", help="default: the first game that Sarai knows"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=10.0,
        metavar="S",
        help="seconds that the engine may be silent where it must answer; default: 10",
    )
    parser.add_argument(
        "--seed", type=seed, default=1, metavar="S", help="seed of the random positions; default: 1"
    )
    parser.add_argument(
        "--steps",
        type=_ranges,
        metavar="N,N-N",
        help="only these steps, and the first ones that all others need",
    )
    parser.add_argument(
        "--level",
        choices=("match", "mandatory", "announced"),
        help="only the steps of this level: enough for `sarai match`, the mandatory part, "
        "or what the engine announces",
    )
    parser.add_argument("--list", action="store_true", help="list the steps, and start nothing")
    parser.add_argument("--json", action="store_true", help="a JSON object a line")


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text) or not 0.1 <= float(text) <= 3600:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0.1 to 3600")
    return float(text)


def _ranges(text: str) -> frozenset[int]:
    """`3,7-9` as the numbers."""
    numbers: set[int] = set()
    for part in text.split(","):
        if not re.fullmatch("[0-9]{1,3}(-[0-9]{1,3})?", part):
            raise ArgumentTypeError(f"{part!r} is not a number or a range like 7-9")
        low, _, high = part.partition("-")
        numbers |= set(range(int(low), int(high or low) + 1))
    return frozenset(numbers)


def run(args: Namespace) -> int:
    from ..conformance.context import Check
    from ..conformance.table import LEVELS, STEPS
    from ..hgi.client.process import CouldNotStart

    steps = list(enumerate(STEPS, 1))
    if args.level is not None:
        level = LEVELS[args.level]
        steps = [(number, step) for number, step in steps if step in level or step.first]
    if args.list:
        for number, step in steps:
            print(f"{number:>3}  {step.name:<36} {step.section}")
        return 0
    if not args.command:
        raise Refusal("COMMAND is missing: sarai check -- COMMAND...")
    if args.steps is not None:
        unknown = sorted(args.steps - set(range(1, len(STEPS) + 1)))
        if unknown:
            raise Refusal(f"--steps: there is no step {unknown[0]}; they are 1 to {len(STEPS)}")
        steps = [(n, s) for n, s in steps if n in args.steps or s.first]
    check = Check(args.command, args.timeout, args.seed, args.game)
    try:
        return asyncio.run(_all(check, steps, args.json))
    except CouldNotStart as fault:
        raise Refusal(str(fault)) from None


async def _all(check: Check, steps: list[tuple[int, Step]], as_json: bool) -> int:
    from ..conformance import report
    from ..conformance.runner import StepState
    from ..conformance.runner import run as results

    done: list[Result] = []
    async for result in results(check, steps):
        done.append(result)
        told = [report.as_json(result)] if as_json else report.lines(result)
        print("\n".join(told), flush=True)
    last = report.summary_json if as_json else report.summary
    print(last(check, done, len(steps)), flush=True)
    return MISMATCH if any(result.state == StepState.FAILED for result in done) else 0
