"""The rules of one game: its options fixed, ready to be started.

Moves and outcomes of chance are integers (words of 64 bits); `Game.text` and `Game.parse` turn them
into notation and back.
"""

from __future__ import annotations

import struct
import threading
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from .. import networks
from ..errors import InvalidGame, InvalidPosition
from .facts import CoreGame
from .fields import Field, entries, fields_of, places, rule_names, rules_of
from .forms import Forms
from .keys import keys_of
from .library import ffi, lib, string
from .parts import part_names
from .snapshots import Codec
from .state import State
from .words import Move

if TYPE_CHECKING:
    from .library import Whole


Board = Callable[[State], str]
"""Writes a position in a few lines, for a person."""


def plain_board(state: State) -> str:
    """The keys of a snapshot, a line each: the board of a game that has none of its own."""
    pairs = [pair.partition("=") for pair in state.snapshot().split(";")]
    width = max(len(key) for key, _, _ in pairs)
    return "\n".join(f"{key:{width}}  {value}" for key, _, value in pairs)


class _Scratch(threading.local):
    """Buffers that C fills for Python, each thread its own: calls run without the global lock."""

    def __init__(self, max_moves: int) -> None:
        self.moves = ffi.new("core_move[]", max_moves)
        self.weights = ffi.new("uint64_t[]", max_moves)
        self.shares = ffi.new("int64_t[]", lib.CORE_MAX_SEATS)
        self.scores = ffi.new("int64_t[]", lib.CORE_MAX_SEATS)


def _restored(
    core: CoreGame,
    board: Board,
    seats: int,
    options: Mapping[str, str],
    table: Sequence[int],
    given: dict[str, str],
) -> Game:
    """A game from what pickle keeps of it."""
    game = Game(core, board, seats, options, table)
    game.given = given
    return game


class Game:
    """The rules of one game: its options fixed, ready to be started.

    Raises InvalidGame if the seats, an option or the table do not fit. `table` are the numbers of
    the components in the order of the game's own set-up; empty for the standard ones. Public
    set-up that the options leave open is drawn from `seed`; `options` then has all of it, and
    `given` what there was before.

    >>> from sarai import game
    >>> jaipur = game("jaipur", options={"rounds": "single", "starter": "seat0"})
    >>> jaipur.text(jaipur.parse("swap:DL>SK"))
    'swap:DL>SK'
    >>> jaipur.parse("swap:LD>SK")
    Traceback (most recent call last):
    sarai.errors.InvalidMove: 'swap:LD>SK': taken 'LD' is not letters in the order DGSCPL ('-' for \
none); the form is swap:{taken}>{given}, as in swap:DL>SK
    """

    def __init__(
        self,
        core: CoreGame,
        board: Board = plain_board,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        table: Sequence[int] = (),
        seed: int = 0,
    ) -> None:
        options = options or {}
        self.core = core
        self.board = board
        self.name = core.name
        self.seats = min(max(2, core.min_seats), core.max_seats) if seats is None else seats
        if not core.min_seats <= self.seats <= core.max_seats:
            raise InvalidGame(
                f"{self.name} has {core.min_seats} to {core.max_seats} seats, not {self.seats}"
            )
        given = {name: core.option(name).numbers(value) for name, value in options.items()}
        standard = {o.name: o.numbers(o.default) for o in core.options}
        numbers = ffi.new("int64_t[]", [n for ns in (standard | given).values() for n in ns])
        self.given = self._option_texts(numbers)
        lib.core_draw(core.pointer, numbers, seed & (2**64 - 1))
        self.options = self._option_texts(numbers)
        self.table = tuple(table)
        self._words = (core.state_size + 7) // 8
        self._c = ffi.new("uint64_t[]", (core.rules_size + 7) // 8)
        wrong = lib.core_setup(core.pointer, self._c, self.seats, numbers, self.table, len(table))
        if wrong != ffi.NULL:
            raise InvalidGame(f"{self.name}: {string(wrong)}")
        self._scratch = _Scratch(core.max_moves)
        facts = lib.core_facts(core.pointer)
        self.rule_fields = rules_of(facts.rules, facts.rule_count, self.seats, self._c)
        self.fields: dict[str, Field] = fields_of(
            facts.fields, facts.field_count, self.seats, self.rule_fields, self._c
        )
        self.codec = Codec(self.fields, self.rule_fields, keys_of(facts, self.fields), self.seats)
        self._prepared, self._preparing = False, threading.Lock()
        names_of = partial(rule_names, self.rule_fields, self._c)
        self.forms = Forms.bound(
            core.name, facts.forms, facts.form_count, self.seats, self.rules(), names_of
        )
        self._identity = (core, self.seats, tuple(self.options.values()), self.table)
        self._hash = hash(self._identity)

    def _option_texts(self, numbers: Whole) -> dict[str, str]:
        texts, place = {}, 0
        for option in self.core.options:
            texts[option.name] = option.text(ffi.unpack(numbers + place, option.places))
            place += option.places
        return texts

    def _prepare(self) -> None:
        """Fill what playouts and priors read in the rules, once, on first need.

        RuntimeWarning if the game has to do without the learned numbers that it would use.
        """
        with self._preparing:
            if not self._prepared:
                learned = networks.read(self.name)
                wrong = lib.core_prepare(self.core.pointer, self._c, learned, len(learned))
                self._prepared = True
                if wrong != ffi.NULL:
                    message = f"{self.name} plays without its learned numbers: {string(wrong)}"
                    warnings.warn(message, RuntimeWarning, stacklevel=3)

    def redrawn(self, seed: int) -> Game:
        """The same game with its public set-up drawn from another seed, if it has any to draw."""
        if self.given == self.options:
            return self
        return Game(self.core, self.board, self.seats, self.given, self.table, seed)

    def __eq__(self, other: object) -> bool:
        """The same rules, whatever was left open before they were drawn."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        parts = (self.core, self.board, self.seats, self.options, self.table, self.given)
        return _restored, parts

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<{self.name} seats={self.seats}{options}>"

    def rules(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the rules block, by name (csrc/games/ has the layout)."""
        return {field.name: field.numbers(self._c) for field in self.rule_fields.values()}

    def start(self, seat: int | None = None) -> State:
        """The state before the first event, or a seat's view of it."""
        state = State(self)
        lib.core_start(self.core.pointer, self._c, state._c)
        return state if seat is None else state.view(seat)

    def parse(self, text: str) -> Move:
        """The word of a move or event in notation. InvalidMove if it cannot be read."""
        return self.forms.parse(text)

    def parse_move(self, text: str) -> Move:
        """The word of a move of a seat. InvalidMove, with help on moves alone, if it is none.

        An event of chance is an IllegalMove.
        """
        return self.forms.parse(text, events=False)

    def text(self, word: int) -> str:
        """A move or event in notation."""
        return self.forms.text(word)

    @property
    def actions(self) -> int | None:
        """How many actions seats have, legal or not; None if they are 2^20 or more."""
        return self.forms.actions

    def action(self, move: int) -> int:
        """The dense number of an action of a seat, from 0. InvalidMove if the word is none.

        >>> from sarai import game
        >>> jaipur = game("jaipur")
        >>> jaipur.actions, jaipur.action(jaipur.parse("take:S"))
        (366001, 2)
        """
        return self.forms.action(move)

    def move_of(self, action: int) -> Move:
        """The action of a seat with this number. IndexError if there is none."""
        return self.forms.word_of(action)

    def snapshot(self, text: str) -> State:
        """The state or view that a snapshot describes. InvalidPosition if there is none."""
        state = State(self)
        self.codec.read(text, self._c, state._c)
        wrong = lib.core_check(self.core.pointer, self._c, state._c)
        if wrong != ffi.NULL:
            raise InvalidPosition(f"snapshot: {string(wrong)}")
        written = state.snapshot()
        if written != text:
            raise InvalidPosition(f"snapshot: this position is written {written}")
        return state

    @cached_property
    def tensor_names(self) -> tuple[str, ...]:
        """The names of the entries of `State.tensor`, as `hand[0].D` or `phase.turn`."""
        return tuple(
            f"{field.name}{place}{entry}"
            for field in self.fields.values()
            for place in places(field, self.seats)
            for entry in entries(field.domain)
        )

    @cached_property
    def part_names(self) -> tuple[str, ...]:
        """The names of the parts of moves, as `swap:{taken}>{given} given.K=2` or `market.D=0`."""
        return tuple(part_names(self.forms, self.fields.values(), self.seats))

    @property
    def parts_digest(self) -> int:
        """What numbers learned for parts keep, to be refused where parts mean something else."""
        return lib.core_parts_digest(self.core.pointer, self.seats)

    @property
    def input_count(self) -> int:
        """How many inputs `State.inputs` has to choose from."""
        return lib.core_input_size(self.core.pointer, self.seats)

    def state(self, fields: Mapping[str, Sequence[int]]) -> State:
        """A state from its fields (those left out are zero). InvalidPosition if it can't be one."""
        state = State(self)
        buffer = ffi.buffer(state._c)
        for name, values in fields.items():
            field = self.fields[name]
            try:
                struct.pack_into(field.layout, buffer, field.offset, *values)
            except struct.error as error:
                raise InvalidPosition(f"{name}: {error}") from None
        wrong = lib.core_check(self.core.pointer, self._c, state._c)
        if wrong != ffi.NULL:
            raise InvalidPosition(string(wrong))
        return state

    def seat(self, seat: int) -> int:
        """The number itself if there is such a seat, else ValueError."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat}: seats are 0 to {self.seats - 1}")
        return seat
