"""Welcome To against its data files: counts of move sequences, choices of the fixed players."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

import sarai
from sarai import CHANCE, OVER, State
from sarai.games import REGISTRY, greedy
from tests.games.welcometo.data_files import FILES, playthrough_game
from tests.games.welcometo.oracle import WelcomeTo
from tests.games.welcometo.pairing import oracle_of
from tests.support import make_data


def lines_of(name: str) -> list[list[str]]:
    text = make_data.read(f"welcometo/data/{name}")
    return [line.split(" ") for line in text.splitlines() if line[0] != "#"]


def state_of(options: str, snapshot: str) -> State:
    given = dict(pair.split("=") for pair in options.split(","))
    return sarai.game("welcometo", snapshot.count(";top"), given).snapshot(snapshot)


def test_counts() -> None:
    for name, options, snapshot, depth, count in lines_of("perft.txt"):
        assert state_of(options, snapshot).perft(int(depth)) == int(count), f"{name}-{depth}"


def leaves(oracle: WelcomeTo, depth: int) -> int:
    if depth == 0:
        return 1
    if oracle.actor == OVER:
        return 0
    total = 0
    for text in oracle.outcomes() if oracle.actor == CHANCE else oracle.legal():
        after = oracle.copy()
        after.play(text)
        total += leaves(after, depth - 1)
    return total


@pytest.mark.parametrize("advanced", ["no", "yes"])
def test_plain_rules_count_the_same(advanced: str) -> None:
    game = sarai.game("welcometo", 2, {"plans": "4/11/15", "advanced": advanced})
    state, oracle = game.start(), oracle_of(game)
    for text in ["card:8T", "card:9B", "card:12L", "card:8B", "card:3S", "card:10A"]:
        state.play(text)
        oracle.play(text)
    assert state.perft(2) == leaves(oracle, 2)
    for text in ("use:8T", "build:6@C4", "use:3B"):
        state.play(text)
        oracle.play(text)
        assert state.perft(2) == leaves(oracle, 2)


def test_plain_rules_replay_the_recorded_game() -> None:
    """Every event of it is possible, the seats hear what the file says, and the scores come out."""
    game, heard = playthrough_game(), list[str]()
    oracle = oracle_of(game)
    *lines, last = make_data.read("welcometo/data/playthrough.txt").splitlines()
    for line in lines:
        if told := re.fullmatch(r"  seat [0-9] (\S+)", line):
            assert told[1] == heard.pop(0), line
        elif event := re.fullmatch(r"[0-9]+ (\S+)", line):
            assert not heard, f"somebody was not told of the event before {line}"
            heard = [oracle.observed(event[1], seat) or "-" for seat in range(game.seats)]
            oracle.play(event[1])
    assert oracle.actor == OVER
    shares = tuple(map(float, oracle.shares()))
    assert last == f"shares {shares} scores {tuple(oracle.points())}"


def test_choices_of_the_fixed_players() -> None:
    planner = REGISTRY["welcometo"].planner
    assert planner is not None
    for (seats, number), group in groupby(lines_of("choices.txt"), lambda row: (row[0], row[1])):
        for _, _, view, greedy_move, planned in group:
            options = {"mode": "expert"} if int(number) % 4 == 2 and seats != "1" else {}
            game = sarai.game("welcometo", int(seats), options, seed=int(number))
            state = game.snapshot(view)
            assert game.text(greedy(state)) == greedy_move
            assert game.text(planner(state, 1)) == planned


@pytest.mark.parametrize("name", ["perft.txt", "choices.txt"])
def test_file_is_what_make_data_writes(name: str) -> None:
    assert FILES[name]() == make_data.read(f"welcometo/data/{name}")
