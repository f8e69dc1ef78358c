"""C text of generated tables: what csrc/generate_tables.py and the games share."""


def header(game: str, table: list[int], more: str = "") -> str:
    width = 20 if max(table) < 1000 else 14
    body = rows([str(number) for number in table], width)
    name = game.upper()
    return (
        f"/* tables.h -- made by csrc/generate_tables.py from {game}.toml; do not edit. */\n"
        f"#ifndef SARAI_{name}_TABLES_H\n#define SARAI_{name}_TABLES_H\n\n#include <stdint.h>\n\n"
        f"static const int32_t {name}_TABLE[] = {{\n{body}\n}};\n{more}\n#endif\n"
    )


def rows(numbers: list[str], width: int) -> str:
    lines = [numbers[i : i + width] for i in range(0, len(numbers), width)]
    return "\n".join("    " + " ".join(f"{number}," for number in line) for line in lines)
