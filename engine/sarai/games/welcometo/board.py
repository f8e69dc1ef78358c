"""A position of Welcome To for a person: cards, plans, and the sheet of each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core import ALL, OVER, State
from .plans import EFFECTS, PLANS

_STREETS = (("A", "top"), ("B", "middle"), ("C", "bottom"))
_PLANNED = {"A3", "A7", "A8", "B1", "B4", "B8", "C2", "C7", "C11"}
_ASKED = {
    "start": "chooses a pair",
    "round": "chooses a pair",
    "build": "writes a number",
    "effect": "uses the effect",
    "claim": "may claim plans",
    "pick": "chooses an estate",
}


def _pairs(state: State, d: Mapping[str, Any]) -> str:
    """What the cards offer: number and effect of each pair, and the effect that comes next."""
    if state.game.options["mode"] == "expert":
        return "hands    " + "   ".join(
            f"seat {seat} {' '.join(card for card in hand if card != '-') or '-'}"
            for seat, hand in enumerate(d["hand"])
        )
    if state.game.seats == 1:
        shown = "  ".join(card for card in d["numbers"] if card != "-") or "-"
        return f"cards    {shown}   (the number of one, the effect of another)"
    pairs = [
        f"{number[:-1]} {EFFECTS[effect[-1]]} (then {EFFECTS[number[-1]]})"
        for number, effect in zip(d["numbers"], d["effects"], strict=True)
        if number != "-"
    ]
    return "pairs    " + ("   ".join(pairs) or "-")


def _plan(number: str, at: int, d: Mapping[str, Any]) -> str:
    words, first, later = PLANS[int(number) - 1]
    points = f"{later}" if str(at + 1) in d["taken"] else f"{first}, later {later}"
    who = [f"seat {seat}" for seat, plans in enumerate(d["plans"]) if plans[at] != "-"]
    return f"plan {at + 1}   {words}: {points}" + (f"   claimed by {', '.join(who)}" if who else "")


def _street(letter: str, cells: list[str], seat: int, d: Mapping[str, Any]) -> str:
    """Houses with fences between them: `~` a pool to come, `*` a built one, `'` used for a plan."""
    text = f"  {letter} |"
    for i, cell in enumerate(cells):
        house = f"{letter}{i + 1}"
        mark = (
            "*" if house in d["pools"][seat] else "~" if house in _PLANNED and cell == "-" else ""
        )
        mark += "'" if house in d["used"][seat] else ""
        fence = f"{letter}{i + 1}-{i + 2}" in d["fences"][seat] or i + 1 == len(cells)
        text += f"{'.' if cell == '-' else cell}{mark}".rjust(5) + ("|" if fence else " ")
    return f"{text}  parks {d['parks'][seat].get(letter, 0)}"


def _pad(seat: int, d: Mapping[str, Any], points: str) -> str:
    agents = " ".join(f"{size}:{d['agents'][seat].get(size, 0)}" for size in "123456")
    bis = sum(cell.endswith("b") for _, name in _STREETS for cell in d[name][seat])
    return (
        f"  agents {agents}   pools {len(d['pools'][seat])}   temps {d['temps'][seat]}   bis {bis}"
        f"   refusals {d['refusals'][seat]}{points}"
    )


def describe(state: State) -> str:
    """A position in a few lines of text, at most 100 columns wide."""
    d = state.mapping()
    actor = state.actor
    head = f"{d['turns']} turns played"
    if actor >= 0:
        head += f", seat {actor} {_ASKED[d['stage'][actor]]}"
    elif actor != OVER:
        head += f", next: {d['phase']}"
    lines = [head, _pairs(state, d)]
    numbers = state.game.options["plans"].split("/")
    lines += [_plan(number, at, d) for at, number in enumerate(numbers)]
    scores = state.returns().scores if actor == OVER else ()
    for seat in range(state.game.seats):
        mark = ">" if seat == actor else " "
        own = " (this view)" if state.viewer not in (ALL, actor) and seat == state.viewer else ""
        lines.append(f"{mark}seat {seat}{own}".rstrip())
        lines += [_street(letter, d[name][seat], seat, d) for letter, name in _STREETS]
        lines.append(_pad(seat, d, f"   points {scores[seat]}" if scores else ""))
    return "\n".join(lines)
