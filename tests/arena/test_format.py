"""protocol/RECORDS.md: its tables are those of the code, and its lines are a record."""

import re
from pathlib import Path

import msgspec

from sarai_protocol.arena.record.describe import MEANINGS, renewed
from sarai_protocol.arena.record.reading import LONGEST, checked
from sarai_protocol.arena.record.records import GameRecord, decode, decode_header, encode
from sarai_protocol.arena.record.replay import verified
from sarai_protocol.cli.replay import game_of

PAGE = Path(__file__).resolve().parents[2] / "protocol" / "RECORDS.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_tables_are_made_from_the_code() -> None:
    assert renewed(TEXT) == TEXT, (
        "run `python -m sarai_protocol.arena.record.describe protocol/RECORDS.md`"
    )
    assert set(re.findall(r"<!-- table: (\w+) -->", TEXT)) == {kind.__name__ for kind in MEANINGS}


def test_each_field_has_a_meaning_and_no_other() -> None:
    for kind, meanings in MEANINGS.items():
        tag = {"kind"} if kind.__struct_config__.tag is not None else set()
        assert set(meanings) == tag | {field.name for field in msgspec.structs.fields(kind)}


def test_the_lines_are_a_record() -> None:
    """They are read, belong together, and can be played again."""
    first, second = re.findall(r"```json\n(.*?\n)```", TEXT, re.DOTALL)
    header, game = decode_header(first.encode()), decode(second.encode())
    assert isinstance(game, GameRecord)
    checked(game, header, header.schedule())
    steps, _ = verified(game_of(PAGE, header), game)
    assert len(steps) == len(game.events) and game.evaluations and game.clock.cpu
    assert (encode(header), encode(game)) == (first.encode(), second.encode())


def test_the_page_names_the_bound_of_a_line() -> None:
    assert f"at most {LONGEST >> 20} MiB" in TEXT
