"""Luck taken out of results: what chance gave, in the eyes of an evaluation, as a control variate.

The luck of a seat in a game is the sum over the events of chance of V(after the event) minus its
exact expectation over the event's outcomes, V being any evaluation of full states. Each term has
mean zero whatever happened before, so luck has mean zero whatever V is and however players play,
and the better V, the more of the result it explains (M. Zinkevich, M. Bowling, N. Bard, M. Kan, D.
Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006; M. White, M.
Bowling, "Learning a value analysis tool for agent evaluation", IJCAI 2009). `statistics` says how
it corrects a mean.

V must depend on the state alone: playouts have seeds of their own, the same ones at every state. An
event with more than MOST_OUTCOMES outcomes counts as no luck, which keeps the mean at zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sarai import CHANCE, OVER, Game, Rng, State
from sarai.games import REGISTRY

from ..record.records import GameRecord
from ..record.replay import Step, verified

MOST_OUTCOMES = 1000
SEED = 1

Evaluation = Callable[[State], Sequence[float]]
"""A number for each seat of a full state."""

FORM = "value, or playouts[:count=64,policy=NAME]"


def evaluation(specification: str, game: Game) -> Evaluation:
    """`value`, the game's own evaluation, or `playouts:count=64,policy=NAME`.

    ValueError says what is wrong with it.
    """
    name, _, rest = specification.partition(":")
    value = REGISTRY[game.name].value
    if name == "value" and not rest:
        if value is None:
            raise ValueError(f"{game.name} has no evaluation of its own; give playouts")
        return value
    if name != "playouts":
        raise ValueError(f"{specification!r} is no evaluation; give {FORM}")
    options = {"count": "64", "policy": game.core.policies[0]}
    for pair in rest.split(",") if rest else []:
        key, equals, text = pair.partition("=")
        if not equals or key not in options:
            raise ValueError(f"{pair!r} is no option=value; options: {', '.join(options)}")
        options[key] = text
    if not (options["count"].isascii() and options["count"].isdigit() and int(options["count"])):
        raise ValueError(f"count={options['count']!r} is not a whole number above 0")
    if options["policy"] not in game.core.policies:
        raise ValueError(f"policy {options['policy']!r} is not {'|'.join(game.core.policies)}")
    return Playouts(int(options["count"]), game.core.policies.index(options["policy"]))


@dataclass(frozen=True, slots=True)
class Playouts:
    """The mean share of the win over playouts, the same random numbers at every state."""

    count: int
    policy: int

    def __call__(self, state: State) -> Sequence[float]:
        if state.actor == OVER:
            return state.returns().shares
        rng = Rng(SEED)
        sums = [0.0] * state.game.seats
        for stream in range(self.count):
            rng.seed(SEED, stream)
            for seat, share in enumerate(state.playout(self.policy, rng).shares):
                sums[seat] += share
        return [total / self.count for total in sums]


def luck(game: Game, record: GameRecord, evaluate: Evaluation) -> tuple[float, ...]:
    """The luck of each seat in a game; BadGame if the record is not one of this game."""
    steps, _ = verified(game, record)
    sums = [0.0] * game.seats
    for step in steps:
        if step.actor == CHANCE:
            for seat, term in enumerate(event_luck(step, evaluate)):
                sums[seat] += term
    return tuple(sums)


def event_luck(step: Step, evaluate: Evaluation) -> list[float]:
    """V after an event minus its expectation, for each seat."""
    seats = range(step.before.game.seats)
    outcomes = step.before.outcomes()
    if not 1 < len(outcomes) <= MOST_OUTCOMES:
        return [0.0 for _ in seats]
    after = step.before.copy()
    expected, weights, came = [0.0 for _ in seats], 0, [0.0 for _ in seats]
    for word, weight in outcomes:
        after.assign(step.before)
        after.play_unchecked(word)
        values = evaluate(after)
        weights += weight
        for seat in seats:
            expected[seat] += weight * values[seat]
        if word == step.word:
            came = list(values)
    return [came[seat] - expected[seat] / weights for seat in seats]
