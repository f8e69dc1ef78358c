"""Games and states: the only module that talks to the compiled core.

A `Game` is the rules of one game with its options; a `State` is everything that has happened in
it, or, as a *view*, what one seat knows of that. Moves and outcomes of chance are integers (words
of 64 bits); `State.text` and `Game.parse` turn them into notation and back.
"""

from __future__ import annotations

import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from ._core import ffi, lib
from .errors import IllegalMove, InvalidGame, InvalidPosition, WrongState
from .options import Option

CHANCE: int = lib.CORE_CHANCE
OVER: int = lib.CORE_OVER
ALL: int = lib.CORE_ALL
NOTHING: int = lib.CORE_NOTHING
WIN: int = lib.CORE_WIN
"""One whole win in the integer unit of shares; it divides by 2 to 6 without a rest."""

_FORMATS = {1: "B", 2: "H", 4: "I", 8: "Q", -1: "b", -2: "h", -4: "i", -8: "q"}
_ERRORS: dict[int, type[Exception]] = {
    lib.CORE_EILLEGAL: IllegalMove,
    lib.CORE_EVIEW: WrongState,
    lib.CORE_EFULL: WrongState,
    lib.CORE_ERUNNING: WrongState,
    lib.CORE_EARGUMENT: ValueError,
}


def _check(status: int) -> int:
    """Return a status that is a success, raise the exception that belongs to another."""
    if status >= 0:
        return status
    raise _ERRORS.get(status, RuntimeError)(_string(lib.core_strerror(status)))


def _string(text: Any) -> str:
    return "" if text == ffi.NULL else str(ffi.string(text).decode())


def digest() -> str:
    """The fingerprint of the C sources that this core was compiled from."""
    return _string(lib.core_digest())


@cache
def _tables() -> Any:
    """The three tables of the search, one after the other in one array."""
    size = lib.CORE_TABLE_SIZE
    tables = ffi.new("double[]", 3 * size)
    lib.core_search_tables(tables, tables + size, tables + 2 * size)
    return tables


def search_tables() -> tuple[list[float], list[float], list[float]]:
    """1/i, 1/sqrt(i) and sqrt(H(i)) for i below 65536, to the bit as the C search has them.

    H(i) is the harmonic number 1 + 1/2 + ... + 1/i.
    """
    size = lib.CORE_TABLE_SIZE
    inverse, inverse_root, root_harmonic = (
        ffi.unpack(_tables() + i * size, size) for i in range(3)
    )
    return inverse, inverse_root, root_harmonic


class Rng:
    """The core's random generator (xoshiro256++), one stream of a seed.

    >>> Rng(1).below(10) == Rng(1).below(10)
    True
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._c = ffi.new("core_rng *")
        self.seed(seed, stream)

    def seed(self, seed: int, stream: int = 0) -> None:
        """Start again; both numbers are taken modulo 2**64."""
        lib.core_rng_seed(self._c, seed & (2**64 - 1), stream & (2**64 - 1))

    def next(self) -> int:
        """64 random bits."""
        return int(lib.core_rng_next(self._c))

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, for 0 < bound < 2**32."""
        return int(lib.core_rng_below(self._c, bound))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game is worth to each seat: `wins` in units of WIN, and the game's own scores."""

    wins: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """Win shares from 0 to 1, in seat order; they sum to 1 (alone, see the game)."""
        return tuple(win / WIN for win in self.wins)


class Notation(Protocol):
    """The text forms of one game; see games/jaipur.py for a whole one."""

    def move_text(self, game: Game, word: int) -> str: ...
    def move_word(self, game: Game, text: str) -> int: ...
    def snapshot(self, state: State) -> str: ...
    def parse_snapshot(self, game: Game, text: str) -> State: ...
    def describe(self, state: State) -> str: ...


def _layout(fields: Any, count: int) -> dict[str, tuple[int, str]]:
    """The offset and the struct format of each field."""
    return {
        _string(field.name): (int(field.offset), f"<{field.count}{_FORMATS[field.width]}")
        for field in (fields[i] for i in range(count))
    }


def _read(layout: Mapping[str, tuple[int, str]], memory: Any) -> dict[str, tuple[int, ...]]:
    buffer = ffi.buffer(memory)
    return {
        name: struct.unpack_from(format_, buffer, offset)
        for name, (offset, format_) in layout.items()
    }


class CoreGame:
    """A game of the core before its options are chosen: names, ranges, sizes."""

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer
        facts = lib.core_facts(pointer)
        self.name = _string(facts.name)
        self.policies = tuple(_string(facts.policies).split("|"))
        self.min_seats = int(facts.min_seats)
        self.max_seats = int(facts.max_seats)
        self.max_moves = int(facts.max_moves)
        self.rules_size = int(facts.rules_size)
        self.state_size = int(facts.state_size)
        self.public_moves = bool(facts.public_moves)
        self.options = tuple(
            Option(
                _string(o.name),
                tuple(_string(o.choices).split("|")) if _string(o.choices) else (),
                int(o.lowest),
                int(o.highest),
                int(o.standard),
                int(o.length),
            )
            for o in (facts.options[i] for i in range(facts.option_count))
        )
        self.fields = _layout(facts.fields, facts.field_count)
        self.rules = _layout(facts.rules, facts.rule_count)

    @classmethod
    def at(cls, address: int) -> CoreGame:
        """A game that lives in another shared library, by the address of its table."""
        return cls(ffi.cast("const core_game *", address))

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise InvalidGame(f"{self.name} has no option {name!r}; its options are: {known}")


def core_games() -> list[CoreGame]:
    """The games that are compiled in."""
    return [CoreGame(lib.core_game_at(i)) for i in range(lib.core_game_count())]


class _Scratch(threading.local):
    """Buffers that C fills for Python, each thread its own: calls run without the global lock."""

    def __init__(self, max_moves: int) -> None:
        self.moves = ffi.new("core_move[]", max_moves)
        self.weights = ffi.new("uint64_t[]", max_moves)
        self.shares = ffi.new("int64_t[]", lib.CORE_MAX_SEATS)
        self.scores = ffi.new("int64_t[]", lib.CORE_MAX_SEATS)


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
    sarai.errors.InvalidMove: 'swap:LD>SK': 'LD' is not cards in the order DGSCPL?K ('-' for none)
    """

    def __init__(
        self,
        core: CoreGame,
        notation: Notation,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        table: Sequence[int] = (),
        seed: int = 0,
    ) -> None:
        options = options or {}
        self.core = core
        self.notation = notation
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
        fault = lib.core_setup(core.pointer, self._c, self.seats, numbers, self.table, len(table))
        if fault != ffi.NULL:
            raise InvalidGame(f"{self.name}: {_string(fault)}")
        self._scratch = _Scratch(core.max_moves)
        self._prepared, self._preparing = False, threading.Lock()

    def _option_texts(self, numbers: Any) -> dict[str, str]:
        texts, place = {}, 0
        for option in self.core.options:
            texts[option.name] = option.text(ffi.unpack(numbers + place, option.places))
            place += option.places
        return texts

    def _prepare(self) -> None:
        """Make the tables of the rules that playouts read, once, on first need."""
        with self._preparing:
            if not self._prepared:
                lib.core_prepare(self.core.pointer, self._c)
                self._prepared = True

    def redrawn(self, seed: int) -> Game:
        """The same game with its public set-up drawn from another seed, if it has any to draw."""
        if self.given == self.options:
            return self
        return Game(self.core, self.notation, self.seats, self.given, self.table, seed)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<{self.name} seats={self.seats}{options}>"

    def rules(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the rules block, by name (csrc/games/ has the layout)."""
        return _read(self.core.rules, self._c)

    def start(self, seat: int | None = None) -> State:
        """The state before the first event, or a seat's view of it."""
        state = State(self)
        lib.core_start(self.core.pointer, self._c, state._c)
        return state if seat is None else state.view(seat)

    def parse(self, text: str) -> int:
        """The word of a move or event in notation. InvalidMove if it cannot be read."""
        return self.notation.move_word(self, text)

    def text(self, word: int) -> str:
        """A move or event in notation."""
        return self.notation.move_text(self, word)

    def snapshot(self, text: str) -> State:
        """The state or view that a snapshot describes. InvalidPosition if there is none."""
        return self.notation.parse_snapshot(self, text)

    def state(self, fields: Mapping[str, Sequence[int]]) -> State:
        """A state from its fields (those left out are zero). InvalidPosition if it can't be one."""
        state = State(self)
        buffer = ffi.buffer(state._c)
        for name, values in fields.items():
            offset, layout = self.core.fields[name]
            try:
                struct.pack_into(layout, buffer, offset, *values)
            except struct.error as error:
                raise InvalidPosition(f"{name}: {error}") from None
        fault = lib.core_check(self.core.pointer, self._c, state._c)
        if fault != ffi.NULL:
            raise InvalidPosition(_string(fault))
        return state

    def seat(self, seat: int) -> int:
        """The number itself if there is such a seat, else ValueError."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat}: seats are 0 to {self.seats - 1}")
        return seat


class State:
    """All that has happened in a game, or one seat's view of it. A value: compare, copy, hash.

    Made by `Game.start`, `Game.snapshot` or from another state.

    >>> from sarai import game
    >>> state = game("jaipur", options={"starter": "seat0"}).start()
    >>> for event in ("deal0:DGSCP", "deal1:GSKKK", "market:LL"):
    ...     state.play(event)
    >>> state.actor, len(state.moves()), state.fault(state.game.parse("sell:Dx2"))
    (0, 14, 'the hand does not have so many of that good')
    >>> view = state.view(1)
    >>> view.fields()["hidden"]
    (5, 0)
    >>> state.play("camels")
    >>> [(state.game.text(word), weight) for word, weight in state.outcomes()][:2]
    [('fill:DDD', 10), ('fill:DDG', 40)]
    """

    __slots__ = ("_c", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self._c = ffi.new("uint64_t[]", game._words)

    # -- a value --

    def copy(self) -> State:
        twin = State(self.game)
        ffi.memmove(twin._c, self._c, ffi.sizeof(self._c))
        return twin

    def assign(self, other: State) -> None:
        """Become equal to another state of the same game."""
        ffi.memmove(self._c, other._c, ffi.sizeof(self._c))

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._c))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.snapshot()}>"

    def __str__(self) -> str:
        return self.game.notation.describe(self)

    def snapshot(self) -> str:
        """All of it in one word; `Game.snapshot` reads it back."""
        return self.game.notation.snapshot(self)

    def fields(self) -> dict[str, tuple[int, ...]]:
        """The numbers that the state is made of, by name (csrc/games/ has the layout)."""
        return _read(self.game.core.fields, self._c)

    # -- what may happen --

    @property
    def actor(self) -> int:
        """Who is next: a seat, CHANCE or OVER."""
        return int(lib.core_actor(self.game.core.pointer, self.game._c, self._c))

    @property
    def viewer(self) -> int:
        """Whose view this is: a seat, or ALL."""
        return int(lib.core_viewer(self.game.core.pointer, self._c))

    def moves(self) -> list[int]:
        """The legal moves of the seat to move, sorted; empty if it is not a seat's turn.

        WrongState on a view of another seat.
        """
        return self._list() if self.actor >= 0 else []

    def count(self) -> int:
        """How many moves are legal, without listing them if the game knows a faster way."""
        game = self.game
        return _check(
            lib.core_count(
                game.core.pointer, game._c, self._c, game._scratch.moves, game.core.max_moves
            )
        )

    def outcomes(self) -> list[tuple[int, int]]:
        """The outcomes of the chance event that is due with their weights; empty if none is.

        WrongState on a view.
        """
        if self.actor != CHANCE:
            return []
        words = self._list()
        return list(zip(words, ffi.unpack(self.game._scratch.weights, len(words)), strict=True))

    def _list(self) -> list[int]:
        game = self.game
        n = lib.core_moves(
            game.core.pointer,
            game._c,
            self._c,
            game._scratch.moves,
            game._scratch.weights,
            game.core.max_moves,
        )
        words: list[int] = ffi.unpack(game._scratch.moves, _check(n)) if n else []
        return words

    def fault(self, word: int) -> str | None:
        """Why a move or event is refused here, None if it is not.

        A view accepts what some deal that agrees with it allows, as its seat would observe it.
        """
        if not 0 <= word < 2**64:
            return "a word has 64 bits"
        fault = lib.core_fault(self.game.core.pointer, self.game._c, self._c, word)
        return None if fault == ffi.NULL else _string(fault)

    def sample(self, rng: Rng) -> int:
        """An outcome of the chance event that is due, drawn by its weights."""
        return self._event(lib.core_sample(self.game.core.pointer, self.game._c, self._c, rng._c))

    def deal(self, seed: int) -> int:
        """The outcome that decks shuffled in advance from this seed give here."""
        return self._event(
            lib.core_deal(self.game.core.pointer, self.game._c, self._c, seed & (2**64 - 1))
        )

    def _event(self, word: int) -> int:
        if word == NOTHING:
            raise WrongState("no chance event is due here, or this is a view")
        return word

    # -- make it happen --

    def play(self, move: int | str) -> None:
        """Play a move or event, a word or its text.

        InvalidMove or IllegalMove, with the reason, leaves the state as it was.
        """
        word = self.game.parse(move) if isinstance(move, str) else move
        self.check(word)
        self.play_unchecked(word)

    def check(self, word: int) -> None:
        """IllegalMove, with the reason, if `play` refuses this word here."""
        fault = self.fault(word)
        if fault is not None:
            raise IllegalMove(f"{self._text_of(word)}: {fault}")

    def play_unchecked(self, word: int) -> None:
        """Play a legal word; an illegal one is undefined (an assertion in debug builds)."""
        lib.core_play_unchecked(self.game.core.pointer, self.game._c, self._c, word)

    def _text_of(self, word: int) -> str:
        try:
            return self.game.text(word)
        except ValueError:
            return hex(word)

    # -- who knows what --

    def observed(self, word: int, seat: int) -> int:
        """What a seat is told when this is played: a word, perhaps masked, or NOTHING."""
        self.game.seat(seat)
        return int(lib.core_observed(self.game.core.pointer, self.game._c, self._c, word, seat))

    def view(self, seat: int) -> State:
        """What a seat knows. WrongState on a view of another seat."""
        view = State(self.game)
        self.game.seat(seat)
        _check(lib.core_view(self.game.core.pointer, self.game._c, self._c, seat, view._c))
        return view

    def determinize(self, rng: Rng) -> State:
        """A full state drawn from this view, uniform over deals of distinguishable cards."""
        state = State(self.game)
        _check(
            lib.core_determinize(self.game.core.pointer, self.game._c, self._c, rng._c, state._c)
        )
        return state

    def secret(self, seat: int) -> int:
        """What a seat knows and some other may not, as a word; 0 for nothing. WrongState on a view
        of another seat."""
        self.game.seat(seat)
        if self.viewer not in (ALL, seat):
            raise WrongState(f"seat {self.viewer}'s view does not know what seat {seat} knows")
        return int(lib.core_secret(self.game.core.pointer, self.game._c, self._c, seat))

    def tracked(self, event: int) -> bool:
        """Does a closed-loop search tell nodes apart by this observed event?"""
        return bool(lib.core_tracked(self.game.core.pointer, event))

    # -- exact play (csrc/search/expectimax.c) --

    def worlds(self, capacity: int = 1000) -> list[tuple[State, int]]:
        """This view with the cards laid that it lacks in hands, in all ways, with their weights.

        Empty if they are more than `capacity`, or if the game has no exact play.
        """
        game = self.game
        memory = ffi.new("uint64_t[]", capacity * game._words)
        weights = ffi.new("uint64_t[]", capacity)
        n = _check(lib.core_worlds(game.core.pointer, game._c, self._c, memory, weights, capacity))
        worlds = []
        for i in range(n):
            world = State(game)
            ffi.memmove(world._c, memory + i * game._words, ffi.sizeof(world._c))
            worlds.append((world, int(weights[i])))
        return worlds

    def expected(self) -> list[tuple[int, int]]:
        """What may happen next in a world, whoever acts, as the viewer observes it.

        Outcomes of chance have the weights that the viewer expects, moves have any. WrongState if
        this is no world.
        """
        game = self.game
        moves, weights, most = game._scratch.moves, game._scratch.weights, game.core.max_moves
        n = lib.core_expected(game.core.pointer, game._c, self._c, moves, weights, most)
        return [(moves[i], weights[i]) for i in range(_check(n))]

    # -- what it is worth --

    def settled(self) -> Outcome | None:
        """The outcome where playouts end: the game is over, or its sequel is a table; else None."""
        game = self.game
        done = lib.core_settled(
            game.core.pointer, game._c, self._c, game._scratch.shares, game._scratch.scores
        )
        return self._outcome() if done else None

    def returns(self) -> Outcome:
        """The outcome of a game that is over, with the scores of the whole game."""
        game = self.game
        _check(
            lib.core_returns(
                game.core.pointer, game._c, self._c, game._scratch.shares, game._scratch.scores
            )
        )
        return self._outcome()

    def _outcome(self) -> Outcome:
        seats = self.game.seats
        return Outcome(
            tuple(ffi.unpack(self.game._scratch.shares, seats)),
            tuple(ffi.unpack(self.game._scratch.scores, seats)),
        )

    def playout(self, policy: int, rng: Rng) -> Outcome:
        """The outcome of this full state when it is played on at random until it is settled.

        `policy` indexes `game.core.policies`. The state itself does not change.
        """
        game = self.game
        game._prepare()
        _check(
            lib.core_playout(
                game.core.pointer,
                game._c,
                self._c,
                policy,
                rng._c,
                game._scratch.shares,
                game._scratch.scores,
            )
        )
        return self._outcome()

    def priors(self, moves: list[int]) -> list[int]:
        """How likely a good player is to choose each of the legal moves, as weights in any unit.

        `moves` are those of `moves()`, or some of them. A full state and the view of the seat to
        move agree. IllegalMove for another word, or one that is there twice.
        """
        game, n = self.game, len(moves)
        if len(set(moves)) < n or not set(moves).issubset(self.moves()):
            for word in moves:
                self.check(word)
            raise IllegalMove("a move is there twice")
        game._prepare()
        words, weights = ffi.new("core_move[]", moves), ffi.new("uint32_t[]", n)
        lib.core_prior(game.core.pointer, game._c, self._c, words, n, weights)
        numbers: list[int] = ffi.unpack(weights, n) if n else []
        return numbers

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` plies from a full state, each chance event one ply."""
        size = lib.core_perft_scratch(self.game.core.pointer, depth)
        scratch = ffi.new("uint64_t[]", size // 8 + 1)
        return _check(
            lib.core_perft(self.game.core.pointer, self.game._c, self._c, depth, scratch, size)
        )


def solve(view: State, moves: Sequence[int], budget: int) -> tuple[list[tuple[float, float]], int]:
    """Bounds of the seat's share for each of some legal moves, and how many plies that took.

    No bounds if more than `budget` plies would be needed to tell which move is best.
    """
    core, game = view.game.core, view.game
    game._prepare()
    size = lib.core_solve_minimum(core.pointer) + min(BYTES_PER_PLY * budget, MOST_SOLVE_BYTES)
    memory = _allocate("uint64_t[]", size // 8)
    bounds, plies = ffi.new("core_bounds[]", len(moves)), ffi.new("uint64_t *")
    solved = _check(
        lib.core_solve(
            core.pointer,
            game._c,
            view._c,
            moves,
            len(moves),
            budget,
            bounds,
            plies,
            memory,
            size // 8 * 8,
        )
    )
    return [(b.low, b.high) for b in bounds] if solved else [], int(plies[0])


# A block of memory that is not cleared first: a search writes what it reads.
_allocate = ffi.new_allocator(should_clear_after_alloc=False)

BYTES_PER_PLY = 64
"""Of the solver's table: about a position for each three plies."""
MOST_SOLVE_BYTES = 64 * 2**20


@dataclass(frozen=True, slots=True)
class KernelCandidate:
    """A root move of the native search: counts, and sums over its playouts by seat."""

    move: int
    visits: int
    available: int
    share: int
    playouts: int
    wins: list[int]
    wins_squared: list[float]
    scores: list[int]
    scores_squared: list[float]

    def plus(self, other: KernelCandidate) -> KernelCandidate:
        """The same move of another tree added."""
        return KernelCandidate(
            self.move,
            self.visits + other.visits,
            self.available + other.available,
            self.share + other.share,
            self.playouts + other.playouts,
            [a + b for a, b in zip(self.wins, other.wins, strict=True)],
            [a + b for a, b in zip(self.wins_squared, other.wins_squared, strict=True)],
            [a + b for a, b in zip(self.scores, other.scores, strict=True)],
            [a + b for a, b in zip(self.scores_squared, other.scores_squared, strict=True)],
        )


class Kernel:
    """A native search in one block of memory (csrc/search/). Its caller keeps the clock.

    `exploration` is in units of WIN, `widening` None for selection without the prior, `policy` is
    an index, `size` in bytes; it runs the iterations first, first + stride, ... of its seed.
    `depth` cuts the tree, `only` are the root moves that it considers, legal ones (0 and none: no
    limit); with `multi` the other seats play by their secrets. The core is used without the
    interpreter's lock, so several kernels run side by side, and `stop` can be called from another
    thread.
    """

    def __init__(
        self,
        view: State,
        exploration: float,
        widening: float | None,
        seed: int,
        open_: bool,
        policy: int,
        size: int,
        first: int = 0,
        stride: int = 1,
        depth: int = 0,
        only: Sequence[int] = (),
        multi: bool = False,
    ) -> None:
        core = view.game.core
        size = max(size, lib.core_search_minimum(core.pointer)) // 8 * 8 + 8
        self._game = view.game
        self._game._prepare()
        self._memory = _allocate("uint64_t[]", size // 8)
        self._stop = ffi.new("int32_t *")
        settings = ffi.new("core_search_settings *")
        settings.exploration, settings.seed = exploration, seed & (2**64 - 1)
        settings.open, settings.policy, settings.prior = open_, policy, widening is not None
        settings.multi = multi
        settings.widening = widening or 0.0
        settings.first, settings.stride = first, stride
        moves = ffi.new("core_move[]", sorted(only))
        settings.depth, settings.only, settings.only_count = depth, moves, len(only)
        _check(
            lib.core_search_start(
                core.pointer,
                view.game._c,
                view._c,
                view.game.seats,
                settings,
                _tables(),
                self._memory,
                size,
            )
        )

    def run(self, iterations: int) -> int:
        """Iterate so often, or until stopped; how often it was."""
        return int(lib.core_search_run(self._memory, iterations, self._stop))

    def stop(self) -> None:
        """End `run` after the iteration it is in, and each one until `begin`."""
        self._stop[0] = 1

    def begin(self) -> None:
        """Take back a `stop` that came before."""
        self._stop[0] = 0

    def progress(self) -> tuple[int, int, int, int, bool, int]:
        """Iterations, sum of depths, maximum depth, nodes, whether memory is full, bytes used."""
        p = ffi.new("core_progress *")
        lib.core_search_progress(self._memory, p)
        return p.iterations, p.depth_sum, p.max_depth, p.nodes, bool(p.full), p.bytes

    def candidates(self) -> list[KernelCandidate]:
        """The root's edges, sorted by move."""
        capacity, seats = self._game.core.max_moves, self._game.seats
        found = ffi.new("core_candidate[]", capacity)
        n = lib.core_search_candidates(self._memory, found, capacity)
        return [
            KernelCandidate(
                c.move,
                c.visits,
                c.available,
                c.share,
                c.playouts,
                ffi.unpack(c.wins, seats),
                ffi.unpack(c.wins_squared, seats),
                ffi.unpack(c.scores, seats),
                ffi.unpack(c.scores_squared, seats),
            )
            for c in (found[i] for i in range(n))
        ]

    def go_on(self, view: State, route: Sequence[tuple[int, Sequence[int]]]) -> bool:
        """Make the node at the end of a route from the root the root, with its view.

        False, and nothing is changed, if it is not there or too much memory is used up.
        """
        node = 0
        for actor, words in route:
            node = lib.core_search_find(self._memory, node, actor, list(words), len(words))
            if node == 0:
                return False
        status: int = lib.core_search_go_on(self._memory, node, view._c)
        return status >= 0

    def variation(self, move: int, capacity: int = 64) -> list[tuple[int, bool]]:
        """The principal variation of a root move: words, and whether each is a chance event."""
        words, marks = ffi.new("core_move[]", capacity), ffi.new("uint8_t[]", capacity)
        n = lib.core_search_variation(self._memory, move, words, marks, capacity)
        return [(words[i], bool(marks[i])) for i in range(n)]
