"""The network of Jaipur's value against a plain one: inputs by their description, real numbers."""

from __future__ import annotations

import math
from itertools import accumulate, pairwise

from sarai import CHANCE, OVER, WIN, Rng, State
from tests.games.jaipur.learned import VALUES
from tests.games.jaipur.plain_inputs import (
    HIDDEN,
    PILES,
    POSITION,
    UNIT,
    hidden_layer,
    left,
    of_pile,
    position,
    worth,
)
from tests.support.positions import standard

SINGLE = standard(rounds="single")
VALUE = SINGLE.core.policies.index("value")


ROWS, BIAS, OUTPUT = VALUES["rows"], VALUES["bias"], VALUES["output"]
(OUTPUT_BIAS,) = VALUES["output_bias"]


def plain(state: State) -> float:
    """The chance of the seat to move."""
    f = state.fields()
    mover, unseen = f["turn"][0], f["bonus"][0]
    hands = [f["hand"][8 * seat :][:7] for seat in (mover, 1 - mover)]
    count = [left(state, pile) for pile in PILES]
    mean = [
        math.floor(worth(state, unseen, pile) / count[pile] + 0.5) if count[pile] else 0
        for pile in PILES
    ]
    assert count == [sum(of_pile(unseen, pile)) for pile in PILES]
    have = [f["rupees"][k] + sum(worth(state, f["won"][k], p) for p in PILES) for k in (0, 1)]
    found = list(position(state, hands, mean, have[mover] - have[1 - mover]))
    hidden = hidden_layer(ROWS, BIAS, POSITION, found)
    logit = OUTPUT_BIAS / UNIT**2 + sum(h * o / UNIT for h, o in zip(hidden, OUTPUT, strict=True))
    return 1 / (1 + math.exp(-logit))


def test_the_core_computes_the_network() -> None:
    """The table of the logistic function is cut at 8 and interpolated: 0.2 % is its error."""
    seen = 0
    for seed in range(25):
        rng, state = Rng(seed, 5), SINGLE.start()
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.play(state.sample(rng))
                continue
            wins = state.playout(VALUE, Rng(0)).wins
            assert abs(wins[state.actor] / WIN - plain(state)) < 0.002
            seen += 1
            moves = state.moves()
            state.play(moves[rng.below(len(moves))])
    assert seen > 1000


def test_no_sum_overflows() -> None:
    """Whatever the inputs: one row of each block and the bias stay within 16 bits."""
    assert len(ROWS) == sum(POSITION) and len(POSITION) == 42
    first = [0, *accumulate(POSITION)]
    for i in range(HIDDEN):
        for pick in (max, min):
            total = BIAS[i] + sum(pick(row[i] for row in ROWS[a:b]) for a, b in pairwise(first))
            assert abs(total) < 2**15
    assert sum(abs(o) for o in OUTPUT) * UNIT + abs(OUTPUT_BIAS) < 2**31
