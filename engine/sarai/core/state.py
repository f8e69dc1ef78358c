"""A state: everything that has happened in a game or, as a *view*, what one seat knows of that."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ..errors import IllegalMove, InvalidPosition, WrongState
from .library import ALL, CHANCE, NOTHING, WIN, check, ffi, lib, string
from .rng import Rng
from .words import Move, as_moves

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game is worth to each seat: `wins` in units of WIN, and the game's own scores."""

    wins: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """Win shares from 0 to 1, in seat order; they sum to 1 (alone, see the game)."""
        return tuple(win / WIN for win in self.wins)


def _restored(game: Game, memory: bytes) -> State:
    """A state from its bytes, as pickle keeps them; InvalidPosition if it can't be one."""
    state = State(game)
    if len(memory) != ffi.sizeof(state._c):
        raise InvalidPosition(f"{len(memory)} bytes are no state of {game.name}")
    ffi.memmove(state._c, memory, len(memory))
    wrong = lib.core_check(game.core.pointer, game._c, state._c)
    if wrong != ffi.NULL:
        raise InvalidPosition(string(wrong))
    return state


class State:
    """All that has happened in a game, or one seat's view of it. A value: compare, copy, hash.

    Made by `Game.start`, `Game.snapshot` or from another state.

    >>> from sarai import game
    >>> state = game("jaipur", options={"starter": "seat0"}).start()
    >>> for event in ("deal0:DGSCP", "deal1:GSKKK", "market:LL"):
    ...     state.play(event)
    >>> state.actor, len(state.moves()), state.illegal_reason(state.game.parse("sell:Dx2"))
    (0, 14, 'the hand does not have that many of that good')
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
        """Become equal to another state of the same game; ValueError for one of another."""
        if self.game != other.game:
            raise ValueError(f"a state of {self.game} can't become one of {other.game}")
        ffi.memmove(self._c, other._c, ffi.sizeof(self._c))

    def __bytes__(self) -> bytes:
        return bytes(ffi.buffer(self._c))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.game, bytes(self)))

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[[Game, bytes], State], tuple[Game, bytes]]:
        return _restored, (self.game, bytes(self))

    def __repr__(self) -> str:
        return f"<{self.game.name} {self.snapshot()}>"

    def __str__(self) -> str:
        return self.game.board(self)

    def snapshot(self) -> str:
        """All of it in one word; `Game.snapshot` reads it back."""
        return self.game.codec.text(self.game._c, self._c)

    def mapping(self) -> dict[str, Any]:
        """All of it as plain values by key, those of seats in lists: what JSON can hold."""
        return self.game.codec.mapping(self.game._c, self._c)

    def tensor(self) -> array[float]:
        """All of it as numbers from about 0 to 1 (float32), named by `Game.tensor_names`."""
        game = self.game
        out = ffi.new("float[]", len(game.tensor_names))
        lib.core_tensor(game.core.pointer, game.seats, self._c, out)
        return array("f", ffi.buffer(out)[:])

    def inputs(self, seat: int | None = None) -> list[int]:
        """The sparse inputs of a network: the numbers of those that are 1, ascending.

        They look from a seat, by default that of the view; ValueError for a full state without one.
        """
        game = self.game
        seat = self.viewer if seat is None else seat
        game.seat(seat)
        out = ffi.new("uint32_t[]", lib.core_most_inputs(game.core.pointer, game.seats))
        n = lib.core_inputs(game.core.pointer, game.seats, self._c, seat, out)
        return ffi.unpack(out, n)

    def fields(self) -> dict[str, tuple[int, ...]]:
        """The numbers that the state is made of, by name (csrc/games/ has the layout)."""
        return {field.name: field.numbers(self._c) for field in self.game.fields.values()}

    # -- what may happen --

    @property
    def actor(self) -> int:
        """Who is next: a seat, CHANCE or OVER."""
        return lib.core_actor(self.game.core.pointer, self.game._c, self._c)

    @property
    def viewer(self) -> int:
        """Whose view this is: a seat, or ALL."""
        return lib.core_viewer(self.game.core.pointer, self._c)

    def moves(self) -> list[Move]:
        """The legal moves of the seat to move, sorted; empty if it is not a seat's turn.

        WrongState on a view of another seat.
        """
        return self._list() if self.actor >= 0 else []

    def count(self) -> int:
        """How many moves are legal, without listing them if the game knows a faster way."""
        game = self.game
        return check(
            lib.core_count(
                game.core.pointer, game._c, self._c, game._scratch.moves, game.core.max_moves
            )
        )

    def outcomes(self) -> list[tuple[Move, int]]:
        """The outcomes of the chance event that is due with their weights; empty if none is.

        WrongState on a view.
        """
        if self.actor != CHANCE:
            return []
        words = self._list()
        return list(zip(words, ffi.unpack(self.game._scratch.weights, len(words)), strict=True))

    def _list(self) -> list[Move]:
        game = self.game
        n = lib.core_moves(
            game.core.pointer,
            game._c,
            self._c,
            game._scratch.moves,
            game._scratch.weights,
            game.core.max_moves,
        )
        return as_moves(ffi.unpack(game._scratch.moves, check(n))) if n else []

    def illegal_reason(self, word: int) -> str | None:
        """Why a move or event is refused here, None if it is not.

        A view accepts what some deal that agrees with it allows, as its seat would observe it.
        """
        if not 0 <= word < 2**64:
            return "a word has 64 bits"
        reason = lib.core_illegal_reason(self.game.core.pointer, self.game._c, self._c, word)
        return None if reason == ffi.NULL else string(reason)

    def sample(self, rng: Rng) -> Move:
        """An outcome of the chance event that is due, drawn by its weights."""
        return self._event(lib.core_sample(self.game.core.pointer, self.game._c, self._c, rng._c))

    def deal(self, seed: int) -> Move:
        """The outcome that decks shuffled in advance from this seed give here."""
        return self._event(
            lib.core_deal(self.game.core.pointer, self.game._c, self._c, seed & (2**64 - 1))
        )

    def _event(self, word: int) -> Move:
        if word == NOTHING:
            raise WrongState("no chance event is due here, or this is a view")
        return Move(word)

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
        reason = self.illegal_reason(word)
        if reason is not None:
            raise IllegalMove(f"{self._text_of(word)}: {reason}")

    def play_unchecked(self, word: int) -> None:
        """Play a legal word; an illegal one is undefined (an assertion in debug builds)."""
        lib.core_play_unchecked(self.game.core.pointer, self.game._c, self._c, word)

    def _text_of(self, word: int) -> str:
        try:
            return self.game.text(word)
        except ValueError:
            return hex(word)

    # -- who knows what --

    def observed(self, word: int, seat: int) -> Move:
        """What a seat is told when this is played: a word, perhaps masked, or NOTHING."""
        self.game.seat(seat)
        return Move(lib.core_observed(self.game.core.pointer, self.game._c, self._c, word, seat))

    def view(self, seat: int) -> State:
        """What a seat knows. WrongState on a view of another seat."""
        view = State(self.game)
        self.game.seat(seat)
        check(lib.core_view(self.game.core.pointer, self.game._c, self._c, seat, view._c))
        return view

    def determinize(self, rng: Rng) -> State:
        """A full state drawn from this view, uniform over deals of distinguishable cards."""
        state = State(self.game)
        check(lib.core_determinize(self.game.core.pointer, self.game._c, self._c, rng._c, state._c))
        return state

    def tracked(self, event: int) -> bool:
        """Does a closed-loop search tell nodes apart by this observed event?"""
        return bool(lib.core_tracked(self.game.core.pointer, event))

    # -- what it is worth --

    def sure_wins(self, moves: Sequence[int], seed: int) -> list[Move]:
        """Those of the given legal moves of this view's seat that win at once for certain.

        They end play with a whole win in each of many determinizations, drawn from the seed.
        """
        game = self.game
        words = ffi.new("core_move[]", list(moves))
        scratch = ffi.new("uint64_t[]", 2 * game._words)
        n = check(
            lib.core_sure_wins(
                game.core.pointer, game._c, self._c, seed & (2**64 - 1), words, len(moves), scratch
            )
        )
        return as_moves(ffi.unpack(words, n)) if n else []

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
        check(
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
        check(
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

    def choose(self, policy: int, rng: Rng) -> Move:
        """The move that a playout policy chooses for the seat to move, in a state or its own view.

        `policy` indexes `game.core.policies`. WrongState if no seat is to move, or another than
        the viewer; ValueError if the policies of the game do not choose move by move.
        """
        game = self.game
        if self.actor < 0 or self.viewer not in (ALL, self.actor):
            raise WrongState("no move of this seat is due")
        game._prepare()
        move = lib.core_choose(game.core.pointer, game._c, self._c, policy, rng._c)
        if move == NOTHING:
            raise ValueError(f"the policies of {game.name} do not choose move by move")
        return Move(move)

    def priors(self, moves: Sequence[int]) -> list[int]:
        """How likely a good player is to choose each of the legal moves, as weights in any unit.

        `moves` are those of `moves()`, or some of them. A full state and the view of the seat to
        move agree. IllegalMove for another word, or one that is there twice.
        """
        self._legal(moves)
        game, n = self.game, len(moves)
        game._prepare()
        words, weights = ffi.new("core_move[]", moves), ffi.new("uint32_t[]", n)
        lib.core_prior(game.core.pointer, game._c, self._c, words, n, weights)
        return ffi.unpack(weights, n) if n else []

    def parts(self, moves: Sequence[int], by_tables: bool = False) -> list[list[int]]:
        """What a prior sums over: the parts of each of the legal moves, ascending.

        `Game.part_names` names them. They are the form of the move, the values of its lanes, and
        what the public fields that it changes are after it. `moves` are as in `priors`. With
        `by_tables` a function of the game's own is not asked.
        """
        self._legal(moves)
        game, n = self.game, len(moves)
        core, room = game.core.pointer, lib.core_most_parts(game.core.pointer, game.seats)
        words, ends = ffi.new("core_move[]", moves), ffi.new("uint32_t[]", n)
        out = ffi.new("uint32_t[]", n * room)
        scratch = ffi.new("uint64_t[]", lib.core_parts_scratch(core) // 8)
        parts = lib.core_parts_by_tables if by_tables else lib.core_parts
        parts(core, game._c, game.seats, self._c, words, n, out, ends, scratch)
        until = ffi.unpack(ends, n) if n else []
        numbers = ffi.unpack(out, until[-1]) if n else []
        return [numbers[a:b] for a, b in pairwise([0, *until])]

    def _legal(self, moves: Sequence[int]) -> None:
        """IllegalMove unless all are legal here and different."""
        if len(set(moves)) < len(moves) or not set(moves).issubset(self.moves()):
            for word in moves:
                self.check(word)
            raise IllegalMove("a move is there twice")

    def perft(self, depth: int) -> int:
        """The number of sequences of `depth` plies from a full state, each chance event one ply."""
        if depth < 0:
            raise ValueError(f"depth {depth}: it is 0 or more")
        size = lib.core_perft_scratch(self.game.core.pointer, depth)
        scratch = ffi.new("uint64_t[]", size // 8 + 1)
        return check(
            lib.core_perft(self.game.core.pointer, self.game._c, self._c, depth, scratch, size)
        )
