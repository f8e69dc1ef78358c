"""Rules of Welcome To that implementations get wrong, in small positions."""

from __future__ import annotations

from collections import Counter

import pytest

import generate_tables
import sarai
from sarai import CHANCE, OVER, WIN, Game, IllegalMove, InvalidGame, Rng, State
from sarai.games.welcometo.plans import EFFECTS, PLANS
from tests.games.welcometo.positions import (
    FULL,
    TURNED_UP,
    a_game,
    after,
    built,
    changed,
    finish,
    first_turn,
    moves,
    play_simply,
    row,
)

DATA = generate_tables.read("welcometo")
LETTERS = "SPTBLA"


# ---- where numbers fit ----


def test_an_empty_sheet() -> None:
    state = first_turn(a_game())
    assert len(built(state, "8S")) == 33
    fences = after(state, "use:8S", "build:8@A5")
    assert len(moves(fences, "fence")) == 30
    bis = first_turn(a_game(), ("7B", "5A", "12L", "8S", "3S", "10A"))
    only = moves(after(bis, "use:8B", "build:8@A5"), "bis")
    assert only == ["bis:A6<", "bis:A4>"], "nothing but the new house can be copied"


SEVEN_NINE = row(". . . 7 . . 9 . . .")


def test_numbers_rise_within_a_street() -> None:
    state = first_turn(a_game(), (*TURNED_UP, "8B", "7S", "9A"))
    state = changed(state, top0=SEVEN_NINE)
    places = built(state, "8S")
    assert [place for place in places if place[0] == "A"] == ["A5", "A6"] and len(places) == 25
    assert not [place for place in built(state, "7A") if place[0] == "A"]
    assert not [place for place in built(state, "9L") if place[0] == "A"]


def test_a_bis_stands_beside_its_number() -> None:
    cards = ("8B", "5A", "12L", "8S", "7S", "9A")
    state = changed(first_turn(a_game(), cards), top0=SEVEN_NINE)
    ready = after(state, "use:8B", "build:8@C5")
    wanted = ["bis:A5<", "bis:A8<", "bis:A3>", "bis:A6>"]
    assert [text for text in moves(ready, "bis") if text[4] == "A"] == wanted
    fenced = after(changed(state, fences0="A4-5"), "use:8B", "build:8@C5")
    assert [text for text in moves(fenced, "bis") if text[4] == "A"] == [wanted[1], *wanted[2:]]
    surveyor = changed(first_turn(a_game()), top0=SEVEN_NINE, fences0="A4-5")
    assert len(moves(after(surveyor, "use:8S", "build:8@C5"), "fence")) == 29


def test_a_roundabout_cuts_a_street() -> None:
    cards = (*TURNED_UP, "2S", "12T", "3S")
    state = changed(first_turn(a_game(advanced="yes"), cards), top0=SEVEN_NINE)
    state = after(state, "round:A5")
    assert [place for place in built(state, "2S") if place[0] == "A"] == ["A1", "A2", "A3", "A6"]
    assert [place for place in built(state, "12A") if place[0] == "A"] == ["A8", "A9", "A10"]
    assert not moves(state, "round"), "one in a turn"
    state = after(state, "use:2S", "build:2@C1", "skip")
    while state.mapping()["shown"][0] != "all":
        text = next(iter(map(state.game.text, state.moves())), None)
        state.play(text or state.game.text(state.sample(Rng(0))))
    assert state.mapping()["fences"][0] == ["A4-5", "A5-6"]


def test_no_fence_between_equal_numbers() -> None:
    state = changed(first_turn(a_game()), top0=row(". . . 5 5b . . . . ."))
    fences = moves(after(state, "use:8S", "build:8@C5"), "fence")
    assert "fence:A4-5" not in fences and "fence:A3-4" in fences and "fence:A5-6" in fences


def test_no_pool_on_a_bis_or_without_the_pool_effect() -> None:
    cards = ("8P", "9B", "12L", "8B", "3S", "10A")
    state = first_turn(a_game(), cards)
    assert finish(after(state, "use:8P", "build:8@A3"), 0).mapping()["pools"][0] == ["A3"]
    assert finish(after(state, "use:8P", "build:8@A4"), 0).mapping()["pools"][0] == []
    assert finish(after(state, "use:3B", "build:3@A2", "bis:A3<"), 0).mapping()["pools"][0] == []


@pytest.mark.parametrize(("card", "numbers"), [("1S", {0, 1, 2, 3}), ("15S", {13, 14, 15, 16, 17})])
def test_a_temp_shifts_by_two(card: str, numbers: set[int]) -> None:
    state = after(first_turn(a_game(), ("8T", "5A", "12L", card, "3S", "10A")), f"use:{card[:-1]}T")
    assert {int(text[6:].partition("@")[0]) for text in moves(state, "build")} == numbers


# ---- refusals ----


def stuck(refusal: str, effect: str) -> list[str]:
    game = a_game(refusal=refusal)
    state = first_turn(game, (f"8{effect}", "5A", "12L", "9B", "3S", "10A"))
    state = changed(state, **{**FULL, "bottom0": row("1 2 3 4 5 6 7 8 9 10 . 13")})
    return sorted(map(game.text, state.moves()))


def test_a_refusal_is_legal_where_a_shift_would_help() -> None:
    assert stuck("printed", "T") == ["refuse", "use:9T"]
    assert stuck("stuck", "T") == ["use:9T"]
    assert stuck("printed", "S") == stuck("stuck", "S") == ["refuse"]


def test_no_refusal_where_a_number_fits() -> None:
    state = first_turn(a_game())
    with pytest.raises(IllegalMove, match="a number fits: refusing is not allowed"):
        state.play("refuse")


# ---- plans ----


def claimed(game: Game, keys: dict[str, str], *, taken: str = "-") -> State:
    """Both seats refuse nothing; seat 0 and 1 have these sheets, and claim plan 1 if they can."""
    return changed(first_turn(game), taken=taken, **keys)


FOURS = row("1 2 3 4 5 6 7 8 . .")
FENCES = "A4-5/A8-9"


def test_claims_of_one_turn_are_equal_and_later_ones_are_later() -> None:
    """Two estates of 4: seats 0 and 1 in one turn, seat 2 in a later one."""
    game = a_game(3, reshuffle="never")
    sheets = {f"top{seat}": FOURS for seat in range(3)} | {f"fences{s}": FENCES for s in range(3)}
    state = changed(first_turn(game), **sheets)
    for claims in (True, True, False):
        state.play("use:8S")
        state.play("build:8@C5")
        state.play("skip")
        assert moves(state, "claim") == ["claim:1"]
        state.play("claim:1" if claims else "done")
    while state.actor == CHANCE and state.mapping()["phase"] == "turn":
        state.play(game.text(state.sample(Rng(0))))
    assert [plans[0] for plans in state.mapping()["plans"]] == ["first", "first", "-"]
    assert state.mapping()["taken"] == ["1"]
    assert state.mapping()["used"][0] == [f"A{n}" for n in range(1, 9)]
    while state.actor == CHANCE:
        state.play(game.text(state.sample(Rng(1))))
    state = play_simply(state, {2: "claim:1"})
    assert [plans[0] for plans in state.mapping()["plans"]] == ["first", "first", "later"]


def test_the_player_chooses_the_estates() -> None:
    """Three estates of 4 for a plan of two: they are chosen from left to right."""
    game = a_game(reshuffle="never")
    sheet = {"middle0": row("1 2 3 4 . . . . . . ."), "fences0": f"{FENCES}/B4-5"}
    state = changed(first_turn(game), top0=FOURS, **sheet)
    state = after(state, "use:8S", "build:8@C5", "skip", "claim:1")
    assert moves(state, "estate") == ["estate:A1", "estate:A5"]
    assert moves(after(state, "estate:A1"), "estate") == ["estate:A5", "estate:B1"]
    done = finish(after(state, "estate:A1", "estate:B1"), 0).mapping()
    assert done["used"][0] == [f"{letter}{n}" for letter in "AB" for n in range(1, 5)]
    forced = after(state, "estate:A5")
    assert not moves(forced, "estate"), "the last one is taken without a move"


def test_no_fence_in_a_used_estate() -> None:
    state = first_turn(a_game())
    state = changed(state, top0=FOURS, fences0=FENCES, used0="/".join(f"A{n}" for n in range(1, 9)))
    fences = moves(after(state, "use:8S", "build:8@C5"), "fence")
    assert not [text for text in fences if text[6:] in ("A1-2", "A2-3", "A5-6")]
    assert "fence:A9-10" in fences


def test_who_may_ask_for_a_reshuffle() -> None:
    sheet = {"top0": FOURS, "fences0": FENCES}
    for offer, asks in (("first_plan", True), ("each_plan", True), ("never", False)):
        state = changed(first_turn(a_game(reshuffle=offer)), **sheet)
        state = after(state, "use:8S", "build:8@C5", "skip", "claim:1")
        assert bool(moves(state, "reshuffle")) == asks, offer
    state = changed(first_turn(a_game()), **sheet)
    state = after(state, "use:8S", "build:8@C5", "skip", "claim:1", "reshuffle")
    state = play_simply(state, {})
    assert sum(state.mapping()["pile"].values()) == 81
    assert state.mapping()["effects"] == ["-", "-", "-"]


@pytest.mark.parametrize("plan", DATA["plans"], ids=lambda plan: str(plan["id"]))
def test_words_of_plans(plan: dict[str, object]) -> None:
    """The board tells what the tables say."""
    words, first, later = PLANS[int(str(plan["id"])) - 1]
    assert (first, later) == (plan["first"], plan["later"])
    if plan["kind"] == "estates":
        sizes = plan["sizes"]
        assert isinstance(sizes, list)
        assert set(map(str, sizes)) == {
            word for word in words.replace(",", "").split() if word.isdigit()
        }
    assert list(EFFECTS) == list(LETTERS)


# ---- the deck ----


def test_the_deck() -> None:
    pile = Counter(a_game().start().mapping()["pile"])
    numbers, effects = Counter[int](), Counter[str]()
    for card, n in pile.items():
        numbers[int(card[:-1])] += n
        effects[card[-1]] += n
    assert [numbers[n] for n in range(1, 16)] == [3, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 3]
    assert [effects[letter] for letter in LETTERS] == [18, 9, 9, 9, 18, 18]


@pytest.mark.parametrize("pile", ["discards", "all"])
def test_the_pile_is_renewed_for_turn_27(pile: str) -> None:
    """After 26 turns 81 cards are out: the shown ones stay, or all are dealt anew."""
    game = a_game(2, pile=pile, reshuffle="never")
    state, rng = game.start(), Rng(3)
    while state.mapping()["turns"] < 26:
        assert state.actor != OVER
        state.play_unchecked(state.sample(rng) if state.actor == CHANCE else state.choose(0, rng))
    found = state.mapping()
    left = sum(found["pile"].values())
    assert (found["phase"], left) == ("draw", 78 if pile == "discards" else 81)
    assert ("-" in found["effects"]) == (pile == "all")


def test_the_solo_card() -> None:
    """It comes among the last 41 cards with the weight of one card, and takes the first points."""
    game = a_game(1)
    state, rng = game.start(), Rng(5)
    while sum(state.mapping()["pile"].values()) > 41 or state.actor != CHANCE:
        assert "card:solo" not in [game.text(word) for word, _ in state.outcomes()]
        state.play_unchecked(state.sample(rng) if state.actor == CHANCE else state.choose(0, rng))
    weights = {game.text(word): weight for word, weight in state.outcomes()}
    assert weights["card:solo"] == 1 and sum(weights.values()) == 42
    state.play("card:solo")
    assert state.mapping()["taken"] == ["1", "2", "3"]
    assert "card:solo" not in [game.text(word) for word, _ in state.outcomes()]
    turns = 0
    while state.actor != OVER:
        state.play_unchecked(state.sample(rng) if state.actor == CHANCE else state.choose(0, rng))
        turns = state.mapping()["turns"]
    assert turns <= 27 and 0 < state.returns().wins[0] < WIN


THIRD = (("8S", "9A", "1L"), ("10S", "11A", "15L"), ("7L", "6A", "2S"), ("5S", "4A", "14L"))
"""What four seats draw; each plays the first two of its cards."""


def expert_turn(folds: int | None = None) -> State:
    """The first turn of four seats up to the cards that are passed on; one of them may fold."""
    game = a_game(4, mode="expert", reshuffle="never")
    state = game.start()
    for seat, cards in enumerate(THIRD):
        for card in cards:
            state.play(f"draw{seat}:{card}")
    if folds is not None:
        rows = {"top": [6, 7, 8, 9, 10, 11, 12, 13, 14, 15], "middle": range(1, 12)}
        text = {name: "/".join(map(str, row)) for name, row in rows.items()}
        full = {f"{name}{folds}": row for name, row in text.items()}
        state = changed(state, **full, **{f"bottom{folds}": row("1 2 3 4 5 6 7 8 9 10 . 12")})
    for seat, cards in enumerate(THIRD):
        if seat == folds:
            state.play("refuse")
            continue
        number = cards[0][:-1]
        state = after(state, f"play:{cards[0]}+{cards[1]}", f"build:{number}@A1", "agent:1")
    while state.mapping()["phase"] == "turn":
        state.play(state.game.text(state.sample(Rng(0))))
    return state


def test_expert_cards_are_passed_on() -> None:
    """The third card goes to the next seat: giver and receiver see it, the others do not."""
    state = expert_turn()
    for seat, cards in enumerate(THIRD):
        state.play(f"pass{seat}:{cards[2]}")
    hands = state.mapping()["hand"]
    assert hands == [["-", "-", THIRD[(seat - 1) % 4][2]] for seat in range(4)]
    for seat in range(4):
        seen = [state.view(other).mapping()["hand"][seat][2] for other in range(4)]
        giver = (seat - 1) % 4
        assert seen == [hands[seat][2] if other in (seat, giver) else "?" for other in range(4)]
    drawn: list[str] = []
    while state.mapping()["phase"] == "draw":
        drawn.append(state.game.text(state.sample(Rng(len(drawn)))).partition(":")[0])
        state.play_unchecked(state.sample(Rng(len(drawn) - 1)))
    assert drawn == [f"draw{seat}" for seat in range(4) for _ in range(2)]


def test_who_folds_passes_nothing_on() -> None:
    """All three cards are out, and the next seat draws one more."""
    state = expert_turn(folds=2)
    assert [state.game.text(word) for word, _ in state.outcomes()] == ["pass0:1L"]
    for seat in (0, 1, 3):
        state.play(f"pass{seat}:{THIRD[seat][2]}")
    hands = [[card for card in hand if card != "-"] for hand in state.mapping()["hand"]]
    assert hands == [["14L"], ["1L"], ["15L"], []]
    pile = state.mapping()["pile"]
    assert "2S" not in pile and pile["7L"] == 1 and sum(pile.values()) == 81 - 12
    drawn: list[str] = []
    while state.mapping()["phase"] == "draw":
        drawn.append(state.game.text(state.sample(Rng(len(drawn)))).partition(":")[0])
        state.play_unchecked(state.sample(Rng(len(drawn) - 1)))
    assert drawn == [f"draw{seat}" for seat in (0, 0, 1, 1, 2, 2, 3, 3, 3)]


# ---- the end, set-up ----


def test_one_check_of_the_end() -> None:
    """A third refusal, while a rival fills its last house: one end, and both have normal scores."""
    cards = ("8L", "5A", "12L", "14A", "13S", "15A")
    full = {name.replace("0", "1"): value for name, value in FULL.items()}
    full["bottom1"] = row("1 2 3 4 5 6 7 8 9 10 11 .")
    keys = {**FULL, "bottom0": row("1 2 3 4 5 6 7 8 9 10 . 12"), "refusals0": "2"}
    state = changed(first_turn(a_game(2), cards), **keys, **full)
    state.play("refuse")
    assert state.actor == 1, "the other one completes the turn"
    state = after(state, "use:14L", "build:14@C12")
    while state.actor == CHANCE and state.mapping()["phase"] == "turn":
        state.play_unchecked(state.sample(Rng(0)))
    found = state.mapping()
    assert state.actor == OVER and found["turns"] == 1
    assert found["refusals"] == [3, 0] and found["bottom"][1][-1] == "14"
    assert list(state.returns().scores) == [-5, 2], "a park in the bottom street"
    assert list(state.returns().wins) == [0, WIN]


def test_set_up_errors() -> None:
    for seats, options, reason in (
        (1, {"mode": "expert"}, "expert game needs two seats"),
        (2, {"plans": "11/4/15"}, "the first is of stack 1"),
        (2, {"plans": "4/11"}, "three are needed"),
        (7, {}, "1 to 6 seats"),
    ):
        with pytest.raises(InvalidGame, match=reason):
            sarai.game("welcometo", seats, options)


def test_plans_are_drawn_from_the_seed() -> None:
    """Basic plans only, unless the advanced ones are in play."""
    for advanced in ("no", "yes"):
        drawn = [
            sarai.game("welcometo", 2, {"advanced": advanced}, seed=seed).options["plans"]
            for seed in range(300)
        ]
        numbers = {int(n) for plans in drawn for n in plans.split("/")}
        assert numbers == set(range(1, 19 if advanced == "no" else 29))
