"""Steps: silence at the start, the handshake, and the form of what is announced."""

from __future__ import annotations

import contextlib
import re

import sarai

from ..hgi.messages import to_text
from .context import Check, Handshake, OptionLine, Step
from .session import Failed, Silence, require, said, shown
from .truth import Truth

ORDER = ("id", "protocol", "feature", "game", "option", "hgiok")
STANDARD = {
    "Threads": "spin",
    "Memory": "spin",
    "Seed": "spin",
    "Level": "spin",
    "Trusted": "check",
    "Format": "combo",
}
SILENCE = 0.4


async def silent_start(check: Check) -> None:
    """Nothing for a while, and then nothing before the answer to `hgi`."""
    session = await check.raw()
    with contextlib.suppress(Silence):
        line = await session.line("before it is asked", SILENCE)
        raise Failed(f"it says `{shown(line.data.decode(errors='replace'))}` before it is asked")
    await session.send("hgi")
    line = await session.line("`hgi`")
    first = line.data.decode(errors="replace")
    require(first.split()[:1] == ["id"], f"it says `{shown(first)}` before it is asked")


async def handshake(check: Check) -> None:
    session = await check.raw()
    await session.send("hgi")
    before, last = await session.until("hgiok", "`hgi`")
    messages = [*before, last]
    ranks = []
    for message in messages:
        require(message.name in ORDER, f"{said([message])} is no part of the handshake")
        ranks.append(ORDER.index(message.name))
    require(ranks == sorted(ranks), f"the order must be {' '.join(ORDER)}")
    keys = [next(iter(m.values), "") for m in messages if m.name == "id"]
    require(keys == ["name", "author"], "one `id name`, then one `id author` are needed")
    versions = [m["version"] for m in messages if m.name == "protocol"]
    require(versions == [1], "one `protocol 1` is needed")
    require(ranks.count(ORDER.index("feature")) == 1, "one `feature` line is needed")
    require(ranks.count(ORDER.index("game")) >= 1, "at least one `game` line is needed")
    check.announced = Handshake.of(messages)


async def games(check: Check) -> None:
    names = []
    for name, message in check.announced.games.items():
        names.append(name)
        seats = re.fullmatch("([1-9][0-9]*)-([1-9][0-9]*)", str(message.get("seats", "")))
        line = shown(to_text(message))
        require(seats is not None and int(seats[1]) <= int(seats[2]), f"`{line}` needs seats LO-HI")
        for rule in message.get("rules", []):
            good = re.fullmatch(r"[^=|,]+=[^=|,]+(\|[^=|,]+)*", rule)
            require(good is not None, f"`{shown(rule)}` is not NAME=DEFAULT|OTHER...")


async def announcements(check: Check) -> None:
    for option in check.announced.options.values():
        fault = _fault(option)
        require(not fault, f"option {option.name}: {fault}")
        kind = STANDARD.get(option.name, option.kind)
        require(option.kind == kind, f"option {option.name}: its type is {kind}")
    trusted = check.announced.options.get("Trusted")
    require(trusted is not None, "the option Trusted is missing")
    require(trusted is not None and trusted.default == "false", "Trusted must begin as false")
    form = check.announced.options.get("Format")
    require(
        check.has("json") == (form is not None and "json" in form.values),
        "the feature json and the option Format with the value json go together",
    )


def _fault(option: OptionLine) -> str:
    """What is wrong with an `option` line."""
    kinds = ("check", "spin", "combo", "button", "string")
    if option.kind not in kinds:
        return f"its type is not one of {' '.join(kinds)}"
    if option.kind == "check" and option.default not in ("true", "false"):
        return "its default is neither true nor false"
    if option.kind == "spin":
        number = option.default or ""
        if not re.fullmatch("-?[0-9]+", number):
            return "its default is no whole number"
        if not option.low <= int(number) <= option.high:
            return "its default is not between min and max"
    if option.kind == "combo" and option.default not in option.values:
        return "its default is not one of its values"
    if option.kind == "button" and option.default is not None:
        return "a button has no default"
    return ""


async def again(check: Check) -> None:
    session = await check.raw()
    first = [to_text(m) for m in await session.run("hgi")]
    second = [to_text(m) for m in await session.run("hgi")]
    require(first == second, "the second `hgi` is answered otherwise than the first")


async def a_known_game(check: Check) -> None:
    names = [check.game] if check.game else list(check.announced.games)
    for name in names:
        require(name in check.announced.games, f"the engine does not announce the game {name}")
        short = "single" in check.announced.rules(name).get("rounds", ())
        try:
            check.truth = Truth.of(name, {"rounds": "single"} if short else {}, check.seed)
        except sarai.InvalidGame:
            continue
        return
    raise Failed(f"Sarai knows none of its games ({' '.join(names)})")


async def announced_rules(check: Check) -> None:
    """The names and the default of each rules option are those of the game's section."""
    game = check.positions.game
    standard = {option.name: option for option in game.core.options}
    for name, values in check.announced.rules(game.name).items():
        require(name in standard, f"{game.name} has no rules option {name}")
        require(
            values[0] == standard[name].default,
            f"the default of {name} is {standard[name].default}, not {values[0]}",
        )


STEPS = (
    Step("silent start", "2", silent_start, alone=True),
    Step("handshake", "3 hgi", handshake, alone=True, vital=True, first=True),
    Step("game lines", "5", games, alone=True),
    Step("option lines", "3 setoption", announcements, alone=True),
    Step("a known game", "5 Games", a_known_game, alone=True, first=True),
    Step("rules announced", "5", announced_rules),
)
LATER = (Step("hgi again", "3 hgi", again, alone=True),)
