"""The rules of Jaipur where implementations go wrong: a test for each fault, one turn at a time.

The end of a round, ties and the options are in test_rounds.py.
"""

import pytest

import generate_tables
import sarai
from sarai import CHANCE, Game, IllegalMove, InvalidMove, InvalidPosition, State
from tests.support.positions import at, play, standard, standard_data, texts

GAME = standard()


def with_leather_tokens(tokens: list[int]) -> Game:
    data = standard_data()
    data["goods"]["tokens"][5] = tokens
    return sarai.game("jaipur", table=generate_tables.tables("jaipur").table(data))


def swaps(state: State) -> set[str]:
    return {text for text in texts(state) if text.startswith("swap")}


def refused(state: State, move: str, reason: str) -> None:
    """The move is not listed, and playing it says why and changes nothing."""
    before = bytes(state)
    assert move not in texts(state)
    with pytest.raises(IllegalMove, match=reason):
        state.play(move)
    assert bytes(state) == before


# ---- taking one card ----


def test_hand_limit_is_seven_without_camels() -> None:
    six = at(GAME, hand0="DDGGSS", herds="8/0")
    assert {"take:D", "take:G", "take:S", "take:C", "take:P"} <= texts(six)
    seven = play(six, "take:C", "fill:L")
    assert sum(seven.fields()["hand"][:6]) == 7
    refused(at(GAME, hand0="DDGGSSL", herds="0/0"), "take:C", "the hand is full")


def test_limit_counts_the_dealt_part_of_the_hand() -> None:
    refused(at(GAME, hand0="LL+DDGGS"), "take:C", "the hand is full")
    assert "take:C" in texts(at(GAME, hand0="LL+DDGG"))


def test_single_camel_cannot_be_taken() -> None:
    state = at(GAME, market="DGKKK")
    with pytest.raises(InvalidMove):
        state.play("take:K")
    assert not any("K" in text.partition(">")[0] for text in texts(state))
    after = play(state, "camels")
    assert after.fields()["hand"][6] == 3
    assert after.fields()["market"][6] == 0
    assert after.fields()["pending"] == (3,)  # all three places are filled again


@pytest.mark.parametrize("camels", range(1, 6))
def test_camels_are_taken_however_many_there_are(camels: int) -> None:
    state = at(GAME, market="DGSCP"[camels:] + "K" * camels)
    assert "camels" in texts(state)
    assert play(state, "camels").fields()["hand"][6] == camels


def test_camels_are_taken_with_a_full_hand() -> None:
    state = at(GAME, market="DGSKK", hand0="DDGGSSL", herds="4/0")
    assert "camels" in texts(state)
    assert play(state, "camels").fields()["hand"][6] == 6


def test_camels_cannot_be_taken_where_there_are_none() -> None:
    refused(at(GAME, market="DGSCP"), "camels", "no camels")


def test_taken_card_is_replaced_from_the_deck() -> None:
    after = play(at(GAME, hand0="LL"), "take:D")
    assert after.actor == CHANCE
    assert sum(after.fields()["market"]) == 4
    after.play("fill:K")
    assert after.actor == 1
    assert after.fields()["market"][:7] == (0, 1, 1, 1, 1, 0, 1)


# ---- exchanges ----


def test_camels_given_do_not_grow_the_hand_past_the_limit() -> None:
    state = at(GAME, hand0="LLLLL", herds="5/0")  # room for two camels
    assert {"swap:DG>KK", "swap:DGS>LKK", "swap:DGSCP>LLLKK"} <= swaps(state)
    refused(state, "swap:DGS>KKK", "more than its limit")
    refused(state, "swap:DGSC>LKKK", "more than its limit")
    assert max(text.count("K") for text in swaps(state)) == 2
    after = play(state, "swap:DGS>LKK")
    assert sum(after.fields()["hand"][:6]) == 7


def test_no_camels_are_given_with_a_full_hand() -> None:
    state = at(GAME, hand0="LLLLLLL", herds="5/0")
    assert not any("K" in text for text in texts(state))
    refused(state, "swap:DG>LK", "more than its limit")


@pytest.mark.parametrize("hand", ["LLLLLL", "LLLLLLL"])
def test_goods_for_goods_with_a_full_hand(hand: str) -> None:
    state = at(GAME, hand0=hand)
    assert {"swap:DG>LL", "swap:DGS>LLL", "swap:DGSCP>LLLLL"} <= swaps(state)
    after = play(state, "swap:DGSCP>LLLLL")
    assert sum(after.fields()["hand"][:6]) == len(hand)


def test_goods_and_camels_are_given_in_any_mixture() -> None:
    state = at(GAME, market="DDDPP", hand0="CL", herds="3/0")
    given = {text.partition(">")[2] for text in swaps(state) if text.startswith("swap:DDD>")}
    assert given == {"CLK", "CKK", "LKK", "KKK"}


def test_one_for_one_is_no_exchange() -> None:
    state = at(GAME, hand0="LLL", herds="3/0")
    refused(state, "swap:D>L", "one card")
    refused(state, "swap:D>K", "one card")
    assert min(len(text) for text in swaps(state)) == len("swap:DG>LL")


def test_both_sides_are_of_one_size() -> None:
    state = at(GAME, hand0="LLL", herds="3/0")
    refused(state, "swap:DG>LLL", "as many cards as it takes")
    refused(state, "swap:DGS>LL", "as many cards as it takes")


def test_no_kind_is_on_both_sides() -> None:
    state = at(GAME, market="DDGGS", hand0="DDGL", herds="0/0")
    refused(state, "swap:DG>DL", "both sides")
    refused(state, "swap:DG>GL", "both sides")
    for text in swaps(state):
        taken, given = text.removeprefix("swap:").split(">")
        assert not set(taken) & set(given)


def test_camels_are_not_taken_in_an_exchange() -> None:
    state = at(GAME, market="DGKKK", hand0="LLLLL")
    with pytest.raises(
        InvalidMove,
        match="taken 'DK' has 'K'; the letters are DGSCPL",
    ):
        state.play("swap:DK>LL")
    assert swaps(state) == {"swap:DG>LL"}


def test_only_what_is_there_is_exchanged() -> None:
    state = at(GAME, hand0="LL", herds="1/0")
    refused(state, "swap:DD>LL", "market does not have")
    refused(state, "swap:DGS>LLL", "hand does not have")
    refused(state, "swap:DG>KK", "herd does not have")


def test_exchange_draws_nothing_and_leaves_the_given_cards() -> None:
    state = at(GAME, hand0="LL", herds="2/0")
    after = play(state, "swap:DGSC>LLKK")
    f = after.fields()
    assert after.actor == 1
    assert f["market"][:7] == (0, 0, 0, 0, 1, 2, 2)
    assert f["hand"][:7] == (1, 1, 1, 1, 0, 0, 0)
    assert f["pool"] == state.fields()["pool"]
    assert "camels" in texts(after)


# ---- sales ----


@pytest.mark.parametrize("good", "DGS")
def test_dear_goods_are_sold_by_two_or_more(good: str) -> None:
    refused(at(GAME, hand0=good), f"sell:{good}x1", "fewer cards than a sale")
    assert f"sell:{good}x2" in texts(at(GAME, hand0=good * 2))


def test_dear_goods_are_sold_by_two_also_when_one_token_is_left() -> None:
    state = at(GAME, market="GKKKK", hand0="DD", sold="DDDD")
    assert "sell:Dx2" in texts(state)
    refused(state, "sell:Dx1", "fewer cards than a sale")
    assert play(state, "sell:Dx2").fields()["goods_tokens"] == (5, 0)


@pytest.mark.parametrize("good", "CPL")
def test_cheap_goods_are_sold_singly(good: str) -> None:
    assert f"sell:{good}x1" in texts(at(GAME, hand0=good))


def test_sale_is_of_any_number_that_the_hand_holds() -> None:
    state = at(GAME, market="DGSKK", hand0="LLLL+PP")
    sales = {text for text in texts(state) if text.startswith("sell")}
    assert sales == {*(f"sell:Lx{n}" for n in range(1, 5)), "sell:Px1", "sell:Px2"}
    refused(state, "sell:Lx5", "hand does not have")


def test_tokens_are_taken_from_the_top() -> None:
    state = at(GAME, hand0="LL", hand1="LL")
    after = play(state, "sell:Lx2", "sell:Lx1")
    assert after.fields()["rupees"] == (4 + 3, 2)
    assert after.fields()["goods_tokens"] == (2, 1)


@pytest.mark.parametrize(
    ("number", "pile"), [(1, None), (2, None), (3, 0), (4, 1), (5, 2), (6, 2), (7, 2)]
)
def test_bonus_token_by_the_number_of_cards_sold(number: int, pile: int | None) -> None:
    after = play(at(GAME, hand0="L" * 7), f"sell:Lx{number}")
    if pile is None:
        assert after.actor == 1
        return
    assert after.actor == CHANCE
    values = {GAME.text(word): weight for word, weight in after.outcomes()}
    assert (
        values
        == (
            {"bonus:1": 2, "bonus:2": 3, "bonus:3": 2},
            {"bonus:4": 2, "bonus:5": 2, "bonus:6": 2},
            {"bonus:8": 2, "bonus:9": 1, "bonus:10": 2},
        )[pile]
    )


def test_bonus_is_kept_when_the_tokens_run_out_in_a_sale() -> None:
    state = at(GAME, market="GKKKK", hand0="DDD", sold="DDD")  # three cards, two tokens
    after = play(state, "sell:Dx3")
    assert after.fields()["goods_tokens"] == (5, 0)
    assert after.fields()["rupees"] == (7 + 7 + 5 + 5 + 5, 0)
    after.play("bonus:3")
    assert after.actor == 1
    assert after.view(0).snapshot().count("bonus0=3;") == 1


def test_sale_without_tokens_is_legal() -> None:
    state = at(GAME, market="DGKKK", hand0="L", sold="L" * 9, herds="0/1")
    after = play(state, "sell:Lx1")
    assert after.actor == 1
    assert after.fields()["rupees"] == state.fields()["rupees"]
    assert after.fields()["goods_tokens"] == (9, 0)


def test_sale_without_tokens_brings_the_bonus() -> None:
    """In the standard game no good has three cards more than tokens, so this takes a small one."""
    game = with_leather_tokens([4, 3])
    after = play(at(game, hand0="LLL", sold="LL"), "sell:Lx3")
    assert after.actor == CHANCE
    after.play("bonus:2")
    assert after.fields()["rupees"] == (7, 0)
    assert after.fields()["goods_tokens"] == (2, 0)


def test_no_bonus_from_an_empty_pile() -> None:
    bonus = {"bonus0": "1/1/2/2", "bonus1": "2/3/3", "sold": "DDDCCCCCCPPPPPPLLLLLL"}
    after = play(at(GAME, hand0="LLL", **bonus), "sell:Lx3")
    assert after.actor == 1
    assert after.fields()["won"] == at(GAME, **bonus).fields()["won"]


def test_bonus_piles_are_shuffled() -> None:
    state = play(at(GAME, hand0="LLLLL"), "sell:Lx5")
    first = {GAME.text(state.deal(seed)) for seed in range(60)}
    assert first == {"bonus:8", "bonus:9", "bonus:10"}


def test_bonus_tokens_do_not_come_twice() -> None:
    sold = "DDDDDCCCCCPPPPPLLLLL"
    state = play(at(GAME, hand0="LLLLL", sold=sold, bonus0="8/8/9", bonus1="10"), "sell:Lx5")
    assert [(GAME.text(word), weight) for word, weight in state.outcomes()] == [("bonus:10", 1)]
    with pytest.raises(IllegalMove, match="no token of that value is left"):
        state.play("bonus:9")


# ---- the deal ----


def test_dealt_camels_go_to_the_herd() -> None:
    state = play(standard(starter="seat0").start(), "deal0:DDLKK", "deal1:GSCPL", "market:DK")
    f = state.fields()
    assert f["hand"][:7] == (2, 0, 0, 0, 0, 1, 2)
    assert sum(f["hand"][8:14]) == 5
    assert f["market"][:7] == (1, 0, 0, 0, 0, 0, 4)
    assert sum(f["pool"]) == 40
    assert {"take:D", "camels", "sell:Dx2", "sell:Lx1"} <= texts(state)
    assert "sell:Dx3" not in texts(state)


def test_market_may_open_with_three_to_five_camels() -> None:
    dealt = play(standard(starter="seat1").start(), "deal0:DDLKK", "deal1:GSCPL")
    camels = {GAME.text(word).count("K") for word, _ in dealt.outcomes()}
    assert camels == {0, 1, 2}
    five = play(dealt, "market:KK")
    assert five.fields()["market"][6] == 5
    assert {text for text in texts(five) if not text.startswith("sell")} == {"camels"}


@pytest.mark.parametrize(
    ("market", "hand"), [("DDDDD", "DGSCPLL"), ("LLLLL", "DDGSCPL"), ("DGSCP", "DGSCPLL")]
)
def test_full_hand_always_holds_a_sale(market: str, hand: str) -> None:
    """So no seat is ever without a move, and the rules need no pass."""
    state = at(GAME, market=market, hand0=hand)
    assert any(text.startswith("sell") for text in texts(state))


def test_seat_is_to_move_only_at_a_full_market() -> None:
    with pytest.raises(InvalidPosition, match="market"):
        at(GAME, market="DGSC")
