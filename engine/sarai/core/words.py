"""What tells a move from other numbers: both are `int`, but only a type checker may mix them up."""

from typing import NewType, cast

Move = NewType("Move", int)
"""A word of 64 bits: an action of a seat, an outcome of chance, or what a seat observes of one."""


def as_moves(numbers: list[int]) -> list[Move]:
    """Numbers of the core that are moves; the list itself."""
    return cast(list[Move], numbers)
