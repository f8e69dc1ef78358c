"""One game: the referee holds the true state, each player is only ever told what its seat observes.

A seat's view starts at `game.start(seat)` and moves on by `observed` words alone, so nothing that
the seat does not know can reach its player. Chance comes from the deal alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sarai import CHANCE, NOTHING, OVER, Choice, Game, Outcome, Player, State


class Misplay(RuntimeError):
    """A player chose a move that is not legal."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat chose: the index of its move among the events, the choice, and the seconds."""

    event: int
    seat: int
    choice: Choice
    seconds: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: all words in order, the decisions among them, the final state."""

    events: tuple[int, ...]
    decisions: tuple[Decision, ...]
    state: State
    outcome: Outcome


class Table:
    """The true state and the view of each seat, moved on together."""

    def __init__(self, game: Game) -> None:
        self.state = game.start()
        self.views = [game.start(seat) for seat in range(game.seats)]
        self.events: list[int] = []

    def tell(self, word: int) -> list[int]:
        """Play a legal word; returns what each seat observed (NOTHING where it did not)."""
        told = [self.state.observed(word, seat) for seat in range(len(self.views))]
        self.state.play(word)
        for view, seen in zip(self.views, told, strict=True):
            if seen != NOTHING:
                view.play(seen)
        self.events.append(word)
        return told


def play_game(
    game: Game, players: Sequence[Player], deal: int, seeds: Callable[[int, int], int]
) -> Played:
    """Play a game. `seeds(seat, k)` is the seed of the k-th decision of a seat.

    Misplay if a player's move is not legal.
    """
    table = Table(game)
    decisions: list[Decision] = []
    made = [0] * game.seats
    while (seat := table.state.actor) != OVER:
        if seat == CHANCE:
            table.tell(table.state.deal(deal))
            continue
        started = time.perf_counter()
        choice = players[seat].choose(table.views[seat].copy(), seeds(seat, made[seat]))
        seconds = time.perf_counter() - started
        made[seat] += 1
        fault = table.state.fault(choice.move)
        if fault is not None:
            raise Misplay(f"seat {seat} chose {choice.move:#x}: {fault}")
        decisions.append(Decision(len(table.events), seat, choice, seconds))
        table.tell(choice.move)
    return Played(tuple(table.events), tuple(decisions), table.state, table.state.returns())


def capped(state: State) -> bool:
    """Was a limit on the number of moves reached? False in games that have none."""
    return any(state.fields().get("capped", (0,)))
