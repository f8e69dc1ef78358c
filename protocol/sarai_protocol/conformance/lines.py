"""Steps: lines and words, those that must be read and those that must be refused."""

from __future__ import annotations

import random
import re

from ..hgi.messages import FORMS, Malformed, from_text, split_words
from .context import Check, Step
from .session import Failed, Session, require, said, shown

OPTIONAL = ("wait", "legal", "belief", "result", "d", "eval", "perft", "bench", "help")
LONGEST = 1_048_576
CONTROLS = re.compile(r"[\x00-\x1f\x7f]")


async def isready(check: Check) -> None:
    session = await check.start()
    await session.send("isready")
    message = await session.message("`isready`")
    good = message.name == "readyok" and "token" not in message.values
    require(good, f"`isready` is answered by {said([message])}")
    for token in ("t1", "x" * 64, "Ünïcode", "readyok", "-1"):
        await session.send(f"isready {token}")
        message = await session.message(f"`isready {token}`")
        good = message.name == "readyok" and message.get("token") == token
        require(good, f"`isready {token}` is answered by {said([message])}")


async def bad_token(check: Check) -> None:
    session = await check.start()
    await session.refused(f"isready {'x' * 65}", "bad-argument")
    await session.refused("isready a b", "bad-argument")


async def unknown_command(check: Check) -> None:
    session = await check.start()
    for line in ("xyzzy", "uci", "go!", "stop;", "readyok", "?", "é"):
        await session.refused(line, "unknown-command")


async def case_of_commands(check: Check) -> None:
    session = await check.start()
    for line in ("HGI", "Isready", "IsReady", "GO iterations 5", "QUIT", "Stop"):
        await session.refused(line, "unknown-command")


async def unannounced(check: Check) -> None:
    session = await check.start()
    for name in OPTIONAL:
        if not check.has(name):
            await session.refused(f"{name} 1" if name == "perft" else name, "unknown-command")


async def words_too_many(check: Check) -> None:
    session = await check.start()
    lines = ["hgi now", "newgame now", "stop now", "stop id", "stop id a b", "stop id a id a"]
    lines.append("quit now")
    plain = ("wait", "legal", "belief", "result", "d", "eval", "bench", "help")
    lines += [f"{name} now" for name in plain if check.has(name)]
    if check.has("perft"):
        lines += ["perft", "perft x", "perft 21", "perft -1", "perft 1 1"]
    for line in lines:
        await session.refused(line, "bad-argument")


async def _bad_line(session: Session, what: str, data: bytes) -> None:
    """One `error bad-line`, and the next line is a line again."""
    await session.send_raw(data + b"\n")
    answers = await session.run()
    session.error_of(what, answers, "bad-line")


async def control_characters(check: Check) -> None:
    session = await check.start()
    for data in (b"isready a\0b", b"\0", b"isready \x07", b"\x1b[A", b"isready a\x7fb"):
        await _bad_line(session, data.decode(), data)
    await _bad_line(session, "isready a, CR, b", b"isready a\rb")


async def invalid_utf8(check: Check) -> None:
    session = await check.start()
    for data in (
        b"isready \xff",
        b"\xc3\x28",
        b"\xed\xa0\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xe2\x82",
    ):
        await _bad_line(session, data.decode(errors="backslashreplace"), data)


async def garbage(check: Check) -> None:
    """Random bytes: each line that is not empty or a comment has one error."""
    rng = random.Random(check.seed)
    session = await check.start()
    for _ in range(40):
        data = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 300)))
        data = b"\xff" + data.replace(b"\n", b"?")
        await _bad_line(session, data.decode(errors="backslashreplace"), data)


async def long_line(check: Check) -> None:
    session = await check.start()
    await session.send_raw(b"isready long" + b" " * (LONGEST - 20) + b"\n")
    message = await session.message("a line of a megabyte, mostly blanks")
    require(
        message.get("token") == "long", f"a line of a megabyte is answered by {said([message])}"
    )
    for size in (LONGEST + 1, 3 * LONGEST):
        await _bad_line(session, f"a line of {size} bytes", b"x" * size)
        await _bad_line(session, f"isready and {size} blanks", b"isready" + b" " * size)


async def long_words(check: Check) -> None:
    session = await check.start()
    await session.refused("x" * 100_000, "unknown-command")
    await session.refused(f"isready {'x' * 100_000}", "bad-argument")
    await session.refused(f"go iterations {'9' * 10_000}", "bad-argument")
    await session.refused(f"go {'x' * 100_000}", "bad-argument")
    await session.refused("go " + "iterations " * 10_000, "bad-argument")
    await session.refused(f"setoption name {'x' * 100_000} value 1", "bad-option")


async def ignored_lines(check: Check) -> None:
    session = await check.start()
    await session.silent("", "   ", "\t", "# a comment", "#isready", "#", " # a comment", "\t#", "")


async def blanks_and_ends(check: Check) -> None:
    session = await check.start()
    for data in (b"isready t\r\n", b"isready\tt\n", b"  isready   t  \n", b"\tisready \t t\t\r\n"):
        await session.send_raw(data)
        message = await session.message("`isready t` with blanks")
        good = message.name == "readyok" and message.get("token") == "t"
        require(good, f"{data!r} is answered by {said([message])}")
    await session.send_raw(b"\r\n \r\n# c\r\n")
    await session.silent()


async def halves(check: Check) -> None:
    """A line may come in pieces, and several in one."""
    session = await check.start()
    for piece in (b"isre", b"ady o", b"ne\nisready two\nisr", b"eady three\n"):
        await session.send_raw(piece)
        await session.quiet(0.05, "") if piece == b"isre" else None
    for token in ("one", "two", "three"):
        message = await session.message(f"`isready {token}`")
        require(
            message.get("token") == token, f"`isready {token}` is answered by {said([message])}"
        )


NUMBERS = (
    "010",
    "+5",
    "-5",
    "5.0",
    "1e3",
    "0x10",
    "1_000",
    "\u0665",
    "\uff15",
    "five",
    "",
    "5,5",
    "''",
)


async def numbers(check: Check) -> None:
    session = await check.start(check.positions.decision(1).position(0))
    for number in NUMBERS:
        await session.refused(f"go iterations {number}", "bad-argument")


# ---- what the engine writes ----

FRACTIONS = re.compile(r"-?[0-9]+(\.[0-9]+)?(,-?[0-9]+(\.[0-9]+)?)*")
FRACTION_KEYS = ("depth", "win", "se", "score", "sd", "prior")


async def well_formed(check: Check) -> None:
    """Each line of a session of many commands can be read, and has only keys with their values."""
    history = check.positions.decision(2, plies=6)
    session = await check.raw()
    lines = ["hgi", "isready", history.position(history.actor)]
    lines += ["go iterations 30 id w multipv 3", "go", "xyzzy"]
    plain = ("legal", "belief", "result", "d", "eval", "help")
    for line in lines + [name for name in plain if check.has(name)]:
        await session.send(line)
        if line.startswith("go iterations"):
            await _lines_until(session, "bestmove")
    await session.send("isready last")
    await _lines_until(session, "readyok last")


async def _lines_until(session: Session, end: str) -> None:
    """Read to a line that begins so."""
    while True:
        line = await session.line(f"a line `{end}`")
        require(line.ended, "its last line has no end")
        try:
            text = line.data.decode()
        except UnicodeDecodeError:
            raise Failed(f"a line is not UTF-8: {line.data[:80]!r}") from None
        require(
            not CONTROLS.search(text.replace("\t", "")), f"a control character in {text[:80]!r}"
        )
        _strict(text)
        if text.startswith(end):
            return


def _strict(text: str) -> None:
    """Failed if a line is not one of section 5."""
    words = split_words(text)
    if not words or text.startswith("#"):
        return
    require(words[0] in FORMS, f"`{shown(text)}` begins with no word of section 5")
    try:
        from_text(text)
    except Malformed as error:
        raise Failed(f"a line that can't be read: {error}") from None
    if words[0] == "info" and "string" not in words:
        head = words[: words.index("pv")] if "pv" in words else words
        for key, value in zip(head[1::2], head[2::2], strict=False):
            if key in FRACTION_KEYS:
                good = FRACTIONS.fullmatch(value) is not None
                require(good, f"`{key} {value}` is no plain decimal: `{shown(text)}`")


STEPS = (
    Step("isready", "3 isready", isready, alone=True),
    Step("bad tokens", "3 isready", bad_token, alone=True),
    Step("empty lines and comments", "1", ignored_lines, alone=True),
    Step("blanks and line ends", "1", blanks_and_ends, alone=True),
    Step("lines in pieces", "1", halves, alone=True),
    Step("unknown commands", "1", unknown_command, alone=True),
    Step("case of commands", "1", case_of_commands, alone=True),
    Step("commands not announced", "3", unannounced, alone=True),
    Step("words too many", "1", words_too_many, alone=True),
    Step("invalid UTF-8", "1", invalid_utf8, alone=True),
    Step("control characters", "1", control_characters, alone=True),
    Step("garbage", "1", garbage, alone=True),
    Step("long lines", "1", long_line, alone=True),
    Step("plain numbers", "1", numbers),
)
LATER = (
    Step("lines of the engine", "5", well_formed),
    Step("long words", "1", long_words, alone=True),
)
