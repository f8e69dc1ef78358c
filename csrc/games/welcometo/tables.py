"""The generated header of Welcome To: see csrc/generate_tables.py."""

from typing import Any

from table_text import rows

KINDS = (
    "estates",
    "full_street",
    "street_ends",
    "five_bis",
    "temps",
    "all_parks",
    "all_pools",
    "parks_and_pools",
    "parks_pools_roundabout",
)
LARGEST = 6


def houses(sheet: dict[str, Any]) -> list[tuple[int, int]]:
    """Street and place of each house."""
    return [(street, y) for street, n in enumerate(sheet["streets"]) for y in range(n)]


def house_names(sheet: dict[str, Any]) -> list[str]:
    return [f"{sheet['letters'][street]}{y + 1}" for street, y in houses(sheet)]


def gap_names(sheet: dict[str, Any]) -> list[str]:
    """The gap to the right of each house, none at the end of a street."""
    return [
        f"{sheet['letters'][street]}{y + 1}-{y + 2}" if y + 1 < sheet["streets"][street] else ""
        for street, y in houses(sheet)
    ]


def cards(deck: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Number, effect and copies of each kind of card, sorted by number, then by effect."""
    return [
        (int(number), effect, copies)
        for number, counts in deck["counts"].items()
        for effect, copies in enumerate(counts)
        if copies
    ]


def effect_names(sheet: dict[str, Any]) -> list[str]:
    """All that an effect can do: a letter alone where it does nothing more."""
    gaps = [name for name in gap_names(sheet) if name]
    return [
        *("S", *(f"S:{gap}" for gap in gaps), "P", "T", "B"),
        *(f"B:{name}" for name in bis_names(sheet)),
        *("L", "A", *(f"A:{size}" for size in range(1, LARGEST + 1))),
    ]


def pair_names(deck: dict[str, Any]) -> list[str]:
    """The number of one card with the effect of another."""
    return [f"{number}{letter}" for number in deck["counts"] for letter in deck["letters"]]


def bis_names(sheet: dict[str, Any]) -> list[str]:
    """A house, and from which side it takes its number."""
    return [f"{house}{side}" for side in "<>" for house in house_names(sheet)]


def plan_rows(data: dict[str, Any]) -> list[str]:
    """Kind, street or number needed, points, stack, advanced; estates by size."""
    found = []
    for plan in data["plans"]:
        wanted = plan.get("street", plan.get("streets_needed", plan.get("count", 0)))
        sizes = [plan.get("sizes", []).count(size) for size in range(1, LARGEST + 1)]
        numbers = [KINDS.index(plan["kind"]), wanted, plan["first"], plan["later"], plan["n"]]
        advanced = int(plan["advanced"])
        estates = ", ".join(map(str, sizes))
        found.append(f"{{{', '.join(map(str, [*numbers, advanced]))}, {{0, {estates}}}}}")
    return found


def padded(track: list[int], length: int) -> str:
    """A track that stays at its last value."""
    numbers = [f"{number}," for number in track + [track[-1]] * (length - len(track))]
    lines = [" ".join(numbers[i : i + 12]) for i in range(0, length, 12)]
    return "{" + "\n    ".join(lines).rstrip(",") + "}"


def tracks(scores: dict[str, Any]) -> str:
    one = {"pools": 10, "bis_penalty": 34, "permit_refusal_penalty": 4, "roundabout_penalty": 3}
    lines = [
        f"static const uint8_t WT_{name.upper()}[{length}] = {padded(scores[name], length)};"
        for name, length in one.items()
    ]
    for name, length in (("parks", 6), ("estate_values", 5)):
        body = ",\n    ".join(padded(row, length) for row in scores[name])
        lines.append(
            f"static const uint8_t WT_{name.upper()}[{len(scores[name])}][{length}] = "
            f"{{\n    {body}}};"
        )
    most = [len(row) - 1 for row in scores["parks"]]
    boxes = [len(row) - 1 for row in scores["estate_values"]]
    ranks, alone = scores["temp_rank_points"], scores["temp_solo"]
    return "\n".join(
        [
            *lines,
            f"static const uint8_t WT_PARK_BOXES[3] = {padded(most, 3)};",
            f"static const uint8_t WT_AGENT_BOXES[6] = {padded(boxes, 6)};",
            f"static const uint8_t WT_TEMP_RANKS[3] = {padded(ranks, 3)};",
            f"enum {{ WT_TEMP_BOXES = {scores['temp_boxes']}, "
            f"WT_TEMPS_ALONE = {alone['threshold']}, WT_TEMPS_ALONE_POINTS = {alone['points']} }};",
        ]
    )


def text(name: str, names: list[str]) -> str:
    """A macro with a list of names, some to a line."""
    lines = [
        "|".join(names[i : i + 12]) + ("|" if i + 12 < len(names) else "")
        for i in range(0, len(names), 12)
    ]
    return f"#define {name} \\\n" + " \\\n".join(f'    "{line}"' for line in lines)


def generated(data: dict[str, Any]) -> dict[str, str]:
    """The headers by name, from the data of welcometo.toml."""
    deck, sheet = data["deck"], data["sheet"]
    kinds, streets = cards(deck), sheet["streets"]
    starts = [sum(streets[:street]) for street in range(len(streets))]
    pools = sum(1 << starts[i] + y for i, row in enumerate(sheet["pools"]) for y in row)
    ends = sum(1 << starts[i] + n - 1 for i, n in enumerate(streets))
    kind_names = [f"{number}{deck['letters'][effect]}" for number, effect, _ in kinds]
    gaps = [i for i, name in enumerate(gap_names(sheet)) if name]
    lines = [
        "/* tables.h -- made by csrc/generate_tables.py from welcometo.toml; do not edit. */",
        "#ifndef SARAI_WELCOMETO_TABLES_H",
        "#define SARAI_WELCOMETO_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        f"#define WT_KINDS {len(kinds)} /* of cards */",
        f"#define WT_HOUSES {sum(streets)}",
        f"#define WT_GAPS {len(gaps)}",
        f"#define WT_PLANS {len(data['plans'])} /* on cards, of which three are in play */",
        text("WT_KIND_NAMES", kind_names),
        text("WT_PAIR_NAMES", pair_names(deck)),
        text("WT_HOUSE_NAMES", house_names(sheet)),
        text("WT_BIS_NAMES", bis_names(sheet)),
        text("WT_GAP_PLACES", gap_names(sheet)),
        text("WT_GAP_NAMES", [name for name in gap_names(sheet) if name]),
        text("WT_EFFECT_NAMES", effect_names(sheet)),
        "",
        "/* Number, effect and copies of each kind of card. */",
        f"static const uint8_t WT_CARDS[WT_KINDS][3] = {{\n"
        f"{rows(['{' + ', '.join(map(str, kind)) + '}' for kind in kinds], 7)}\n}};",
        "",
        "/* Streets: the first house of each, and one behind the last. */",
        f"static const uint8_t WT_STARTS[4] = {{{', '.join(map(str, [*starts, sum(streets)]))}}};",
        f"static const uint64_t WT_PLANNED_POOLS = UINT64_C(0x{pools:x});",
        f"static const uint64_t WT_ENDS = UINT64_C(0x{ends:x}); /* last houses */",
        f"static const uint8_t WT_GAP_HOUSES[WT_GAPS] = {{\n{rows(list(map(str, gaps)), 20)}\n}};",
        "",
        tracks(data["scores"]),
        "",
        "enum {",
        *(f"    WT_PLAN_{kind.upper()}," for kind in KINDS),
        "};",
        "",
        "/* `wanted` is a street or a number; estates by size, from 1 on. */",
        "typedef struct {",
        "    uint8_t kind, wanted, first, later, stack, advanced, estates[7];",
        "} wt_plan;",
        f"static const wt_plan WT_PLAN_CARDS[WT_PLANS] = {{\n{rows(plan_rows(data), 2)}\n}};",
        "",
        "#endif",
        "",
    ]
    return {"tables.h": "\n".join(lines)}
