"""Write csrc/games/*_tables.h from the rules data in csrc/games/*.toml.

Run it by hand after a change of the data and commit both; a test compares them.
"""

import tomllib
from pathlib import Path

GAMES = Path(__file__).resolve().parent / "games"


def jaipur_table(data: dict) -> list[int]:
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


def render(game: str, table: list[int]) -> str:
    rows = [table[i : i + 20] for i in range(0, len(table), 20)]
    body = "\n".join("    " + " ".join(f"{number}," for number in row) for row in rows)
    name = game.upper()
    return (
        f"/* {game}_tables.h -- made by csrc/generate_tables.py from {game}.toml; do not edit. */\n"
        f"#ifndef SARAI_{name}_TABLES_H\n#define SARAI_{name}_TABLES_H\n\n#include <stdint.h>\n\n"
        f"static const int32_t {name}_TABLE[] = {{\n{body}\n}};\n\n#endif\n"
    )


def generated() -> dict[Path, str]:
    """What each table file must hold."""
    data = tomllib.loads((GAMES / "jaipur.toml").read_text(encoding="utf-8"))
    return {GAMES / "jaipur_tables.h": render("jaipur", jaipur_table(data))}


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
