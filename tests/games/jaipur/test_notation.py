"""Text of Jaipur: what is written reads back, and what cannot be read is refused and named.

Moves, events and snapshots of real games, of games that never were (forged.py), and junk. The slow
tests do more of the same; a core built with asserts (CORE_CFLAGS=-UNDEBUG) makes them sharper.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarai
from sarai import NOTHING, Game, InvalidMove, InvalidPosition, State
from sarai.core import ALL
from sarai.games.jaipur.cards import PHASES
from tests.games.jaipur import data_files
from tests.games.jaipur.forged import Forger, exercise, join, random_game, split
from tests.support import make_data

KEYS = sarai.game("jaipur").codec.wanted
GAME = sarai.game("jaipur")
MODERATE = settings(deadline=None, max_examples=150)
NAMED = re.compile(
    r"snapshot field (\w+): .+"
    r"|snapshot: ([a-z_]+( bytes)?: |lacks |'.*' is no key=value|this position is written ).+"
    r"|snapshot: more of ([DGSCPLK]|[0-9]+) than there are in the game",
    re.DOTALL,
)
FORGED, FORGED_SLOW = 1_200, 40_000
WALKS = 24


def ascii_id(text: str) -> str:
    return ascii(text[:12])


@cache
def walked(seed: int) -> tuple[State, ...]:
    """All states of one game by mixed players, with options of its own."""
    game = random_game(random.Random(seed))
    return tuple(make_data.walk(game, seed, data_files.GREEDY_GAMES[seed % 8]))


def states() -> st.SearchStrategy[State]:
    """A full state out of a random game."""
    return st.tuples(st.integers(0, WALKS - 1), st.floats(0, 1)).map(
        lambda at: walked(at[0])[int(at[1] * (len(walked(at[0])) - 1))]
    )


def words(state: State) -> list[int]:
    """What may be played, and what each seat hears of it."""
    played = state.moves() or [word for word, _ in state.outcomes()]
    heard = (state.observed(word, seat) for word in played for seat in (0, 1))
    return sorted({*played, *heard} - {NOTHING})


# ---- written, read ----


def check_words(state: State, kinds: Counter[str]) -> None:
    game = state.game
    for word in words(state):
        text = game.text(word)
        assert game.parse(text) == word
        kinds[text.partition(":")[0] + "?" * ("?" in text)] += 1


def test_words_of_games_read_back() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(4):
        for state in walked(seed)[::3]:
            check_words(state, kinds)
    wanted = (
        "take camels sell swap starter deal0 deal0? deal1 deal1? market fill bonus bonus? reveal0"
    )
    assert set(wanted.split()) <= set(kinds)


@MODERATE
@given(state=states())
def test_words_of_a_position_read_back(state: State) -> None:
    check_words(state, Counter())


PAYLOADS = st.one_of(
    st.integers(0, 2**56 - 1),
    st.integers(0, 0xFFFF),
    st.lists(st.integers(0, 15), max_size=14).map(
        lambda n: sum(v << 4 * i for i, v in enumerate(n))
    ),
)


@settings(deadline=None, max_examples=500)
@given(what=st.integers(0, 5) | st.integers(15, 22) | st.integers(0, 255), payload=PAYLOADS)
def test_any_word_has_a_text_of_its_own_or_none(what: int, payload: int) -> None:
    word = what << 56 | payload
    try:
        text = GAME.text(word)
    except InvalidMove:
        return
    assert GAME.parse(text) == word


@pytest.mark.parametrize("seed", range(WALKS))
def test_snapshots_of_a_game_read_back(seed: int) -> None:
    for state in walked(seed):
        for each in (state, state.view(0), state.view(1)):
            text = each.snapshot()
            assert bytes(each.game.snapshot(text)) == bytes(each)
            assert list(split(text)) == list(KEYS)
            assert re.fullmatch(r"[!-~]+", text)


def test_walks_come_to_every_phase() -> None:
    seen = {PHASES[state.fields()["phase"][0]] for n in range(WALKS) for state in walked(n)}
    assert seen == set(PHASES)


@MODERATE
@given(state=states(), viewer=st.sampled_from([ALL, 0, 1]), seed=st.integers(0, 99))
def test_positions_of_games_can_be_used_after_reading(state: State, viewer: int, seed: int) -> None:
    shown = state if viewer == ALL else state.view(viewer)
    exercise(state.game.snapshot(shown.snapshot()), seed)


# ---- moves that cannot be read ----

ALPHABET = "DGSCPLK?x:>/-0123456789takecmlswprdfib\0\n ٣²é;="
JUNK = ["", "\0", " ", ":", "take", "take:", "take:K", "take:DD", "take:D ", "take:D\n", "Take:D"]
JUNK += ["camels:", "camels:K", "sell:", "sell:D", "sell:Dx", "sell:Dx02", "sell:Dx-1", "sell:Dx٣"]
JUNK += ["sell:Dx²", "sell:Dx1e1", "sell:Kx3", "sell:Dx" + "9" * 5000, "sell:x3", "sell:DDx2"]
JUNK += ["swap:", "swap:>", "swap:D", "swap:GD>SK", "swap:DK>SL", "swap:DG>KS", "swap:DG>SK>"]
JUNK += ["swap:" + "D" * 16 + ">" + "G" * 16, "swap:D?>SK", "starter:", "starter:2", "starter:00"]
JUNK += [
    "deal2:DDLKK",
    "deal0:",
    "deal0:KKDDL",
    "deal0:K?",
    "market:?",
    "fill:",
    "fill:D?",
    "fill:dk",
]
JUNK += [
    "bonus:",
    "bonus:0",
    "bonus:09",
    "bonus:??",
    "bonus:9999",
    "bonus:٩",
    "reveal0:",
    "reveal0:7",
]
JUNK += ["reveal0:3/1", "reveal0:1//2", "reveal0:01", "reveal2:1", "reveal0:" + "/".join("1" * 16)]
JUNK += ["x" * 2**20, "swap:" + "D" * 2**20, "fill:" + "?" * 2**20, "\udc80", "take:D" * 2**18]


@pytest.mark.parametrize("text", JUNK, ids=ascii_id)
def test_junk_is_no_move(text: str) -> None:
    state = walked(0)[-10].copy()
    before = bytes(state)
    with pytest.raises(InvalidMove):
        GAME.parse(text)
    with pytest.raises(InvalidMove):
        state.play(text)
    assert bytes(state) == before


def check_move_text(text: str) -> None:
    try:
        word = GAME.parse(text)
    except InvalidMove as error:
        assert str(error)
        return
    assert GAME.text(word) == text
    assert 0 <= word < 2**64


@MODERATE
@given(text=st.text(max_size=40) | st.text(ALPHABET, max_size=12))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    check_move_text(text)


@MODERATE
@given(state=states(), pick=st.integers(0), at=st.integers(0), patch=st.text(ALPHABET, max_size=3))
def test_any_change_of_a_move_is_a_move_or_refused(
    state: State, pick: int, at: int, patch: str
) -> None:
    found = words(state) or [GAME.parse("camels")]
    text = state.game.text(found[pick % len(found)])
    place = at % (len(text) + 1)
    check_move_text(text[:place] + patch + text[place + 1 :])
    check_move_text(text[:place] + patch + text[place:])


# ---- snapshots that cannot be read ----


def check_snapshot(game: Game, text: str, seed: int = 0) -> bool:
    """Refused with a reason, or safe to use; whether it was accepted."""
    try:
        state = game.snapshot(text)
    except InvalidPosition as error:
        named = NAMED.fullmatch(str(error))
        assert named and named[1] in {None, *KEYS}
        return False
    assert state.snapshot() == text
    exercise(state, seed)
    return True


VALUES = ["", "-", "0", "1", "2", "3", "00", "-1", "+1", "1.0", "256", "60000", "65536", "9" * 5000]
VALUES += [
    "0/0",
    "1/1",
    "2/0",
    "0/0/0",
    "/",
    "255/255",
    "256/0",
    "65535/65535",
    "²",
    "٣",
    "٣/٣",
    "1_0",
]
VALUES += ["D", "K", "KKK", "KKKKK", "DDDDDDD", "DGSCP", "PCSGD", "?", "???", "L" * 300, "D" * 16]
VALUES += [
    "-+-",
    "+",
    "D+",
    "+D",
    "D+K",
    "-+?????",
    "L+DDDDDD",
    "-+DDDDDDDD",
    "D+-+-",
    "?+-",
    "K+-",
]
VALUES += [
    "3?",
    "4?/5?",
    "5?/3?",
    "1/3?",
    "1/1/2",
    "/".join(["3?"] * 20),
    "7",
    "10/10",
    "01",
    "10",
    "?",
]
VALUES += [
    "all",
    "turn",
    "over",
    "fill",
    "bonus",
    "bonus3",
    "bonus6",
    "reveal0",
    "deal1",
    "\0",
    "=",
    ";",
]


@settings(deadline=None, max_examples=400)
@given(
    state=states(),
    viewer=st.sampled_from([ALL, 0, 1]),
    changes=st.lists(
        st.tuples(st.sampled_from(KEYS), st.sampled_from(VALUES)), min_size=1, max_size=3
    ),
)
def test_changed_fields_are_refused_or_safe(
    state: State, viewer: int, changes: list[tuple[str, str]]
) -> None:
    shown = state if viewer == ALL else state.view(viewer)
    check_snapshot(state.game, join(split(shown.snapshot()) | dict(changes)))


@MODERATE
@given(one=states(), other=states(), keys=st.sets(st.sampled_from(KEYS), min_size=1, max_size=6))
def test_fields_of_two_positions_are_refused_or_safe(
    one: State, other: State, keys: set[str]
) -> None:
    mixed = {key: value for key, value in split(other.snapshot()).items() if key in keys}
    check_snapshot(one.game, join(split(one.snapshot()) | mixed))


@MODERATE
@given(state=states(), at=st.integers(0), patch=st.text(ALPHABET, max_size=3))
def test_changed_characters_are_refused_or_safe(state: State, at: int, patch: str) -> None:
    text = state.view(at % 2).snapshot()
    place = at % (len(text) + 1)
    check_snapshot(state.game, text[:place] + patch + text[place + 1 :])
    check_snapshot(state.game, text[:place] + patch + text[place:])


@MODERATE
@given(state=states(), order=st.randoms(use_true_random=False), how=st.sampled_from("sdr"))
def test_keys_come_once_and_in_order(state: State, order: random.Random, how: str) -> None:
    """Shuffled, dropped or repeated."""
    pairs = state.snapshot().split(";")
    key = order.choice(pairs)
    if how == "s":
        order.shuffle(pairs)
    elif how == "d":
        pairs.remove(key)
    else:
        pairs.insert(order.randrange(len(pairs) + 1), key)
    if pairs == state.snapshot().split(";"):
        return
    with pytest.raises(InvalidPosition) as caught:
        state.game.snapshot(";".join(pairs))
    wanted = {"s": "is written", "d": f"lacks {key.partition('=')[0]}", "r": "given twice"}
    assert wanted[how] in str(caught.value)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("value", ["", "\0", "٣", "-1", "9" * 30, "x" * 2**20], ids=ascii_id)
def test_refusal_names_the_field(key: str, value: str) -> None:
    with pytest.raises(InvalidPosition, match=f"^snapshot field {key}: "):
        GAME.snapshot(join(split(GAME.start().snapshot()) | {key: value}))


@pytest.mark.parametrize(
    "text",
    ["", "\0", ";", "=", "a=b", "x" * 2**20, ";" * 2**20, "seat=" * 2**18, "\udc80"],
    ids=ascii_id,
)
def test_junk_is_no_snapshot(text: str) -> None:
    with pytest.raises(InvalidPosition, match=r"^snapshot"):
        GAME.snapshot(text)


# ---- snapshots whose sums agree ----


def forge(seeds: range) -> Counter[str]:
    """Forged snapshots checked; how many of each phase and viewer were accepted."""
    accepted: Counter[str] = Counter()
    for seed in seeds:
        dice = random.Random(seed)
        game = random_game(dice)
        text = Forger(game, dice).snapshot()
        if check_snapshot(game, text, seed):
            accepted["all"] += 1
            accepted.update(text.split(";")[:2])
    print(accepted)
    return accepted


def test_forged_snapshots_are_refused_or_safe() -> None:
    accepted = forge(range(FORGED))
    assert accepted["all"] > FORGED // 3
    phases = {f"phase={name}" for name in PHASES if name != "bonus"}
    assert {"seat=all", "seat=0", "seat=1", "phase=bonus3", *phases} <= set(accepted)


@pytest.mark.slow
def test_many_forged_snapshots_are_refused_or_safe() -> None:
    assert forge(range(10**6, 10**6 + FORGED_SLOW))["all"] > FORGED_SLOW // 3
