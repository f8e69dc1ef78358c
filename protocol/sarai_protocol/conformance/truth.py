"""Positions to ask about: random games by the rules of the library, as each seat observes them.

A `History` is a game so far: the true state, and for each seat the events as that seat observes
them. So a question about a position has an answer that is known here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import sarai
from sarai import CHANCE, NOTHING, OVER, Game, IllegalMove, InvalidMove, Move, Rng, State

ALL = -1
"""In the place of a seat: the whole truth."""


@dataclass(slots=True)
class History:
    """A game so far."""

    state: State
    views: list[State]
    heard: list[list[str]]
    """By seat, what it observed; the last list is the whole truth."""
    rules: Mapping[str, str]

    @classmethod
    def start(cls, game: Game, rules: Mapping[str, str]) -> History:
        views = [game.start(seat) for seat in range(game.seats)]
        return cls(game.start(), views, [[] for _ in range(game.seats + 1)], rules)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def actor(self) -> int:
        """The seat that is next, CHANCE or OVER."""
        return self.state.actor

    def play(self, word: int) -> None:
        for seat, view in enumerate(self.views):
            told = self.state.observed(word, seat)
            if told != NOTHING:
                self.heard[seat].append(self.game.text(told))
                view.play(told)
        self.heard[ALL].append(self.game.text(word))
        self.state.play(word)

    def copy(self) -> History:
        views = [view.copy() for view in self.views]
        return History(self.state.copy(), views, [list(e) for e in self.heard], self.rules)

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""
        return [self.game.text(word) for word in self.state.moves()]

    def known(self, seat: int) -> State:
        return self.state if seat == ALL else self.views[seat]

    # ---- lines ----

    def head(self, seat: int) -> str:
        """The `position` line up to the seat."""
        pairs = ",".join(f"{name}={value}" for name, value in self.rules.items())
        rules = f" rules {pairs}" if pairs else ""
        name = "all" if seat == ALL else str(seat)
        return f"position {self.game.name}{rules} seats {self.game.seats} seat {name}"

    def position(self, seat: int, *more: str) -> str:
        """The position as the seat knows it, by its events, and perhaps some more of them."""
        events = [*self.heard[seat], *more]
        return f"{self.head(seat)} start" + (f" events {' '.join(events)}" if events else "")

    def view(self, seat: int) -> str:
        """The same as a snapshot."""
        return f"{self.head(seat)} view {self.known(seat).snapshot()}"


def step(history: History, rng: random.Random, dice: Rng) -> None:
    """Play one ply at random; half of the moves are drawn by their kind first."""
    if history.actor == CHANCE:
        history.play(history.state.sample(dice))
        return
    moves = history.state.moves()
    if rng.random() < 0.5:
        kinds: dict[str, list[Move]] = {}
        for word in moves:
            kinds.setdefault(history.game.text(word).partition(":")[0], []).append(word)
        moves = kinds[rng.choice(sorted(kinds))]
    history.play(rng.choice(moves))


class NoPosition(Exception):
    """The random games of a game have no position of the kind that a step needs."""


def _choice(moves: int, plies: int) -> Callable[[History], bool]:
    """Whether a seat has so many moves, after so many plies."""
    return lambda h: h.actor >= 0 and len(h.heard[ALL]) >= plies and len(h.state.moves()) >= moves


def _dealing(plies: int) -> Callable[[History], bool]:
    """Whether chance is next, after so many events."""
    return lambda h: h.actor == CHANCE and len(h.heard[ALL]) >= plies


@dataclass(slots=True)
class Truth:
    """Random games of one game under one set of rules; the seed makes them the same again."""

    game: Game
    rules: dict[str, str]
    seed: int
    _words: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, name: str, rules: Mapping[str, str], seed: int) -> Truth:
        """A game by its name; what is drawn before the game stands in the rules. InvalidGame."""
        game = sarai.game(name, options=rules, seed=seed)
        drawn = {o: value for o, value in game.options.items() if value != game.given[o]}
        return cls(game, {**rules, **drawn}, seed)

    def start(self) -> History:
        return History.start(self.game, self.rules)

    def walk(self, number: int) -> Iterator[History]:
        """A whole random game, ply by ply; the next one changes what was yielded."""
        rng, dice = random.Random(f"{self.seed}/{number}"), Rng(self.seed, number)
        history = self.start()
        yield history
        while history.actor != OVER:
            step(history, rng, dice)
            yield history

    def play_on(self, history: History, number: int, plies: int) -> None:
        """Play some plies at random, then on to the next decision of the seat that was to move."""
        rng, dice = random.Random(f"on {self.seed}/{number}"), Rng(self.seed, number)
        seat, played = history.actor, 0
        while history.actor != OVER and (played < plies or history.actor != seat):
            step(history, rng, dice)
            played += 1

    def find(self, number: int, wanted: Callable[[History], bool]) -> History:
        """The first place of the games from `number` on of which `wanted` holds. NoPosition."""
        for game in range(number, number + 200):
            for history in self.walk(game):
                if wanted(history):
                    return history.copy()
        raise NoPosition(f"no random game of {self.game.name} has a position for it")

    def decision(self, number: int, plies: int = 0) -> History:
        """A position in which a seat has at least three moves, after `plies` plies or later.

        A small game may have none: then one with two moves, then an earlier one. NoPosition.
        """
        for moves, least in ((3, plies), (2, plies), (2, 0)):
            with suppress(NoPosition):
                return self.find(1000 * (number + 1), _choice(moves, least))
        return self.find(1000 * (number + 1), _choice(1, 0))

    def decisions(self, count: int, number: int = 0) -> list[History]:
        """Such positions, early and late."""
        return [self.decision(number + i, plies=5 * i % 37) for i in range(count)]

    def chance(self, number: int, plies: int = 6) -> History:
        """A position in which chance is next, after `plies` events or later if there is one."""
        for least in (plies, 0):
            with suppress(NoPosition):
                return self.find(number, _dealing(least))
        raise NoPosition(f"no random game of {self.game.name} has chance events")

    def chances(self) -> list[tuple[str, History]]:
        """Each kind of chance event where it is next, early and late, with its first word."""
        early: dict[str, History] = {}
        late: dict[str, History] = {}
        for number in range(8600, 8603):
            for history in self.walk(number):
                if history.actor == CHANCE:
                    event = history.game.text(history.state.sample(Rng(number)))
                    due = event.partition(":")[0]
                    late[due] = history.copy()
                    early.setdefault(due, late[due])
        return [*early.items(), *late.items()]

    def over(self, number: int) -> History:
        """The end of a game."""
        return self.find(number, lambda h: h.actor == OVER)

    def words(self) -> list[str]:
        """Moves and events, masked ones too, that some games have had."""
        if not self._words:
            found: dict[str, None] = {}
            for number in range(3):
                for history in self.walk(9000 + number):
                    if history.actor >= 0:
                        found |= dict.fromkeys(history.moves())
                for events in history.heard:
                    found |= dict.fromkeys(events)
            self._words = list(found)
        return self._words

    def moves_by_kind(self) -> dict[str, list[str]]:
        """Moves of some decisions, by their first words."""
        found: dict[str, dict[str, None]] = {}
        for number in range(2):
            for history in self.walk(8000 + number):
                for move in history.moves() if history.actor >= 0 else []:
                    found.setdefault(move.partition(":")[0], {})[move] = None
        return {kind: list(moves) for kind, moves in sorted(found.items())}

    def illegal_moves(self, history: History) -> list[str]:
        """Moves that can be read, and that the seat to move can't make."""
        view, legal = history.views[history.actor], set(history.moves())
        moves = [move for moves in self.moves_by_kind().values() for move in moves]
        return [move for move in moves if move not in legal and self.impossible(view, move)]

    def impossible(self, known: State, word: str) -> bool:
        """Can this be read, and is it refused here?"""
        try:
            known.check(known.game.parse(word))
        except InvalidMove:
            return False
        except IllegalMove:
            return True
        return False


def alike(history: History, seat: int, number: int) -> History | None:
    """Another game in which this seat has observed the same; None if a few tries find none."""
    for attempt in range(30):
        other = _alike(history, seat, random.Random(f"{number}/{attempt}"))
        if other is not None and other.heard[ALL] != history.heard[ALL]:
            return other
        if other is not None and attempt >= 5:
            return None  # nothing is hidden
    return None


def _alike(history: History, seat: int, rng: random.Random) -> History | None:
    """Replay the game; where chance is next, draw among what looks the same to the seat."""
    first, other = (History.start(history.game, history.rules) for _ in range(2))
    for text in history.heard[ALL]:
        word = there = history.game.parse(text)
        if first.actor == CHANCE:
            told = first.state.observed(word, seat)
            outcomes = other.state.outcomes()
            same = [(w, n) for w, n in outcomes if other.state.observed(w, seat) == told]
            if not same:
                return None
            words, weights = zip(*same, strict=True)
            there = rng.choices(words, weights)[0]
        elif other.state.illegal_reason(word) is not None:
            return None
        first.play(word)
        other.play(there)
    return other if other.heard[seat] == history.heard[seat] else None


def determinizations(history: History, seat: int, number: int, count: int) -> list[State]:
    """Full states that differ only in what the seat can't see."""
    rng = Rng(number, 77)
    found: dict[bytes, State] = {}
    for _ in range(20 * count):
        state = history.views[seat].determinize(rng)
        found[bytes(state)] = state
    return list(found.values())[:count]
