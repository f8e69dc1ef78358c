"""Bazaar against its data files: counts of move sequences, and the choices of the greedy player.

As test_perft.py and test_greedy.py do it for Jaipur. The greedy player is computed once more from
the words of its rule, on text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

import pytest

import sarai
from sarai import State
from sarai.games.bazaar.gems import PHASES
from tests.games.bazaar import data_files as bazaar_data
from tests.games.bazaar.oracle import POINTS, shape
from tests.games.bazaar.pairing import QuickBazaar, compare, oracle_of, spell_word
from tests.support import make_data
from tests.support.plain_rules import perft

ORACLE_LEAVES = 3_000
ORACLE_LEAVES_SLOW = 200_000


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    options: dict[str, str | int]
    snapshot: str
    depth: int
    count: int

    def state(self) -> State:
        seats = self.snapshot.count(";hand")
        return sarai.game("bazaar", seats, self.options).snapshot(self.snapshot)


def entry(line: str) -> Entry:
    name, options, snapshot, depth, count = line.split(" ")
    pairs = dict(pair.split("=") for pair in options.split(","))
    return Entry(name, {**pairs}, snapshot, int(depth), int(count))


def lines_of(name: str) -> list[str]:
    return [line for line in make_data.read(name).splitlines() if line[0] != "#"]


ENTRIES = [entry(line) for line in lines_of("bazaar/data/perft.txt")]


# ---- perft ----


def test_counts() -> None:
    for each in ENTRIES:
        assert each.state().perft(each.depth) == each.count, f"{each.name}-{each.depth}"


def test_file_is_what_make_data_writes() -> None:
    """The positions too: not their counts, which the other tests repeat."""
    for wanted, group in zip(
        bazaar_data.WANTED, (list(g) for _, g in groupby(ENTRIES, lambda e: e.name)), strict=True
    ):
        assert {wanted.name} == {each.name for each in group}
        assert [each.depth for each in group] == list(range(1, len(group) + 1))
        assert {wanted.find().snapshot()} == {each.snapshot for each in group}


def oracle_at(state: State) -> QuickBazaar:
    """The plain Python rules in the position of a full state, which `compare` confirms."""
    f, game = state.fields(), state.game
    cards = [spell_word(word) for word in game.rules()["card"]]
    oracle = oracle_of(game)
    oracle.turn, oracle.turns = f["turn"][0], f["turns"][0]
    oracle.hands = [list(spell_word(word)) for word in f["hand"][: game.seats]]
    oracle.scores = list(f["score"][: game.seats])
    oracle.tops = [cards[top - 1] if top else "" for top in f["top"]]
    oracle.covered = [n - (top > 0) for n, top in zip(f["left"], f["top"], strict=True)]
    seen = f["seen"][0] | f["seen"][1] << 64
    oracle.turned_up = [card for n, card in enumerate(cards) if seen >> n & 1]
    oracle.capped = bool(f["capped"][0])
    phase = PHASES[f["phase"][0]]
    waiting = [pile for pile in range(4) if f["left"][pile] and not f["top"][pile]]
    oracle.stage = f"card{waiting[0]}" if phase in ("deal", "card") else phase
    compare(state, oracle, "nothing, it was put there")
    return oracle


def recount(most: int) -> int:
    """Every entry with so few leaves by the plain rules; how many."""
    small = [each for each in ENTRIES if each.count <= most]
    for each in small:
        oracle = oracle_at(each.state())
        assert perft(oracle, each.depth) == each.count, f"{each.name}-{each.depth}"
    return len(small)


def test_plain_rules_count_the_same() -> None:
    assert recount(ORACLE_LEAVES) >= 2 * len(bazaar_data.WANTED)


@pytest.mark.slow
def test_plain_rules_count_the_same_further_down() -> None:
    assert recount(ORACLE_LEAVES_SLOW) == len([e for e in ENTRIES if e.count <= ORACLE_LEAVES_SLOW])


# ---- the greedy player ----

PINNED = [tuple(line.split(" ")) for line in lines_of("bazaar/data/greedy.txt")]


def lacking(hand: str, card: str) -> int:
    return sum(max(0, card.count(gem) - hand.count(gem)) for gem in "RWBGY")


def best(values: Mapping[str, str], texts: list[str]) -> str:
    """The nearest card, then the fewest gems left; of equals the first in the list."""
    hand = values[f"hand{values['turn']}"].replace("-", "")
    assert "*" not in hand
    cards = [card for card in values["market"].split("/") if card != "-"]
    if any(text.startswith("claim") for text in texts):
        return max((text for text in texts if text != "end"), key=lambda t: points(values, hand, t))

    def look(text: str) -> tuple[int, int]:
        what, _, detail = text.partition(":")
        after, more = hand, 0
        if what == "draw":
            more = 1
        elif what == "choose":
            after = hand + detail
        elif what == "return":
            after = hand.replace(detail, "", 1)
        else:
            paid, received = detail.split(">")
            for gem in paid:
                after = after.replace(gem, "", 1)
            after += received
        return min((lacking(after, card), lacking(card, after) + more) for card in cards)

    return min(texts, key=look)


def points(values: Mapping[str, str], hand: str, text: str) -> int:
    card = values["market"].split("/")[int(text[6])]
    gone = "0" in values["left"].split("/")
    return POINTS[gone][shape(card)[0] in "45"][min(len(hand) - 5, 3)]


def test_greedy_choices_are_pinned() -> None:
    assert len(PINNED) == bazaar_data.GREEDY_POSITIONS
    assert bazaar_data.greedy_text() == make_data.read("bazaar/data/greedy.txt")


def test_greedy_by_the_words_of_its_rule() -> None:
    kinds = set()
    for number, view, move in PINNED:
        players = bazaar_data.GREEDY_GAMES[int(number) % len(bazaar_data.GREEDY_GAMES)]
        game = bazaar_data.greedy_game(int(number), len(players))
        texts = [game.text(word) for word in game.snapshot(view).moves()]
        values = dict(pair.split("=") for pair in view.split(";"))
        if "*" not in values[f"hand{values['turn']}"]:
            assert best(values, texts) == move, view
            kinds.add(move.partition(":")[0])
    assert kinds >= {"draw", "trade", "claim", "choose", "return"}


# ---- the planner ----


def test_planner_choices_are_pinned() -> None:
    text = make_data.read("bazaar/data/planner.txt")
    assert bazaar_data.planner_text() == text
    assert len({line.split(" ")[2].partition(":")[0] for line in text.splitlines()[1:]}) >= 4


def test_planner_sees_the_better_claim() -> None:
    """A single exchange makes a hand with which a card can be claimed."""
    game = sarai.game("bazaar", options={"house_cards": "1/7"})
    state = game.snapshot(
        "seat=all;phase=act;turn=0;starter=0;turns=40;scores=0/0;hand0=RWWG;hand1=-;"
        "market=RWBGY/GYYYY/GGYYY/GGGYY;left=6/6/6/6;claimed=-;capped=0"
    )
    # W=BGY leaves one W over; the alternatives are further away.
    for depth in (1, 2):
        move = sarai.player(f"planner:depth={depth}", game).choose(state.view(0), 0).move
        assert game.text(move) == "trade:W>BGY"


def test_planner_is_for_games_that_have_one() -> None:
    with pytest.raises(sarai.InvalidGame, match="player planner: jaipur has none"):
        sarai.player("planner", sarai.game("jaipur"))
    with pytest.raises(sarai.InvalidGame, match=r"depth: 7 is not within 1\.\.6"):
        sarai.player("planner:depth=7", sarai.game("bazaar"))
