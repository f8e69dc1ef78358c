"""A person against players, in lines of text.

The session talks through two functions, `ask` for a line (None at the end of input) and `say`, so
it runs in a terminal, on a pipe or in a test. The person is only ever shown the view of their seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sarai import CHANCE, NOTHING, OVER, Game, Limits, Move, NativeSearch, Player, Settings, State

from ..arena.play.referee import Table
from ..arena.play.schedule import decision_seed, seed_of
from ..arena.record.replay import hint_command
from .hint import percentage

HINT_ITERATIONS = 20_000
HINT_MOVES = 3
SHOWN_OF_A_KIND = 6
"""Moves of one kind in the short list; exchanges can be more than a hundred."""

COMMANDS = (
    ("a number", "plays the move with this number"),
    ("moves", "lists all legal moves with their numbers"),
    ("hint", "shows what the engine would play, with the chances to win"),
    ("board", "shows the board again"),
    ("position", "shows the `sarai hint` command for this position"),
    ("quit", "ends the game"),
    ("?", "shows this help"),
)


class Stopped(Exception):
    """The person has ended the session."""


class Session:
    """One game of a person at `seat`; `opponent` plays the other seats."""

    def __init__(
        self,
        game: Game,
        seat: int,
        opponent: Player,
        seed: int,
        ask: Callable[[str], str | None],
        say: Callable[[str], None],
    ) -> None:
        self.game, self.seat, self.opponent, self.seed = game, seat, opponent, seed
        self.ask, self.say = ask, say
        self.table = Table(game)
        # The cards of the first pair of a match with this seed.
        self.deal = seed_of("deal", seed, 1)

    def run(self) -> None:
        """Play to the end; Stopped if the person ends it before."""
        state = self.table.state
        while (actor := state.actor) != OVER:
            if actor == CHANCE:
                self._play("chance", state.deal(self.deal))
            elif actor == self.seat:
                self._play("you", self._choose())
            else:
                view = self.table.views[actor].copy()
                self._play(f"seat {actor}", self.opponent.choose(view, self._seed(actor)).move)
        self.say(f"\n{self._view()}\n{result(state, self.seat)}")

    def _seed(self, seat: int) -> int:
        return decision_seed(self.seed, 0, seat, len(self.table.events))

    def _view(self) -> State:
        return self.table.views[self.seat]

    def _play(self, who: str, word: Move) -> None:
        told = self.table.tell(word)[self.seat]
        if told != NOTHING:
            self.say(f"  {who:<8}{self.game.text(told)}")

    def _choose(self) -> Move:
        """Ask until there is a legal move."""
        view = self._view()
        moves = view.moves()
        self.say(f"\n{view}")
        for line in overview([self.game.text(move) for move in moves]):
            self.say(line)
        while True:
            text = self.ask(f"seat {self.seat}> ")
            if text is None or text.strip().lower() == "quit":
                raise Stopped
            word = self._answer(view, moves, text.strip())
            if word is not None:
                return word

    def _answer(self, view: State, moves: Sequence[Move], text: str) -> Move | None:
        """The move that the text stands for, or None after another answer."""
        if not text:
            self.say("  type a move or its number; ? helps")
        elif text.lower() in ("?", "help"):
            for line in usage(self.game):
                self.say(line)
        elif text.lower() == "board":
            self.say(str(view))
        elif text.lower() == "position":
            self.say(f"  {hint_command(view)}")
        elif text.lower() == "moves":
            for number, move in enumerate(moves, 1):
                self.say(f"  {number:>3} {self.game.text(move)}")
        elif text.lower() == "hint":
            for line in hint(view, self._seed(self.seat)):
                self.say(line)
        elif re.fullmatch("-?[0-9]+", text):
            if 1 <= int(text[:9]) <= len(moves):
                return moves[int(text[:9]) - 1]
            self.say(f"  {text[:9]}: the moves have the numbers 1 to {len(moves)}")
        else:
            return self._legal(view, text)
        return None

    def _legal(self, view: State, text: str) -> Move | None:
        """The move that a text stands for, whatever its case, blanks and punctuation."""
        text = self.game.forms.guess(text[:80]) or text[:80]
        try:
            word = self.game.parse_move(text)
        except ValueError as error:
            self.say(f"  {error}; ? helps")
            return None
        reason = view.illegal_reason(word)
        if reason is None:
            return word
        self.say(f"  {text}: {reason}")
        return None


def usage(game: Game) -> Iterator[str]:
    """What a person may type: the moves of this game, and the commands."""
    moves = [(form.example, form.meaning) for form in game.forms.seats]
    width = max(len(word) for word, _ in (*moves, *COMMANDS)) + 3
    yield "  The moves of this game have these forms; case and blanks do not matter:"
    for example, meaning in moves:
        yield f"  {example:<{width}}{meaning}"
    yield "  You can also type:"
    for word, meaning in COMMANDS:
        yield f"  {word:<{width}}{meaning}"


def overview(moves: Sequence[str]) -> Iterator[str]:
    """The numbered moves, a line for each kind, long kinds cut short."""
    kinds: dict[str, list[str]] = {}
    for number, move in enumerate(moves, 1):
        kinds.setdefault(move.partition(":")[0], []).append(f"{number} {move}")
    for shown in kinds.values():
        rest = len(shown) - SHOWN_OF_A_KIND
        more = f"   ... {rest} more (`moves` lists all)" if rest > 0 else ""
        yield "  " + "   ".join(shown[:SHOWN_OF_A_KIND]) + more


def hint(view: State, seed: int) -> Iterator[str]:
    """The best moves that a short search finds, with the mover's chance to win."""
    found = NativeSearch(view, Settings(seed=seed)).run(Limits(iterations=HINT_ITERATIONS))
    for candidate in found.candidates[:HINT_MOVES]:
        yield (
            f"  {view.game.text(candidate.move):<18}wins {percentage(candidate, view.viewer)} %"
            f"   ({candidate.visits} of {found.iterations} visits)"
        )


def result(state: State, seat: int) -> str:
    """How the game ended for a seat, in one line."""
    outcome = state.returns()
    best = max(outcome.wins)
    scores = ", ".join(f"seat {i} {score}" for i, score in enumerate(outcome.scores))
    if outcome.wins[seat] < best:
        ending = "you lose"
    else:
        ending = "you win" if outcome.wins.count(best) == 1 else "a draw"
    return f"result: {ending}; scores: {scores}"
