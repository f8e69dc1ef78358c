"""Jaipur in text: snapshots, and a board for a person.

Kinds of card are the letters `DGSCPLK` (diamond, gold, silver, cloth, spice, leather, camel), a
multiset of cards is written in that order (`DDLK`; `-` for none), a card not known is `?`.

A snapshot is one word of `key=value` pairs between semicolons, in the order of `KEYS`:
hands as `public+dealt` (`DL+CC`; of another seat `DL+??`), bonus tokens by value (`1/9`) or, if
not seen, by the number of cards sold (`3?/5?`).
"""

import re
from collections.abc import Mapping, Sequence

from ...core import ALL, Game, State
from ...errors import InvalidPosition
from ..snapshots import numbers, split_snapshot, state_of_snapshot

LETTERS = "DGSCPLK"
GOODS = ("diamond", "gold", "silver", "cloth", "spice", "leather")
CAMEL = 6
PILES = (3, 4, 5)
"""Cards sold for a token of each bonus pile; the last means five or more."""
SLOTS = 4

TAKE, CAMELS, SELL, SWAP = range(1, 5)
"""Tags of words; the forms are in csrc/games/jaipur/forms.c."""

PHASES = (
    *("starter", "deal0", "deal1", "market", "turn", "fill", "bonus", "reveal0", "reveal1"),
    "over",
)
P_FILL = PHASES.index("fill")

KEYS = (
    *("seat", "phase", "turn", "starter", "plies", "round", "counted", "seals", "total", "last"),
    *("market", "hand0", "hand1", "herds", "sold", "rupees", "goods", "bonus0", "bonus1"),
    *("revealed", "capped", "deck"),
)

Cards = tuple[int, ...]
"""Cards of each kind, in the order of LETTERS."""


# ---- multisets of cards ----


def write_cards(cards: Sequence[int], unknown: int = 0) -> str:
    """Letters in order, `?` before the camels, `-` for nothing."""
    goods = "".join(letter * n for letter, n in zip(LETTERS[:CAMEL], cards, strict=False))
    camels = cards[CAMEL] if len(cards) > CAMEL else 0
    return goods + "?" * unknown + "K" * camels or "-"


def read_cards(text: str) -> tuple[Cards, int]:
    """Cards and the number of unknown ones; ValueError if they are not written in order."""
    cards = tuple(text.count(letter) for letter in LETTERS)
    unknown = text.count("?")
    if not text or write_cards(cards, unknown) != text:
        raise ValueError(
            f"{text[:40]!r} is not cards in the order {LETTERS[:CAMEL]}?K ('-' for none)"
        )
    return cards, unknown


def _nibbles(counts: Sequence[int]) -> int:
    if max(counts) > 15:
        raise ValueError("more than 15 cards of a kind")
    return sum(n << 4 * lane for lane, n in enumerate(counts))


def lanes(packed: int, count: int) -> Cards:
    """The first counters of 4 bits of a packed word."""
    return tuple(packed >> 4 * lane & 15 for lane in range(count))


# ---- bonus tokens: counters of 4 bits, four value slots a pile ----


def token_slots(game: Game) -> dict[int, int]:
    """From the value of a bonus token to its slot (0 to 11)."""
    values = game.rules()["bonus_value"]
    return {value: slot for slot, value in enumerate(values) if value}


def token_values(game: Game, packed: int) -> list[int]:
    """The values of packed bonus tokens, ascending."""
    values = game.rules()["bonus_value"]
    return [v for v, n in zip(values, lanes(packed, len(values)), strict=True) for _ in range(n)]


def _read_tokens(game: Game, words: Sequence[str]) -> int:
    slots = token_slots(game)
    packed = [0] * len(game.rules()["bonus_value"])
    for word in words:
        if not re.fullmatch("[1-9][0-9]{0,2}", word) or int(word) not in slots:
            known = "/".join(map(str, slots))
            raise ValueError(f"{word[:40]!r} is no value of a bonus token (they are {known})")
        packed[slots[int(word)]] += 1
    return _nibbles(packed)


# ---- snapshots ----


class Notation:
    """Snapshots and boards of Jaipur."""

    def snapshot(self, state: State) -> str:
        f = state.fields()
        hands = f["hand"][:8], f["hand"][8:]
        known = f["known"][:8], f["known"][8:]
        phase = PHASES[f["phase"][0]]
        values = {
            "seat": "all" if f["viewer"][0] == ALL else str(f["viewer"][0]),
            "phase": f"bonus{PILES[f['pending'][0]]}" if phase == "bonus" else phase,
            "market": write_cards(f["market"]),
            "herds": f"{hands[0][CAMEL]}/{hands[1][CAMEL]}",
            "sold": write_cards(_sold(state.game, f)),
            "goods": "/".join(map(str, f["goods_tokens"])),
            "revealed": "".join(str(i) for i in (0, 1) if f["revealed"][0] >> i & 1) or "-",
            "deck": str(sum(f["pool"]) - sum(f["hidden"])),
        }
        for seat in (0, 1):
            dealt = [a - b for a, b in zip(hands[seat], known[seat], strict=True)]
            hidden = f["hidden"][seat]
            private = write_cards(dealt[:CAMEL], hidden)
            values[f"hand{seat}"] = f"{write_cards(known[seat][:CAMEL])}+{private}"
            tokens = [str(v) for v in token_values(state.game, f["won"][seat])]
            tokens += [
                f"{pile}?"
                for lane, pile in enumerate(PILES)
                for _ in range(f["hidden_won"][seat] >> 4 * lane & 15)
            ]
            values[f"bonus{seat}"] = "/".join(tokens) or "-"
        for key in KEYS:
            values.setdefault(key, "/".join(map(str, f.get(key, ()))))
        return ";".join(f"{key}={values[key]}" for key in KEYS)

    def parse_snapshot(self, game: Game, text: str) -> State:
        given = split_snapshot(text, KEYS)
        fields: dict[str, Sequence[int]] = {}
        deck = -1
        for key in KEYS:
            try:
                if key == "deck":
                    deck = numbers(given[key], 1)[0]
                else:
                    _READERS.get(key, _read_numbers)(game, key, given[key], fields)
            except ValueError as error:
                raise InvalidPosition(f"snapshot field {key}: {error}") from None
        _complete(game, fields)
        if deck != sum(fields["pool"]) - sum(fields["hidden"]):
            raise InvalidPosition(
                f"snapshot field deck: {deck} cards, but the others leave "
                f"{sum(fields['pool']) - sum(fields['hidden'])}"
            )
        return state_of_snapshot(game, fields, text)

    def describe(self, state: State) -> str:
        return _board(state)


Fields = dict[str, Sequence[int]]

_NAMES = {"goods": "goods_tokens"}
_PAIRS = ("seals", "total", "last", "rupees", "goods")


def _read_numbers(game: Game, key: str, text: str, fields: Fields) -> None:
    fields[_NAMES.get(key, key)] = numbers(text, 2 if key in _PAIRS else 1)


def _read_seat(game: Game, key: str, text: str, fields: Fields) -> None:
    if text not in ("0", "1", "all"):
        raise ValueError(f"{text[:40]!r} is not 0, 1 or all")
    fields["viewer"] = (ALL if text == "all" else int(text),)


def _read_phase(game: Game, key: str, text: str, fields: Fields) -> None:
    names = [name for name in PHASES if name != "bonus"] + [f"bonus{n}" for n in PILES]
    if text not in names:
        raise ValueError(f"{text[:40]!r} is not one of {' '.join(names)}")
    pending = PILES.index(int(text[-1])) if text.startswith("bonus") else 0
    fields["phase"] = (PHASES.index(text.rstrip("345")),)
    fields["pending"] = (pending,)


def _read_visible(game: Game, key: str, text: str, fields: Fields) -> None:
    cards, unknown = read_cards(text)
    if unknown:
        raise ValueError("everybody sees these cards, none is unknown")
    fields[key] = (*cards, 0)


def _read_hand(game: Game, key: str, text: str, fields: Fields) -> None:
    public, plus, dealt = text.partition("+")
    if not plus:
        raise ValueError(f"{text[:40]!r} is not of the form public+dealt, like DL+CC or DL+??")
    (known, unseen), (private, hidden) = read_cards(public), read_cards(dealt)
    if unseen or known[CAMEL] or private[CAMEL]:
        raise ValueError("public cards are known, and camels are in the herd")
    fields[key] = tuple(a + b for a, b in zip(known, private, strict=True))
    fields[f"known{key[-1]}"] = known
    fields[f"hidden{key[-1]}"] = (hidden,)


def _read_bonus(game: Game, key: str, text: str, fields: Fields) -> None:
    words = [] if text == "-" else text.split("/")
    masked = [word for word in words if word.endswith("?")]
    if any(word not in ("3?", "4?", "5?") for word in masked):
        raise ValueError("a token that is not seen is 3?, 4? or 5?")
    hidden = [masked.count(f"{pile}?") for pile in PILES]
    fields[f"won{key[-1]}"] = (_read_tokens(game, words[: len(words) - len(masked)]),)
    fields[f"hidden_won{key[-1]}"] = (_nibbles(hidden),)


def _read_revealed(game: Game, key: str, text: str, fields: Fields) -> None:
    if text not in ("-", "0", "1", "01"):
        raise ValueError(f"{text[:40]!r} is not -, 0, 1 or 01")
    fields["revealed"] = (sum(1 << int(seat) for seat in text if seat != "-"),)


_READERS = {
    "seat": _read_seat,
    "phase": _read_phase,
    "market": _read_visible,
    "sold": _read_visible,
    "hand0": _read_hand,
    "hand1": _read_hand,
    "bonus0": _read_bonus,
    "bonus1": _read_bonus,
    "herds": lambda game, key, text, fields: fields.update(herds=numbers(text, 2)),
    "revealed": _read_revealed,
}


def _sold(game: Game, f: Mapping[str, Sequence[int]]) -> Cards:
    columns = zip(
        game.rules()["cards"], f["hand"][:8], f["hand"][8:], f["market"], f["pool"], strict=True
    )
    return tuple(all_ - a - b - c - d for all_, a, b, c, d in columns)


def _complete(game: Game, fields: Fields) -> None:
    """From what a snapshot says to the fields of a state: what is unseen is the rest."""
    rules = game.rules()
    hands = []
    for seat in (0, 1):
        goods = tuple(fields.pop(f"hand{seat}"))
        hands.append((*goods[:CAMEL], fields["herds"][seat], 0))
    del fields["herds"]
    sold = fields.pop("sold")
    pool = []
    for lane, total in enumerate(rules["cards"]):
        rest = total - hands[0][lane] - hands[1][lane] - fields["market"][lane] - sold[lane]
        if rest < 0:
            raise InvalidPosition(f"snapshot: more than {total} cards {LETTERS[lane]}")
        pool.append(rest)
    fields["hand"] = hands[0] + hands[1]
    fields["known"] = (*fields.pop("known0"), 0, *fields.pop("known1"), 0)
    fields["pool"] = pool
    fields["hidden"] = (*fields.pop("hidden0"), *fields.pop("hidden1"))
    fields["tokens"] = [max(0, n - gone) for n, gone in zip(rules["tokens"], sold, strict=True)]
    fields["won"] = (*fields.pop("won0"), *fields.pop("won1"))
    fields["hidden_won"] = (*fields.pop("hidden_won0"), *fields.pop("hidden_won1"))
    slots = len(rules["bonus_value"])
    won = [lanes(n, slots) for n in fields["won"]]
    left = [a - b - c for a, b, c in zip(lanes(rules["bonus"][0], slots), *won, strict=True)]
    if min(left) < 0:
        raise InvalidPosition("snapshot: more bonus tokens of a value than there are")
    fields["bonus"] = (_nibbles(left),)
    if fields["phase"][0] == P_FILL:
        missing = rules["market_size"][0] - sum(fields["market"])
        deck = sum(pool) - sum(fields["hidden"])
        fields["pending"] = (max(0, min(missing, deck)),)


# ---- for a person ----


def _spaced(cards: str) -> str:
    return " ".join(cards.replace("-", "")) or "-"


def _board(state: State) -> str:
    f, rules = state.fields(), state.game.rules()
    seals = " and ".join(f"seat {seat} {n}" for seat, n in enumerate(f["seals"]))
    phase = PHASES[f["phase"][0]]
    turn = f"seat {f['turn'][0]} to move" if phase == "turn" else f"next: {phase}"
    market, deck = _spaced(write_cards(f["market"])), sum(f["pool"]) - sum(f["hidden"])
    lines = [
        f"round {f['round'][0] + 1}, {f['plies'][0]} moves played, {turn} (seals: {seals})",
        f"market   {market}      deck {deck}",
    ]
    tokens = []
    for good, name in enumerate(GOODS):
        total, left = rules["tokens"][good], f["tokens"][good]
        sums = rules["rupees"][16 * good : 16 * good + 16]
        values = [sums[i + 1] - sums[i] for i in range(total - left, total)]
        tokens.append(f"{LETTERS[good]} {name} " + (" ".join(map(str, values)) or "-"))
    lines.append("tokens   " + " | ".join(tokens[:3]))
    lines.append("         " + " | ".join(tokens[3:]))
    hidden = f["hidden_won"]
    left_ = []
    for lane, pile in enumerate(PILES):
        unseen = sum(lanes(f["bonus"][0] >> 16 * lane, SLOTS))
        left_.append(f"{pile}: {unseen - sum(h >> 4 * lane & 15 for h in hidden)} left")
    lines.append("bonus    " + "  ".join(left_))
    for seat in (0, 1):
        hand = f["hand"][8 * seat : 8 * seat + 8]
        cards = _spaced(write_cards(hand[:CAMEL], f["hidden"][seat]))
        bonus = [str(v) for v in token_values(state.game, f["won"][seat])]
        bonus += ["?"] * sum(lanes(hidden[seat], 3))
        mark = ">" if phase == "turn" and f["turn"][0] == seat else " "
        lines.append(
            f"{mark}seat {seat}  hand {cards:<15} herd {hand[CAMEL]:<3} "
            f"rupees {f['rupees'][seat]:<4} bonus {' '.join(bonus) or '-'}"
        )
    return "\n".join(lines)
