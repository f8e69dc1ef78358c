"""The laws catch a game that leaks, forgets or draws wrongly: builds with such faults must fail.

Each fault is a small edit of the C text of a game. Some are the same leak in all places at once,
so that the game's own functions agree with each other: only the permutation of what is hidden
(insight.py) can see those.
"""

from dataclasses import dataclass

import pytest

from sarai import Game
from sarai.core import CoreGame
from tests.games.decks.insight import DecksInsight
from tests.games.gifts.insight import GiftsInsight
from tests.games.jaipur.insight import JaipurInsight
from tests.games.jaipur.small import QUICK_ROUNDS, TWO_GOODS, mini
from tests.games.toy.insight import ToyInsight
from tests.laws.insight import Insight
from tests.laws.laws import check_game
from tests.laws.small import decks, gifts, toy
from tests.laws.walk import check_sets, walk
from tests.support import native
from tests.support.native import Edits

MOVES, CHECK = "games/jaipur/rules.c", "games/jaipur/check.c"
INFORMATION = "games/jaipur/views.c"


@dataclass(frozen=True, slots=True)
class Fault:
    edits: Edits
    law: str
    """What the first failure says."""


VIEW_SHOWS_HAND = (
    "multiset unseen = jp_goods(v->hand[other]) - v->known[other];",
    "multiset unseen = 0;",
)
VIEW_SHOWS_TOKENS = ("if (v->revealed >> other & 1)", "if (1)")
DEAL_IS_TOLD = ("if (owner == seat)", "if (1)")
TOKEN_IS_TOLD = ("if (jp_what(move) == JP_BONUS && seat != s->turn)", "if (0)")
HANDS_ARE_OPEN = ("return s->viewer != CORE_ALL && s->viewer != seat;", "return 0;")
TOKEN_IS_TAKEN = ("if (owner_unseen(s, s->turn))", "if (0)")
DRAWN = "multiset dealt = jp_draw_cards(jp_goods(s->pool), s->hidden[other], rng);"

LEAKS = {
    "the view shows the hand": Fault({INFORMATION: [VIEW_SHOWS_HAND]}, "law 2"),
    "the view shows bonus tokens": Fault({INFORMATION: [VIEW_SHOWS_TOKENS]}, "law [12]"),
    "the pool lacks hidden cards": Fault(
        {INFORMATION: [("    v->pool += unseen;\n", "")]}, "law 2"
    ),
    "the deal is told": Fault({INFORMATION: [DEAL_IS_TOLD]}, "law 3: seat . refuses"),
    "the bonus token is told": Fault({INFORMATION: [TOKEN_IS_TOLD]}, "law 3: seat . refuses"),
    "a card taken in the open is forgotten": Fault(
        {
            MOVES: [
                (
                    "    s->hand[s->turn] += card;\n    s->known[s->turn] += card;",
                    "    s->hand[s->turn] += card;",
                )
            ]
        },
        "law 2",
    ),
    "a last hidden card is never shown": Fault(
        {INFORMATION: [("<= s->hidden[s->turn]", "<= s->hidden[s->turn] / 2")]},
        "law 3: seat . refuses",
    ),
    "all lies open, everywhere": Fault(
        {
            INFORMATION: [
                VIEW_SHOWS_HAND,
                VIEW_SHOWS_TOKENS,
                DEAL_IS_TOLD,
                TOKEN_IS_TOLD,
                HANDS_ARE_OPEN,
            ],
            CHECK: [
                (
                    "if (s->viewer == 1 - seat && jp_goods(s->hand[seat]) != s->known[seat])",
                    "if (0)",
                ),
                ("if (s->won[seat] && !open)", "if (0)"),
            ],
        },
        "law 4",
    ),
    "the bonus token is told, and the view forgets it": Fault(
        {
            INFORMATION: [TOKEN_IS_TOLD, TOKEN_IS_TAKEN],
            MOVES: [("if (value == 0)", "if (s->viewer == 1 - seat)")],
        },
        "law 4: told",
    ),
}

DRAWS = {
    "cards are drawn by kinds": Fault(
        {
            INFORMATION: [
                (
                    DRAWN,
                    "multiset dealt = 0;\n"
                    "for (int n = s->hidden[other]; n > 0; n--) {\n"
                    "    multiset kinds = ms_kinds(jp_goods(s->pool) - dealt);\n"
                    "    int rank = (int)rng_below(rng, (uint32_t)ms_total(kinds));\n"
                    "    dealt += ms_cards(ms_lane(kinds, rank), 1);\n"
                    "}\n",
                )
            ]
        },
        "law 9: weights",
    ),
    "the lowest cards are drawn": Fault(
        {
            INFORMATION: [
                (
                    DRAWN,
                    "multiset dealt = 0;\n"
                    "for (int n = s->hidden[other]; n > 0; n--)\n"
                    "    dealt += ms_cards(ms_lane(jp_goods(s->pool) - dealt, 0), 1);\n",
                )
            ]
        },
        "law 9: support",
    ),
    "a hand may show more than it hides": Fault(
        {INFORMATION: [("ms_total(unseen) <= s->hidden[s->turn] &&", "")]}, "law 3.*impossible"
    ),
    "the deck may have what hands must hide": Fault(
        {INFORMATION: [(" && ms_total(jp_goods(s->pool - cards)) >= jp_hidden(s)", "")]},
        "law 3.*impossible",
    ),
}

TOY_LEAKS = {
    "all see the gift": Fault({"state.h": [("4, 3, 1, 2, 4, 7}", "4, 7, 1, 2, 4, 7}")]}, "law 4"),
    "hidden choices stay in views": Fault(
        {"views.c": [("        if (other != seat)\n", "        if (0)\n")]}, "law 2"
    ),
    "who has no answer is not asked": Fault(
        {
            "rules.c": [
                (
                    "    if (kind(s) == CHOOSE && s->viewer != CORE_ALL)",
                    "    for (int card = 2; card <= CARDS; card += 2)\n"
                    "        if (kind(s) == SHOW && s->place[card] == HAND2)\n"
                    "            s->step += 2;\n"
                    "    if (kind(s) == CHOOSE && s->viewer != CORE_ALL)",
                )
            ]
        },
        "law 2",
    ),
    "a gift is not thought possible": Fault(
        {"rules.c": [("if (to != OPEN && ", "if (to != OPEN && to != GIFT && ")]},
        "the check refuses",
    ),
}

TOY_DRAWS = {
    "hands from the first deck do not keep their pool": Fault(
        {
            "rules.c": [
                (
                    "1 << DECK;\n            s->place",
                    "1 << DECK | 1 << HAND0;\n            s->place",
                ),
                ("if (!s->size[from])", "if (!s->size[from] && from != DECK)"),
            ]
        },
        "law 9: support",
    ),
    "a replay is taken before the own choice": Fault(
        {"moves.c": [("done(s, s->viewer);", "1;")]}, "law 3.*impossible"
    ),
}


DECKS_FAULTS = {
    "a shuffle leaves the hand unknown": Fault(
        {
            "game.c": [
                ("        s->known[seat][kind] = s->hand[seat][kind];\n", ""),
                ("    s->hidden[seat] = 0;\n", ""),
            ]
        },
        "law",
    ),
    "a view forgets the hand at a shuffle": Fault(
        {"game.c": [("        if (unseen(s, seat)) /*", "        if (0) /*")]}, "law 2"
    ),
    "hidden choices stay in views": Fault(
        {"views.c": [("v->choice[other] = v->shown[other] = 0;", "v->shown[other] = 0;")]}, "law 2"
    ),
    "half a turn is told": Fault({"views.c": [(" && what != SHOW))", "))")]}, "law 3"),
    "a choice is replayed when half of it is made": Fault(
        {"state.h": [("+ 2 || s->shown[seat];", "+ 2 || s->shown[seat] || s->choice[seat];")]},
        "the check refuses",
    ),
    "cards are drawn by kinds": Fault(
        {
            "views.c": [
                (
                    "(int)rng_below(rng, (uint32_t)total(s->deck[seat])), kind = 0;",
                    "0, kind = (int)rng_below(rng, KINDS);\n"
                    "            while (!s->deck[seat][kind])\n"
                    "                kind = (kind + 1) % KINDS;",
                )
            ]
        },
        "law 9: weights",
    ),
}


@pytest.mark.parametrize("name", DECKS_FAULTS)
def test_decks_tell(name: str) -> None:
    """In random games, or else where all of them are walked."""
    edits, shapes = DECKS_FAULTS[name].edits, ((2, 1, 2), (2, 3, 1))
    core = native.mutated(native.DECKS, edits)
    scripted = native.mutated(native.DECKS, edits, scripted=True)
    with pytest.raises(AssertionError, match=DECKS_FAULTS[name].law):
        for shape in shapes:
            for seed in range(10):
                check_game(decks(*shape, core), DecksInsight(), seed)
            check_sets(walk(decks(*shape, core), DecksInsight()), decks(*shape, scripted))


GIFTS_FAULTS = {
    "the third seat is told the gift": Fault(
        {
            "state.h": [
                ("    return sees(seat, from_of(move)) ||", "    return is_hand(from_of(move)) ||")
            ]
        },
        "law 4",
    ),
    "the log shows the gift to the third seat": Fault(
        {"views.c": [("        if (!sees_move(seat, v->log[i]))", "        if (0)")]}, "law 2"
    ),
    "a gift is told, and not kept": Fault(
        {
            "views.c": [
                (
                    "    return sees_move(seat, move) ? move",
                    "    return move >> 56 == GIVE || sees_move(seat, move) ? move",
                )
            ]
        },
        "law 3",
    ),
    "gifts are forgotten": Fault(
        {"game.c": [("if (s->logged || is_gift(move))", "if (s->logged)")]},
        "law 9: support",
    ),
    "draws are forgotten": Fault(
        {"game.c": [("if (s->logged || is_gift", "if ((s->logged && from != DECK) || is_gift")]},
        "law 9: weights",
    ),
    "a shuffle is forgotten": Fault(
        {"game.c": [("    keep(s, move);\n    for", "    for")]}, "law 9: support"
    ),
    "what lay open is forgotten": Fault(
        {"views.c": [("!s->logged || open_cards(place) == s->opened", "1")]}, "law 9: support"
    ),
    "a gift is settled when its giver has no more cards": Fault(
        {"views.c": [("!(emptied >> to & 1)", "!(emptied >> from & 1)")]}, "law 9: support"
    ),
    "one history is twice as likely as the others": Fault(
        {
            "views.c": [
                (
                    "(int)rng_below(rng, (uint32_t)ways)",
                    "(int)rng_below(rng, (uint32_t)ways + 1) % ways",
                )
            ]
        },
        "law 9: weights",
    ),
    "a card that was given away stays with its receiver": Fault(
        {
            "views.c": [
                (
                    "if (place[card] == to) {",
                    "if (place[card] == to && (known || card != card_of(s->log[0]))) {",
                )
            ]
        },
        "law 3",
    ),
}


@pytest.mark.parametrize("name", GIFTS_FAULTS)
def test_gifts_tell(name: str) -> None:
    """In random games, or else where all of them are walked."""
    edits = GIFTS_FAULTS[name].edits
    core = native.mutated(native.GIFTS, edits)
    scripted = native.mutated(native.GIFTS, edits, scripted=True)
    with pytest.raises(AssertionError, match=GIFTS_FAULTS[name].law):
        for steps in (
            "D0 D1 D2 01 12 D0 1O",
            "D0 D0 D1 D2 01 12 D1 1O",
            "D0 D1 D2 D0 D1 1O D1 01 1O",
        ):
            for seed in range(6):
                check_game(gifts(5, steps, core), GiftsInsight(), seed)
            check_sets(walk(gifts(5, steps, core), GiftsInsight()), gifts(5, steps, scripted))


def jaipur(core: CoreGame) -> Game:
    return mini(QUICK_ROUNDS, core)


def random_games(game: Game, insight: Insight, number: int = 40) -> None:
    for seed in range(number):
        check_game(game, insight, seed, limit=120)


def test_faultless_copies() -> None:
    """Then the edits, not the copying, make the others fail."""
    random_games(jaipur(native.mutated(native.JAIPUR, {})), JaipurInsight(), 8)
    random_games(toy(5, native.mutated(native.TOY, {})), ToyInsight(), 8)


@pytest.mark.parametrize("name", LEAKS)
def test_leak(name: str) -> None:
    fault = LEAKS[name]
    game = jaipur(native.mutated(native.JAIPUR, fault.edits))
    with pytest.raises(AssertionError, match=fault.law):
        random_games(game, JaipurInsight())


@pytest.mark.parametrize("name", TOY_LEAKS)
def test_toy_leak(name: str) -> None:
    fault = TOY_LEAKS[name]
    game = toy(5, native.mutated(native.TOY, fault.edits))
    with pytest.raises(AssertionError, match=fault.law):
        random_games(game, ToyInsight())


@pytest.mark.parametrize("name", [*DRAWS, *TOY_DRAWS])
def test_whole_games_tell(name: str) -> None:
    """Faults that hardly show in random games; walk.py finds them."""
    fault = (DRAWS | TOY_DRAWS)[name]
    sources = native.JAIPUR if name in DRAWS else native.TOY
    core = native.mutated(sources, fault.edits)
    scripted = native.mutated(sources, fault.edits, scripted=True)
    with pytest.raises(AssertionError, match=fault.law):
        if name in DRAWS:
            walked = walk(mini(TWO_GOODS, core, max_plies=3), JaipurInsight())
            check_sets(walked, mini(TWO_GOODS, scripted, max_plies=3))
        else:
            check_sets(walk(toy(5, core), ToyInsight()), toy(5, scripted))
