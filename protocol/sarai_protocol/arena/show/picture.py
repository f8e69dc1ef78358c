"""A match as a picture: the score with its error over the games, results by seat, game lengths.

It needs matplotlib, the extra `plot`. The same match gives the same picture, byte for byte with
one version of matplotlib.
"""

from __future__ import annotations

import html
import io
import math
import textwrap
from collections.abc import Sequence
from typing import Any

import matplotlib
from matplotlib.figure import Figure
from rich.console import Console

from ..rate.duel import Side
from ..rate.history import History
from ..rate.results import MatchResult
from ..rate.single_player import SinglePlayerResult
from ..rate.standings import Standing
from ..rate.statistics import Z
from ..record.records import NAMES, Header
from .report import show, title

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Told apart by the colour-blind too (M. Okabe, K. Ito, 2002)."""
FEW = 20
"""Points of a curve that are marked."""
LEGEND_WIDTH = 110
"""Characters of a line of the legend."""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font-family: sans-serif; margin: 2em; }} svg {{ max-width: 100%; height: auto; }}
</style></head><body>
<pre>{table}</pre>
{svg}
</body></html>
"""


def svg(header: Header, score: MatchResult, history: History) -> str:
    """The picture as SVG."""
    figure = Figure(figsize=(9, 9), layout="constrained")
    curve, seats, lengths = figure.subplots(3, 1, height_ratios=(3, 2, 2))
    figure.suptitle(title(header).splitlines()[0].partition(" (")[0])
    _score(curve, header, history)
    if isinstance(score, SinglePlayerResult):
        _single_players(seats, header, score)
    else:
        _seats(seats, header, score.sides)
    _lengths(lengths, history)
    # Below the panels, where it covers nothing; one for all, since a player has one colour.
    figure.legend(*seats.get_legend_handles_labels(), loc="outside lower left", fontsize="small")
    out = io.StringIO()
    # Else there would be a date and random names in it.
    with matplotlib.rc_context({"svg.hashsalt": "sarai", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def page(header: Header, score: MatchResult, history: History) -> str:
    """The picture and the table as a page of HTML that needs no other file."""
    text = io.StringIO()
    show(Console(file=text, width=120, highlight=False), header, score)
    drawing = svg(header, score, history)
    return PAGE.format(
        title=html.escape(title(header).splitlines()[0]),
        table=html.escape(text.getvalue()),
        svg=drawing[drawing.index("<svg") :],
    )


def _name(header: Header, player: int) -> str:
    """A player in the legend, in lines that are not wider than the picture."""
    return "\n    ".join(textwrap.wrap(f"{NAMES[player]} = {header.players[player]}", LEGEND_WIDTH))


def _score(axes: Any, header: Header, history: History) -> None:
    """The mean share of the win (alone: the mean score), with its 95 % interval as a band."""
    scale = 1 if header.single_player else 100
    if not header.single_player:
        axes.axhline(100 / header.seats, color="grey", linewidth=0.8)
    for player, means in enumerate(history.curves):
        colour = COLOURS[player % len(COLOURS)]
        values = [scale * mean.value for mean in means]
        reach = [scale * Z * mean.error for mean in means]  # nan draws no band
        marker = "o" if len(values) < FEW else None  # a line through one point shows nothing
        axes.plot(history.games, values, color=colour, marker=marker)
        low = [value - r for value, r in zip(values, reach, strict=True)]
        high = [value + r for value, r in zip(values, reach, strict=True)]
        axes.fill_between(history.games, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.set(xlabel="games", ylabel="score, with 95 % interval")
    axes.set_xlim(0, 1.02 * max(history.games, default=1))
    if not header.single_player:
        axes.set(ylabel="score, %, with 95 % interval", ylim=(0, 100))


def _single_players(axes: Any, header: Header, score: SinglePlayerResult) -> None:
    """A bar for each player: from its lowest to its highest score, a line at the mean."""
    for player, side in enumerate(score.sides):
        colour = COLOURS[player % len(COLOURS)]
        label = _name(header, player)
        span = side.most - side.least
        axes.bar(player, span, 0.8, side.least, color=colour, alpha=0.4, label=label)
        if side.games:
            axes.hlines(side.score().value, player - 0.4, player + 0.4, color=colour)
    axes.set_xticks(range(len(score.sides)), NAMES[: len(score.sides)])
    axes.set(ylabel="score: least, mean, most")


def _seats(axes: Any, header: Header, sides: Sequence[Side | Standing]) -> None:
    """A bar for each player in each seat."""
    width = 0.8 / len(sides)
    for player, side in enumerate(sides):
        shares = [
            100 * points / games if games else 0
            for points, games in zip(side.seat_points, side.seat_games, strict=True)
        ]
        places = [seat + (player - (len(sides) - 1) / 2) * width for seat in range(len(shares))]
        colour = COLOURS[player % len(COLOURS)]
        axes.bar(places, shares, width, color=colour, label=_name(header, player))
    axes.set_xticks(range(header.seats), [f"seat {seat}" for seat in range(header.seats)])
    axes.set(ylabel="score, %", ylim=(0, 100))


def _lengths(axes: Any, history: History) -> None:
    if history.plies:
        low, high = min(history.plies), max(history.plies)
        width = max(1, math.ceil((high - low + 1) / 40))
        edges = list(range(low, high + width + 1, width))
        axes.hist(list(history.plies), bins=edges, weights=list(history.plies.values()))
    axes.set(xlabel="decisions a game", ylabel="games")
