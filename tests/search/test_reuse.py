"""HGI's option `Reuse`: the tree is kept when the position follows, and only then."""

import re
from collections.abc import Sequence

from tests.hgi.dialogue import Engine

START = "position jaipur rules rounds=single seats 2 seat 0 start events starter:0 deal0:DDDDL"
FIRST = f"{START} deal1:???KK market:CP"
THEN = f"{FIRST} sell:Dx4 bonus:5 camels fill:CPL"
GO = "go iterations 500 multipv 1000"


def visits(lines: Sequence[str]) -> int:
    return sum(int(n) for line in lines for n in re.findall(r" visits (\d+) ", line))


def session(*commands: str) -> list[list[str]]:
    with Engine() as engine:
        return [engine.ask(command) for command in commands]


def searched(*commands: str) -> int:
    """The visits that the last search reports."""
    return visits(session(*commands)[-1])


def test_kept_when_the_position_follows() -> None:
    on = "setoption name Reuse value true"
    assert searched(on, FIRST, "go iterations 50000", THEN, GO) > 500
    assert searched(on, FIRST, GO, FIRST, GO) == 1000
    again = session(on, FIRST, "go iterations 50000", THEN, GO)[-1]
    assert " iterations 500 " in again[0] and again[-1].startswith("bestmove ")


def test_not_kept_else() -> None:
    on = "setoption name Reuse value true"
    first = (FIRST, "go iterations 50000")
    assert searched(*first, THEN, GO) == 500, "it is off by default"
    assert searched(on, *first, "newgame", THEN, GO) == 500
    assert searched(on, *first, "setoption name Seed value 3", THEN, GO) == 500
    assert searched(on, FIRST, "go iterations 50000 only camels", THEN, GO) == 500
    other = FIRST.replace("deal1:???KK", "deal1:????K")
    assert searched(on, *first, other, GO) == 500
    rules = FIRST.replace("rounds=single", "rounds=match")
    assert searched(on, *first, rules, GO) == 500


def test_refused_positions_and_searches_in_between_do_no_harm() -> None:
    on = "setoption name Reuse value true"
    wrong = f"{FIRST} take:G"
    quiet = searched(on, FIRST, "go iterations 50000", THEN, GO)
    assert searched(on, FIRST, "go iterations 50000", wrong, "go iterations x", THEN, GO) == quiet
