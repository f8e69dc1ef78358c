"""States, games and random generators are values: equal, copied, pickled, and never mixed up."""

from __future__ import annotations

import copy
import pickle

import pytest

from sarai import CHANCE, Game, InvalidPosition, Rng, State, game
from sarai.games import REGISTRY
from tests.support import native

GAMES = sorted(REGISTRY)


def begun(rules: Game, seed: int = 3) -> State:
    state = rules.start()
    while state.actor == CHANCE:
        state.play(state.deal(seed))
    return state


def copies(state: State) -> list[State]:
    return [copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_a_state_of_its_own(name: str) -> None:
    state = begun(game(name))
    for original in (state, *map(state.view, range(state.game.seats))):
        for twin in copies(original):
            assert twin == original and hash(twin) == hash(original)
            assert twin.game == original.game and twin.snapshot() == original.snapshot()
    for twin in copies(state):
        before = state.snapshot()
        twin.play(twin.moves()[0])
        assert twin != state and state.snapshot() == before


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_by_its_rules(name: str) -> None:
    rules = game(name, seed=1)
    assert copy.copy(rules) is rules and copy.deepcopy(rules) is rules
    twin = pickle.loads(pickle.dumps(rules))
    assert twin == rules and hash(twin) == hash(rules) and twin.given == rules.given
    assert twin.redrawn(9) == rules.redrawn(9) and rules != name
    assert pickle.loads(pickle.dumps(rules.core)) == rules.core


def test_public_set_up_is_kept() -> None:
    """What was drawn is kept, and so is that it was drawn."""
    rules = game("bazaar", options={"exchange": "random_equations"}, seed=4)
    twin = pickle.loads(pickle.dumps(rules))
    assert twin.options == rules.options and twin.redrawn(5) == rules.redrawn(5) != rules


def test_states_of_other_rules_differ() -> None:
    """Byte for byte these are the same; what they are worth is not."""
    match, single = begun(game("jaipur")), begun(game("jaipur", options={"rounds": "single"}))
    assert bytes(match) == bytes(single)
    assert match != single and hash(match) != hash(single)
    assert match == begun(game("jaipur"))


@pytest.mark.parametrize("other", [game("bazaar"), game("jaipur", options={"rounds": "single"})])
def test_a_state_of_another_game_is_not_taken(other: Game) -> None:
    state = begun(game("jaipur"))
    before = bytes(state)
    with pytest.raises(ValueError, match="can't become one of <"):
        state.assign(other.start())
    assert bytes(state) == before


def test_bytes_that_are_no_state_are_refused() -> None:
    state = begun(game("jaipur"))
    restore, (rules, memory) = state.__reduce__()
    for wrong in (memory[:-8], memory + bytes(8), b"\xff" * len(memory)):
        with pytest.raises(InvalidPosition):
            restore(rules, wrong)


def test_a_game_of_another_library_is_not_pickled() -> None:
    core = native.toy()
    assert copy.deepcopy(core) is core
    with pytest.raises(pickle.PicklingError, match="toy lives in another library"):
        pickle.dumps(core)


def test_a_generator_goes_on_where_it_was() -> None:
    rng = Rng(5, 2)
    rng.next()
    twins = [copy.copy(rng), copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))]
    wanted = [rng.next() for _ in range(3)]
    assert all([twin.next() for _ in range(3)] == wanted for twin in twins)


@pytest.mark.parametrize("name", GAMES)
def test_perft_of_a_negative_depth(name: str) -> None:
    with pytest.raises(ValueError, match="depth -1: it is 0 or more"):
        game(name).start().perft(-1)
