"""Forms of moves: text and dense numbers of all games, help for texts that are nearly right."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarai
from sarai import CHANCE, NOTHING, OVER, Game, IllegalMove, InvalidMove, Rng, State
from sarai.core.domains import Domain, Kind
from sarai.core.library import lib
from sarai.core.ranking import rank, size, unrank
from tests.laws import small

GAMES = {
    "jaipur": lambda: sarai.game("jaipur"),
    "bazaar": lambda: sarai.game("bazaar", 3, {"hand_limit": 4}),
    "bazaar alone": lambda: sarai.game("bazaar", 1, {"exchange": "random_equations"}, seed=5),
    "toy": lambda: small.toy(6),
    "decks": lambda: small.decks(3, 2, 2),
    "gifts": lambda: small.gifts(6, "D0 D1 D1 D2 10? 20? 0O 01 12? 2O D0"),
}
BOUND = {"jaipur": 366_001, "bazaar": 36, "bazaar alone": 36, "toy": 217, "decks": 30, "gifts": 325}
"""The numbers of actions."""
MODERATE = settings(deadline=None, max_examples=60)


@cache
def a_game(name: str) -> Game:
    return GAMES[name]()


@cache
def walked(name: str, seed: int) -> tuple[State, ...]:
    """The states of a random game."""
    rng, state = Rng(seed), a_game(name).start()
    states = [state.copy()]
    while state.actor != OVER and len(states) < 400:
        words = state.moves()
        state.play(words[rng.below(len(words))] if words else state.sample(rng))
        states.append(state.copy())
    return tuple(states)


def words(state: State) -> list[int]:
    return list(state.moves() or [word for word, _ in state.outcomes()])


games = pytest.mark.parametrize("name", GAMES)


@games
@given(seed=st.integers(0, 9), at=st.floats(0, 0.999))
@MODERATE
def test_words_read_back_and_are_numbered(name: str, seed: int, at: float) -> None:
    states = walked(name, seed)
    state, game = states[int(at * len(states))], a_game(name)
    for word in words(state):
        heard = {state.observed(sarai.core.Move(word), seat) for seat in range(game.seats)}
        for told in {word, *heard} - {NOTHING}:
            assert game.parse(game.text(told)) == told
        if state.actor == CHANCE:
            assert game.forms.of(word).chance
            with pytest.raises(InvalidMove):
                game.action(word)
            with pytest.raises(IllegalMove, match="is an event of chance"):
                game.parse_move(game.text(word))
        else:
            assert game.parse_move(game.text(word)) == word
            assert game.move_of(game.action(word)) == word


@games
def test_others_observe_what_the_form_says(name: str) -> None:
    """Nothing only where a form is hidden, less than all only where it is masked."""
    seen: set[tuple[str, int]] = set()
    game = a_game(name)
    for seed in range(10):
        for state in walked(name, seed):
            for word in words(state):
                form = game.forms.of(word)
                hidden = sum(lane.mask << lane.shift for lane in form.lanes if lane.masked)
                for seat in range(game.seats):
                    told = state.observed(sarai.core.Move(word), seat)
                    how = lib.CORE_HIDDEN if told == NOTHING else lib.CORE_MASKED
                    how = lib.CORE_PUBLIC if told == word else how
                    seen.add((form.head, how))
                    assert how in (lib.CORE_PUBLIC, form.observed), game.text(word)
                    assert told in (NOTHING, word) or (told ^ word) & ~hidden == 0
    heads = {head for head, _ in seen}
    for form in game.forms.all:
        if form.observed != lib.CORE_PUBLIC and form.head in heads:
            assert (form.head, form.observed) in seen, f"{form.head}: nobody is told less"


@games
def test_actions_are_a_bijection(name: str) -> None:
    game = a_game(name)
    assert game.actions == BOUND[name]
    step = max(1, game.actions // 3000)
    found = [game.move_of(action) for action in range(0, game.actions, step)]
    assert len(set(found)) == len(found)
    for action, word in zip(range(0, game.actions, step), found, strict=True):
        assert game.action(word) == action
        assert game.parse_move(game.text(word)) == word
    for wrong in (-1, game.actions):
        with pytest.raises(IndexError, match="the actions of"):
            game.move_of(wrong)


@games
@given(word=st.integers(0, 2**64 - 1), form=st.integers(0, 20), low=st.integers(0, 2**20))
@settings(deadline=None, max_examples=300)
def test_any_word_has_a_text_of_its_own_or_none(name: str, word: int, form: int, low: int) -> None:
    game = a_game(name)
    tags = [form.tag for form in game.forms.all]
    for tried in (
        word,
        tags[form % len(tags)] << 56 | low,
        tags[form % len(tags)] << 56 | word >> 8,
    ):
        try:
            text = game.text(tried)
        except InvalidMove as error:
            assert "is no word of" in str(error)
            continue
        assert game.parse(text) == tried


@games
def test_examples_read_and_lanes_do_not_touch(name: str) -> None:
    game = a_game(name)
    tags = [form.tag for form in game.forms.all]
    assert tags == sorted(set(tags)) and all(0 < tag < 256 for tag in tags)
    for form in game.forms.all:
        assert game.forms.of(game.parse(form.example)) == form and form.meaning
        taken = 0
        for lane in form.lanes:
            bits = lane.mask << lane.shift
            assert not taken & bits and bits < 1 << 56 and f"{{{lane.name}}}" in form.pattern
            taken |= bits
            assert not (lane.masked and lane.domain.kind != Kind.MULTISET and lane.domain.holds(0))


@games
def test_help_names_the_form_that_was_meant(name: str) -> None:
    """Other case, a part too many, a wrong part: the form is named; foreign words list all."""
    game = a_game(name)
    for form in game.forms.seats:
        for text in (form.example.upper(), form.example + "~", form.example[:-1] + "\x00"):
            with pytest.raises(InvalidMove) as caught:
                game.parse(text)
            assert form.pattern in str(caught.value), text
    with pytest.raises(InvalidMove) as caught:
        game.parse_move("xyzzy:0")
    told = str(caught.value)
    assert all((form.example in told) != form.chance for form in game.forms.all)


@games
def test_people_may_type_loosely(name: str) -> None:
    game = a_game(name)
    for seed in range(3):
        for state in walked(name, seed)[::7]:
            for text in map(game.text, state.moves()[:40]):
                for loose in (text, text.upper(), f" {text.replace(':', ' ')} ", text.lower()):
                    assert game.forms.guess(loose) == text, loose


def refusal(game: str, text: str) -> str:
    with pytest.raises(InvalidMove) as caught:
        a_game(game).parse_move(text)
    return str(caught.value)


def test_refusals() -> None:
    """Which form was meant, what is wrong with which part, what would be right."""
    assert refusal("jaipur", "take:K") == (
        "'take:K': good 'K' is not one of D G S C P L; the form is take:{good}, as in take:D"
    )
    assert refusal("jaipur", "sell D 3") == (
        "'sell D 3' is no move of jaipur: the form is sell:{good}x{number}, as in sell:Lx3; "
        "did you mean sell:Dx3?"
    )
    assert refusal("jaipur", "undo") == (
        "'undo' is no move of jaipur; the forms are: take:D, camels, sell:Lx3, swap:DL>SK"
    )
    assert refusal("bazaar", "claim:7") == (
        "'claim:7': pile 7 is not a number from 0 to 3; the form is claim:{pile}, as in claim:0"
    )
    assert refusal("bazaar", "take:D").startswith(
        "'take:D' is no move of bazaar; the forms are: draw,"
    )


# ---- ranks ----

DOMAINS = (
    (Domain(Kind.MULTISET, bits=4, lanes=4, highest=15, names=("D", "G", "", "K")), 5),
    (Domain(Kind.MULTISET, bits=2, lanes=3, highest=2, names=("R", "W", "B")), None),
    (Domain(Kind.CELLS, lanes=5, names=("a1", "a2", "", "b1", "b2")), 2),
    (Domain(Kind.SEATS, lanes=3, names=("0", "1", "2")), None),
    (Domain(Kind.NUMBER, lowest=2, highest=9), None),
    (Domain(Kind.CHOICE, highest=3, names=("red", "", "blue", "green")), None),
)


@pytest.mark.parametrize(("domain", "most"), DOMAINS)
def test_ranks_number_all_words(domain: Domain, most: int | None) -> None:
    """Every word of the domain within the bound has a number, and no other."""
    fits = [
        word
        for word in range(1 << 16)
        if domain.holds(word) and (most is None or sum(domain.counts(word)) <= most)
    ]
    assert size(domain, most) == len(fits)
    assert sorted(rank(domain, word, most) for word in fits) == list(range(len(fits)))
    assert all(unrank(domain, rank(domain, word, most), most) == word for word in fits)
    with pytest.raises(IndexError):
        unrank(domain, len(fits), most)
