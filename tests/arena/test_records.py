"""Records of matches: their lines, and the file as it is made, gone on with and refused."""

import csv
import json
import os
import random
from pathlib import Path

import msgspec
import pytest

from sarai_protocol.arena.play.faults import Fault, Kind
from sarai_protocol.arena.play.match import new_match, play_number
from sarai_protocol.arena.record import reading
from sarai_protocol.arena.record.reading import read_games, read_header, sections
from sarai_protocol.arena.record.recordfile import RecordFile
from sarai_protocol.arena.record.records import (
    BrokenRecord,
    GameRecord,
    Header,
    canonical,
    decode,
    decode_header,
    encode,
)
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.refusal import Refusal
from tests.support.command import inline, ok, sarai

MATCH = ("match", "random", "greedy", "--games", "4", "--rules", "rounds=single")


def header(seed: int = 0, games: int = 4) -> Header:
    game = open_game("jaipur", {"rounds": "single"})
    return new_match(game, ("random", "greedy"), seed, games)


def played(count: int, match: Header | None = None) -> list[GameRecord]:
    return [play_number(encode(match or header()), number + 1) for number in range(count)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of an undisturbed match."""
    path = tmp_path_factory.mktemp("records") / "whole.jsonl"
    ok(sarai(*MATCH, "--record", path))
    return path


def canonical_lines(path: Path) -> list[bytes]:
    return [canonical(line) for line in path.read_bytes().splitlines()]


# ---- lines ----


def test_lines_are_identities() -> None:
    lines: list[Header | GameRecord] = [header(), *played(2)]
    for line in lines:
        assert decode(encode(line)) == line
        assert encode(line).count(b"\n") == 1
        assert encode(line).endswith(b"\n")


def test_the_schema(whole: Path) -> None:
    first, second, *_ = (json.loads(line) for line in whole.read_bytes().splitlines())
    assert first == {
        "kind": "match",
        "game": "jaipur",
        "rules": {
            "rounds": "single",
            "deck_end": "refill_fails",
            "full_tie": "replay",
            "starter": "dealt",
            "max_plies": "500",
        },
        "seats": 2,
        "players": ["random", "greedy"],
        "seed": 0,
        "games": 4,
        "engine": first["engine"],
        "core": first["core"],
        "tournament": "match",
        "sprt": "",
        "format": 1,
        "shown": [],
    }
    assert list(second) == [
        *("kind", "number", "pair", "deal", "seating", "first", "events", "shares", "scores"),
        *("plies", "capped", "evaluations", "clock"),
    ]
    assert sum(second["shares"]) == 1
    assert second["events"][0].startswith("starter:")
    assert not any("?" in event for event in second["events"])
    assert [len(times) for times in second["clock"]["decisions"]] > [0, 0]


def test_searching_players_leave_their_evaluations() -> None:
    game = open_game("jaipur", {"rounds": "single"})
    match = new_match(game, ("ismcts:iterations=20", "greedy"), 0, 2)
    record = play_number(encode(match), 1)
    assert record.evaluations
    for thought in record.evaluations:
        assert sum(thought.win) == pytest.approx(1, abs=2e-4)
        assert 1 <= thought.visits <= thought.iterations == 20
    moves = {record.events[thought.event].partition(":")[0] for thought in record.evaluations}
    assert moves <= {"take", "camels", "sell", "swap"}
    assert len(record.evaluations) == len(record.clock.decisions[0])


def test_canonical_drops_the_clock_and_nothing_else() -> None:
    line = encode(played(1)[0])
    fields = json.loads(line)
    assert fields.pop("clock")
    assert json.loads(canonical(line)) == fields


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff\xfe", "not a record"),
        (b"", "not a record"),
        (b"[]", "not a record"),
        (b'{"kind":"game"}', "not a record"),
        (b'{"kind":"match","format":2}', "format 2"),
        (b'{"kind":"match","format":1}', "game"),
        (encode(header()).replace(b'"random",', b""), "2 seats, and 1 players"),
    ],
)
def test_what_is_no_header(line: bytes, told: str) -> None:
    with pytest.raises(BrokenRecord, match=told):
        decode_header(line)


# ---- the file ----


def test_same_seed_same_bytes_but_for_the_clock(whole: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    ok(sarai(*MATCH, "--record", again))
    assert canonical_lines(again) == canonical_lines(whole)
    other = tmp_path / "other.jsonl"
    ok(sarai(*MATCH, "--seed", "1", "--record", other))
    assert canonical_lines(other)[1] != canonical_lines(whole)[1]


def test_a_whole_record_is_not_played_again(whole: Path) -> None:
    before = whole.read_bytes()
    done = sarai(*MATCH, "--record", whole)
    assert "4 of 4 games are recorded" in done.stderr
    assert "4 games" in ok(done)
    assert whole.read_bytes() == before


def test_cut_anywhere_it_goes_on_to_the_same_record(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    first, second = data.index(b"\n") + 1, data.index(b"\n", data.index(b"\n") + 1) + 1
    rng = random.Random(5)
    cuts = [0, 20, first - 1, first, first + 1, second - 1, second, len(data) - 1]
    for cut in [*cuts, *(rng.randrange(len(data)) for _ in range(4))]:
        path = tmp_path / f"cut{cut}.jsonl"
        path.write_bytes(data[:cut])
        done = sarai(*MATCH, "--record", path)
        ok(done)
        half = cut > 0 and data[cut - 1 : cut] != b"\n"
        assert ("half-written last line was cut off" in done.stderr) is half
        assert canonical_lines(path) == canonical_lines(whole)
        kept = path.read_bytes()[: data.rfind(b"\n", 0, cut) + 1]
        assert data.startswith(kept), "games that were recorded are not played again"


def test_a_pair_with_one_game_is_completed(tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    with RecordFile(path, header()) as record:
        record.append(played(1)[0])
    with RecordFile(path, header()) as record:
        assert record.games == 1
        assert not record.notices
    ok(sarai(*MATCH, "--record", path))
    games = list(read_games(path, read_header(path)))
    assert [(game.number, game.pair) for game in games] == [(1, 1), (2, 1), (3, 2), (4, 2)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("--seed", "7"), "seed: 0 there, 7 here"),
        (("--games", "6"), "games: 4 there, 6 here"),
        (("--rules", "rounds=match"), "rounds: single there, match here"),
    ],
)
def test_another_match_is_refused(
    whole: Path, tmp_path: Path, change: tuple[str, str], told: str
) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(whole.read_bytes()[:-5])
    before = path.read_bytes()
    done = sarai(*MATCH, *change, "--record", path)
    assert done.returncode == 2
    assert told in done.stderr
    assert "another match" in done.stderr
    assert path.read_bytes() == before


def test_other_players_are_another_match(whole: Path) -> None:
    before = whole.read_bytes()
    rest = ("--games", "4", "--rules", "rounds=single", "--record", whole)
    done = sarai("match", "greedy", "random", *rest)
    assert done.returncode == 2
    assert "players: random v. greedy there, greedy v. random here" in done.stderr
    assert whole.read_bytes() == before


@pytest.mark.parametrize("content", ["my diary\n", "no line feed", '{"kind":"cake"}\n'])
def test_a_foreign_file_is_left_as_it_was(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content)
    done = sarai(*MATCH, "--record", path)
    assert done.returncode == 2
    assert "not a record of a match" in done.stderr
    assert path.read_text() == content


def test_lines_that_do_not_belong_are_refused(tmp_path: Path) -> None:
    one, two, three = (encode(game) for game in played(3))
    head, foreign = encode(header()), encode(played(1, header(seed=3))[0])
    faults = {
        "line 3: game 1 stands where game 2 belongs": [one, one],
        "line 3: game 3 stands where game 2 belongs": [one, three],
        "line 2: a second header": [head],
        "line 2: it is not JSON": [b"{nonsense\n", two],
        "line 2: game 1 does not have the pair, deal and seating": [foreign],
        "line 4: game 3 of a match of 2 games": [one, two, three],
    }
    for told, lines in faults.items():
        path = tmp_path / "record.jsonl"
        match = header(games=2 if "of 2 games" in told else 4)
        path.write_bytes(encode(match) + b"".join(lines))
        before = path.read_bytes()
        with pytest.raises(Refusal, match=f"^--record .*{told}.*; it is left as it was, give an"):
            RecordFile(path, match)
        assert path.read_bytes() == before


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(Refusal, match="it is a pipe"):
        read_header(path)
    with pytest.raises(Refusal, match="not a regular file"):
        RecordFile(path, header())


def test_two_matches_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    with RecordFile(path, header()):
        done = sarai(*MATCH, "--record", path)
    assert done.returncode == 2
    assert "another match is writing" in done.stderr
    assert path.read_bytes() == encode(header())


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "record.jsonl"
    first, second = played(2)
    with RecordFile(path, header()) as record:
        record.append(first)

        def full(file: int, data: bytes) -> int:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("os.write", full)
            with pytest.raises(Refusal, match=r"No space left on device; it has 1 games"):
                record.append(second)
    assert list(read_games(path, header())) == [first]


# ---- faults ----


def with_faults(path: Path) -> None:
    """A record in which A stalls in game 2, and B plays an illegal move in game 3."""
    games = played(4)
    for number, kind, player in ((2, Kind.STALL, 0), (3, Kind.ILLEGAL, 1)):
        game = games[number - 1]
        seat = game.seating.index(player)
        shares = tuple(float(other != seat) for other in (0, 1))
        fault = Fault(kind, seat, "a fault")
        games[number - 1] = msgspec.structs.replace(game, shares=shares, scores=(0, 0), fault=fault)
    path.write_bytes(b"".join([encode(header()), *(encode(game) for game in games)]))


def test_games_with_a_fault_are_found(tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    with_faults(path)

    def numbers(*asked: str) -> list[int]:
        out = ok(inline("records", path, "--form", "records", *asked))
        return [json.loads(line)["number"] for line in out.splitlines()[1:]]

    assert numbers() == [1, 2, 3, 4]
    assert numbers("--fault") == numbers("--fault", "any") == [2, 3]
    assert numbers("--fault", "ILLEGAL") == [3]
    assert numbers("--fault", "TIMEOUT") == []
    assert numbers("--fault", "--winner", "B") == [2]
    done = inline("records", path, "--fault", "CRASH")
    assert done.returncode == 2 and "'CRASH' is not one of any, START, DISCONNECT" in done.stderr


def test_a_listing_tells_faults(tmp_path: Path) -> None:
    path = tmp_path / "faults.jsonl"
    with_faults(path)
    lines = ok(inline("records", path)).splitlines()[-4:]
    assert [line.rpartition("  ")[2] for line in lines[1:3]] == ["STALL of A", "ILLEGAL of B"]
    assert " of " not in lines[0] + lines[3]
    rows = list(csv.DictReader(ok(inline("records", path, "--form", "csv")).splitlines()))
    assert [row["fault"] for row in rows] == ["", "STALL", "ILLEGAL", ""]
    told = [row[f"player{row['fault_seat']}"] for row in rows[1:3]]
    assert told == ["random", "greedy"] and rows[0]["fault_seat"] == ""


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_empty_lines_and_a_byte_order_mark_are_skipped(
    whole: Path, tmp_path: Path, mark: bytes
) -> None:
    """As an editor may leave them; the match goes on after them."""
    first, *games = whole.read_bytes().splitlines(keepends=True)
    path = tmp_path / "edited"
    path.write_bytes(mark + b"\n \r\n" + first + b"\n" + b"\n\n".join(games[:2]) + b"\n")
    match = read_header(path)
    assert match == read_header(whole)
    assert [game.number for game in read_games(path, match)] == [1, 2]
    assert [game.number for game in sections(path)[0].games()] == [1, 2]
    ok(sarai(*MATCH, "--record", path))
    assert [game.events for game in read_games(path, match)] == [
        game.events for game in read_games(whole, match)
    ]
    both = tmp_path / "both"
    both.write_bytes(path.read_bytes() + b"\n\n" + whole.read_bytes())
    assert [len(list(section.games())) for section in sections(both)] == [4, 4]
    path.write_bytes(path.read_bytes() + b"\n{}\n")
    with pytest.raises(Refusal, match=f"line {path.read_bytes().count(bytes([10]))}: "):
        list(read_games(path, match))


def test_lines_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST", 1 << 12)
    path = tmp_path / "zeros"
    for text, line in ((b"\0" * 9999, 1), (encode(header()) + b"x" * 9999 + b"\n", 2)):
        path.write_bytes(text)
        with pytest.raises(Refusal, match=f"line {line}: it is longer than"):
            list(sections(path)[0].games())
    with pytest.raises(Refusal, match="a pipe or a device"):
        read_header(Path("/dev/zero"))
