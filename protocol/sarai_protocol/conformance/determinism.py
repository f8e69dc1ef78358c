"""Steps: the same question has the same answer, whatever was asked before."""

from __future__ import annotations

from .context import Check, Step
from .session import Answer, Session, require
from .truth import History

GO = "iterations 60 multipv 3"


def same(first: Answer, second: Answer, when: str) -> None:
    """Failed if two answers differ in their canonical form."""
    if first.canonical() != second.canonical():
        pairs = zip(first.canonical(), second.canonical(), strict=False)
        one, other = next((p for p in pairs if p[0] != p[1]), ("more lines", "fewer lines"))
        require(False, f"{when}: `{one[:110]}` and `{other[:110]}`")


async def ask(session: Session, history: History, go: str = GO) -> Answer:
    """The answer for the seat that is to move."""
    return await session.go(go, before=[history.position(history.actor)])


async def asked_twice(check: Check) -> None:
    session = await check.start()
    for history in check.positions.decisions(8):
        first = await ask(session, history)
        same(first, await session.go(GO), "asked again at once")
        same(first, await ask(session, history), "the position sent again")


async def in_another_process(check: Check) -> None:
    one, other = await check.start(), await check.start()
    for history in check.positions.decisions(8):
        same(await ask(one, history), await ask(other, history), "in another process")


async def after_other_searches(check: Check) -> None:
    """Nothing is carried over: other positions, seats, limits, stops and errors come between."""
    histories = check.positions.decisions(8)
    fresh = await check.start()
    answers = [await ask(fresh, history) for history in histories]
    session = await check.start()
    for history, answer in reversed(list(zip(histories, answers, strict=True))):
        await session.send("go infinite", "stop")
        await session.until("bestmove", "`go infinite`, `stop`")
        await session.run("xyzzy", "go iteratons 3", "position x")
        same(answer, await ask(session, history), "after other searches")
        await session.go("iterations 17 multipv 2")
        same(answer, await ask(session, history), "after a search of this position")


async def after_newgame(check: Check) -> None:
    session = await check.start()
    for history in check.positions.decisions(5):
        first = await ask(session, history)
        await session.silent("newgame")
        same(first, await ask(session, history), "after `newgame`")


async def with_limits_that_do_not_bite(check: Check) -> None:
    """`only` and `confidence` are part of the promise."""
    session = await check.start()
    for history in check.positions.decisions(4):
        for more in (f"only {','.join(history.moves()[:4])}", "confidence 0.9", "depth 2"):
            go = f"{GO} {more}"
            same(await ask(session, history, go), await session.go(go), f"`go {go}` again")


async def same_seed(check: Check) -> None:
    """Another seed in between changes nothing."""
    histories = check.positions.decisions(4)
    session = await check.start()
    for history in histories:
        first = await ask(session, history)
        await session.silent(check.set("Seed", str(check.seed + 1)))
        await ask(session, history)
        await session.silent(check.set("Seed", str(check.seed)))
        same(first, await ask(session, history), "the same seed again")


async def more_threads(check: Check) -> None:
    option = check.announced.options["Threads"]
    if option.high < 2:
        return
    session = await check.start(check.set("Threads", "2"))
    for history in check.positions.decisions(4):
        first = await ask(session, history)
        same(first, await ask(session, history), "with Threads 2")


async def levels(check: Check) -> None:
    """A weak engine answers as a strong one: legal moves, the same ones again, `only` is kept."""
    option = check.announced.options["Level"]
    session = await check.start()
    for level in (option.low, option.high):
        await session.silent(check.set("Level", str(level)))
        for history in check.positions.decisions(5):
            first = await ask(session, history)
            require(first.move in history.moves(), f"Level {level}: {first.move} is not legal")
            same(first, await ask(session, history), f"asked again with Level {level}")
            last = history.moves()[-1]
            answer = await session.go(f"{GO} only {last}")
            require(answer.move == last, f"Level {level}: {answer.move} is not in `only {last}`")


STEPS = (
    Step("the same answer twice", "6", asked_twice),
    Step("the same answer in another process", "6", in_another_process),
    Step("the same answer after other searches", "6", after_other_searches),
    Step("the same answer after newgame", "3 newgame", after_newgame),
    Step("the same answer with other keys", "6", with_limits_that_do_not_bite),
    Step("the same answer for a seed", "6", same_seed, needs=("option Seed",)),
    Step("the same answer with threads", "6", more_threads, needs=("option Threads",)),
    Step("levels", "3 setoption", levels, needs=("option Level",)),
)
