"""Formulas over the fields of a state: a few operators, evaluated lane by lane.

`core_key` in csrc/core.h says what a formula may hold. A value is a number or, of a multiset, the
counters of its lanes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from itertools import zip_longest

Quantity = int | tuple[int, ...]
Lookup = Callable[[str], "Quantity | str"]
"""The value of a name, `rules.name` for one of the rules; KeyError if there is none."""
Formula = Callable[[Lookup], Quantity]


@cache
def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@cache
def _function(text: str) -> Formula:
    return _compiled(_tree(text))


def evaluate(text: str, lookup: Lookup) -> Quantity:
    """The value of a formula. ValueError if it is not written as core.h says."""
    return _function(text)(lookup)


def names(text: str) -> set[str]:
    """The names that a formula mentions, without those of the rules."""
    functions = {node.func for node in ast.walk(_tree(text)) if isinstance(node, ast.Call)}
    attributes = {n.value for n in ast.walk(_tree(text)) if isinstance(n, ast.Attribute)}
    plain = (n for n in ast.walk(_tree(text)) if isinstance(n, ast.Name))
    return {node.id for node in plain if node not in functions and node not in attributes}


def total(value: Quantity) -> int:
    """The sum of the lanes."""
    return value if isinstance(value, int) else sum(value)


def floor(value: Quantity) -> Quantity:
    """Nothing below 0, lane by lane."""
    return max(0, value) if isinstance(value, int) else tuple([max(0, n) for n in value])


def combine(a: Quantity, b: Quantity, sign: int) -> Quantity:
    """a + b or a - b, lane by lane; lanes that one of them lacks are 0."""
    if isinstance(a, int) and isinstance(b, int):
        return a + sign * b
    if isinstance(a, int) or isinstance(b, int):
        raise ValueError("a number and a multiset do not add up")
    return tuple([x + sign * y for x, y in zip_longest(a, b, fillvalue=0)])


def _compiled(node: ast.expr) -> Formula:
    """The formula of a node as a function, so that its tree is looked at once."""
    match node:
        case ast.Constant(value=int(number)):
            return lambda lookup: number
        case ast.Name(id=name):
            return lambda lookup: _number(lookup(name))
        case ast.Attribute(value=ast.Name(id="rules"), attr=attribute):
            rule = f"rules.{attribute}"
            return lambda lookup: _number(lookup(rule))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            sign = 1 if isinstance(op, ast.Add) else -1
            a, b = _compiled(left), _compiled(right)
            return lambda lookup: combine(a(lookup), b(lookup), sign)
        case ast.Call(func=ast.Name(id="total"), args=[inner]):
            a = _compiled(inner)
            return lambda lookup: total(a(lookup))
        case ast.Call(func=ast.Name(id="floor"), args=[inner]):
            a = _compiled(inner)
            return lambda lookup: floor(a(lookup))
        case ast.Call(func=ast.Name(id="min"), args=[first, second]):
            a, b = _compiled(first), _compiled(second)
            return lambda lookup: min(total(a(lookup)), total(b(lookup)))
        case ast.IfExp(
            test=ast.Compare(
                left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=word)]
            ),
            body=body,
            orelse=orelse,
        ):
            asked, a, b = f"{name}=", _compiled(body), _compiled(orelse)
            return lambda lookup: (a if lookup(asked) == word else b)(lookup)
        case _:
            raise ValueError(f"{ast.unparse(node)!r} is no formula")


def _number(value: Quantity | str) -> Quantity:
    if isinstance(value, str):
        raise ValueError(f"{value!r} is a word, not a number")
    return value
