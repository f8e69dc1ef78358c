"""Steps: the optional commands that are announced, against the rules of the library."""

from __future__ import annotations

import time

from sarai import OVER

from ..hgi.messages import Message, to_text
from .context import Check, Step
from .determinism import GO, same
from .searches import on
from .session import Failed, Session, require, said, shown
from .truth import ALL, History, Truth

PLAIN = ("legal", "belief", "result", "d", "eval")
STARRED = (*PLAIN, "help")
LAST = {"belief": "beliefok"}
"""The last line of an answer, where it is not the name of the command."""
NEAR = 1e-4 + 1e-9
"""How far a share with four decimals may be off."""
WHOLE_BENCH = 300.0


async def lines_of(session: Session, name: str) -> list[Message]:
    """What answers a plain command; Failed if it does not end as it must."""
    answers = await session.run(name)
    last = LAST.get(name, name)
    good = bool(answers) and answers[-1].name == last
    require(good, f"`{name}` must end with a line `{last}`, and gets {said(answers)}")
    return answers


async def without_position(check: Check) -> None:
    session = await check.start()
    for name in PLAIN:
        if check.has(name):
            await session.refused(name, "no-position")
    if check.has("perft"):
        await session.refused("perft 1", "no-position", "bad-position")


async def while_searching(check: Check) -> None:
    """During a search they are answered, of the position that is searched; it goes on."""
    session, history = await on(check, 2000, plies=6)
    names = [name for name in STARRED if check.has(name)]
    idle = {name: await lines_of(session, name) for name in names}
    await session.send("go infinite id f")
    for name in names:
        during = await lines_of(session, name)
        require(name == "eval" or during == idle[name], f"`{name}` differs during a search")
    for name in ("perft 1", "bench"):
        if check.has(name.partition(" ")[0]):
            await session.refused(name, "busy")
    await session.unanswered(0.2, "other commands must not end the search")
    await session.send("stop id f")
    answer = await session.answer("stop id f", time.monotonic())
    require(answer.move in history.moves(), f"the search gives {said([answer.best])}")


# ---- wait ----


async def wait(check: Check) -> None:
    """What follows `wait` is read after the bestmove; where only `stop` helps, it is refused."""
    session, history = await on(check, 2050)
    await session.silent("wait")
    await session.send(
        f"go {GO} id w", "wait", "isready w", "go iterations 20 id x", "wait", "newgame"
    )
    answer = await session.answer(f"go {GO} id w", time.monotonic())
    require(answer.best.get("id") == "w", f"`wait` holds back what follows: {said([answer.best])}")
    message = await session.message("`isready w` after `wait`")
    require(message.get("token") == "w", f"`isready w` after `wait` gets {said([message])}")
    answer = await session.answer("go iterations 20 id x", time.monotonic())
    require(answer.move in history.moves(), f"the second search gives {said([answer.best])}")
    await session.silent()
    await session.silent(history.position(history.actor))
    await session.send("go infinite id y")
    await session.refused("wait", "busy")
    await session.unanswered(0.2, "a refused `wait` must not end the search")
    await session.send("stop id y")
    await session.answer("stop id y", time.monotonic())


# ---- legal ----


async def legal(check: Check) -> None:
    session = await check.start()
    for number in range(2):
        for history in check.positions.walk(2100 + number):
            if history.actor >= 0:
                await session.silent(history.position(history.actor))
                moves = (await session.ask("legal", "legal"))["moves"]
                _same_moves(history, moves)


def _same_moves(history: History, moves: list[str]) -> None:
    require(len(set(moves)) == len(moves), f"a legal move comes twice: {shown(' '.join(moves))}")
    missing, extra = set(history.moves()) - set(moves), set(moves) - set(history.moves())
    where = shown(history.view(history.actor))
    require(not missing, f"`legal` lacks {' '.join(sorted(missing)[:5])} in {where}")
    require(not extra, f"`legal` has {' '.join(sorted(extra)[:5])} in {where}")


async def not_to_move(check: Check) -> None:
    session = await check.start()
    truth = check.positions
    decision, over = truth.decision(2200, plies=5), truth.over(2200)
    chance = truth.chance(2210)
    places = [(decision, s) for s in range(decision.game.seats) if s != decision.actor]
    places += [(chance, 0), (over, 0)]
    for history, seat in places:
        await session.silent(history.position(seat))
        await session.refused("legal", "not-to-move")


# ---- result ----


async def result(check: Check) -> None:
    """Running on the way, and at the end what the library says."""
    session = await check.start()
    default = Truth.of(check.positions.game.name, {}, check.seed)
    for number in range(6):
        seat = number % check.positions.game.seats
        truth = check.positions if number else default
        for ply, history in enumerate(truth.walk(2300 + number)):
            if history.actor == OVER:
                await session.silent(history.position(seat))
                _right_result(history, await session.ask("result", "result"))
            elif ply % 11 == number:
                await session.silent(history.position(seat))
                message = await session.ask("result", "result")
                running = message["state"] == "running"
                require(running, f"the game runs, but there comes {said([message])}")


def _right_result(history: History, message: Message) -> None:
    outcome = history.state.returns()
    shares, scores = message.get("shares", []), message.get("scores", [])
    good = message["state"] == "over" and len(shares) == len(outcome.shares)
    good = good and all(abs(a - b) <= NEAR for a, b in zip(shares, outcome.shares, strict=True))
    good = good and list(scores) == list(outcome.scores)
    right = f"shares {outcome.shares}, scores {outcome.scores}"
    require(good, f"the game ended with {right}, and there comes {said([message])}")


# ---- d, eval ----


async def snapshot(check: Check) -> None:
    """`d` writes the snapshot of the position, and `position ... view` reads it back."""
    session = await check.start()
    for number in range(8):
        history = check.positions.decision(2400 + number, plies=4 * number)
        seat = history.actor
        await session.silent(history.position(seat))
        first = await session.go(GO)
        word = (await session.ask("d", "d"))["snapshot"]
        right = history.views[seat].snapshot()
        require(word == right, f"the snapshot is {shown(right)}, and `d` says {shown(word)}")
        if check.has("view"):
            await session.silent(f"{history.head(seat)} view {word}")
            same(first, await session.go(GO), "the snapshot of `d` read back")


async def structured(check: Check) -> None:
    """`d json` has the values of the snapshot by key, those of a view with what it lacks."""
    session = await check.start()
    for number in range(8):
        history = check.positions.decision(2450 + number, plies=4 * number)
        for seat in range(history.game.seats):
            await session.silent(history.position(seat))
            word = (await session.ask("d", "d"))["snapshot"]
            answer = await session.ask("d json", "d")
            require(answer["snapshot"] == word, f"`d json` says {shown(answer['snapshot'])}")
            right = history.views[seat].mapping()
            wrong = [key for key in right if right[key] != answer.get("view", {}).get(key)]
            require(not wrong, f"`d json`: {', '.join(wrong)} differ from {shown(word)}")


async def evaluation(check: Check) -> None:
    session = await check.start()
    truth = check.positions
    chance = truth.chance(2500)
    for history in (*truth.decisions(4, 2500), chance):
        for seat in range(history.game.seats):
            await session.silent(history.position(seat))
            _right_eval(history, await session.ask("eval", "eval"))
    over = truth.over(2500)
    await session.silent(over.position(0))
    await session.refused("eval", "not-to-move")


def _right_eval(history: History, message: Message) -> None:
    line, seats = to_text(message), history.game.seats
    for key in ("win", "score"):
        good = len(message.get(key, [])) == seats
        require(good, f"`{line}` needs a {key} for each seat")
    require(message.get("se", -1) >= 0, f"`{line}` needs an se")
    require(all(0 <= w <= 1 for w in message["win"]), f"win is not 0 to 1: `{line}`")
    if seats > 1:
        close = abs(sum(message["win"]) - 1) <= seats * NEAR
        require(close, f"the parts of the win do not add up to 1: `{line}`")


# ---- perft ----


async def perft(check: Check) -> None:
    session = await check.start(check.set("Trusted", "true"))
    histories = [check.positions.decision(2600 + i, plies=9 * i) for i in range(4)]
    histories.append(check.positions.over(2600))
    for history in histories:
        await session.silent(history.position(ALL))
        for depth in range(3):
            count = history.state.perft(depth)
            await session.send(f"perft {depth}")
            message = await session.message(f"`perft {depth}`")
            good = message.name == "perft" and message.get("depth") == depth
            good = good and message.get("count") == count
            require(good, f"perft {depth} is {count}, and there comes {said([message])}")
    await session.silent(histories[0].position(histories[0].actor))
    await session.refused("perft 1", "bad-position")


async def perft_stopped(check: Check) -> None:
    history = check.positions.decision(2600)
    await _job(check, "perft 20", "perft", history.position(ALL))


async def bench_stopped(check: Check) -> None:
    history = check.positions.decision(2600)
    await _job(check, "bench", "bench", history.position(ALL))


async def _job(check: Check, line: str, name: str, position: str) -> None:
    """A long command: `isready` at once, others busy, `stop` ends it, and the engine goes on."""
    session = await check.start(check.set("Trusted", "true"), position)
    await session.send(line)
    answers = await session.run()
    require(not answers, f"`{line}` was to run for long, and gets {said(answers)} at once")
    await session.refused("newgame", "busy")
    await session.refused("go iterations 5", "busy")
    await session.send("stop")
    message = await session.message(f"`stop` of `{line}`")
    ended = message.name == name and "stopped" in message.values.values()
    require(ended, f"`stop` of `{line}` gets {said([message])}, not `{name} ... stopped`")
    answer = await session.go("iterations 20")
    require(answer.move != "none", f"after `{line}` was stopped, `go` gets {said([answer.best])}")


async def bench(check: Check) -> None:
    """It ends with a signature, and leaves the position as it was."""
    session, _ = await on(check, 2700)
    first = await session.go(GO)
    await session.send("bench")
    message = await session.message("`bench`", WHOLE_BENCH)
    good = message.name == "bench" and isinstance(message.get("signature"), int)
    require(good, f"`bench` is answered by {said([message])}")
    same(first, await session.go(GO), "after `bench`")


# ---- help ----


async def help_lists(check: Check) -> None:
    """Each command of this engine is named."""
    session = await check.start()
    await session.send("help", "isready end")
    words: set[str] = set()
    while True:
        line = await session.line("`help`")
        text = line.data.decode(errors="replace")
        message = session.read(line)
        if message is not None and message.name == "help":
            break
        if message is None or "string" not in message.values:
            raise Failed(f"`help` must end with a line `help`, and gets `{shown(text)}`")
        words |= set(message["string"].replace("`", " ").replace(":", " ").split())
    names = ("hgi", "isready", "setoption", "newgame", "position", "go", "stop", "quit")
    optional = ("legal", "belief", "result", "d", "eval", "perft", "bench", "help")
    missing = [n for n in (*names, *filter(check.has, optional)) if n not in words]
    require(not missing, f"`help` does not name {' '.join(missing)}")


STEPS = (
    Step("optional commands without a position", "3", without_position),
    Step("optional commands while searching", "3", while_searching),
    Step("wait", "3 wait", wait, needs=("wait",)),
    Step("legal", "3 legal", legal, needs=("legal",)),
    Step("legal where nobody is to move", "3 legal", not_to_move, needs=("legal",)),
    Step("result", "3 result", result, needs=("result",)),
    Step("d", "3 d", snapshot, needs=("d",)),
    Step("d json", "3 d", structured, needs=("d", "structured")),
    Step("eval", "3 eval", evaluation, needs=("eval",)),
    Step("perft", "3 perft", perft, needs=("perft",)),
    Step("perft stopped", "3 stop", perft_stopped, needs=("perft",)),
    Step("bench", "3 bench", bench, needs=("bench",), limit=2 * WHOLE_BENCH),
    Step("bench stopped", "3 stop", bench_stopped, needs=("bench",)),
    Step("help", "3 help", help_lists, needs=("help",)),
)
