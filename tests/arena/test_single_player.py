"""Each player alone on the same deals: schedule, sums, tables, records, sequential test."""

import io
import json
import statistics as standard
from pathlib import Path

import pytest
from rich.console import Console

from sarai_protocol.arena.play.faults import Fault, Kind
from sarai_protocol.arena.play.match import new_match, run
from sarai_protocol.arena.rate.results import new_result
from sarai_protocol.arena.rate.single_player import SinglePlayerResult
from sarai_protocol.arena.rate.sprt import difference_ratio, parse
from sarai_protocol.arena.record.records import GameRecord, Header, canonical, decode_header, encode
from sarai_protocol.arena.show.report import show
from sarai_protocol.arena.show.summary import summary
from sarai_protocol.cli.arguments import open_game
from tests.support.command import inline, ok

SHORT = {"max_turns": "40"}
ALONE = ("--game", "bazaar", "--seats", "1", "--rules", "max_turns=40")


def alone(*players: str, games: int) -> Header:
    return new_match(open_game("bazaar", SHORT, 1), players, 3, games)


def played(header: Header) -> tuple[list[GameRecord], SinglePlayerResult]:
    games, score = list(run(header, 1, None, lambda: 1)), new_result(header)
    assert isinstance(score, SinglePlayerResult)
    for game in games:
        score.add(game)
    return games, score


def test_every_player_plays_every_deal_alone() -> None:
    games, _ = played(alone("greedy", "random", "greedy", games=9))
    assert [game.seating for game in games] == [(0,), (1,), (2,)] * 3
    assert [game.pair for game in games] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [len({game.deal for game in games[i : i + 3]}) for i in (0, 3, 6)] == [1, 1, 1]
    assert len({game.deal for game in games}) == 3
    for a, b in zip(games[::3], games[1::3], strict=True):
        assert a.events[:5] == b.events[:5], "starter and the first cards come before any decision"
        assert a.events != b.events
    for a, c in zip(games[::3], games[2::3], strict=True):
        assert (a.events, a.scores) == (c.events, c.scores), "greedy has no dice of its own"


def test_the_sums_are_those_of_the_games() -> None:
    games, score = played(alone("greedy", "random", games=12))
    scores = [[game.scores[0] for game in games[player::2]] for player in (0, 1)]
    for side, mine, first in zip(score.sides, scores, (0, 1), strict=True):
        assert side.score().value == pytest.approx(standard.fmean(mine))
        assert side.score().error == pytest.approx(standard.stdev(mine) / 6**0.5)
        assert (side.least, side.most) == (min(mine), max(mine))
        plies = [game.plies for game in games[first::2]]
        assert side.decisions().value == pytest.approx(standard.fmean(plies))
        assert side.decisions().error == pytest.approx(standard.stdev(plies) / 6**0.5)
    ahead = [a - b for a, b in zip(*scores, strict=True)]
    difference = score.sides[1].difference()
    assert difference.value == pytest.approx(standard.fmean(ahead))
    assert difference.error == pytest.approx(standard.stdev(ahead) / 6**0.5)
    apart = standard.variance(scores[0]) + standard.variance(scores[1])
    assert score.sides[1].saved() == pytest.approx(1 - standard.variance(ahead) / apart)
    verdict = score.verdict(parse("diff0=0,diff1=5"))
    squares = sum(d * d for d in ahead)
    assert verdict.ratio == pytest.approx(difference_ratio(6, sum(ahead), squares, 0, 5))
    assert verdict.accepted == "", "six deals are too few for any verdict"


def test_a_deal_that_not_all_have_played_counts_for_no_difference() -> None:
    header = alone("greedy", "random", games=6)
    games, _ = played(header)
    score = SinglePlayerResult(header)
    for game in games[:5]:
        score.add(game)
    assert (score.games, score.deals, score.complete) == (5, 2, False)
    assert [side.games for side in score.sides] == [3, 2]
    score.add(games[5])
    assert (score.deals, score.complete) == (3, True)


def test_tables_and_summary() -> None:
    header = alone("greedy", "random", "greedy", games=9)
    _, score = played(header)
    out = io.StringIO()
    show(Console(width=80, file=out), header, score)
    text = out.getvalue()
    assert "each player alone" in text and "9 games alone" in text and "3 deals" in text
    assert "A - B" in text and "A - C" in text and "…" not in text
    told = summary(header, score)
    assert told["differences"]["A-C"] | {"value": 0, "error": None} == told["differences"]["A-C"]
    assert told["sides"]["A"]["score"] == told["sides"]["C"]["score"]
    assert "draws" not in told and told["deals"] == 3


def test_one_player_alone() -> None:
    header = alone("random", games=3)
    _, score = played(header)
    out = io.StringIO()
    show(Console(width=80, file=out), header, score)
    assert "3 games alone" in out.getvalue() and "ahead" not in out.getvalue()
    assert summary(header, score)["differences"] == {}


def test_records_resume_score_list_and_replay(tmp_path: Path) -> None:
    path, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    match = ("match", "greedy", "random", *ALONE, "--games", "6", "--record")
    table = ok(inline(*match, whole))
    lines = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]) + lines[4][:30])
    ok(inline(*match, path))
    again = path.read_bytes().splitlines(keepends=True)
    assert again[0] == lines[0]
    assert [*map(canonical, again[1:])] == [*map(canonical, lines[1:])]
    assert ok(inline("score", whole)) == table
    listed = ok(inline("records", whole)).splitlines()[-6:]
    assert [line.split()[2] for line in listed] == ["A", "B"] * 3
    assert all("alone" in line for line in listed)
    only = ok(inline("records", whole, "--player", "B")).splitlines()[-3:]
    assert [line.split()[0] for line in only] == ["2", "4", "6"]
    end = ok(inline("replay", whole, "--game-number", "4")).splitlines()[-1]
    assert end == f"result: seat 0 {json.loads(lines[4])['scores'][0]}"


def test_a_report_of_players_alone(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "report.svg"
    ok(inline("match", "greedy", "random", *ALONE, "--games", "6", "--report", path))
    assert "score: least, mean, most" in path.read_text()


def test_a_sequential_test_ends_with_a_whole_deal() -> None:
    test = ("--sprt", "diff0=0,diff1=1", "--json")
    out = ok(inline("match", "greedy", "random", *ALONE, *test))
    told = json.loads(out.splitlines()[-1])
    assert told["sprt"]["accepted"] == "H1"
    assert told["games"] == 2 * told["deals"] < told["of"]
    assert told["deals"] >= 32, "the normal form of a mean needs some deals"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("greedy", "random", *ALONE, "--games", "3"), "each player, so give 4"),
        (("greedy", "random", *ALONE, "--sprt", "elo0=0,elo1=5"), "alone nobody wins"),
        (("greedy", *ALONE, "--sprt", "diff0=0,diff1=5"), "a test compares two players"),
        (
            ("greedy", "random", *ALONE, "--tournament", "roundrobin"),
            "with one seat nobody meets",
        ),
        (("greedy",), "a table of jaipur has 2 seats, not 1"),
    ],
)
def test_contradictions_are_explained(given: tuple[str, ...], told: str) -> None:
    done = inline("match", *given)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert told in done.stderr


@pytest.mark.parametrize("asked", [("records", "--drawn"), ("records", "--winner", "A")])
def test_nobody_wins_alone(asked: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ok(inline("match", "greedy", *ALONE, "--games", "1", "--record", path))
    done = inline(asked[0], path, *asked[1:])
    assert done.returncode == 2 and "nobody wins" in done.stderr
    if asked[1] == "--drawn":
        assert inline("score", path, "--luck", "value").returncode == 2


def test_headers_that_cannot_be() -> None:
    line = encode(alone("greedy", "random", games=2))
    assert decode_header(line).single_player
    for old, new, told in (
        (b'["greedy","random"]', b"[]", "alone, 0 players"),
        (b'"tournament":"match"', b'"tournament":"gauntlet"', "can't play a gauntlet"),
        (b'"sprt":""', b'"sprt":"elo0=0,elo1=5"', "sprt: alone nobody wins"),
    ):
        assert line.count(old) == 1
        with pytest.raises(ValueError, match=told):
            decode_header(line.replace(old, new))


def test_a_fault_counts_as_a_score_of_zero() -> None:
    import msgspec

    header = alone("greedy", "random", games=2)
    games, score = played(header)
    fault = Fault(Kind.STALL, 0, "no answer")
    lost = msgspec.structs.replace(games[1], scores=(0,), shares=(0.0,), fault=fault)
    score = SinglePlayerResult(header)
    for game in (games[0], lost):
        score.add(game)
    assert score.sides[1].difference().value == games[0].scores[0]
    assert score.faults.total == 1
