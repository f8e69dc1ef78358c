"""The generated headers of Bazaar: see csrc/generate_tables.py."""

from itertools import combinations_with_replacement
from typing import Any

from table_text import header, rows

CARDS = ("normal", "high")


def table(data: dict[str, Any]) -> list[int]:
    """The numbers in the order that bazaar_setup (csrc/games/bazaar/setup.c) reads them."""
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


def sizes(data: dict[str, Any]) -> str:
    """Sizes of the sides of drawn equations, each pair with its weight."""
    chances = data["exchange"]["random"]
    pairs = zip(chances["size_pairs"], chances["size_weights"], strict=True)
    sizes = ", ".join(f"{{{left}, {right}, {weight}}}" for (left, right), weight in pairs)
    return (
        f"static const uint8_t BAZAAR_SIZES[][3] = {{{sizes}}};\n"
        f"enum {{ BAZAAR_COLOUR_IN_AT_LEAST = {chances['every_colour_in_at_least']} }};\n"
    )


def cards(data: dict[str, Any]) -> str:
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
        "/* bazaar/cards.h -- made by csrc/generate_tables.py; do not edit. The multisets of five\n"
        " * gems in the order of their letters RWBGY, and the number of the shape of each. */\n"
        "#ifndef SARAI_BAZAAR_CARDS_H\n#define SARAI_BAZAAR_CARDS_H\n\n#include <stdint.h>\n"
        f"\nstatic const uint64_t BAZAAR_CARDS[{len(cards)}] = {{\n{rows(words, 5)}\n}};\n"
        f"\nstatic const uint8_t BAZAAR_SHAPE[{len(cards)}] = {{\n{rows(numbers, 30)}\n}};\n"
        "\n#endif\n"
    )


def generated(data: dict[str, Any]) -> dict[str, str]:
    """The headers by name, from the data of bazaar.toml."""
    return {
        "tables.h": header("bazaar", table(data), sizes(data)),
        "cards.h": cards(data),
    }
