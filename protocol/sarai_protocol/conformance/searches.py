"""Steps: `go` and what answers it: one bestmove, reports before it, candidates, ids."""

from __future__ import annotations

from collections.abc import Sequence

from ..hgi.messages import Message, to_text
from .context import Check, Step
from .session import (
    CANDIDATE_KEYS,
    SEARCH_KEYS,
    VISITED_KEYS,
    Answer,
    Session,
    require,
    said,
    shown,
)
from .truth import History

GO = "iterations 30"
NEAR = 1e-4 + 1e-9
"""How far a number with four decimals may be off."""


def complete(message: Message, keys: Sequence[str]) -> None:
    """Failed if the line lacks one of these keys."""
    missing = [key for key in keys if key not in message.values]
    require(not missing, f"`{shown(to_text(message))}` lacks {' '.join(missing)}")


def candidate(message: Message, seats: int) -> None:
    """Failed if the candidate is not one of section 5."""
    line = shown(to_text(message))
    complete(message, CANDIDATE_KEYS)
    if message["visits"]:
        complete(message, VISITED_KEYS)
        for key in ("win", "score", "sd"):
            require(len(message[key]) == seats, f"{key} needs a value for each seat: `{line}`")
        require(all(0 <= win <= 1 for win in message["win"]), f"win is not 0 to 1: `{line}`")
        whole = seats == 1 or abs(sum(message["win"]) - 1) <= seats * NEAR
        require(whole, f"the win shares do not add up to 1: `{line}`")
        lowest = min(message["se"], *message["sd"])
        require(lowest >= 0, f"se and sd can't be negative: `{line}`")
    else:
        there = [key for key in VISITED_KEYS if key in message.values]
        require(not there, f"never visited, but with {' '.join(there)}: `{line}`")
    require(0 <= message["prior"] <= 1, f"prior is not 0 to 1: `{line}`")
    words = message["pv"]
    require(words[:1] == [message["move"]], f"the pv does not begin with the move: `{line}`")


def believable(message: Message) -> None:
    """Failed if the line of the search contradicts itself."""
    deep = message["depth"] > message["maxdepth"] + NEAR
    require(not deep, f"the mean depth is above maxdepth: `{shown(to_text(message))}`")


def _add_up(answer: Answer) -> None:
    """Failed if the candidates have more than the search that they are from."""
    search = answer.searches[-1]
    for key, most in (("visits", "iterations"), ("available", "determinizations")):
        for message in answer.candidates:
            many = message[key] > search[most]
            text = f"more {key} than {search[most]} {most}: `{shown(to_text(message))}`"
            require(not many, text)
    visits = sum(message["visits"] for message in answer.candidates)
    most = search["iterations"]
    require(visits <= most, f"the candidates have {visits} visits, of {most} iterations")
    priors = sum(message["prior"] for message in answer.candidates)
    slack = NEAR * len(answer.candidates)
    require(priors <= 1 + slack, f"the priors of the candidates add up to {priors:.4f}")


async def on(check: Check, number: int, plies: int = 0) -> tuple[Session, History]:
    """An engine with a position in which a seat is to move."""
    history = check.positions.decision(number, plies)
    return await check.start(history.position(history.actor)), history


async def answered(check: Check) -> None:
    session, _ = await on(check, 0)
    answer = await session.go(GO)
    require(answer.move != "none", f"a seat is to move, but there comes {said([answer.best])}")


async def one_bestmove(check: Check) -> None:
    session, _ = await on(check, 0)
    for arguments in (GO, "iterations 1", "iterations 200"):
        await session.go(arguments)
        await session.quiet(0.25, f"after the bestmove of `go {arguments}` nothing may follow")


async def reports(check: Check) -> None:
    session, history = await on(check, 1)
    seats = history.game.seats
    for arguments in (GO, "iterations 1", "iterations 200", "iterations 200 multipv 1000"):
        answer = await session.go(arguments)
        _reported(answer, arguments, seats)
        count = len(answer.searches)
        require(count == 1, f"without `every` there is one report, not {count}")


def _reported(answer: Answer, arguments: str, seats: int) -> None:
    """Both kinds of `info` stand before the bestmove, and are complete."""
    what = f"before the bestmove of `go {arguments}`"
    require(bool(answer.searches), f"{what} there is no `info` line of the search")
    require(bool(answer.candidates), f"{what} there is no candidate")
    for message in answer.searches:
        complete(message, SEARCH_KEYS)
        require(message["full"] in (0, 1), f"full is not 0 or 1: `{shown(to_text(message))}`")
        believable(message)
    for message in answer.candidates:
        candidate(message, seats)
    _add_up(answer)


async def legal(check: Check) -> None:
    """The bestmove and all candidates are legal at decisions of random games."""
    session = await check.start()
    for history in check.positions.decisions(25):
        await session.silent(history.position(history.actor))
        answer = await session.go(f"{GO} multipv 5")
        moves = history.moves()
        for move in (answer.move, *(m.get("move") for m in answer.candidates)):
            require(
                move in moves, f"{move} is not legal after {shown(history.position(-1)[-120:])}"
            )


async def one_legal_move(check: Check) -> None:
    """A report precedes the bestmove also where there is nothing to choose."""
    session, history = await on(check, 2)
    only = history.moves()[0]
    answer = await session.go(f"{GO} only {only}")
    _reported(answer, f"{GO} only {only}", history.game.seats)
    require(answer.move == only, f"only {only} was allowed, and the bestmove is {answer.move}")


async def ids(check: Check) -> None:
    session, _ = await on(check, 3)
    for name in ("7", "hint-1", "x" * 64, "none", "id"):
        answer = await session.go(f"{GO} id {name}")
        for message in (*answer.reports, answer.best):
            found = message.get("id")
            require(found == name, f"`go ... id {shown(name)}` is answered by {said([message])}")
    answer = await session.go(GO)
    for message in (*answer.reports, answer.best):
        require("id" not in message.values, f"a `go` without id is answered by {said([message])}")


async def ids_of_errors(check: Check) -> None:
    session, _ = await on(check, 3)
    error = await session.refused(f"go {GO} depth 0 id e1", "bad-argument")
    require(error.get("id") == "e1", f"a refused `go ... id e1` is answered by {said([error])}")
    session = await check.start()
    answer = await session.go(f"{GO} id e2")
    require(answer.best.get("id") == "e2", f"`go ... id e2` is answered by {said([answer.best])}")


async def multipv(check: Check) -> None:
    session, history = await on(check, 4)
    legal = history.moves()
    for count in (1, 2, 3, 1000):
        answer = await session.go(f"iterations 200 multipv {count}")
        found = answer.candidates
        most = min(count, len(legal))
        require(1 <= len(found) <= most, f"multipv {count} has {len(found)} candidates")
        done = min((m["iterations"] for m in answer.searches), default=0)
        rest = done - len(legal) - sum(m["visits"] for m in found)
        enough = len(found) == most or rest <= 0
        require(enough, f"multipv {count}: {len(found)} candidates, but others have been visited")
        ranks = [m["multipv"] for m in found]
        require(ranks == list(range(1, len(found) + 1)), f"multipv {count}: the ranks are {ranks}")
        moves = [m["move"] for m in found]
        require(len(set(moves)) == len(moves), f"multipv {count}: a move comes twice: {moves}")
        best = moves[0] == answer.move
        require(best, f"multipv {count}: the best candidate is {moves[0]}, bestmove {answer.move}")
    found = (await session.go("iterations 200")).candidates
    require(len(found) == 1, f"without multipv there are {len(found)} candidates, not 1")


async def only(check: Check) -> None:
    session, history = await on(check, 5)
    moves = history.moves()
    for some in (moves[-1:], moves[:2], moves[1:3]):
        answer = await session.go(f"{GO} multipv 5 only {','.join(some)}")
        for move in (answer.move, *(m.get("move") for m in answer.candidates)):
            require(move in some, f"only {','.join(some)} was allowed, and there comes {move}")
    answer = await session.go(GO)
    require(answer.move in moves, f"the bestmove {answer.move} is not legal")


async def also(check: Check) -> None:
    session, history = await on(check, 6)
    for move in history.moves()[:6]:
        answer = await session.go(f"iterations 60 also {move}")
        found = [m.get("move") for m in answer.candidates]
        require(move in found, f"also {move}: the candidates are {found}")
        require(len(found) == len(set(found)), f"also {move}: a move comes twice: {found}")
        extra = [m for m in found[1:] if m != move]
        require(not extra, f"also {move}: nobody asked for {extra}")


async def only_and_also_refused(check: Check) -> None:
    session, history = await on(check, 7)
    illegal = check.positions.illegal_moves(history)
    legal = history.moves()[0]
    for key in ("only", "also"):
        for text in ("nosuch:move", "x", "?", f"{legal},nosuch:move", f"{legal},", ","):
            await session.refused(f"go {GO} {key} {text}", "bad-move", "bad-argument")
        for text in illegal[:10]:
            await session.refused(f"go {GO} {key} {text}", "illegal-move")
        await session.refused(f"go {GO} {key} {legal},{illegal[0]}", "illegal-move")


async def every(check: Check) -> None:
    session, _ = await on(check, 8)
    answer = await session.go("movetime 600 every 100 multipv 2", wait=1)
    count = len(answer.searches)
    least = int(5 * answer.seconds)  # half of what is due, and none if it answers early
    require(least <= count <= 9, f"movetime 600 every 100 has {count} reports")
    for key in ("time", "iterations"):
        values = [m[key] for m in answer.searches]
        require(values == sorted(values), f"{key} goes back from report to report: {values}")


async def every_unasked(check: Check) -> None:
    session, _ = await on(check, 8)
    for arguments in ("movetime 200", "movetime 200 multipv 3"):
        count = len((await session.go(arguments, wait=1)).searches)
        require(count == 1, f"`go {arguments}` without `every` has {count} reports, not 1")


async def nothing_to_do(check: Check) -> None:
    """`bestmove none`, with its reason and the id, and at once also if the search is infinite."""
    truth = check.positions
    session = await check.start()
    await _none(session, "no-position", "nothing")
    decision = truth.decision(9, plies=8)
    other = (decision.actor + 1) % decision.game.seats
    if other != decision.actor:
        await session.silent(decision.position(other))
        await _none(session, "not-to-move", "a position of another seat than the one to move")
    for number in range(3):
        chance = truth.chance(40 + number)
        await session.silent(chance.position(number % chance.game.seats))
        await _none(session, "not-to-move", "a chance event is due")
    over = truth.over(60)
    for seat in range(over.game.seats):
        await session.silent(over.position(seat))
        await _none(session, "over", "the game is over")
    await session.silent(decision.position(decision.actor))
    answer = await session.go(GO)
    require(answer.move in decision.moves(), "the position after it is not searched")


async def _none(session: Session, reason: str, what: str) -> None:
    for arguments in (f"{GO} id n1", "infinite id n2", "movetime 60000 id n3"):
        answer = await session.go(arguments)
        good = answer.move == "none" and answer.best.get("reason") == reason
        good = good and answer.best.get("id") == arguments[-2:]
        require(good, f"{what}: `go {arguments}` needs `bestmove none id {arguments[-2:]} reason "
                      f"{reason}`, and gets {said([answer.best])}")  # fmt: skip


STEPS = (
    Step("go is answered", "3 go", answered),
    Step("one bestmove", "3 go", one_bestmove),
    Step("reports before the bestmove", "3 go", reports),
    Step("legal moves", "3 go", legal),
    Step("ids", "3 go", ids),
    Step("ids of errors", "3 go", ids_of_errors),
    Step("multipv", "3 go", multipv),
    Step("only", "3 go", only),
    Step("one legal move", "3 go", one_legal_move),
    Step("also", "3 go", also),
    Step("only and also refused", "3 go", only_and_also_refused),
    Step("nothing to do", "2 Chance", nothing_to_do),
)
LATER = (
    Step("every", "3 go", every),
    Step("no report unasked", "3 go", every_unasked),
)
