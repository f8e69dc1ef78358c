"""Bazaar in text: snapshots, and a board for a person.

Gems are the letters `RWBGY` (red, white, blue, green, yellow), several are written in that order
(`RRWG`; `-` for none; ten and more of a colour `R*12`). Piles have the numbers 0 to 3.

A snapshot is one word of `key=value` pairs between semicolons: see `keys`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ...core import ALL, Game, State
from ...errors import InvalidPosition
from ..snapshots import numbers, split_snapshot, state_of_snapshot

LETTERS = "RWBGY"
PILES = 4
LANE = 12
"""Bits of a counter in a word of gems."""

DRAW, TRADE, CHOOSE, CLAIM, END, RETURN = range(1, 7)
"""Tags of words; the forms are in csrc/games/bazaar/forms.c."""

PHASES = ("starter", "deal", "act", "gem", "choose", "claim", "card", "return", "over")
ACT = PHASES.index("act")

PRESETS: Mapping[str, Mapping[str, str]] = {
    "original_like": {
        "hand_limit": "10",
        "gems_per_colour": "20",
        "cards_per_pile": "5",
        "end": "two_piles_exhausted",
    },
    "rare": {"p_choice": "rare"},
    "solo_benchmark": {"max_turns": "120"},
}


# ---- gems ----


def counts(word: int) -> tuple[int, ...]:
    """Gems of each colour in a word of the core."""
    return tuple(word >> LANE * lane & 0xFFF for lane in range(len(LETTERS)))


def packed(gems: Sequence[int]) -> int:
    """The word of the core for so many gems of each colour."""
    return sum(n << LANE * lane for lane, n in enumerate(gems))


def write_gems(gems: Sequence[int]) -> str:
    """Letters in order, `-` for nothing."""
    groups = zip(LETTERS, gems, strict=True)
    return "".join(letter * n if n < 10 else f"{letter}*{n}" for letter, n in groups) or "-"


_GROUPS = re.compile("".join(rf"({x}{{1,9}}|{x}\*[1-9][0-9]{{1,3}})?" for x in LETTERS), re.ASCII)


def read_gems(text: str) -> tuple[int, ...]:
    """Gems of each colour; ValueError if they are not written in order."""
    found = _GROUPS.fullmatch("" if text == "-" else text)
    groups = found.groups(default="") if found else ()
    gems = tuple(int(group[2:]) if "*" in group else len(group) for group in groups)
    if not found or write_gems(gems) != text:
        raise ValueError(f"{text[:40]!r} is not gems in the order {LETTERS} ('-' for none)")
    return gems


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of a game in gems: what an exchange pays and gets, and all cards."""

    exchanges: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    cards: tuple[str, ...]
    high: tuple[int, ...]


@lru_cache(maxsize=64)
def book(game: Game) -> Book:
    """The rules of a game in gems; exchange 2e is equation e from left to right, 2e + 1 back."""
    rules = game.rules()
    sides = zip(map(counts, rules["pay"]), map(counts, rules["get"]), strict=True)
    cards = tuple(write_gems(counts(word)) for word in rules["card"])
    return Book(tuple(sides), cards, rules["high"])


# ---- snapshots ----


class Notation:
    """Snapshots and boards of Bazaar."""

    def snapshot(self, state: State) -> str:
        f, cards = state.fields(), book(state.game).cards
        open_ = [cards[top - 1] if top else "-" for top in f["top"]]
        gone = [n for n in bits(f["seen"]) if n + 1 not in f["top"]]
        values = {
            "seat": "all" if f["viewer"][0] == ALL else str(f["viewer"][0]),
            "phase": PHASES[f["phase"][0]],
            "scores": "/".join(map(str, f["score"][: state.game.seats])),
            "market": "/".join(open_),
            "left": "/".join(map(str, f["left"])),
            "claimed": "/".join(cards[n] for n in gone) or "-",
        }
        for seat, hand in enumerate(f["hand"][: state.game.seats]):
            values[f"hand{seat}"] = write_gems(counts(hand))
        for key in ("turn", "starter", "turns", "capped"):
            values[key] = str(f[key][0])
        return ";".join(f"{key}={values[key]}" for key in keys(state.game))

    def parse_snapshot(self, game: Game, text: str) -> State:
        given = split_snapshot(text, keys(game))
        fields: dict[str, Sequence[int]] = {}
        for key, value in given.items():
            try:
                fields |= _READERS[key.rstrip("012345")](game, key, value)
            except ValueError as error:
                raise InvalidPosition(f"snapshot field {key}: {error}") from None
        fields["hand"] = [fields.pop(f"hand{seat}", (0,))[0] for seat in range(6)]
        gone = fields.pop("claimed")
        if game.rules()["distinct"][0]:
            seen = sum({1 << n for n in (*gone, *(top - 1 for top in fields["top"] if top))})
            fields["seen"] = (seen & 2**64 - 1, seen >> 64)
        return state_of_snapshot(game, fields, text)

    def describe(self, state: State) -> str:
        return _board(state)


def keys(game: Game) -> tuple[str, ...]:
    """The keys of a snapshot, in order. `claimed` has the cards that cannot come again."""
    hands = (f"hand{seat}" for seat in range(game.seats))
    first = ("seat", "phase", "turn", "starter", "turns", "scores")
    return (*first, *hands, "market", "left", "claimed", "capped")


def bits(words: Sequence[int]) -> list[int]:
    """The numbers of the cards in a set of the core."""
    whole = words[0] | words[1] << 64
    return [n for n in range(128) if whole >> n & 1]


Fields = Mapping[str, Sequence[int]]


def _read_number(game: Game, key: str, text: str) -> Fields:
    return {key: numbers(text, 1)}


def _read_seat(game: Game, key: str, text: str) -> Fields:
    seats = ["all", *map(str, range(game.seats))]
    if text not in seats:
        raise ValueError(f"{text[:40]!r} is not one of {' '.join(seats)}")
    return {"viewer": (ALL if text == "all" else int(text),)}


def _read_phase(game: Game, key: str, text: str) -> Fields:
    if text not in PHASES:
        raise ValueError(f"{text[:40]!r} is not one of {' '.join(PHASES)}")
    return {"phase": (PHASES.index(text),)}


def _read_scores(game: Game, key: str, text: str) -> Fields:
    return {"score": (*numbers(text, game.seats), *[0] * (6 - game.seats))}


def _read_hand(game: Game, key: str, text: str) -> Fields:
    gems = read_gems(text)
    if max(gems) > 2047:
        raise ValueError("a hand has at most 2047 gems of a colour")
    return {key: (packed(gems),)}


def _read_cards(game: Game, text: str) -> list[int]:
    """Numbers of cards + 1, 0 for `-`."""
    cards = ("-", *book(game).cards)
    for word in text.split("/"):
        if word not in cards:
            raise ValueError(f"{word[:40]!r} is not a card of five gems in the order {LETTERS}")
    return [cards.index(word) for word in text.split("/")]


def _read_market(game: Game, key: str, text: str) -> Fields:
    tops = _read_cards(game, text)
    if len(tops) != PILES:
        raise ValueError("there are four piles ('-' for a pile without a card)")
    return {"top": tops}


def _read_left(game: Game, key: str, text: str) -> Fields:
    return {"left": numbers(text, PILES)}


def _read_claimed(game: Game, key: str, text: str) -> Fields:
    cards = [] if text == "-" else _read_cards(game, text)
    if 0 in cards:
        raise ValueError("'-' stands for no card at all")
    return {"claimed": [card - 1 for card in cards]}


_READERS: dict[str, Callable[[Game, str, str], Fields]] = {
    **dict.fromkeys(("turn", "starter", "turns", "capped"), _read_number),
    "seat": _read_seat,
    "phase": _read_phase,
    "scores": _read_scores,
    "hand": _read_hand,
    "market": _read_market,
    "left": _read_left,
    "claimed": _read_claimed,
}


# ---- for a person ----

_ASKED = {
    "act": "draws or exchanges",
    "choose": "chooses a colour",
    "claim": "may claim a card",
    "return": "returns gems above the limit",
}


def _spaced(gems: Sequence[int]) -> str:
    return re.sub("(?<=.)(?=[A-Z])", " ", write_gems(gems))


def _board(state: State) -> str:
    f, rules, cards = state.fields(), state.game.rules(), book(state.game)
    phase, seats = PHASES[f["phase"][0]], range(state.game.seats)
    asked = f"seat {f['turn'][0]} {_ASKED[phase]}" if phase in _ASKED else f"next: {phase}"
    gone = 0 in f["left"]
    lines = [f"{f['turns'][0]} turns played, {asked}"]
    for pile, (top, left) in enumerate(zip(f["top"], f["left"], strict=True)):
        card = _spaced(counts(rules["card"][top - 1])) if top else "-"
        points = "/".join(map(str, _points(rules, gone, cards.high[top - 1]))) if top else ""
        worth = f"points {points:<10}" if top else " " * 17
        lines.append(f"pile {pile}   {card:<12} {worth} {left} left")
    pairs = [f"{_side(paid)} = {_side(got)}" for paid, got in cards.exchanges[::2]]
    for row in range(0, len(pairs), 5):
        head = "trade     " if row == 0 else " " * 10
        lines.append((head + "".join(f"{pair:<14}" for pair in pairs[row : row + 5])).rstrip())
    for seat in seats:
        mark = ">" if phase in _ASKED and f["turn"][0] == seat else " "
        hand = counts(f["hand"][seat])
        lines.append(f"{mark}seat {seat}  points {f['score'][seat]:<4} gems {_spaced(hand)}")
    return "\n".join(lines)


def _side(gems: Sequence[int]) -> str:
    return write_gems(gems)


def _points(rules: Mapping[str, Sequence[int]], gone: bool, high: int) -> Sequence[int]:
    """Points for 0, 1, 2, 3 and more gems left."""
    first = 8 * gone + 4 * high
    return rules["points"][first : first + 4]
