"""Counts of move sequences against pinned files, and against the plain Python rules.

The file is written by make_data.py. Here every line is counted by the core (the large ones
only among the slow tests) and the small ones once more by the oracle, put into the same position.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import groupby

import pytest

import sarai
from sarai import State
from sarai.games.jaipur.cards import PHASES, token_values
from tests.games.jaipur import data_files
from tests.games.jaipur.oracle import GOODS, KINDS, UNKNOWN, Jaipur
from tests.games.jaipur.pairing import compare, oracle_of
from tests.support import make_data
from tests.support.plain_rules import perft

QUICK_LEAVES = 1_000_000
ORACLE_LEAVES = 6_000
ORACLE_LEAVES_SLOW = 1_000_000
ORACLE_PLIES = 400
"""Of the recount along a game."""


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    options: dict[str, str | int]
    snapshot: str
    depth: int
    count: int

    def state(self) -> State:
        return sarai.game("jaipur", options=self.options).snapshot(self.snapshot)


def entry(line: str) -> Entry:
    name, options, snapshot, depth, count = line.split(" ")
    pairs = [] if options == "-" else [pair.split("=") for pair in options.split(",")]
    return Entry(name, {key: value for key, value in pairs}, snapshot, int(depth), int(count))


ENTRIES = [
    entry(line)
    for line in make_data.read("jaipur/data/perft.txt").splitlines()
    if not line.startswith("#")
]


def label(each: Entry) -> str:
    return f"{each.name}-{each.depth}"


def check(each: Entry) -> None:
    assert each.state().perft(each.depth) == each.count


@pytest.mark.parametrize("each", [e for e in ENTRIES if e.count <= QUICK_LEAVES], ids=label)
def test_count(each: Entry) -> None:
    check(each)


@pytest.mark.slow
@pytest.mark.parametrize("each", [e for e in ENTRIES if e.count > QUICK_LEAVES], ids=label)
def test_count_of_millions(each: Entry) -> None:
    check(each)


def test_file_is_what_make_data_writes() -> None:
    """The positions too: not their counts, which the other tests repeat."""
    for wanted, lines in zip(
        data_files.WANTED, (list(g) for _, g in groupby(ENTRIES, lambda e: e.name)), strict=True
    ):
        assert {wanted.name} == {each.name for each in lines}
        assert [each.depth for each in lines] == list(range(1, len(lines) + 1))
        assert {wanted.find().snapshot()} == {each.snapshot for each in lines}


@pytest.mark.slow
def test_file_to_the_letter() -> None:
    assert make_data.perft_text(data_files.WANTED) == make_data.read("jaipur/data/perft.txt")


# ---- the second opinion ----


def oracle_at(state: State) -> Jaipur:
    """The plain Python rules in the position of a full state, which `compare` confirms."""
    f, game = state.fields(), state.game
    oracle = oracle_of(game)
    hands = f["hand"][:7], f["hand"][8:15]
    phase = PHASES[f["phase"][0]]
    oracle.stage = "move" if phase == "turn" else phase
    oracle.turn, oracle.starter = f["turn"][0], f["starter"][0]
    if phase == "starter":
        oracle.turn = oracle.starter = UNKNOWN
    oracle.market = _counter(f["market"])
    oracle.deck = _counter(f["pool"])
    oracle.hands = [_counter(hand[:6]) for hand in hands]
    oracle.herds = [hand[6] for hand in hands]
    out = zip(game.rules()["cards"], *hands, f["market"], f["pool"], strict=False)
    oracle.discards = _counter([total - sum(places) for total, *places in out])
    oracle.tokens_left = dict(zip(GOODS, f["tokens"], strict=False))
    oracle.bonus_left = {
        3 + pile: Counter(token_values(game, (f["bonus"][0] >> 16 * pile & 0xFFFF) << 16 * pile))
        for pile in range(3)
    }
    oracle.bonus_won = [token_values(game, won) for won in f["won"]]
    oracle.bonus_pile = 3 + f["pending"][0] if phase == "bonus" else 0
    oracle.goods_tokens, oracle.rupees = list(f["goods_tokens"]), list(f["rupees"])
    oracle.seals, oracle.counted_rupees = list(f["seals"]), list(f["total"])
    oracle.counted_rounds, oracle.plies = f["counted"][0], f["plies"][0]
    oracle.capped = bool(f["capped"][0])
    compare(state, oracle, "nothing, it was put there")
    return oracle


def _counter(counts: tuple[int, ...] | list[int]) -> Counter[str]:
    return Counter(dict(zip(KINDS, counts, strict=False)))


def recount(most: int) -> int:
    """Every entry with so few leaves by the plain rules, the smaller depths too; how many."""
    small = [each for each in ENTRIES if each.count <= most]
    for each in small:
        assert perft(oracle_at(each.state()), each.depth) == each.count, label(each)
    return len(small)


def test_plain_rules_count_the_same() -> None:
    assert recount(ORACLE_LEAVES) >= len(data_files.WANTED)


@pytest.mark.slow
def test_plain_rules_count_the_same_further_down() -> None:
    assert recount(ORACLE_LEAVES_SLOW) >= 2 * len(data_files.WANTED)


def test_plain_rules_count_the_same_along_a_game() -> None:
    """From the start by the same events, so that nothing of the position is put there by hand."""
    dice = random.Random(5)
    state = sarai.game("jaipur").start()
    oracle = oracle_of(state.game)
    for ply in range(ORACLE_PLIES):
        events = oracle.legal() or list(oracle.outcomes())
        assert state.perft(1) == len(events)
        if len(events) < 12:
            assert state.perft(2) == perft(oracle, 2), f"ply {ply}: {state.snapshot()}"
        kinds = sorted({event.partition(":")[0] for event in events})
        if not kinds:
            break
        kind = dice.choice(kinds)
        event = dice.choice([e for e in events if e.partition(":")[0] == kind])
        state.play(event)
        oracle.play(event)
    assert state.fields()["round"][0] >= 1
