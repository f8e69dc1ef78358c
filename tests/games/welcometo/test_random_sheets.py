"""The engine and the plain rules on sheets that are near to their plans and anywhere on tracks.

Half of the positions are the ends of games, whose scores are compared: every cell of every track
and both points of each plan. From the others one turn of all seats is played, so that every plan
is claimed, with all ways to choose its estates.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable

import pytest

from tests.games.welcometo.oracle import WelcomeTo
from tests.games.welcometo.pairing import Walk, compare
from tests.games.welcometo.plain_sheet import Sheet
from tests.games.welcometo.plain_tables import (
    BIS_COST,
    ESTATE_POINTS,
    PARK_POINTS,
    PLANS,
    POOL_POINTS,
    REFUSAL_COST,
    ROUNDABOUT_COST,
    TEMP_BOXES,
)
from tests.games.welcometo.random_sheets import game_with_plans, position

EFFECTS = ("S:", "S", "P", "T", "B:", "B", "L", "A:", "A")


def bis_of(sheet: Sheet) -> int:
    return sum(text.endswith("b") for street in sheet.streets for text in street)


TRACKS: dict[str, tuple[int, Callable[[Sheet], int]]] = {
    "parks A": (len(PARK_POINTS[0]), lambda sheet: sheet.parks[0]),
    "parks B": (len(PARK_POINTS[1]), lambda sheet: sheet.parks[1]),
    "parks C": (len(PARK_POINTS[2]), lambda sheet: sheet.parks[2]),
    "pools": (len(POOL_POINTS), lambda sheet: len(sheet.pools)),
    "bis": (len(BIS_COST) + 1, lambda sheet: min(bis_of(sheet), len(BIS_COST))),
    "refusals": (len(REFUSAL_COST), lambda sheet: sheet.refusals),
    "roundabouts": (len(ROUNDABOUT_COST), Sheet.roundabouts),
    "temps": (TEMP_BOXES + 1, lambda sheet: sheet.temps),
}
"""The number of cells of each track (with one more for a tenth bis), and where a sheet is."""


def note_score(counts: Counter[str], oracle: WelcomeTo) -> None:
    for seat, sheet in enumerate(oracle.sheets):
        for name, (_, cell) in TRACKS.items():
            counts[f"{name} at {cell(sheet)}"] += 1
        for size in {len(estate) for estate in sheet.estates()}:
            counts[f"estate of {size}, {sheet.agents[size - 1]} boxes"] += 1
        for n, claim in zip(oracle.plan_ids, sheet.plans, strict=True):
            counts[f"plan {n} scored {claim}"] += 1
        where = "alone" if oracle.alone else "with others"
        counts[f"temps worth {oracle.temp_points(seat)} {where}"] += 1
    counts["shared win"] += not oracle.alone and 1 not in oracle.shares()


def note_turn(counts: Counter[str], oracle: WelcomeTo) -> None:
    """At the end of all choices."""
    for draft in oracle.drafts:
        for n in draft.claims:
            counts[f"plan {oracle.plan_ids[n - 1]} claimed"] += 1
        for n, plan in zip(oracle.plan_ids, oracle.plans, strict=True):
            if not draft.sheet.fulfils(plan, oracle.roundabouts_at_ends):
                counts[f"plan {n} not fulfilled"] += 1
        counts["plans in one turn: " + str(len(draft.claims))] += 1
        counts["reshuffles asked for"] += draft.asks
        if draft.refused:
            counts["refusals"] += 1
        else:
            counts[f"effect {draft.effect}{draft.detail[:1]}"] += 1


WANTED = {
    *(f"{name} at {n}" for name, (cells, _) in TRACKS.items() for n in range(cells)),
    *(
        f"estate of {size}, {boxes} boxes"
        for size in range(1, 7)
        for boxes in range(len(ESTATE_POINTS[size - 1]))
    ),
    *(f"plan {n} scored {claim}" for n in PLANS for claim in ("-", "first", "later")),
    *(f"plan {n} {what}" for n in PLANS for what in ("claimed", "not fulfilled")),
    *(f"temps worth {points} {who}" for points in (0, 7) for who in ("alone", "with others")),
    *(f"temps worth {points} with others" for points in (1, 4)),
    *(f"effect {effect}" for effect in EFFECTS),
    "plans in one turn: 2",
    "refusals",
    "reshuffles asked for",
    "word estate",
    "shared win",
}
"""What must come up, in the long test 20 times."""


def run(seed: int, positions: int) -> Counter[str]:
    rng = random.Random(seed)
    walk, counts = Walk(seed), Counter[str]()
    while counts["positions"] < positions:
        game, over = game_with_plans(rng), rng.random() < 0.4
        made = position(game, rng, over)
        if made is None:
            continue
        state, oracle = made
        counts["positions"] += 1
        compare(state, oracle, f"nothing, {game!r}")
        if over:
            note_score(counts, oracle)
            continue
        while oracle.phase == "turn":
            texts = walk.check_possible(state, oracle)
            claims = [text for text in texts if text.startswith(("claim", "reshuffle"))]
            text = rng.choice(claims if claims and rng.random() < 0.8 else texts)
            walk.step(state, oracle, text)
            if oracle.shows and len(oracle.shows) == shows_due(oracle):
                note_turn(counts, oracle)
    return counts + walk.counts


def shows_due(oracle: WelcomeTo) -> int:
    return sum(1 + draft.could_claim for draft in oracle.drafts)


def test_scores_and_turns_on_random_sheets() -> None:
    counts = run(seed=1, positions=300)
    assert len(WANTED - counts.keys()) < 40, sorted(WANTED - counts.keys())
    assert counts["views"] > 100


@pytest.mark.slow
def test_everything_comes_up_on_random_sheets() -> None:
    start = time.perf_counter()
    counts = sum(map(run, range(10, 18), [2_000] * 8), Counter[str]())
    told = [f"{name:>48} {counts[name]:>12,}" for name in sorted(counts)]
    print("", *told, f"{'seconds':>48} {time.perf_counter() - start:>12.1f}", sep="\n")
    rare = {name: counts[name] for name in WANTED if counts[name] < 20}
    assert not rare, f"these came up too seldom: {rare}"
