"""How rounds and matches of Jaipur begin and end: piles, deck, cap, reveals, ties, starters.

In `match` the end of a round shows as the next one waiting for its deal, with `last` holding what
was scored; in `single` the game is over and the table lies as it was.
"""

import pytest

from sarai import CHANCE, OVER, WIN, IllegalMove, State
from sarai.games.jaipur.cards import PHASES
from tests.support.positions import ALMOST_ALL, at, play, standard, texts

Options = dict[str, str | int]

GAME = standard()
SINGLE = standard(rounds="single")
WON, DRAWN, LOST = (WIN, 0), (WIN // 2, WIN // 2), (0, WIN)
DECK_ENDS = ("refill_fails", "empty")


def phase(state: State) -> str:
    return PHASES[state.fields()["phase"][0]]


def number(state: State, field: str) -> int:
    (value,) = state.fields()[field]
    return value


# ---- three empty piles ----

# Diamond and gold are sold out; the sale of silver takes the last tokens of a third good.
TWO_EMPTY = {"market": "CKKKK", "sold": "DDDDDGGGGGSSS", "hand0": "SSS"}
ALL_DEAR = 29 + 27 + 25


def test_round_ends_at_once_after_the_third_empty_pile() -> None:
    after = play(at(GAME, **TWO_EMPTY | {"sold": "DDDDDGGGGGSSSS", "hand0": "SS"}), "sell:Sx2")
    assert phase(after) == "deal0"
    assert after.fields()["last"] == (ALL_DEAR, 0)


def test_sale_that_ends_the_round_brings_its_bonus_first() -> None:
    after = play(at(GAME, **TWO_EMPTY), "sell:Sx3")
    assert phase(after) == "bonus"
    after.play("bonus:3")
    assert phase(after) == "reveal0"
    after.play("reveal0:3")
    assert phase(after) == "deal0"
    assert after.fields()["last"] == (ALL_DEAR + 3, 0)


def test_two_empty_piles_end_nothing() -> None:
    assert play(at(GAME, market="CKKKK", sold="DDDDDGGG", hand0="GG"), "sell:Gx2").actor == 1


# ---- the deck: at refill_fails the market must stay short, at empty the deck must be empty ----

# A single spice in the deck, and both seats can take.
ONE_CARD = {"sold": f"{ALMOST_ALL[:18]}PPPPPPLL", "hand0": "GSCPLL", "hand1": "LLLLLL"}
ONE_CARD |= {"market": "DDGSC", "herds": "11/0"}
NO_CARD = ONE_CARD | {"hand1": "PLLLLLL"}
# A single leather in the deck, and three camels to take.
THREE_CAMELS = {"sold": f"{ALMOST_ALL}LLLL", "hand0": "DGSSCC", "hand1": "PPLLLLL"}
THREE_CAMELS |= {"market": "DGKKK", "herds": "8/0"}


def test_round_goes_on_at_deck_zero_after_a_complete_refill() -> None:
    state = play(at(GAME, **ONE_CARD), "take:D", "fill:P")
    assert sum(state.fields()["pool"]) == 0
    assert state.actor == 1
    assert {"take:D", "sell:Lx1", "swap:DG>LL"} <= texts(state)
    after = play(state, "swap:DG>LL", "sell:Lx1")
    assert after.actor == 1
    assert phase(play(after, "take:L")) == "deal0"


def test_take_at_deck_zero_ends_the_round_and_keeps_the_card() -> None:
    after = play(at(SINGLE, **NO_CARD), "take:D")
    assert after.actor == OVER
    assert after.fields()["hand"][0] == 1
    assert sum(after.fields()["market"]) == 4


def test_camels_at_deck_zero_end_the_round_and_are_kept() -> None:
    camels = THREE_CAMELS | {"sold": f"{ALMOST_ALL}LLLLL", "market": "DGKKK"}
    after = play(at(SINGLE, **camels), "camels")
    assert after.actor == OVER
    assert after.fields()["hand"][6] == 11
    assert sum(after.fields()["market"]) == 2


@pytest.mark.parametrize("deck_end", DECK_ENDS)
def test_incomplete_refill_places_what_there_is_and_ends_the_round(deck_end: str) -> None:
    state = at(standard(rounds="single", deck_end=deck_end), **THREE_CAMELS)
    after = play(state, "camels")
    assert [after.game.text(word) for word, _ in after.outcomes()] == ["fill:L"]
    after.play("fill:L")
    assert after.actor == OVER
    assert after.fields()["market"][:7] == (1, 1, 0, 0, 0, 1, 0)


def test_round_ends_at_deck_zero_where_the_option_says_so() -> None:
    after = play(at(standard(rounds="single", deck_end="empty"), **ONE_CARD), "take:D", "fill:P")
    assert after.actor == OVER
    assert sum(after.fields()["market"]) == 5


# ---- the cap on moves ----

CAPPED = standard(max_plies=21)


@pytest.mark.parametrize(
    "events",
    [["swap:DG>LL"], ["take:D", "fill:K"], ["sell:Lx1"], ["sell:Lx3", "bonus:1", "reveal0:1"]],
)
def test_round_is_cut_off_and_flagged_after_the_last_move(events: list[str]) -> None:
    state = at(CAPPED, hand0="LLL")
    assert (number(state, "plies"), number(state, "capped")) == (20, 0)
    after = play(state, *events)
    assert phase(after) == "deal0"
    assert number(after, "capped") == 1
    assert ";capped=1;" in after.snapshot()


def test_move_before_the_last_cuts_nothing_off() -> None:
    after = play(at(CAPPED, plies="19", hand0="LL"), "swap:DG>LL")
    assert (after.actor, number(after, "capped")) == (1, 0)


def test_chance_events_are_not_counted_as_moves() -> None:
    after = play(at(GAME, hand0="LLL"), "take:D", "fill:K")
    assert number(after, "plies") == 21


def test_round_that_ends_by_the_rules_with_its_last_move_is_not_flagged() -> None:
    piles = play(at(CAPPED, **TWO_EMPTY), "sell:Sx2")
    assert (phase(piles), number(piles, "capped")) == ("deal0", 0)
    deck = play(at(CAPPED, **NO_CARD), "take:D")
    assert (phase(deck), number(deck, "capped")) == ("deal0", 0)


# ---- scoring: the last move of a capped round is an exchange, which changes no rupees ----

# Four tokens of silver are gone: 20 rupees and 4 tokens for both seats together.
LEVEL = {"sold": "SSSS", "rupees": "10/10", "goods": "2/2", "hand0": "LL", "market": "DGCPP"}
# Sales that can have brought the bonus tokens of these tests.
SALES = {"sold": "SSSSSCCCCPPPLLLLL", "rupees": "30/30", "goods": "9/8"}


def score(options: Options, **given: str) -> State:
    """A round that seat 0 ends by an exchange, up to the score and no further."""
    after = play(at(standard(max_plies=21, **options), **LEVEL | given), "swap:DG>LL")
    while phase(after).startswith("reveal"):
        ((word, _),) = after.outcomes()
        after.play(word)
    return after


@pytest.mark.parametrize(("rupees", "seals"), [("11/9", (1, 0)), ("9/11", (0, 1))])
def test_most_rupees_take_the_seal(rupees: str, seals: tuple[int, int]) -> None:
    after = score({}, rupees=rupees)
    assert after.fields()["seals"] == seals
    assert after.fields()["last"] == tuple(map(int, rupees.split("/")))


@pytest.mark.parametrize(
    ("herds", "last"), [("3/2", (15, 10)), ("0/1", (10, 15)), ("4/4", (10, 10)), ("0/0", (10, 10))]
)
def test_camel_token_goes_to_the_larger_herd_or_to_nobody(
    herds: str, last: tuple[int, int]
) -> None:
    assert score({}, herds=herds).fields()["last"] == last


def test_camel_token_counts_before_the_totals_are_compared() -> None:
    assert score({}, rupees="12/8", herds="0/1").fields()["seals"] == (0, 1)


def test_camels_given_away_do_not_count() -> None:
    state = at(standard(max_plies=21), **LEVEL | {"herds": "2/1"})
    assert play(state, "swap:DG>KK").fields()["last"] == (10, 15)


def test_bonus_tokens_count_with_their_values() -> None:
    after = score({}, **SALES, bonus0="1/9", bonus1="6")
    assert after.fields()["last"] == (40, 36)


def test_tie_on_rupees_goes_to_more_bonus_tokens() -> None:
    after = score({}, **SALES, bonus0="3", bonus1="1/2")
    assert after.fields()["last"] == (33, 33)
    assert after.fields()["seals"] == (0, 1)


def test_tie_on_bonus_tokens_goes_to_more_goods_tokens() -> None:
    assert score({}, goods="3/1").fields()["seals"] == (1, 0)
    with_tokens = score({}, **SALES | {"goods": "8/9"}, bonus0="2", bonus1="2")
    assert with_tokens.fields()["seals"] == (0, 1)


def test_camel_token_is_no_token_in_a_tie() -> None:
    after = score({}, rupees="5/10", sold="SSS", goods="1/2", herds="4/1")
    assert after.fields()["last"] == (10, 10)
    assert after.fields()["seals"] == (0, 1)  # by 2 goods tokens to 1


# ---- full ties ----


@pytest.mark.parametrize("starter", [0, 1])
def test_full_tie_is_replayed_with_the_same_starter(starter: int) -> None:
    after = score({}, starter=str(starter), counted="1", round="2", seals="1/0", total="60/50")
    f = after.fields()
    assert (phase(after), f["seals"], f["starter"]) == ("deal0", (1, 0), (starter,))
    assert (f["total"], f["counted"], f["round"]) == ((60, 50), (1,), (3,))
    assert f["last"] == (10, 10)


@pytest.mark.parametrize("starter", [0, 1])
def test_full_tie_seals_the_non_starter_alone(starter: int) -> None:
    f = score({"full_tie": "non_starter"}, starter=str(starter)).fields()
    assert f["seals"] == ((0, 1) if starter == 0 else (1, 0))
    assert f["starter"] == (starter,)  # who lost, and so starts again
    assert (f["total"], f["counted"]) == ((10, 10), (1,))


@pytest.mark.parametrize("starter", [0, 1])
def test_full_tie_as_a_draw_counts_without_a_seal(starter: int) -> None:
    f = score({"full_tie": "draw"}, starter=str(starter)).fields()
    assert (f["seals"], f["counted"], f["total"]) == ((0, 0), (1,), (10, 10))
    assert f["starter"] == (1 - starter,)


@pytest.mark.parametrize(
    ("seals", "wins"), [("0/0", DRAWN), ("1/1", DRAWN), ("1/0", WON), ("0/1", LOST)]
)
def test_match_of_draws_is_over_after_three_rounds(seals: str, wins: tuple[int, int]) -> None:
    after = score({"full_tie": "draw"}, round="2", counted="2", seals=seals, total="100/90")
    assert after.actor == OVER
    assert after.returns().wins == wins
    assert after.returns().scores == (110, 100)


def test_three_drawn_rounds_from_the_first() -> None:
    fields = {"round": "0", "counted": "0", "total": "0/0"}
    for played in (1, 2, 3):
        after = score({"full_tie": "draw"}, **fields)
        assert (number(after, "counted"), after.actor == OVER) == (played, played == 3)
        fields = {
            "round": str(played),
            "counted": str(played),
            "total": f"{10 * played}/{10 * played}",
        }
    assert after.returns().wins == DRAWN
    assert after.returns().scores == (30, 30)


@pytest.mark.parametrize("full_tie", ["replay", "draw"])
def test_full_tie_of_a_single_round_is_a_draw(full_tie: str) -> None:
    after = score({"rounds": "single", "full_tie": full_tie})
    assert after.returns().wins == DRAWN
    assert after.returns().scores == (10, 10)


@pytest.mark.parametrize(("starter", "wins"), [(0, LOST), (1, WON)])
def test_full_tie_of_a_single_round_goes_to_the_non_starter(
    starter: int, wins: tuple[int, int]
) -> None:
    options: Options = {"rounds": "single", "full_tie": "non_starter"}
    assert score(options, starter=str(starter)).returns().wins == wins


# ---- the match ----


@pytest.mark.parametrize(("rupees", "loser"), [("11/9", 1), ("9/11", 0)])
@pytest.mark.parametrize("starter", [0, 1])
def test_loser_starts_the_next_round(rupees: str, loser: int, starter: int) -> None:
    after = score({}, rupees=rupees, starter=str(starter))
    assert (number(after, "starter"), number(after, "turn")) == (loser, loser)


def test_two_seals_win_the_match() -> None:
    second = {"round": "1", "counted": "1", "seals": "1/0", "total": "70/60"}
    after = score({}, rupees="11/9", **second)
    assert after.actor == OVER
    assert after.returns().wins == WON
    assert after.returns().scores == (81, 69)
    assert phase(score({}, rupees="9/11", **second)) == "deal0"


def test_third_round_decides_at_one_seal_each() -> None:
    third = {"round": "2", "counted": "2", "seals": "1/1", "total": "99/20"}
    assert score({}, rupees="9/11", **third).returns().wins == LOST


def test_single_round_is_the_whole_game() -> None:
    after = score({"rounds": "single"}, rupees="11/9")
    assert after.actor == OVER
    assert after.returns().wins == WON
    assert after.returns().scores == (11, 9)


def test_everything_but_the_match_is_put_back_for_the_next_round() -> None:
    seat0 = standard(starter="seat0")
    sales = SALES | {"rupees": "29/31"}
    after = score({}, **sales, hand1="CC", herds="1/2", bonus0="1", bonus1="4")
    before, now = seat0.start().fields(), after.fields()
    kept = {"seals", "total", "last", "round", "counted", "capped"}
    assert {name for name in before if before[name] != now[name]} == kept


# ---- who starts the first round ----


def test_starter_is_drawn_with_the_deal_by_default() -> None:
    state = standard().start()
    assert state.actor == CHANCE
    drawn = {state.game.text(word): weight for word, weight in state.outcomes()}
    assert drawn == {"starter:0": 1, "starter:1": 1}
    dealt = play(state, "starter:1", "deal0:DDLKK", "deal1:GSCPL", "market:DK")
    assert dealt.actor == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_starter_may_be_fixed(seat: int) -> None:
    state = standard(starter=f"seat{seat}").start()
    assert phase(state) == "deal0"
    assert play(state, "deal0:DDLKK", "deal1:GSCPL", "market:DK").actor == seat


# ---- the reveal ----


def to_reveal(**given: str) -> State:
    return play(at(standard(max_plies=21), **LEVEL | given), "swap:DG>LL")


def test_bonus_tokens_are_revealed_seat_by_seat() -> None:
    state = to_reveal(**SALES, bonus0="1/9", bonus1="4/6")
    assert [state.game.text(word) for word, _ in state.outcomes()] == ["reveal0:1/9"]
    state.play("reveal0:1/9")
    assert [state.game.text(word) for word, _ in state.outcomes()] == ["reveal1:4/6"]
    state.play("reveal1:4/6")
    assert phase(state) == "deal0"


def test_seat_without_bonus_tokens_reveals_nothing() -> None:
    assert phase(to_reveal()) == "deal0"
    assert phase(to_reveal(bonus0="3")) == "reveal0"
    assert phase(to_reveal(bonus1="3")) == "reveal1"
    assert phase(play(to_reveal(bonus0="3"), "reveal0:3")) == "deal0"


def test_other_tokens_than_those_taken_cannot_be_revealed() -> None:
    state = to_reveal(**SALES, bonus0="1/9")
    for wrong in ("reveal0:1", "reveal0:2/9", "reveal1:1/9"):
        with pytest.raises(IllegalMove):
            state.play(wrong)


def test_reveal_is_news_to_the_other_seat_alone() -> None:
    state = to_reveal(**SALES, bonus0="1/9", bonus1="4")
    own, other = state.view(0), state.view(1)
    assert "bonus0=1/9" in own.snapshot()
    assert "bonus0=3?/5?" in other.snapshot()
    assert own.illegal_reason(state.game.parse("reveal0:2/9")) is not None
    for values in ("1/8", "1/9", "2/10", "3/8"):
        assert other.illegal_reason(state.game.parse(f"reveal0:{values}")) is None
    for values in ("1", "1/1", "4/9", "1/2/9"):
        assert other.illegal_reason(state.game.parse(f"reveal0:{values}")) is not None
    other.play("reveal0:1/9")
    assert "bonus0=1/9" in other.snapshot()
    assert "revealed=0;" in other.snapshot()
