"""The leak test in a match: nothing that a seat is given may depend on what is hidden from it.

The watch follows the game with a state of its own. Beside the true state it looks at *twins*: full
states drawn from what a seat knows, which differ from the truth in what is hidden from it only.

- A view that a player gets is, byte for byte, the view of the true state and that of its twins; so
  is all that is made of it alone: snapshot, board, `d json`, tensor and inputs.
- A word that a seat is told of an event is the word that it is told of every other outcome that
  leaves it with the same view, and of the same event in a twin.
- What an external player is told is these words, all of them and no other, and so is each line that
  an engine is sent.

What it can't see: cards that lie open in the game's own view and in all that is told. The laws that
tests hold each game to (CONTRIBUTING.md) are for that.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sarai import CHANCE, NOTHING, OVER, Game, Move, Rng, State

from ...refusal import MISMATCH, Refusal

TWINS = 2
"""Twins of each seat at each event."""
OTHERS = 16
"""Outcomes that are tried beside the one that came; with fewer all of them."""
SHOWN = 300
"""Characters of a line in a message."""
PLAIN = re.compile(
    rb"hgi( \S+)*|format (text|json)|newgame|isready( \S+)?|setoption name .*|stop|quit|"
    rb"go( (iterations|movetime|confidence|depth|clock|inc|id) \S+)*"
)
"""Lines besides `position`. None of them has a word of the game in it."""


class Leak(Refusal):
    """A seat was to be given what it may not know."""

    def __init__(self, message: str) -> None:
        super().__init__(message, MISMATCH)


class Watch:
    """Follows one game, the one of this number. Every method raises Leak."""

    def __init__(self, game: Game, number: int) -> None:
        self.game = game
        self.number = number
        self.state = game.start()
        self.events = 0
        self.told: list[list[str]] = [[] for _ in range(game.seats)]
        self._rng = Rng(number)

    def event(self, word: Move, told: Sequence[Move]) -> None:
        """A legal word was played, and each seat was told this of it."""
        for seat, heard in enumerate(told):
            due = self.state.observed(word, seat)
            if heard != due:
                raise self._leak(seat, f"is told {self._text(heard)} and sees {self._text(due)}")
            self._check_told(word, heard, seat)
            if heard != NOTHING:
                self.told[seat].append(self.game.text(heard))
        self.state.play(word)
        self.events += 1

    def view(self, seat: int, view: State) -> None:
        """A seat's player is given this view."""
        due = self.state.view(seat)
        for other in (due, *(twin.view(seat) for twin in self._twins(due))):
            if bytes(view) != bytes(other):
                raise self._leak(seat, f"gets a view that is not its own: {view.snapshot()}")

    def words(self, seat: int, told: Sequence[str]) -> None:
        """A seat's external player is given these events."""
        due = self.told[seat]
        if list(told) != due:
            strange = next((text for text in told if text not in due), "events in another order")
            raise self._leak(seat, f"is given {strange!r}, which it did not see so")

    def lines(self, seat: int, data: bytes) -> None:
        """A seat's engine is sent these lines."""
        for line in data.splitlines():
            if not (self._is_position(line, seat) or PLAIN.fullmatch(line)):
                shown = line.decode(errors="backslashreplace")[:SHOWN]
                raise self._leak(seat, f"is sent a line that it may not have: {shown}")

    # ---- inside ----

    def _check_told(self, word: Move, heard: Move, seat: int) -> None:
        """Does what is told of an event depend on what the seat can't see?"""
        before, after, twin = self.state, self.state.copy(), self.state.copy()
        after.play(word)
        due = after.view(seat)
        for other in self._others(word):
            twin.assign(before)
            twin.play_unchecked(other)
            if twin.view(seat) == due and before.observed(other, seat) != heard:
                raise self._leak(seat, f"is told {self._text(heard)}, and can't see so much")
        for twin in self._twins(before.view(seat)):
            same = twin.actor == before.actor and twin.illegal_reason(word) is None
            if same and twin.observed(word, seat) != heard:
                what = "by what is hidden from it"
                raise self._leak(seat, f"is told {self._text(heard)} {what}")

    def _others(self, word: Move) -> list[Move]:
        """Some of what could have come in place of this event."""
        state = self.state
        if state.actor >= 0 and self.game.core.public_moves:
            return []
        words = [w for w, _ in state.outcomes()] if state.actor == CHANCE else state.moves()
        words.remove(Move(word))
        if len(words) <= OTHERS:
            return words
        return [words[self._rng.below(len(words))] for _ in range(OTHERS)]

    def _twins(self, view: State) -> list[State]:
        return [] if view.actor == OVER else [view.determinize(self._rng) for _ in range(TWINS)]

    def _is_position(self, line: bytes, seat: int) -> bool:
        """Is it the `position` of just what the seat was told?"""
        game = self.game
        head, _, told = line.partition(b" start")
        rules = {f"{name}={value}" for name, value in game.options.items()}
        found = re.fullmatch(
            rb"position %b( rules (\S+))? seats %d seat %d"
            % (re.escape(game.name.encode()), game.seats, seat),
            head,
        )
        due = b"".join(b" " + text.encode() for text in self.told[seat])
        if found is None or told != (due and b" events" + due):
            return False
        return found[2] is None or set(found[2].decode().split(",")) <= rules

    def _text(self, word: Move) -> str:
        return "nothing" if word == NOTHING else repr(self.game.text(word))

    def _leak(self, seat: int, what: str) -> Leak:
        return Leak(
            f"--paranoid: game {self.number}, after {self.events} events: seat {seat} {what}; "
            "the match stops there"
        )
