"""Faults of engines in a match: their kinds, and what follows from each.

A fault ends its game, as a loss of the player at fault, and stands in the record of that game: so
it is never taken for a draw, and never for a game that was played out.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What went wrong."""

    START = "START"  # it does not start, shake hands, or take its options
    DISCONNECT = "DISCONNECT"  # it has ended, or closed its stdout
    STALL = "STALL"  # no answer at all
    TIMEOUT = "TIMEOUT"  # a move that came too late
    ILLEGAL = "ILLEGAL"  # a move that is not legal, or none
    PROTOCOL = "PROTOCOL"  # what HGI does not allow, or a refusal of what it does


class Action(StrEnum):
    """What follows besides the loss of the game; one that can't go on is always restarted."""

    LOSS = "loss"  # nothing
    RESTART = "restart"  # a new process for the next game
    STOP = "stop"  # the match ends


Policy = Mapping[Kind, Action]
STANDARD: Policy = {kind: Action.LOSS for kind in Kind} | {Kind.START: Action.STOP}


def policy(text: str) -> Policy:
    """Reads `stop`, or `TIMEOUT=restart,ILLEGAL=stop`; ValueError says what is wrong.

    >>> policy("TIMEOUT=restart")[Kind.TIMEOUT].value, policy("TIMEOUT=restart")[Kind.START].value
    ('restart', 'stop')
    >>> set(policy("loss").values()) == {Action.LOSS}
    True
    """
    if "=" not in text:
        return {kind: _action(text) for kind in Kind}
    chosen: dict[Kind, Action] = {}
    for pair in text.split(","):
        name, _, action = pair.partition("=")
        if name not in list(Kind):
            raise ValueError(f"{name!r} is not one of {', '.join(Kind)}")
        if Kind(name) in chosen:
            raise ValueError(f"{name} is given twice")
        chosen[Kind(name)] = _action(action)
    return {**STANDARD, **chosen}


def _action(text: str) -> Action:
    if text not in list(Action):
        raise ValueError(f"{text!r} is not one of {', '.join(Action)}")
    return Action(text)


class Fault(msgspec.Struct, frozen=True):
    """The fault that ended a game: its kind, the seat at fault, and what happened.

    The text has no times; what differs between runs is in the clock of the record.
    """

    kind: Kind
    seat: int
    text: str


class Faulted(Exception):
    """Ends a game by a fault; `overrun` in milliseconds if a time was exceeded."""

    def __init__(self, kind: Kind, text: str, overrun: float | None = None) -> None:
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.overrun = overrun


def ends_match(policy: Policy, fault: Fault | None) -> bool:
    """Does the match stop after a game that this fault, if any, has ended?"""
    return fault is not None and policy[fault.kind] is Action.STOP
