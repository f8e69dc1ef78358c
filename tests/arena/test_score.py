"""`sarai score` and `sarai records`: results from records, files merged, filtered and listed."""

import csv
import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from sarai_protocol.arena.record.merging import merged
from sarai_protocol.arena.record.reading import read_games, read_header, sections
from sarai_protocol.arena.record.records import GameRecord, canonical, encode
from tests.support.command import inline, ok

SINGLE = ("--rules", "rounds=single")
PLAYERS = ("ismcts:iterations=6", "ismcts:iterations=4")
MATCH = ("match", *PLAYERS, *SINGLE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records: seed 0 with 8 and with 12 games, seed 1 with 6, one of other players."""
    place = tmp_path_factory.mktemp("score")
    for name, more in (
        ("short", ("--games", "8")),
        ("long", ("--games", "12")),
        ("other", ("--games", "6", "--seed", "1")),
        ("three", ("--games", "6", "--tournament", "roundrobin")),
    ):
        match = [*MATCH[:3], "random", *MATCH[3:]] if name == "three" else MATCH
        ok(inline(*match, *more, "--record", place / f"{name}.jsonl"))
    return place


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("sarai: ") and done.stderr.count("\n") == 1
    return done.stderr


def without_times(table: str) -> str:
    return "\n".join(line for line in table.splitlines() if "ms per move" not in line)


# ---- the result ----


def test_the_score_of_a_record_is_the_table_of_its_match(folder: Path) -> None:
    again = ok(inline(*MATCH, "--games", "12"))
    score = ok(inline("score", folder / "long.jsonl"))
    assert without_times(score) == without_times(again)
    assert "pairing, wins" in score and "12 games" in score
    tables = ok(inline("score", folder / "three.jsonl"))
    assert "roundrobin" in tables and "v. C" in tables


def test_parts_of_one_match_count_once(folder: Path) -> None:
    whole = ok(inline("score", folder / "long.jsonl"))
    both = ok(inline("score", folder / "short.jsonl", folder / "long.jsonl", folder / "long.jsonl"))
    assert without_times(both) == without_times(whole)


def test_matches_of_two_seeds_count_together(folder: Path) -> None:
    both = [folder / "long.jsonl", folder / "other.jsonl"]
    assert "seeds 0, 1" in ok(inline("score", *both))
    told = json.loads(ok(inline("score", "--json", *both)))
    alone = [json.loads(ok(inline("score", "--json", path))) for path in both]
    assert told["seeds"] == [0, 1]
    assert told["games"] == told["of"] == 18
    for name in ("wins", "points", "score_sum", "moves"):
        found = told["sides"]["A"][name]
        assert found == pytest.approx(sum(one["sides"]["A"][name] for one in alone))
    counts = [sum(both) for both in zip(*(one["pair_scores"] for one in alone), strict=True)]
    assert told["pair_scores"] == counts


def test_json_of_a_match_is_that_of_its_record(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    out = ok(inline(*MATCH, "--games", "8", "--json", "--record", path)).splitlines()
    lines = [json.loads(line) for line in out]
    assert [line["kind"] for line in lines] == ["progress"] * (len(lines) - 1) + ["result"]
    assert len(lines) > 1 and lines[0]["of"] == 8
    assert lines[-1] == json.loads(ok(inline("score", "--json", path)))


def test_json_has_no_nan(folder: Path) -> None:
    out = ok(inline("match", "greedy", "random", *SINGLE, "--games", "2", "--json"))
    result = json.loads(out.splitlines()[-1], parse_constant=pytest.fail)
    assert result["elo"]["value"] is None and result["elo"]["high"] is None
    assert result["score"] == {"value": 1.0, "error": None}
    assert result["pair_correlation"]["value"] is None


@pytest.mark.parametrize("command", ["score", "records"])
def test_records_of_different_matches_are_refused(
    folder: Path, tmp_path: Path, command: str
) -> None:
    told = refused(inline(command, folder / "long.jsonl", folder / "three.jsonl"))
    assert "three.jsonl: it is the record of another match than" in told
    assert "tournament: match before, roundrobin here" in told
    rules = tmp_path / "rules.jsonl"
    ok(inline(*MATCH[:3], "--games", "2", "--record", rules))
    told = refused(inline(command, folder / "long.jsonl", rules))
    assert "rounds: single before, match here" in told


@pytest.mark.parametrize("command", ["score", "records"])
def test_files_that_are_no_records_are_refused(folder: Path, tmp_path: Path, command: str) -> None:
    diary = tmp_path / "diary"
    diary.write_text("dear diary\n")
    assert "not a record of a match" in refused(inline(command, diary))
    assert "No such file" in refused(inline(command, tmp_path / "nothing"))
    assert "FILE" in refused(inline(command))
    lines = (folder / "long.jsonl").read_bytes().splitlines(keepends=True)
    for told, content in {
        "line 3: game 1 comes after game 1": [lines[0], lines[1], lines[1]],
        "line 2: it is not JSON": [lines[0], b"{\n"],
        "line 2: game 1 does not have the pair, deal": [
            lines[0].replace(b'"seed":0', b'"seed":7'),
            lines[1],
        ],
        "line 3: it has format 7": [lines[0], lines[1], lines[0].replace(b'mat":1', b'mat":7')],
    }.items():
        diary.write_bytes(b"".join(content))
        assert told in refused(inline(command, diary))


def test_a_game_that_differs_between_two_files_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    games = list(read_games(folder / "long.jsonl", read_header(folder / "long.jsonl")))
    forged = msgspec.structs.replace(games[2], scores=(1, 2))
    lines = (folder / "long.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], encode(forged)]))
    told = refused(inline("score", folder / "long.jsonl", path))
    assert "game 3 of seed 0 is not the one in" in told and "can't count twice" in told


def test_a_record_that_breaks_off_is_scored_with_a_notice(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes((folder / "long.jsonl").read_bytes()[:-10])
    done = inline("score", path)
    assert "11 games" in ok(done) and "game 11 has no second game yet" in done.stdout
    assert "last line is half-written, and is left out" in done.stderr
    assert "11 of 12 games are there" in done.stderr


def test_the_test_of_a_match_is_told_for_that_match_only(tmp_path: Path) -> None:
    paths = [tmp_path / "0.jsonl", tmp_path / "1.jsonl"]
    for seed, path in enumerate(paths):
        match = ("match", "greedy", "random", *SINGLE, "--sprt", "elo0=0,elo1=300")
        ok(inline(*match, "--seed", str(seed), "--record", path))
    assert "H1 is accepted: LLR" in ok(inline("score", paths[0]))
    assert json.loads(ok(inline("score", "--json", paths[0])))["sprt"]["accepted"] == "H1"
    assert "sequential test" not in ok(inline("score", *paths))


@pytest.mark.parametrize(
    ("test", "accepted", "least"),
    [
        ("nelo0=0,nelo1=100", "H1", 8),
        ("diff0=0,diff1=20", "H1", 32),
        ("diff0=200,diff1=300", "H0", 32),
    ],
)
def test_tests_on_other_scales_end_a_match_too(test: str, accepted: str, least: int) -> None:
    match = ("match", "greedy", "random", *SINGLE, "--sprt", test, "--json")
    result = json.loads(ok(inline(*match)).splitlines()[-1])
    assert least <= result["pairs"] < 100 and result["of"] == 100_000
    found = result["sprt"]
    assert found["test"].startswith(test) and found["accepted"] == accepted
    assert found["llr"] <= found["lower"] or found["llr"] >= found["upper"]


# ---- merged, filtered, listed ----


def games_in(path: Path) -> list[GameRecord]:
    return [game for section in sections(path) for game in section.games()]


def test_merging_loses_and_doubles_no_game(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "merged.jsonl"
    files = [folder / f"{name}.jsonl" for name in ("other", "short", "long")]
    ok(inline("records", *files, "--form", "records", "--output", path))
    found = [section.header.seed for section in sections(path)]
    assert found == [0, 1]
    assert [section.header.games for section in sections(path)] == [12, 6]
    expected = games_in(folder / "long.jsonl") + games_in(folder / "other.jsonl")
    assert [canonical(encode(game)) for game in games_in(path)] == [
        canonical(encode(game)) for game in expected
    ]
    assert ok(inline("score", path)) == ok(inline("score", *files))
    once_more = tmp_path / "again.jsonl"
    ok(inline("records", path, *files, "--form", "records", "--output", once_more))
    assert once_more.read_bytes() == path.read_bytes()


def test_halves_of_a_match_make_the_whole_record(folder: Path, tmp_path: Path) -> None:
    whole, path = folder / "long.jsonl", tmp_path / "whole.jsonl"
    for name, numbers in (("low", "-7"), ("high", "5-")):
        keep = ("--numbers", numbers, "--form", "records", "--output", tmp_path / name)
        ok(inline("records", whole, *keep))
    assert [game.number for game in games_in(tmp_path / "high")] == [*range(5, 13)]
    halves = (tmp_path / "high", tmp_path / "low")
    ok(inline("records", *halves, "--form", "records", "--output", path))
    assert path.read_bytes() == whole.read_bytes()
    done = inline(*MATCH, "--games", "12", "--record", tmp_path / "high")
    assert "game 5 stands where game 1 belongs" in refused(done)


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        ("--numbers 3-5", lambda g: 3 <= g.number <= 5),
        ("--numbers 7", lambda g: g.number == 7),
        ("--winner B", lambda g: g.shares[g.seating.index(1)] == 1),
        ("--starter A", lambda g: g.seating[g.first] == 0),
        ("--drawn", lambda g: 1 not in g.shares),
        ("--capped", lambda g: g.capped),
        (
            "--winner B --starter B",
            lambda g: g.seating[g.first] == 1 == g.seating[g.shares.index(1)],
        ),
    ],
)
def test_conditions(folder: Path, given: str, holds: object) -> None:
    out = ok(inline("records", folder / "long.jsonl", "--form", "records", *given.split()))
    numbers = [json.loads(line)["number"] for line in out.splitlines()[1:]]
    assert callable(holds)
    games = games_in(folder / "long.jsonl")
    assert numbers == [game.number for game in games if holds(game)]
    if "drawn" not in given and "capped" not in given:
        assert 0 < len(numbers) < 12


def test_conditions_on_the_length(folder: Path) -> None:
    games = games_in(folder / "long.jsonl")
    middle = sorted(game.plies for game in games)[6]
    for given in (f"{middle}-", f"-{middle - 1}"):
        out = ok(inline("records", folder / "long.jsonl", "--form", "records", "--plies", given))
        numbers = [json.loads(line)["number"] for line in out.splitlines()[1:]]
        longer = [game.number for game in games if (game.plies >= middle) == given.endswith("-")]
        assert numbers == longer and 0 < len(numbers) < 12


def test_conditions_on_players_of_a_tournament(folder: Path) -> None:
    out = ok(inline("records", folder / "three.jsonl", "--player", "C"))
    rows = [line.split() for line in out.splitlines()[5:]]
    assert [row[2] for row in rows] == ["AC", "CA", "BC", "CB"]


def test_csv_has_all_games(folder: Path) -> None:
    files = [folder / "long.jsonl", folder / "other.jsonl"]
    rows = list(csv.DictReader(ok(inline("records", *files, "--form", "csv")).splitlines()))
    games = [game for part in merged(files) for game in part.games()]
    assert len(rows) == len(games) == 18
    for row, game in zip(rows, games, strict=True):
        assert int(row["game"]) == game.number and int(row["deal"]) == game.deal
        assert row["player0"] == PLAYERS[game.seating[0]]
        assert (int(row["score0"]), int(row["score1"])) == game.scores
        assert (float(row["share0"]), float(row["share1"])) == game.shares
    assert {row["seed"] for row in rows} == {"0", "1"}


def test_text_is_a_line_a_game(folder: Path) -> None:
    lines = ok(inline("records", folder / "long.jsonl")).splitlines()
    assert lines[1:3] == [
        f"  {name} = {player}" for name, player in zip("AB", PLAYERS, strict=True)
    ]
    assert lines[3].split()[:3] == ["game", "pair", "seating"]
    games = games_in(folder / "long.jsonl")
    for line, game in zip(lines[4:], games, strict=True):
        number, pair, seating, _, scores, *_ = line.split()
        assert (int(number), int(pair)) == (game.number, game.pair)
        assert seating == ("AB", "BA")[game.seating[0]]
        assert scores == f"{game.scores[0]}-{game.scores[1]}"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("--numbers x", "--numbers: 'x' is not a range"),
        ("--numbers 5-3", "--numbers: '5-3' is empty"),
        ("--numbers -", "--numbers: '-' is not a range"),
        ("--winner a", "--winner: 'a' is not a player"),
        ("--winner C", "--winner: the players of this match are A to B"),
        ("--winner A --drawn", "--drawn, --winner: a drawn game has no winner"),
        ("--form pgn", "--form"),
        ("--output /nonexistent/x", "--output /nonexistent/x: No such file"),
    ],
)
def test_conditions_that_cannot_be(folder: Path, given: str, told: str) -> None:
    words = given.split()
    assert told in refused(inline("records", folder / "long.jsonl", *words))


def test_a_file_that_is_there_is_left_as_it_is(folder: Path) -> None:
    path = folder / "long.jsonl"
    before = path.read_bytes()
    told = refused(inline("records", folder / "other.jsonl", "--output", path))
    assert "it exists, and is left as it is" in told
    assert path.read_bytes() == before


def test_a_game_of_a_filtered_file_can_be_replayed(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    keep = ("--numbers", "5-6", "--form", "records", "--output", path)
    ok(inline("records", folder / "long.jsonl", *keep))
    out = ok(inline("replay", path, "--game-number", "6"))
    assert out == ok(inline("replay", folder / "long.jsonl", "--game-number", "6"))
    done = inline("replay", path, "--game-number", "7")
    assert "which has games 5 to 6" in refused(done)
