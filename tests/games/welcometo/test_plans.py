"""Each of the 28 city plans: a sheet that just fulfils it, and every sheet with one thing less."""

from __future__ import annotations

import pytest

from sarai import InvalidPosition
from tests.games.welcometo.pairing import STREETS
from tests.games.welcometo.plain_tables import LENGTHS, PLANS, POOLS, Plan
from tests.games.welcometo.positions import (
    a_game,
    after,
    changed,
    ending,
    finish,
    first_turn,
    moves,
)

Keys = dict[str, str]
OTHERS = {1: 4, 2: 11, 3: 15}
"""A plan of each stack, to have three in play."""
PARKS = {0: "AAA", 1: "BBBB", 2: "CCCCC"}


def numbers(street: int) -> str:
    return "/".join(str(n + 1) for n in range(LENGTHS[street]))


def pools(*streets: int) -> list[str]:
    return [f"{'ABC'[street]}{house + 1}" for street in streets for house in POOLS[street]]


def estates(sizes: tuple[int, ...]) -> Keys:
    """Estates of these sizes and no others, from the largest, in streets that have the room."""
    rows, fences = [["-"] * length for length in LENGTHS], []
    for size in sorted(sizes, reverse=True):
        ends = [row.index("-") for row in rows]
        street = next(i for i in range(3) if LENGTHS[i] - ends[i] > size)
        for house in range(ends[street], ends[street] + size):
            rows[street][house] = str(house + 1)
        end = ends[street] + size
        fences.append(f"{'ABC'[street]}{end}-{end + 1}")
    keys = {f"{name}0": "/".join(row) for name, row in zip(STREETS, rows, strict=True)}
    return keys | {"fences0": "/".join(sorted(fences, key=gap_order))}


def gap_order(gap: str) -> tuple[str, int]:
    return gap[0], int(gap[1:].partition("-")[0])


def fulfilling(plan: Plan) -> Keys:
    if plan.sizes:
        return estates(plan.sizes)
    if plan.temps:
        return {"temps0": "7"}
    if plan.bis:
        return {"middle0": "-/4/4b/4b/-/6b/6/6b/6b/-/-"}
    if plan.ends:
        rows = zip(STREETS, LENGTHS, strict=True)
        return {f"{name}0": "/".join(["1", *["-"] * (n - 2), "9"]) for name, n in rows}
    streets = [plan.street] if plan.street >= 0 else list(range(plan.streets))
    keys = {f"{STREETS[street]}0": numbers(street) for street in streets}
    if plan.roundabout:
        keys |= {"top0": "o/2/3/4/5/6/7/8/9/10", "fences0": "A1-2"}
    if plan.parks:
        keys["parks0"] = "".join(PARKS[street] for street in streets)
    if plan.pools:
        keys["pools0"] = "/".join(pools(*streets))
    if plan.parks or plan.pools:  # not all of these houses need a number
        keys |= {f"{STREETS[s]}0": keys[f"{STREETS[s]}0"].replace("/5/", "/-/") for s in streets}
    return keys


def lacking(plan: Plan, keys: Keys) -> list[Keys]:
    """The same with one house, pool, park, temp, fence or bis less."""
    if plan.temps:
        return [{"temps0": "6"}]
    found = []
    for key, value in keys.items():
        parts = value.split("/")
        if key == "parks0":
            found += [keys | {key: value.replace(letter, "", 1)} for letter in set(value)]
        elif key == "pools0" or (key == "fences0" and plan.sizes):
            rest = [parts[:at] + parts[at + 1 :] for at in range(len(parts))]
            found += [keys | {key: "/".join(some) or "-"} for some in rest]
        elif plan.roundabout and key == "top0":
            found.append(keys | {key: value.replace("o", "1")})
        elif not plan.parks and not plan.pools:
            gone = [at for at, part in enumerate(parts) if part.endswith("b" if plan.bis else part)]
            rest = [[*parts[:at], "-", *parts[at + 1 :]] for at in gone if parts[at] != "-"]
            found += [keys | {key: "/".join(some)} for some in rest]
    return found


def offered(number: int, keys: Keys, **options: str) -> set[bool]:
    """Is the plan offered after an 8 in any place that it does not need?

    No answer if there can be no such sheet.
    """
    plan = PLANS[number]
    chosen = {**OTHERS, plan.stack: number}
    game = a_game(2, "/".join(map(str, chosen.values())), advanced="yes", **options)
    try:
        state = changed(first_turn(game), **keys)
    except InvalidPosition:
        return set()
    state.play("use:8S")
    before = fulfilling(plan)
    found = set()
    for build in moves(state, "build"):
        street, house = "ABC".index(build[8]), int(build[9:]) - 1
        row = before.get(f"{STREETS[street]}0", "-/" * 12).split("/")
        if row[house] == "-":
            ways = after(state, build, "skip")
            found.add(f"claim:{plan.stack}" in moves(ways, "claim"))
    return found


@pytest.mark.parametrize("number", PLANS)
def test_a_plan_asks_for_all_that_it_says_and_no_more(number: int) -> None:
    keys = fulfilling(PLANS[number])
    assert offered(number, keys) == {True}
    less = [offered(number, fewer) for fewer in lacking(PLANS[number], keys)]
    assert {False} in less and all(answer <= {False} for answer in less), less


@pytest.mark.parametrize("number", PLANS)
def test_a_plan_uses_its_houses_and_gives_its_points(number: int) -> None:
    """The first points for who is first, the later ones for who comes later."""
    plan = PLANS[number]
    chosen = {**OTHERS, plan.stack: number}
    game = a_game(plans="/".join(map(str, chosen.values())), advanced="yes", reshuffle="never")
    keys = fulfilling(plan)
    state = changed(first_turn(game), **keys)
    state = after(state, "use:8S", moves(after(state, "use:8S"), "build")[-1], "skip")
    state = after(state, f"claim:{plan.stack}")
    while "estate" in {text.partition(":")[0] for text in map(game.text, state.moves())}:
        state.play(moves(state, "estate")[0])
    shown = finish(state, 0).mapping()
    houses = [
        f"{'ABC'[street]}{house + 1}"
        for street in range(3)
        for house, cell in enumerate(keys.get(f"{STREETS[street]}0", "").split("/"))
        if cell not in ("", "-") and (plan.sizes or plan.ends or street == plan.street)
    ]
    marks = not plan.parks and not plan.pools
    assert shown["used"][0] == (houses if marks else [])
    assert shown["plans"][0][plan.stack - 1] == "first"
    claims = {"plans0": ["-", "-", "-"], "plans1": ["-", "-", "-"]}
    totals = []
    for points in ("-", "first", "later"):
        for name in claims:
            claims[name][plan.stack - 1] = points if name == "plans0" else "first"
        given = {name: "/".join(words) for name, words in claims.items()}
        over = ending(changed(first_turn(game), taken=str(plan.stack), temps1="11", **given))
        totals.append(over.returns().scores[0])
    assert totals == [0, plan.first, plan.later]


def test_a_roundabout_is_a_house_for_plans_of_houses() -> None:
    """For a whole street it always is; for the ends of streets by an option."""
    top = {"top0": "o/2/3/4/5/6/7/8/9/10", "fences0": "A1-2"}
    assert offered(20, top) == {True}
    ends = fulfilling(PLANS[23]) | {"top0": "o/-/-/-/-/-/-/-/-/9", "fences0": "A1-2"}
    assert offered(23, ends) == offered(23, ends, ends_roundabout="counts") == {True}
    assert offered(23, ends, ends_roundabout="no") == {False}


def test_a_plan_with_a_roundabout_brings_roundabouts() -> None:
    for plans, there in (("4/25/15", True), ("4/11/15", False)):
        state = first_turn(a_game(plans=plans, advanced="no"))
        assert len(moves(state, "round")) == (33 if there else 0)
