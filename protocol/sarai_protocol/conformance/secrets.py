"""Steps: nothing leaks: what a seat can't see, and what was told before, changes nothing.

Two games are *alike* for a seat if it has observed the same in both. The engine is told the whole
truth of one of them, then `newgame` and the position of the seat; then the other one in the same
way. All that it says for the seat must be the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..hgi.messages import canonical, to_text
from .context import Check, Step
from .determinism import GO, same
from .session import Session, require, said, shown
from .truth import ALL, History, alike, determinizations

PAIRS = 8
DEALS = 4
ASKED = {
    "legal": "legal",
    "belief": "belief",
    "d": "d",
    "structured": "d json",
    "result": "result",
}
"""What is asked of an engine that announces a feature."""


async def said_for(check: Check, session: Session, history: History, seat: int) -> tuple[str, ...]:
    """All that the engine says of the position of a seat."""
    answer = await session.go(GO, before=[history.position(seat)])
    lines = list(answer.canonical())
    for feature, line in ASKED.items():
        if check.has(feature):
            lines += [to_text(canonical(m)) for m in await session.run(line)]
    return tuple(lines)


def differ(first: Sequence[str], second: Sequence[str], when: str) -> None:
    """Failed, with the first lines that differ."""
    if first != second:
        pairs = zip(first, second, strict=False)
        one, other = next((p for p in pairs if p[0] != p[1]), ("more lines", "fewer lines"))
        require(False, f"{when}: `{shown(one)}` and `{shown(other)}`")


def pairs(check: Check, count: int = PAIRS) -> list[tuple[History, History]]:
    """Games that are alike for the seat to move, with few moves before so that there are many."""
    found: list[tuple[History, History]] = []
    for number in range(20 * count):
        history = check.positions.decision(600 + number, plies=number % 6)
        other = alike(history, history.actor, number)
        if other is not None and len(found) < count:
            found.append((history, other))
    return found


async def after_the_truth(check: Check) -> None:
    session = await check.start(check.set("Trusted", "true"))
    for number, (history, other) in enumerate(pairs(check)):
        seat = history.actor
        answers = []
        for game in (history, other):
            await session.silent(game.position(ALL))
            await session.go("iterations 40")
            await session.silent("newgame")
            answers.append(await said_for(check, session, history, seat))
        differ(
            answers[0], answers[1], f"pair {number}: seat {seat} is answered by what it can't see"
        )


async def from_the_view_alone(check: Check) -> None:
    """Given the whole truth, the engine answers for the seat to move, from its view alone."""
    session = await check.start(check.set("Trusted", "true"))
    for number, (history, other) in enumerate(pairs(check)):
        first = await session.go(GO, before=[history.position(ALL)])
        second = await session.go(GO, before=[other.position(ALL)])
        same(first, second, f"pair {number}: seat all is answered by what the seat can't see")
        require(first.move in history.moves(), f"{first.move} is not legal")


async def after_the_truth_in_snapshots(check: Check) -> None:
    """The same late in games, the truth as snapshots."""
    session = await check.start(check.set("Trusted", "true"))
    for number in range(PAIRS):
        history = check.positions.decision(700 + number, plies=10 + 3 * number)
        seat = history.actor
        answers = []
        for state in determinizations(history, seat, number, DEALS):
            await session.silent(f"{history.head(ALL)} view {state.snapshot()}")
            await session.go("iterations 40")
            await session.silent("newgame")
            answers.append(await said_for(check, session, history, seat))
        for answer in answers[1:]:
            when = f"position {number}: seat {seat} is answered by what it can't see"
            differ(answers[0], answer, when)


async def several_seats(check: Check) -> None:
    """Several seats of one game are served by one engine; none learns from the other."""
    fresh = await check.start()
    both = await check.start()
    for number in range(PAIRS):
        history = check.positions.decision(800 + number, plies=4 * number)
        seat = history.actor
        alone = await said_for(check, fresh, history, seat)
        for other in range(history.game.seats):
            if other != seat:
                await both.send(history.position(other), f"go {GO}")
                await both.until("bestmove", f"`go {GO}`")
        await both.silent("newgame")
        beside = await said_for(check, both, history, seat)
        differ(
            alone, beside, f"position {number}: seat {seat} is answered otherwise beside the other"
        )


async def refused_without_trust(check: Check) -> None:
    session = await check.start()
    history = check.positions.decision(900, plies=7)
    await session.silent(history.position(history.actor))
    first = await session.go(GO)
    await session.refused(history.position(ALL), "not-trusted")
    if check.has("view"):
        await session.refused(history.view(ALL), "not-trusted")
    same(first, await session.go(GO), "after a position that is not trusted")
    await session.silent(check.set("Trusted", "true"), history.position(ALL))
    answer = await session.go(GO)
    require(answer.move in history.moves(), f"seat all: `go` gets {said([answer.best])}")


async def whole_truth(check: Check) -> None:
    """Trusted: whole games by the events of all; masked ones are refused."""
    session = await check.start(check.set("Trusted", "true"))
    for number in range(2):
        for history in check.positions.walk(910 + number):
            await session.silent(history.position(ALL))
        for seat in range(history.game.seats):
            if history.heard[seat] != history.heard[ALL]:
                line = f"{history.head(ALL)} start events {' '.join(history.heard[seat])}"
                await session.refused(line, "illegal-move")


STEPS = (
    Step("seat all needs trust", "2 Positions", refused_without_trust),
    Step("seat all", "2 Positions", whole_truth),
    Step("seat all is searched by the view", "3 go", from_the_view_alone),
    Step("leak", "2 Who knows what", after_the_truth),
    Step("leak late in games", "2 Who knows what", after_the_truth_in_snapshots, needs=("view",)),
    Step("several seats", "2 Who knows what", several_seats),
)
