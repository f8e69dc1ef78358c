"""Games of a record as lines for reading, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from .records import NAMES, GameRecord, Header

HEADS = ("game", "pair", "seating", "first", "scores", "result", "plies", "seconds")


def result(game: GameRecord) -> str:
    """Who won: the letter of a player, or `draw`; `alone` where nobody could."""
    if len(game.seating) == 1:
        return "alone"
    winner = winner_of(game)
    return "draw" if winner is None else f"{NAMES[winner]} wins"


def winner_of(game: GameRecord) -> int | None:
    """The player with the whole win, None after a draw."""
    return game.seating[game.shares.index(1.0)] if 1.0 in game.shares else None


def text_lines(header: Header, games: Iterator[GameRecord]) -> Iterator[str]:
    """A line a game, below a line of heads: players in the order of their seats, then scores.

    A fault stands at the end of the line of its game.
    """
    width = max(9, 5 * header.seats)
    yield _aligned(width, *HEADS)
    for game in games:
        yield _aligned(
            width,
            game.number,
            game.pair,
            "".join(NAMES[player] for player in game.seating),
            NAMES[game.seating[game.first]],
            "-".join(map(str, game.scores)),
            result(game) + ("*" if game.capped else "") + ("!" if game.fault else ""),
            game.plies,
            f"{game.clock.seconds:.2f}",
        ) + fault(game)


def fault(game: GameRecord) -> str:
    """What ended the game before its time, and whose fault it was."""
    if game.fault is None:
        return ""
    return f"  {game.fault.kind} of {NAMES[game.seating[game.fault.seat]]}"


def _aligned(width: int, *cells: object) -> str:
    number, pair, seating, first, scores, won, plies, seconds = cells
    line = f"{number:>6} {pair:>6} {seating:>8} {first:>6} {scores:>{width}}  {won:<8} {plies:>5}"
    return f"{line} {seconds:>8}"


def csv_heads(header: Header) -> str:
    """The first line of CSV: a column for each seat where a seat has one."""
    seats = range(header.seats)
    return _csv(
        "seed",
        "game",
        "pair",
        "deal",
        *(f"player{seat}" for seat in seats),
        "first",
        *(f"share{seat}" for seat in seats),
        *(f"score{seat}" for seat in seats),
        "plies",
        "capped",
        "seconds",
        *(f"milliseconds{seat}" for seat in seats),
        "fault",
        "fault_seat",
    )


def csv_lines(header: Header, games: Iterator[GameRecord]) -> Iterator[str]:
    """A line of CSV a game; players by their specification, so that matches can be told apart."""
    for game in games:
        yield _csv(
            header.seed,
            game.number,
            game.pair,
            game.deal,
            *(header.players[player] for player in game.seating),
            game.first,
            *game.shares,
            *game.scores,
            game.plies,
            int(game.capped),
            game.clock.seconds,
            *(round(sum(times), 3) for times in game.clock.decisions),
            "" if game.fault is None else game.fault.kind,
            "" if game.fault is None else game.fault.seat,
        )


def _csv(*cells: object) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()
