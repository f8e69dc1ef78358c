"""A recorded game, played again in the core: every event checked, then written as text.

Nothing is trusted: an event must be legal where it stands, and chance must be what the deal gives.
From one seat's view the text is made of that seat's view and of observed words only.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from sarai import ALL, CHANCE, NOTHING, OVER, Game, Move, State

from ..play.referee import capped, lost
from .records import Evaluation, GameRecord, Header


class BadGame(ValueError):
    """The record of a game that the rules do not allow."""


@dataclass(frozen=True, slots=True)
class Step:
    """One event: who acted (a seat or CHANCE), the word, and the true state before it."""

    index: int
    actor: int
    word: Move
    before: State


def verified(game: Game, record: GameRecord) -> tuple[list[Step], State]:
    """All steps of a game and its final state; BadGame says where the record is wrong."""
    game = game.redrawn(record.deal)
    state = game.start()
    steps: list[Step] = []
    for index, text in enumerate(record.events):
        where = f"event {index + 1}, {text!r}"
        try:
            word = game.parse(text)
        except ValueError as error:
            raise BadGame(f"{where}: {error}") from None
        reason = state.illegal_reason(word)
        if reason is not None:
            raise BadGame(f"{where}: {reason}")
        actor = state.actor
        if actor == CHANCE and word != (due := state.deal(record.deal)):
            raise BadGame(f"{where}: the deal {record.deal} gives {game.text(due)!r}")
        steps.append(Step(index, actor, word, state.copy()))
        state.play_unchecked(word)
    _check_end(state, record, [step for step in steps if step.actor >= 0])
    return steps, state


def _check_end(state: State, record: GameRecord, decisions: list[Step]) -> None:
    if record.fault is None and state.actor != OVER:
        raise BadGame("the game is not over after the last event")
    if record.fault is not None and state.actor == OVER:
        raise BadGame("the game is over, so that no fault has ended it")
    outcome = state.returns() if record.fault is None else lost(state.game, record.fault.seat)
    facts = (
        ("first", record.first, decisions[0].actor if decisions else record.first),
        ("shares", record.shares, outcome.shares),
        ("scores", record.scores, outcome.scores),
        ("plies", record.plies, len(decisions)),
        ("capped", record.capped, capped(state)),
    )
    for name, there, here in facts:
        if there != here:
            raise BadGame(f"{name}: {there} in the record, {here} when played again")
    moves = {step.index for step in decisions}
    for thought in record.evaluations:
        if thought.event not in moves or len(thought.win) < len(record.seating):
            raise BadGame(f"evaluations: event {thought.event} is no move, or has too few shares")


def rules_line(game: Game) -> str:
    """The game, its seats and all its rules options, in one line."""
    rules = ",".join(f"{name}={value}" for name, value in game.options.items())
    return f"{game.name}, seats {game.seats}, rules {rules}"


def hint_command(view: State) -> str:
    """The shell command that asks for a hint in this view, under the same rules."""
    game = view.game
    rules = ",".join(f"{name}={value}" for name, value in game.options.items())
    words = ("sarai", "hint", view.snapshot(), "--game", game.name, "--seats", str(game.seats))
    return shlex.join((*words, "--rules", rules))


def lines(
    game: Game, header: Header, record: GameRecord, seat: int, hints: bool = False
) -> Iterator[str]:
    """The game as text, all of it or (`seat` not ALL) as a seat saw it.

    With `hints`, a `hint_command` precedes each move of a seat shown. BadGame as `verified`.
    """
    game = game.redrawn(record.deal)
    steps, end = verified(game, record)
    yield from _title(header, record, seat)
    thoughts = {thought.event: thought for thought in record.evaluations}
    for step in steps:
        if step.actor >= 0:
            yield ""
            yield str(_seen(step.before, seat))
            if hints and seat in (ALL, step.actor):
                yield f"  {hint_command(step.before.view(step.actor))}"
        told = step.word if seat == ALL else step.before.observed(step.word, seat)
        if told != NOTHING:
            who = "chance" if step.actor == CHANCE else f"seat {step.actor}"
            # What a player thought tells its cards; it is for that seat only.
            own = seat in (ALL, step.actor)
            thought = _thought(thoughts[step.index]) if own and step.index in thoughts else ""
            yield f"  {who:<8}{game.text(told)}{thought}"
    yield ""
    yield str(_seen(end, seat))
    yield result(record)


def _seen(state: State, seat: int) -> State:
    return state if seat == ALL else state.view(seat)


def _title(header: Header, record: GameRecord, seat: int) -> Iterator[str]:
    rules = ", ".join(f"{name}={value}" for name, value in header.rules.items())
    yield f"{header.game} ({rules})"
    # The number of the deal gives all cards away; a seat does not have it.
    seen = f"deal {record.deal}, all cards" if seat == ALL else f"as seat {seat} sees it"
    yield f"game {record.number} of {header.games}, {seen}"
    for number, player in enumerate(record.seating):
        yield f"  seat {number}: {header.players[player]}"


def _thought(thought: Evaluation) -> str:
    win = ", ".join(f"{100 * share:.1f} %" for share in thought.win)
    return f"   (wins by seat {win}; {thought.visits} of {thought.iterations} visits)"


def result(record: GameRecord) -> str:
    """The outcome in one line."""
    if record.fault is not None:
        told = " ".join(record.fault.text.split())
        return f"result: seat {record.fault.seat} has lost by {record.fault.kind}: {told}"
    scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(record.scores))
    if len(record.seating) == 1:
        return f"result: {scores}"
    winners = [seat for seat, share in enumerate(record.shares) if share == max(record.shares)]
    won = f"seat {winners[0]} wins" if len(winners) == 1 else "a draw"
    return f"result: {won}; scores: {scores}"
