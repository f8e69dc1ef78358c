"""Write csrc/games/*_tables.h from the rules data in csrc/games/*.toml.

Run it by hand after a change of the data and commit both; a test compares them.
"""

import math
import tomllib
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

GAMES = Path(__file__).resolve().parent / "games"
CORE_WIN = 983040
"""Of core.h."""
VALUE_UNITS = 256 * 256
"""Of a logit in jaipur_value.h, for one of the natural logarithm."""


def jaipur_table(data: dict[str, Any]) -> list[int]:
    """The numbers in the order that jaipur_setup (csrc/games/jaipur.c) reads them."""
    goods, camels, setup, limits = (data[k] for k in ("goods", "camels", "setup", "limits"))
    piles = [*goods["tokens"], *(data["bonus"][name] for name in ("three", "four", "five"))]
    return [
        *goods["cards"],
        *goods["minimum_sale"],
        camels["cards"],
        camels["token"],
        setup["market_camels"],
        setup["dealt_each"],
        setup["market_size"],
        limits["hand"],
        limits["exchange_minimum"],
        limits["empty_piles_to_end"],
        limits["seals_to_win"],
        *(number for pile in piles for number in (len(pile), *pile)),
    ]


def render(game: str, table: list[int], more: str = "") -> str:
    width = 20 if max(table) < 1000 else 14
    body = rows([str(number) for number in table], width)
    name = game.upper()
    return (
        f"/* {game}_tables.h -- made by csrc/generate_tables.py from {game}.toml; do not edit. */\n"
        f"#ifndef SARAI_{name}_TABLES_H\n#define SARAI_{name}_TABLES_H\n\n#include <stdint.h>\n\n"
        f"static const int32_t {name}_TABLE[] = {{\n{body}\n}};\n{more}\n#endif\n"
    )


def rows(numbers: list[str], width: int) -> str:
    lines = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return "\n".join("    " + " ".join(f"{number}," for number in line) for line in lines)


def jaipur_triples() -> str:
    """Sub-multisets of three kinds of card with at most five cards: see jaipur_exchanges.h."""
    triples = sorted(
        ((x, y, z) for x in range(6) for y in range(6) for z in range(6) if x + y + z <= 5),
        key=lambda triple: (sum(triple), triple[::-1]),
    )
    starts: list[int] = []
    inside: list[int] = []
    counts: list[int] = []
    for key in range(216):
        caps = key % 6, key // 6 % 6, key // 36
        starts.append(len(inside))
        contained = [t for t in triples if all(n <= cap for n, cap in zip(t, caps, strict=True))]
        inside += [triples.index(t) for t in contained]
        counts.append(sum(1 << 10 * sum(t) for t in contained))
    tables = (
        ("uint32_t TRIPLES", [f"0x{x | y << 8 | z << 16:06x}" for x, y, z in triples], 9),
        ("uint64_t TRIPLE_COUNTS", [f"0x{n:015x}" for n in counts], 5),
        ("uint16_t TRIPLE_START", [str(n) for n in starts], 16),
        ("uint8_t TRIPLE_LIST", [str(n) for n in inside], 24),
    )
    return (
        "/* jaipur_triples.h -- made by csrc/generate_tables.py; do not edit. What the tables\n"
        " * mean is written in jaipur_exchanges.h. */\n"
        "#ifndef SARAI_JAIPUR_TRIPLES_H\n#define SARAI_JAIPUR_TRIPLES_H\n\n#include <stdint.h>\n"
        + "".join(
            f"\nstatic const {name}[{len(numbers)}] = {{\n{rows(numbers, width)}\n}};\n"
            for name, numbers, width in tables
        )
        + "\n#endif\n"
    )


def bazaar_table(data: dict[str, Any]) -> list[int]:
    """The numbers in the order that bazaar_setup (csrc/games/bazaar_setup.c) reads them."""
    scoring, letters = data["scoring"], data["colours"]["letters"]
    points = [scoring[piles][card] for piles in ("all_four", "three_or_fewer") for card in CARDS]
    cards = data["exchange"]["cards"].values()
    sides = [side for card in cards for equation in card for side in equation.split("=")]
    return [
        data["market"]["high_card_min_same"],
        *(number for row in points for number in row),
        *data["market"]["shape_weights"],
        *(sum(side.count(letter) << 4 * i for i, letter in enumerate(letters)) for side in sides),
    ]


CARDS = ("normal", "high")


def bazaar_sizes(data: dict[str, Any]) -> str:
    """Sizes of the sides of drawn equations, each pair with its weight."""
    chances = data["exchange"]["random"]
    pairs = zip(chances["size_pairs"], chances["size_weights"], strict=True)
    sizes = ", ".join(f"{{{left}, {right}, {weight}}}" for (left, right), weight in pairs)
    return (
        f"static const uint8_t BAZAAR_SIZES[][3] = {{{sizes}}};\n"
        f"enum {{ BAZAAR_COLOUR_IN_AT_LEAST = {chances['every_colour_in_at_least']} }};\n"
    )


def bazaar_cards(data: dict[str, Any]) -> str:
    """All multisets of five gems in the order of their letters, and the shape of each."""
    colours, size = len(data["colours"]["letters"]), data["market"]["gems_per_card"]
    cards = list(combinations_with_replacement(range(colours), size))
    shapes = [
        "+".join(map(str, sorted((card.count(c) for c in set(card)), reverse=True)))
        for card in cards
    ]
    words = [f"0x{sum(1 << 12 * colour for colour in card):015x}" for card in cards]
    numbers = [str(data["market"]["shapes"].index(shape)) for shape in shapes]
    return (
        "/* bazaar_cards.h -- made by csrc/generate_tables.py; do not edit. The multisets of five\n"
        " * gems in the order of their letters RWBGY, and the number of the shape of each. */\n"
        "#ifndef SARAI_BAZAAR_CARDS_H\n#define SARAI_BAZAAR_CARDS_H\n\n#include <stdint.h>\n"
        f"\nstatic const uint64_t BAZAAR_CARDS[{len(cards)}] = {{\n{rows(words, 5)}\n}};\n"
        f"\nstatic const uint8_t BAZAAR_SHAPE[{len(cards)}] = {{\n{rows(numbers, 30)}\n}};\n"
        "\n#endif\n"
    )


def read(game: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / f"{game}.toml").read_text(encoding="utf-8"))


def logistic() -> str:
    """The logistic function in shares of a win: see jaipur_value.c."""
    step, size = 2**13, 64
    shares = [round(CORE_WIN / (1 + math.exp(-step * i / VALUE_UNITS))) for i in range(size + 1)]
    return (
        "/* jaipur_logistic.h -- made by csrc/generate_tables.py; do not edit. */\n"
        "#ifndef SARAI_JAIPUR_LOGISTIC_H\n#define SARAI_JAIPUR_LOGISTIC_H\n\n"
        "#include <stdint.h>\n\n"
        f"enum {{ JP_LOGISTIC_STEP = {step}, JP_LOGISTIC_SIZE = {size} }};\n"
        "static const int32_t JAIPUR_LOGISTIC[JP_LOGISTIC_SIZE + 1] = {\n"
        f"{rows([str(share) for share in shares], 12)}\n}};\n\n#endif\n"
    )


def generated() -> dict[Path, str]:
    """What each table file must hold."""
    jaipur, bazaar = read("jaipur"), read("bazaar")
    return {
        GAMES / "jaipur_tables.h": render("jaipur", jaipur_table(jaipur)),
        GAMES / "jaipur_triples.h": jaipur_triples(),
        GAMES / "bazaar_tables.h": render("bazaar", bazaar_table(bazaar), bazaar_sizes(bazaar)),
        GAMES / "bazaar_cards.h": bazaar_cards(bazaar),
        GAMES / "jaipur_logistic.h": logistic(),
    }


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
