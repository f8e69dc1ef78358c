"""The rules of Bazaar where implementations go wrong: a test for each fault, one turn at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations, combinations_with_replacement

import pytest

import generate_tables
import sarai
from sarai import CHANCE, OVER, WIN, Game, IllegalMove, InvalidGame, State
from sarai.games.bazaar.gems import LETTERS
from sarai.games.bazaar.presets import PRESETS
from tests.games.bazaar.pairing import HOUSE_CARDS
from tests.support.positions import play, texts

CARDS = "house_cards"
GAME = sarai.game("bazaar", options={CARDS: "1/7"})
ALONE = sarai.game("bazaar", 1, {CARDS: "1/7"})
FILLERS = ["".join(gems) for gems in combinations_with_replacement(LETTERS, 5)][:24]
"""Claimed cards."""


def at(game: Game, **given: str) -> State:
    """A position by what matters in it: seat 0 to act, all piles full, cards that nobody wants."""
    left = given.get("left", "6/6/6/6").split("/")
    gone = sum(int(game.options["cards_per_pile"]) - int(n) for n in left)
    values = {
        **{"seat": "all", "phase": "act", "turn": "0", "starter": "0", "capped": "0"},
        **{"turns": str(20 * game.seats), "market": "YYYYY/GYYYY/GGYYY/GGGYY"},
        **{"left": "6/6/6/6", "scores": "/".join([str(3 * gone), *["0"] * (game.seats - 1)])},
        **{f"hand{seat}": "-" for seat in range(game.seats)},
    } | given
    values["market"] = "/".join(
        top if n != "0" else "-" for top, n in zip(values["market"].split("/"), left, strict=True)
    )
    free = [card for card in FILLERS if card not in values["market"].split("/")]
    claimed = sorted(free[:gone], key=lambda card: [LETTERS.index(gem) for gem in card])
    values.setdefault("claimed", "/".join(claimed) or "-")
    return game.snapshot(";".join(f"{key}={values[key]}" for key in game.codec.wanted))


def refused(state: State, move: str, reason: str) -> None:
    """The move is not listed, and playing it says why and changes nothing."""
    before = bytes(state)
    assert move not in texts(state)
    with pytest.raises(IllegalMove, match=reason):
        state.play(move)
    assert bytes(state) == before


def score_of_claim(hand: str, card: str, left: str = "6/6/6/6") -> int:
    """Points for pile 0, claimed in the phase in which it may be."""
    state = at(GAME, phase="claim", hand0=hand, left=left, market=f"{card}/GYYYY/GGYYY/GGGYY")
    before = state.fields()["score"][0]
    return play(state, "claim:0").fields()["score"][0] - before


# ---- scoring ----

CELLS = {
    ("6/6/6/6", "RRWWB"): (5, 3, 2, 1, 1, 1),
    ("6/6/6/6", "RRRRB"): (8, 5, 3, 2, 2, 2),
    ("6/6/6/6", "GGGGG"): (8, 5, 3, 2, 2, 2),
    ("6/6/6/6", "RRRWB"): (5, 3, 2, 1, 1, 1),
    ("6/6/6/0", "RRWWB"): (8, 5, 3, 2, 2, 2),
    ("6/6/6/0", "RRRRB"): (12, 8, 5, 3, 3, 3),
    ("2/0/0/0", "RRWWB"): (8, 5, 3, 2, 2, 2),
    ("2/0/0/0", "RRRRB"): (12, 8, 5, 3, 3, 3),
    ("1/6/6/6", "RRWWB"): (5, 3, 2, 1, 1, 1),  # the claim that empties the first pile
    ("1/6/6/6", "RRRRB"): (8, 5, 3, 2, 2, 2),
    ("1/6/6/0", "RRWWB"): (8, 5, 3, 2, 2, 2),  # and the second
    ("1/0/0/0", "RRRRB"): (12, 8, 5, 3, 3, 3),  # and the last card of all
}


@pytest.mark.parametrize(("left", "card"), CELLS)
def test_points(left: str, card: str) -> None:
    for more, points in enumerate(CELLS[left, card]):
        hand = sorted(card + "Y" * more, key=LETTERS.index)
        assert score_of_claim("".join(hand), card, left) == points, f"{more} left"


def test_points_count_gems_left_after_paying() -> None:
    assert score_of_claim("RRRRBGGG", "RRRRB") == 2
    assert score_of_claim("RRRRBGGG", "RRRRB", "6/0/6/6") == 3
    assert score_of_claim("RWWBGY", "RWWBG") == 3
    assert score_of_claim("RWWBGY", "RWWBG", "6/0/6/6") == 5


def test_the_claim_after_the_first_pile_is_gone_scores_more() -> None:
    market = "RRWWB/RRWWG/GGYYY/GGGYY"
    state = at(GAME, phase="claim", hand0="RRWWB", hand1="RRWWG", left="1/6/6/6", market=market)
    before = state.fields()["score"]
    state = play(state, "claim:0")
    assert state.fields()["score"][0] - before[0] == 5
    state = play(state, "draw", "gem:R", "claim:1")
    assert state.fields()["score"][1] - before[1] == 5  # the row of 8, one gem left


# ---- a turn ----


def test_the_first_move_is_a_draw() -> None:
    state = sarai.game("bazaar", 4).start()
    while state.actor == CHANCE:
        state.play(state.deal(3))
    assert texts(state) == {"draw"}


def test_exchanges_in_both_directions() -> None:
    assert texts(at(GAME, hand0="WG")) == {
        *("draw", "trade:WG>Y", "trade:W>BGY", "trade:W>RBBG", "trade:G>WW"),
    }
    assert texts(at(GAME, hand0="Y")) == {"draw", "trade:Y>WG", "trade:Y>RRB"}
    state = at(GAME, hand0="WW")
    refused(state, "trade:WG>Y", "the hand does not have the gems to pay")
    after = play(at(GAME, hand0="WG", hand1="R"), "trade:WG>Y")
    assert after.snapshot().split("hand0=")[1][:2] == "Y;"
    assert after.actor == 1


def test_a_claim_needs_a_draw_or_an_exchange_first() -> None:
    state = at(GAME, hand0="RRWWB", market="RRWWB/GYYYY/GGYYY/GGGYY")
    refused(state, "claim:0", "a turn begins with a draw or an exchange")
    state = play(state, "draw", "gem:Y")
    assert texts(state) == {"claim:0", "end"}
    assert play(state, "claim:0").fields()["score"][0] == 3, "the draw spoils the perfect claim"


def test_no_card_need_be_claimed_and_one_may() -> None:
    market = "RRWWB/RRWWW/GGYYY/GGGYY"
    state = at(GAME, phase="claim", hand0="RRRRWWWWWB", market=market)
    assert texts(state) == {"claim:0", "claim:1", "end"}
    assert play(state, "end").actor == 1
    state = play(state, "claim:1")
    assert state.actor == CHANCE
    # The card below can be had by the hand that is left, but not in this turn.
    assert play(state, "card1:RRWBY").actor == 1


def test_who_can_claim_nothing_is_not_asked() -> None:
    state = play(at(GAME, hand0="RRWW"), "draw", "gem:B")
    assert (state.actor, state.fields()["turns"]) == (1, (41,))


def test_free_choice() -> None:
    state = play(at(GAME, hand0="RRWW", market="RRWWB/GYYYY/GGYYY/GGGYY"), "draw", "gem:free")
    assert texts(state) == {f"choose:{colour}" for colour in LETTERS}
    assert "claim:0" in texts(play(state, "choose:B"))


CHANCES = {"original_die": (1, 6), "rare": (1, 20), "none": (0, 1)}


@pytest.mark.parametrize("name", CHANCES)
def test_chance_of_a_free_choice(name: str) -> None:
    game = sarai.game("bazaar", options={"p_choice": name})
    weights = Counter({game.text(w): n for w, n in play(at(game), "draw").outcomes()})
    one, of = CHANCES[name]
    assert weights["gem:free"] * of == weights.total() * one
    assert len({weights[f"gem:{colour}"] for colour in LETTERS}) == 1


# ---- hands and bag ----


def test_a_hand_without_limit_grows() -> None:
    state = at(GAME, hand0="R*12")
    assert play(state, "draw", "gem:R").snapshot().count("hand0=R*13") == 1
    assert len(texts(at(GAME, hand0="R*12WWWWWWWWW"))) > 2


def test_gems_above_the_limit_are_returned() -> None:
    game = sarai.game("bazaar", options={CARDS: "1/7", "hand_limit": 10})
    state = play(at(game, hand0="RRRRRWWWWY"), "trade:Y>WG")
    assert texts(state) == {"return:R", "return:W", "return:G"}
    assert play(state, "return:G").actor == 1
    # First the claim, then the limit.
    state = at(game, hand0="RRRRRRWWWY", market="RRRRR/GYYYY/GGYYY/GGGYY")
    state = play(state, "trade:Y>WG", "claim:0", "card0:RRWBY")
    assert (state.actor, len(texts(state))) == (1, 1)


def test_a_limited_bag() -> None:
    game = sarai.game("bazaar", options={CARDS: "1/7", "gems_per_colour": 2})
    state = play(at(game, hand0="YY", hand1="RRWG"), "draw")
    assert {game.text(w): n for w, n in state.outcomes()} == {
        **{f"gem:{colour}": 5 for colour in "WBG"},
        "gem:free": 3,
    }
    assert texts(play(state, "gem:free")) == {f"choose:{colour}" for colour in "WBG"}
    refused(at(game, hand0="YY", hand1="RRWG"), "trade:Y>RRB", "the bag does not have the gems")


def test_the_step_is_left_out_where_it_is_impossible() -> None:
    """With an empty bag nobody can draw or exchange, but a seat may still claim."""
    game = sarai.game("bazaar", 3, {CARDS: "1/7", "gems_per_colour": 1})
    state = at(game, phase="claim", hand0="RWBGY", market="YYYYY/RWBGY/GGYYY/GGGYY")
    after = play(state, "end")
    assert (after.actor, after.fields()["turns"]) == (0, (63,))
    assert texts(after) == {"claim:1", "end"}


def test_a_game_in_which_nobody_can_do_anything_ends_by_its_turns() -> None:
    game = sarai.game("bazaar", 3, {CARDS: "1/7", "gems_per_colour": 1})
    over = play(at(game, hand0="RWB", hand1="G"), "draw", "gem:Y")
    assert (over.actor, over.fields()["turns"], over.fields()["capped"]) == (OVER, (900,), (1,))


def test_gems_paid_for_a_card_go_back() -> None:
    game = sarai.game("bazaar", options={CARDS: "1/7", "gems_per_colour": 1})
    state = at(game, phase="claim", hand0="RWBGY", market="YYYYY/RWBGY/GGYYY/GGGYY")
    state = play(state, "claim:1", "card1:RRWBY", "draw")
    assert {game.text(w) for w, _ in state.outcomes()} >= {f"gem:{c}" for c in LETTERS}


# ---- the end ----


def test_the_last_card_ends_the_game_at_once() -> None:
    game = sarai.game("bazaar", 3, {CARDS: "1/7"})
    given = {"turn": "1", "turns": "61", "phase": "claim", "left": "1/0/0/0"}
    state = at(game, hand1="RRWWB", market="RRWWB/-/-/-", scores="69/61/61", **given)
    over = play(state, "claim:0")
    assert over.actor == OVER
    assert over.returns().wins == (WIN // 2, WIN // 2, 0)
    assert over.returns().scores == (69, 69, 61)


def test_two_piles_end_the_game_if_the_rules_say_so() -> None:
    game = sarai.game("bazaar", options={CARDS: "1/7", "end": "two_piles_exhausted"})
    given = {"phase": "claim", "hand0": "RRWWB", "market": "RRWWB/GYYYY/GGYYY/-"}
    assert play(at(game, left="1/6/6/0", **given), "claim:0").actor == OVER
    assert play(at(GAME, left="1/6/6/0", **given), "claim:0").actor == 1


def test_turns_end_the_game() -> None:
    game = sarai.game("bazaar", 3, {CARDS: "1/7", "max_turns": 21})
    state = at(game, turn="2", turns="62", scores="9/9/4", left="3/6/6/6")
    state = play(state, "draw", "gem:R")
    assert state.actor == OVER
    assert (state.fields()["capped"], state.returns().wins) == ((1,), (WIN // 2, WIN // 2, 0))


def test_alone_points_count_first_and_then_fewer_turns() -> None:
    def share(points: int, turns: int) -> int:
        given = {"phase": "claim", "left": "1/0/0/0", "scores": str(points - 8)}
        market = "RRWWB/-/-/-"
        state = at(ALONE, hand0="RRWWB", market=market, turns=str(turns), **given)
        return play(state, "claim:0").returns().wins[0]

    assert share(120, 80) > share(120, 81) > share(119, 30) > share(119, 299) > 0
    assert share(264, 23) < WIN
    assert ALONE.rules()["bound"] == (6 * 8 + 18 * 12,)


# ---- set-up ----


def test_presets_and_data_are_the_same() -> None:
    data = generate_tables.read("bazaar")
    assert {
        name: {k: str(v) for k, v in preset.items()} for name, preset in data["presets"].items()
    } == PRESETS
    defaults = sarai.game("bazaar").given
    assert {name: str(value) for name, value in data["options"].items()}.items() <= defaults.items()
    for name, preset in PRESETS.items():
        options = sarai.game("bazaar", options={"preset": name}).options
        assert preset.items() <= options.items()
    with pytest.raises(InvalidGame, match=r"preset 'odd': .* are: original_like\|rare"):
        sarai.game("bazaar", options={"preset": "odd"})


def pairs_of(equation: str) -> frozenset[str]:
    return frozenset(equation.split("="))


def test_house_cards_are_as_they_were_made() -> None:
    """Any two give ten different equations, no colour on both sides, each colour in four."""
    assert len({pairs_of(e) for card in HOUSE_CARDS.values() for e in card}) == 50
    for one, two in combinations(HOUSE_CARDS.values(), 2):
        assert all(sum(colour in e for e in one + two) >= 4 for colour in LETTERS)
    for card in HOUSE_CARDS.values():
        sides = (equation.split("=") for equation in card)
        assert not any(set(left) & set(right) for left, right in sides)


def test_equations_are_drawn_from_a_seed() -> None:
    drawn = [sarai.game("bazaar", seed=seed).options[CARDS] for seed in range(800)]
    assert drawn == [sarai.game("bazaar", seed=seed).options[CARDS] for seed in range(800)]
    assert len(set(drawn)) == 90
    assert sarai.game("bazaar", seed=7).redrawn(8).options[CARDS] == drawn[8]
    assert GAME.redrawn(8) is GAME


def test_random_equations() -> None:
    sizes: Counter[tuple[int, int]] = Counter()
    for seed in range(200):
        game = sarai.game("bazaar", options={"exchange": "random_equations"}, seed=seed)
        equations = [e.split(":") for e in game.options["equations"].split("/")]
        assert len({frozenset(e) for e in equations}) == 10
        for left, right in equations:
            assert not set(left) & set(right)
            sizes[len(left), len(right)] += 1
        assert all(sum(c in left + right for left, right in equations) >= 3 for c in LETTERS)
        again = sarai.game("bazaar", options=game.options)
        assert again.rules() == game.rules()
    assert set(sizes) == {(1, 2), (1, 3), (1, 4), (2, 2), (2, 3)}
    assert 700 < sizes[1, 2] < 900 and 500 < sizes[1, 3] < 700


BAD: Mapping[str, tuple[dict[str, str], str]] = {
    "one card": ({CARDS: "3"}, "house_cards: two different cards are needed"),
    "the same twice": ({CARDS: "3/3"}, "house_cards: two different cards are needed"),
    "no such card": ({CARDS: "3/11"}, r"option house_cards: item 2, '11', is not 2 of 1\.\.10"),
    "three cards": ({CARDS: "1/2/3"}, "option house_cards"),
    "not as written": ({CARDS: "03/4"}, "option house_cards"),
    "both": ({"equations": "Y:WG"}, "equations: the house cards have them"),
    "cards elsewhere": ({"exchange": "fixed", CARDS: "1/2"}, "only with exchange=house_cards"),
    "none": ({"exchange": "fixed"}, "equations: ten are needed"),
    "letters": ({"exchange": "fixed", "equations": "Y:QG"}, "equations: item 1, 'Y:QG', is not"),
    "order": (
        {"exchange": "fixed", "equations": "Y:GW"},
        r"item 1, 'Y:GW', must be Y:WG: the letters come in the order RWBGY",
    ),
    "weights": ({"shape_weights": "1/1/1/1/1/1/1"}, "only with market=weighted_shapes"),
    "no weight": (
        {"market": "weighted_shapes", "shape_weights": "0/0/0/0/0/0/0"},
        "at least one must not be 0",
    ),
}
NINE = "R:GGG/Y:WG/B:WWGY/W:RBBG/R:BGY/Y:RBB/W:RR/GG:WW/R:WG/"
BAD = {
    **BAD,
    **{
        name: ({"exchange": "fixed", "equations": NINE + last}, reason)
        for name, last, reason in (
            ("turned round", "WG:Y", "equations: number 10 repeats an earlier one"),
            ("a colour on both sides", "WG:WB", "number 10 has a colour on both sides"),
            ("five gems", "W:BBBGG", "number 10 needs 1 to 4 gems on each side"),
            ("no gem", "W:", "number 10 needs 1 to 4 gems"),
        )
    },
}


@pytest.mark.parametrize("name", BAD)
def test_options_that_do_not_fit(name: str) -> None:
    options, reason = BAD[name]
    with pytest.raises(InvalidGame, match=reason):
        sarai.game("bazaar", options=options)


def test_cards_are_multisets_and_high_with_four_of_a_colour() -> None:
    rules = GAME.rules()
    assert len(set(rules["card"])) == 126 and sum(rules["high"]) == 25
    iid = sarai.game("bazaar", options={"market": "iid_gems"}).rules()
    assert sum(iid["weight"]) == 5**5
    assert sum(w for w, high in zip(iid["weight"], iid["high"], strict=True) if high) == 105
