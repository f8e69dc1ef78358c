"""Steps: the announced features `view` and `json`: two ways to say the same."""

from __future__ import annotations

import json

from sarai import InvalidPosition

from ..hgi.messages import Message, canonical
from .context import Check, Step
from .determinism import GO, same
from .positions import Kept
from .session import Session, require, said, shown
from .truth import ALL, History


async def same_as_events(check: Check) -> None:
    """A snapshot and the events that led to it are searched alike, by one engine and by another."""
    one, other = await check.start(), await check.start()
    for number in range(16):
        history = check.positions.decision(1000 + number, plies=3 * number)
        seat = history.actor
        first = await one.go(GO, before=[history.position(seat)])
        same(first, await one.go(GO, before=[history.view(seat)]), "events and snapshot")
        same(first, await other.go(GO, before=[history.view(seat)]), "events and snapshot")


async def at_every_place(check: Check) -> None:
    """Snapshots of whole games, of every seat, at chance events and at the end too."""
    session = await check.start()
    for number in range(2):
        for history in check.positions.walk(1100 + number):
            for seat in range(history.game.seats):
                await session.silent(history.view(seat))


async def events_after_a_view(check: Check) -> None:
    """A position may begin with a snapshot, and go on with events."""
    session = await check.start()
    for number in range(8):
        history = check.positions.decision(1200 + number, plies=4 * number)
        seat = history.actor
        begin, told = history.view(seat), len(history.heard[seat])
        check.positions.play_on(history, number, 4)
        more = " ".join(history.heard[seat][told:])
        await session.silent(f"{begin} events {more}")
        first = await session.go(GO)
        await session.silent(history.position(seat))
        same(first, await session.go(GO), "a snapshot with events, and all events")


async def views_of_others(check: Check) -> None:
    history = check.positions.decision(1300, plies=9)
    session = await check.start()
    seat = history.actor
    kept = await Kept.at(session, history.position(seat))
    for other in (ALL, *range(history.game.seats)):
        if other != seat:
            line = f"{history.head(seat)} view {history.known(other).snapshot()}"
            await session.refused(line, "bad-position", field="view")
            await kept.after(line)


async def broken_views(check: Check) -> None:
    """Snapshots with one field changed, dropped, doubled or cut, if the library refuses them."""
    session = await check.start()
    for number in range(3):
        history = check.positions.decision(1400 + number, plies=10)
        seat = history.actor
        kept = await Kept.at(session, history.position(seat))
        word = history.views[seat].snapshot()
        for changed in _changed(word):
            if _refused(history, changed):
                line = f"{history.head(seat)} view {changed}"
                await session.refused(line, "bad-position", field="view")
        await kept.after("broken snapshots")
    await session.refused(f"{history.head(seat)} view", "bad-position", "bad-argument")


def _changed(word: str) -> list[str]:
    """Words that are nearly this snapshot."""
    fields = word.split(";")
    found = ["x", ";", "=", word[: len(word) // 2], word + ";", word.upper(), word + "x"]
    for i, field in enumerate(fields):
        key, _, value = field.partition("=")
        around = fields[:i], fields[i + 1 :]
        new = [f"{key}=", f"{key}={value}1", f"{key}={value}D", f"{key}=-1", f"{key}=99999", key]
        new += [f"{key}={value[:-1]}", f"{key}=?", f"{field};{field}", f"x{field}", f"{key}=1/1"]
        found += [";".join((*around[0], one, *around[1])) for one in new]
        found.append(";".join((*around[0], *around[1])))
    return found


def _refused(history: History, word: str) -> bool:
    try:
        history.game.snapshot(word)
    except InvalidPosition:
        return True
    return False


# ---- JSON ----


async def json_equals_text(check: Check) -> None:
    """The same questions in both formats have the same answers."""
    text, objects = await check.start(), await _in_json(check)
    plain = [n for n in ("legal", "belief", "result", "d", "help") if check.has(n)]
    for number in range(5):
        history = check.positions.decision(1500 + number, plies=7 * number)
        other_seat = (history.actor + 1) % history.game.seats
        lines = ["hgi", history.position(history.actor), *plain, "xyzzy", "go"]
        lines += ["go iterations 5 only x", check.set("NoSuch", "1"), history.position(0, "x")]
        for line in lines:
            _equal(line, await text.run(line), await objects.run(line))
        for go in (f"{GO} id 7", "iterations 20"):
            one, other = await text.go(go), await objects.go(go)
            _equal(f"go {go}", [*one.reports, one.best], [*other.reports, other.best])
        for session in (text, objects):
            await session.silent(history.position(other_seat))
        one, other = await text.go(f"{GO} id 8"), await objects.go(f"{GO} id 8")
        _equal(f"go {GO} id 8", [one.best], [other.best])


def _equal(line: str, text: list[Message], objects: list[Message]) -> None:
    """Failed if the messages differ in more than what differs from run to run."""
    one, other = ([_plain(m) for m in messages] for messages in (text, objects))
    counts = f"has {len(one)} lines in text, and {len(other)} in JSON"
    require(len(one) == len(other), f"`{shown(line)}` {counts}")
    for a, b in zip(one, other, strict=True):
        require(a == b, f"`{shown(line)}`: {said([a])} in text, {shown(str(b.values))} in JSON")


def _plain(message: Message) -> Message:
    """What must be equal. The default of an option may be a number or truth value of JSON."""
    values = dict(canonical(message).values)
    if message.name == "option" and "default" in values:
        default = values["default"]
        values["default"] = default if isinstance(default, str) else json.dumps(default)
    return Message(message.name, values)


async def _in_json(check: Check) -> Session:
    session = await check.start()
    await session.send(check.set("Format", "json"))
    session.json = True
    await session.silent()
    return session


async def format_switches(check: Check) -> None:
    """It holds from the next line on, for errors too, and can be taken back."""
    session = await _in_json(check)
    await session.refused("xyzzy", "unknown-command")
    await session.send_raw(b"\xff\n")
    session.error_of("bytes that are not UTF-8", await session.run(), "bad-line")
    for value in ("JSON", "xml", "true"):
        await session.refused(check.set("Format", value), "bad-option", field="Format")
    await session.send(check.set("Format", "text"))
    session.json = False
    await session.silent()
    await session.refused("xyzzy", "unknown-command")


async def json_members(check: Check) -> None:
    """Lists are arrays and numbers are numbers."""
    session = await _in_json(check)
    history = check.positions.decision(1600, plies=5)
    answer = await session.go("iterations 50 multipv 3", before=[history.position(history.actor)])
    for message in answer.candidates:
        for key, kind in (("multipv", int), ("visits", int), ("prior", (int, float))):
            right = isinstance(message.get(key), kind) and not isinstance(message.get(key), bool)
            require(right, f"{key} is no number: {message.values}")
        for key in ("win", "score", "sd", "pv"):
            right = isinstance(message.get(key, []), list)
            require(right, f"{key} is no array: {message.values}")
    for message in answer.searches:
        numbers = all(
            isinstance(message.get(key), int | float) for key in ("time", "depth", "full")
        )
        require(numbers, f"numbers of the search are no numbers: {message.values}")


STEPS = (
    Step("snapshots equal events", "2 Positions", same_as_events, needs=("view",)),
    Step("snapshots of whole games", "2 Positions", at_every_place, needs=("view",)),
    Step("events after a snapshot", "2 Positions", events_after_a_view, needs=("view",)),
    Step("snapshots of others", "2 Positions", views_of_others, needs=("view",)),
    Step("broken snapshots", "2 Positions", broken_views, needs=("view",)),
    Step("format", "7", format_switches, needs=("json", "option Format")),
    Step("JSON equals text", "7", json_equals_text, needs=("json", "option Format")),
    Step("JSON arrays and numbers", "7", json_members, needs=("json", "option Format")),
)
