"""Steps: positions. Whole random games are told to each seat; what no game has is refused."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import sarai
from sarai import OVER

from .context import Check, Step
from .searches import GO
from .session import Answer, Session, require, said, shown
from .truth import History, Truth

BUDGET = 5.0
"""Seconds for a step that plays games: then no other one is begun."""


class Kept:
    """A position that must stay as it is: its search before, and again after each refusal."""

    def __init__(self, session: Session, first: Answer) -> None:
        self.session, self.first = session, first

    @classmethod
    async def at(cls, session: Session, position: str) -> Kept:
        await session.silent(position)
        return cls(session, await session.go(GO))

    async def after(self, line: str) -> None:
        answer = await self.session.go(GO)
        same = answer.canonical() == self.first.canonical()
        require(same, f"the position is searched otherwise after `{shown(line)}` was refused")


async def one_position(check: Check) -> None:
    """A first position, and the next one, for each seat."""
    session = await check.start()
    for number in range(6):
        history = check.positions.decision(number)
        for seat in range(history.game.seats):
            await session.silent(history.position(seat))


async def whole_games(check: Check) -> None:
    """Each seat is told what it observes, event by event, to the end of some games."""
    session = await check.start()
    deadline = time.monotonic() + BUDGET
    number = 0
    while number < 1 or (number < 6 and time.monotonic() < deadline):
        seat = number % check.positions.game.seats
        told = -1
        for history in check.positions.walk(100 + number):
            if len(history.heard[seat]) != told:
                told = len(history.heard[seat])
                await session.silent(history.position(seat))
        number += 1


async def decisions_of_games(check: Check) -> None:
    """At each decision all legal moves are taken by `only`, and one of them is played."""
    session = await check.start()
    deadline = time.monotonic() + BUDGET
    number = 0
    while number < 1 or (number < 4 and time.monotonic() < deadline):
        for history in check.positions.walk(200 + number):
            if history.actor >= 0:
                await _all_moves(session, history)
        number += 1


async def _all_moves(session: Session, history: History) -> None:
    moves = history.moves()
    answer = await session.go(
        f"iterations 2 only {','.join(moves)}", before=[history.position(history.actor)]
    )
    require(answer.move in moves, f"the bestmove {answer.move} is not legal")


async def illegal_moves_of_games(check: Check) -> None:
    """At each decision some moves are refused, of each kind that other decisions have."""
    session = await check.start()
    rng = random.Random(check.seed)
    kinds = check.positions.moves_by_kind()
    for history in check.positions.walk(220):
        if history.actor >= 0:
            await session.silent(history.position(history.actor))
            legal = set(history.moves())
            for moves in kinds.values():
                wrong = [move for move in moves if move not in legal]
                for move in rng.sample(wrong, min(4, len(wrong))):
                    await session.refused(f"go iterations 2 only {move}", "illegal-move")


async def games_of_other_rules(check: Check) -> None:
    """A game under each announced value of a rules option; where it differs, it shows."""
    session = await check.start()
    game = check.positions.game
    for name, values in check.announced.rules(game.name).items():
        low, dots, _ = values[-1].partition("..")
        for value in (str(int(low) + 4),) if dots else values:
            if value == "*":
                continue
            rules = check.positions.rules | {name: value}
            try:
                truth = Truth.of(game.name, rules, check.seed)
            except sarai.InvalidGame:  # it needs another option beside it
                continue
            await _some_of_a_game(session, truth.walk(300), name)


async def _some_of_a_game(session: Session, walk: Iterator[History], name: str) -> None:
    ends = 0
    for number, history in enumerate(walk):
        seat = number % history.game.seats
        over = history.actor == OVER
        ends += over
        if number % 7 == 0 or over:
            await session.silent(history.position(seat))
        if over:
            answer = await session.go(GO)
            good = answer.move == "none" and answer.best.get("reason") == "over"
            require(
                good, f"with other {name} the game is over, and `go` gets {said([answer.best])}"
            )


# ---- what is refused ----


async def fields_at_fault(check: Check) -> None:
    history = check.positions.decision(2, plies=3)
    session = await check.start()
    kept = await Kept.at(session, history.position(history.actor))
    name, seats = history.game.name, history.game.seats
    low, high = history.game.core.min_seats, history.game.core.max_seats
    good = f"{history.head(0)} start"
    for old, new, field in (
        *((name, "nosuchgame", "game"), (name, name.upper(), "game")),
        *(
            (f"seats {seats}", f"seats {low - 1}", "seats"),
            (f"seats {seats}", f"seats {high + 1}", "seats"),
        ),
        *((f"seats {seats}", "seats x", "seats"), (f"seats {seats}", "seats -2", "seats")),
        *(
            ("seat 0", f"seat {seats}", "seat"),
            ("seat 0", "seat -1", "seat"),
            ("seat 0", "seat x", "seat"),
        ),
        ("seat 0", "seat 00", "seat"),
    ):
        line = good.replace(old, new, 1)
        codes = (
            ("bad-position",)
            if "x" not in new and "-" not in new
            else ("bad-position", "bad-argument")
        )
        await session.refused(line, *codes, field=field)
        await kept.after(line)


async def broken_lines(check: Check) -> None:
    """A `position` that lacks something, or has something twice, or in the wrong place."""
    history = check.positions.decision(2, plies=3)
    session = await check.start()
    kept = await Kept.at(session, history.position(history.actor))
    name, seats = history.game.name, history.game.seats
    for line in (
        *(
            "position",
            f"position {name}",
            f"position {name} start",
            f"position {name} seats {seats} start",
        ),
        *(f"position {name} seat 0 start", f"position {name} seats {seats} seat 0"),
        *(f"position {name} seats {seats} seat 0 begin", f"position seats {seats} seat 0 start"),
        *(
            f"position {name} seats {seats} seat 0 seat 0 start",
            f"position {name} seats seat 0 start",
        ),
        *(
            f"position {name} seats {seats} seats {seats} seat 0 start",
            f"position {name} start seat 0 seats {seats}",
        ),
        *(
            f"position {name} seats {seats} seat 0 start now",
            f"position {name} seats {seats} seat 0 start start",
        ),
        *(
            f"position {name} seats {seats} seat 0 start event x",
            f"position {name} seats {seats} seat 0 colour red start",
        ),
    ):
        await session.refused(line, "bad-argument", "bad-position")
        await kept.after(line)


UNREADABLE = ("x", "?", ":", "take:", "take", "move:1", "-", "none", "é", "1", "events", "x" * 5000)


async def unreadable_events(check: Check) -> None:
    history = check.positions.decision(3, plies=5)
    session = await check.start()
    seat = history.actor
    kept = await Kept.at(session, history.position(seat))
    move = history.moves()[0]
    for event in (*UNREADABLE, f"{move},{move}", f"{move}x", f"x{move}", f"{move};", f"{move}:"):
        line = history.position(seat, event)
        await session.refused(line, "bad-move")
        await kept.after(line)
    line = history.position(seat, "x", *history.moves()[:1])
    await session.refused(line, "bad-move")


async def impossible_events(check: Check) -> None:
    """Events of other places of other games, each possible there, none here."""
    session = await check.start()
    words = check.positions.words()
    rng = random.Random(check.seed)
    for number, history in enumerate(check.positions.decisions(5)):
        seat = number % history.game.seats
        actor = history.actor
        kept = await Kept.at(session, history.position(actor))
        known = history.known(seat)
        wrong = [w for w in words if check.positions.impossible(known, w)]
        for event in rng.sample(wrong, min(25, len(wrong))):
            line = history.position(seat, event)
            error = await session.refused(line, "illegal-move")
            named = event in str(error.get("text", ""))
            require(named, f"the text must name the event {event}: {said([error])}")
        await kept.after(line)


async def impossible_chance(check: Check) -> None:
    """Where chance is next: events that can't be, and those seen too little or too much."""
    session = await check.start()
    words = check.positions.words()
    rng = random.Random(check.seed)
    for due, history in check.positions.chances():
        for seat in range(history.game.seats):
            near = [w for w in words if w.partition(":")[0] == due]
            some = rng.sample(near, min(150, len(near))) + rng.sample(words, 10)
            known = history.known(seat)
            for event in [w for w in some if check.positions.impossible(known, w)]:
                await session.refused(history.position(seat, event), "illegal-move")


async def gaps(check: Check) -> None:
    """A history with an event left out, or twice, is refused where the library refuses it."""
    session = await check.start()
    for number in range(4):
        history = check.positions.decision(50 + number, plies=12)
        seat = history.actor
        events = history.heard[seat]
        for i in range(len(events)):
            for changed in (events[:i] + events[i + 1 :], events[: i + 1] + events[i:]):
                if not _possible(history, seat, changed):
                    line = f"{history.head(seat)} start events {' '.join(changed)}"
                    await session.refused(line, "illegal-move")


def _possible(history: History, seat: int, events: list[str]) -> bool:
    view = history.game.start(seat)
    try:
        for event in events:
            view.play(event)
    except ValueError:
        return False
    return True


# ---- what is the same ----


async def keys_in_any_order(check: Check) -> None:
    """The keys before `start` come in any order; blanks and tabs do not count."""
    history = check.positions.decision(4, plies=6)
    session = await check.start()
    seat, game = history.actor, history.game
    kept = await Kept.at(session, history.position(seat))
    pairs = ",".join(f"{k}={v}" for k, v in history.rules.items())
    keys = [f"seats {game.seats}", f"seat {seat}"] + ([f"rules {pairs}"] if pairs else [])
    events = " ".join(history.heard[seat])
    for order in (keys, keys[::-1], keys[1:] + keys[:1]):
        line = f"position {game.name} {' '.join(order)} start events {events}"
        for form in (line, line.replace(" ", " \t ")):
            await session.silent("newgame", form)
            await kept.after(form)


async def defaults_spelled_out(check: Check) -> None:
    """Rules that are given with their defaults change nothing."""
    history = check.positions.decision(5, plies=6)
    session = await check.start()
    kept = await Kept.at(session, history.position(history.actor))
    rules = {name: values[0] for name, values in check.announced.rules(history.game.name).items()}
    rules |= history.rules
    twin = history.copy()
    twin.rules = rules
    await session.silent(twin.position(history.actor))
    await kept.after("defaults")


async def sent_again(check: Check) -> None:
    """A position is the whole one: it replaces the one before, it does not add to it."""
    history = check.positions.decision(6, plies=8)
    session = await check.start()
    line = history.position(history.actor)
    kept = await Kept.at(session, line)
    await session.silent(line, line)
    await kept.after(line)


STEPS = (
    Step("positions by events", "2 Positions", one_position),
    Step("events of whole games", "2 Positions", whole_games),
)
GAMES = (
    Step("moves of whole games", "2 Positions", decisions_of_games),
    Step("illegal moves of whole games", "2 Positions", illegal_moves_of_games),
    Step("games of other rules", "2 Positions", games_of_other_rules),
    Step("keys of position in any order", "2 Positions", keys_in_any_order),
    Step("defaults of rules", "2 Positions", defaults_spelled_out),
    Step("position sent again", "2 Positions", sent_again),
    Step("fields of position refused", "3 position", fields_at_fault),
    Step("broken position lines", "3 position", broken_lines),
    Step("unreadable events", "3 position", unreadable_events),
    Step("impossible events", "3 position", impossible_events),
    Step("impossible chance events", "3 position", impossible_chance),
    Step("gaps in the events", "3 position", gaps),
)
