"""The generated headers of Jaipur: see csrc/generate_tables.py."""

from typing import Any

from table_text import header, rows


def table(data: dict[str, Any]) -> list[int]:
    """The numbers in the order that jaipur_setup (csrc/games/jaipur/setup.c) reads them."""
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


def triples() -> str:
    """Sub-multisets of three kinds of card with at most five cards: see jaipur/exchanges.h."""
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
        "/* jaipur/triples.h -- made by csrc/generate_tables.py; do not edit. What the tables\n"
        " * mean is written in jaipur/exchanges.h. */\n"
        "#ifndef SARAI_JAIPUR_TRIPLES_H\n#define SARAI_JAIPUR_TRIPLES_H\n\n#include <stdint.h>\n"
        + "".join(
            f"\nstatic const {name}[{len(numbers)}] = {{\n{rows(numbers, width)}\n}};\n"
            for name, numbers, width in tables
        )
        + "\n#endif\n"
    )


def generated(data: dict[str, Any]) -> dict[str, str]:
    """The headers by name, from the data of jaipur.toml."""
    return {
        "tables.h": header("jaipur", table(data)),
        "triples.h": triples(),
    }
