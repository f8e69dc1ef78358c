"""Fields: text, structured view, tensor and inputs of random states agree with the memory."""

import json
import math

import pytest

from sarai import Game, State
from sarai.core import formulas, plain_board
from sarai.core.domains import Domain, Kind
from sarai.core.fields import Field, Per, Seen, entries
from sarai.core.keys import Key, KeyKind
from sarai.core.library import ffi, lib
from sarai.core.snapshots import Codec
from tests.core.test_forms import GAMES, a_game
from tests.core.test_parts import positions

STATES = 60


def states(game: Game) -> list[State]:
    """Full states of random games, with all views of each."""
    found = []
    for state in positions(game, STATES):
        found += [state, *(state.view(seat) for seat in range(game.seats))]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_text_and_structured_view(name: str) -> None:
    game = a_game(name)
    for state in states(game):
        text = state.snapshot()
        assert game.snapshot(text) == state
        plain = json.loads(json.dumps(state.mapping()))
        assert plain == state.mapping()
        assert set(plain) == {key.stem for key in game.codec.keys}
        pairs = [pair.partition("=") for pair in text.split(";")]
        width = max(len(key) for key, _, _ in pairs)
        board = [f"{key:{width}}  {value}" for key, _, value in pairs]
        assert plain_board(state).splitlines() == board


@pytest.mark.parametrize("name", GAMES)
def test_tensor_and_inputs(name: str) -> None:
    game = a_game(name)
    assert len(set(game.tensor_names)) == len(game.tensor_names)
    for state in states(game):
        tensor = state.tensor()
        assert len(tensor) == len(game.tensor_names)
        assert all(math.isfinite(number) and -1 <= number <= 1 for number in tensor)
        for seat in range(game.seats):
            inputs = state.inputs(seat)
            assert inputs == sorted(set(inputs)) and inputs[-1] < game.input_count


@pytest.mark.parametrize("name", GAMES)
def test_every_byte_is_told(name: str) -> None:
    """A changed byte is refused, or the text tells it: nothing in a state is without a field."""
    game = a_game(name)
    for state in states(game)[:: STATES // 10]:
        memory = bytes(state)
        for at in range(game.core.state_size):
            for bit in (1, 128):
                changed = bytearray(memory)
                changed[at] ^= bit
                other = state.copy()
                ffi.memmove(other._c, bytes(changed), len(changed))
                reason = lib.core_check(game.core.pointer, game._c, other._c)
                if reason == ffi.NULL:
                    assert other.tensor() != state.tensor() or other.fields() != state.fields(), at


@pytest.mark.parametrize("name", GAMES)
def test_each_byte_is_in_one_field(name: str) -> None:
    """Bytes of a state that no field has are padding, and 0."""
    game = a_game(name)
    found = [
        at
        for field in game.fields.values()
        for at in range(field.offset, field.offset + abs(field.width) * field.count)
    ]
    assert len(set(found)) == len(found), "two fields share a byte"
    padding = set(range(game.core.state_size)) - set(found)
    assert not any(bytes(state)[at] for state in states(game) for at in padding)


def test_inputs_rotate_with_the_seat() -> None:
    """A state with the values of all seats turned by one has the inputs of the next seat."""
    game, tried = a_game("bazaar"), 0
    for state in positions(game, STATES):
        numbers = {name: list(values) for name, values in state.fields().items()}
        for field in game.fields.values():
            if field.per == Per.SEAT:
                values, size = numbers[field.name], field.count // field.items
                mine = values[: size * game.seats]
                numbers[field.name] = mine[-size:] + mine[:-size] + values[len(mine) :]
        for name in ("turn", "starter"):
            numbers[name] = [(numbers[name][0] + 1) % game.seats]
        if state.fields()["phase"] == (0,):  # the starter is not known yet
            continue
        turned, tried = game.state(numbers), tried + 1
        for seat in range(game.seats):
            assert turned.inputs((seat + 1) % game.seats) == state.inputs(seat)
    assert tried > STATES // 2


@pytest.mark.parametrize(
    "text", ["a * b", "total(a, b)", "a if b > 1 else c", "a.b.c", "'word'", "lambda: a"]
)
def test_other_expressions_are_no_formulas(text: str) -> None:
    with pytest.raises(ValueError, match=r"no formula|word"):
        formulas.evaluate(text, lambda name: 1)


def test_formulas() -> None:
    values: dict[str, formulas.Quantity | str] = {
        "a": (3, 1, 0),
        "b": (1, 2),
        "n": 4,
        "phase=": "fill",
    }
    assert formulas.evaluate("a - b", values.__getitem__) == (2, -1, 0)
    assert formulas.evaluate("floor(a - b)", values.__getitem__) == (2, 0, 0)
    assert formulas.evaluate("min(total(a), n)", values.__getitem__) == 4
    assert formulas.evaluate('n if phase == "fill" else 0', values.__getitem__) == 4
    with pytest.raises(ValueError, match="do not add up"):
        formulas.evaluate("a + n", values.__getitem__)


def test_lists_of_sets_are_read_back() -> None:
    """Values of a list are not mixed up with the names of one value."""
    domain = Domain(Kind.CELLS, lanes=3, names=("1", "2", "3"))
    field = Field("hand", 0, 1, 2, 2, Per.SEAT, Seen.PUBLIC, domain, "", "<2B")
    key = Key("hand", KeyKind.PLAIN, ("hand",), "", "")
    codec = Codec({"hand": field}, {}, [key], 2)
    rules, memory = ffi.new("uint64_t[]", 1), ffi.new("uint64_t[]", 1)
    for text in ("hand=1/3,-", "hand=-,-", "hand=2,1/2/3"):
        codec.read(text, rules, memory)
        assert codec.text(rules, memory) == text


def test_a_row() -> None:
    """A row is the names of its cells; another number of cells, or another name, is refused."""
    row = Domain(Kind.ROW, bits=4, lanes=3, highest=3, names=("-", "x", "", "y"))
    assert row.text(0x301) == "x/-/y" and row.parse("x/-/y") == 0x301
    assert row.value(0x301) == ["x", "-", "y"] and row.word(["x", "-", "y"]) == 0x301
    assert entries(row)[:5] == [".0.-", ".0.x", ".0.#2", ".0.y", ".1.-"]
    for text, reason in (("x/-", "does not have 3 cells"), ("x//y", "'' is not one of - x y")):
        with pytest.raises(ValueError, match=reason.replace(" ", ".")):
            row.parse(text)
    assert not row.holds(0x302) and not row.holds(0x401) and not row.holds(0x1000)
