"""Steps: options and rules. What is announced is taken, and nothing else is."""

from __future__ import annotations

import sarai

from ..hgi.server.faults import Code
from .context import Check, OptionLine, Step
from .limits import REFUSED
from .session import Failed, require, said
from .truth import Truth

CODES = tuple(Code)
ONE_BY_ONE = "Format"
"""Set by the steps of JSON, since it changes what is read from then on."""


def taken(option: OptionLine) -> list[str]:
    """Values that the option must take, the default last."""
    values = {
        "check": ["true", "false"],
        "spin": [str(option.low), str(option.high)],
        "combo": list(option.values),
    }.get(option.kind, [])
    default = option.default or ""
    return [*values, *([default] if default and default != "<empty>" else [])]


def not_taken(option: OptionLine) -> list[str]:
    """Values that it must refuse."""
    if option.kind == "check":
        return ["True", "1", "yes", "tru", "true false"]
    if option.kind == "spin":
        return [str(option.low - 1), str(option.high + 1), "x", "1.5", "1e1", "9" * 5000, "1 1"]
    if option.kind == "combo":
        return ["nosuchvalue", f"{option.values[0]} x", option.values[0].upper() + "_"]
    return []


async def values_taken(check: Check) -> None:
    session = await check.start()
    for option in check.announced.options.values():
        if option.name == ONE_BY_ONE:
            continue
        if option.kind == "button":
            await session.silent(f"setoption name {option.name}")
        for value in taken(option):
            await session.silent(check.set(option.name, value))


async def values_refused(check: Check) -> None:
    session = await check.start()
    for option in check.announced.options.values():
        if option.name == ONE_BY_ONE:
            continue
        for value in not_taken(option):
            await session.refused(check.set(option.name, value), "bad-option")


async def fields_of_options(check: Check) -> None:
    """The error names the option."""
    session = await check.start()
    for name in ("NoSuchOption", "Trusted"):
        await session.refused(check.set(name, "perhaps"), "bad-option", field=name)


async def unknown_options(check: Check) -> None:
    session = await check.start()
    for name in ("NoSuchOption", "trusted", "TRUSTED", "Trusted1"):
        await session.refused(check.set(name, "true"), "bad-option")


async def mistyped_options(check: Check) -> None:
    session = await check.start()
    for line in (
        "setoption",
        "setoption name",
        "setoption value true",
        "setoption Trusted true",
        "setoption Trusted value true",
        "setoption name Trusted",
        "setoption name Trusted value",
        "setoption name Trusted valeu true",
        "setoption Name Trusted value true",
    ):
        await session.refused(line, "bad-option", "bad-argument")


async def refusals_change_nothing(check: Check) -> None:
    """A position is searched alike before and after all that is refused."""
    history = check.positions.decision(3, plies=4)
    session = await check.start(history.position(history.actor))
    first = await session.go("iterations 40")
    lines = [f"go {arguments}" for arguments in REFUSED]
    lines += [
        "xyzzy",
        "isready a b",
        "newgame now",
        "position",
        "stop now",
        "go iterations 9 only x",
    ]
    lines += [history.position(seat, "x") for seat in range(history.game.seats)]
    for option in check.announced.options.values():
        if option.name != ONE_BY_ONE:
            lines += [check.set(option.name, value) for value in not_taken(option)]
    for line in lines:
        answers = await session.run(line)
        session.error_of(line, answers, *CODES)
    second = await session.go("iterations 40")
    require(first.canonical() == second.canonical(), "what was refused changed the answer")


async def rules_taken(check: Check) -> None:
    """Each announced value of a rules option makes a position."""
    name = check.positions.game.name
    session = await check.start()
    for option, values in check.announced.rules(name).items():
        for value in values:
            low, dots, high = value.partition("..")
            for one in (low, high) if dots else (value,):
                try:
                    truth = Truth.of(name, {option: one}, check.seed)
                except sarai.InvalidGame:  # it needs another option beside it, or is `*`
                    continue
                await session.silent(truth.start().position(0))


async def rules_refused(check: Check) -> None:
    game = check.positions.game
    session = await check.start()
    rules = check.announced.rules(game.name)
    pairs = ["nosuchrule=1", "nosuchrule", "=", "=1"]
    pairs += [f"{name}=nosuchvalue" for name in rules]
    pairs += [f"{name}=" for name in rules]
    pairs += [f"{name}={values[0]},{name}={values[0]}" for name, values in rules.items()]
    for pair in pairs:
        await session.refused(_rules_line(check, pair), "bad-position")


def _rules_line(check: Check, pairs: str) -> str:
    game = check.positions.game
    return f"position {game.name} rules {pairs} seats {game.seats} seat 0 start"


async def trusted_at_first(check: Check) -> None:
    history = check.positions.decision(4, plies=3)
    session = await check.start()
    await session.refused(history.position(-1), "not-trusted")
    await session.silent(check.set("Trusted", "true"), history.position(-1))
    await session.silent(check.set("Trusted", "false"))
    answer = await session.go("iterations 20")
    if answer.move != "none" or answer.best.get("reason") != "no-position":
        raise Failed(
            f"Trusted false must drop a position of seat all; `go` gets {said([answer.best])}"
        )
    await session.refused(history.position(-1), "not-trusted")


STEPS = (
    Step("option values", "3 setoption", values_taken, alone=True),
    Step("option values refused", "3 setoption", values_refused, alone=True),
    Step("unknown options", "3 setoption", unknown_options, alone=True),
    Step("mistyped options", "3 setoption", mistyped_options, alone=True),
    Step("rules", "2 Positions", rules_taken),
    Step("rules refused", "2 Positions", rules_refused),
)
LATER = (
    Step("fields of options refused", "3 setoption", fields_of_options, alone=True),
    Step("trust", "3 setoption", trusted_at_first),
    Step("refusals change nothing", "2", refusals_change_nothing),
)
