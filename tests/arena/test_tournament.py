"""More than two players or seats: who meets, the sums, the tables."""

import io
import json
import math
import re
import statistics as standard
from collections import Counter
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from sarai import Belief
from sarai.games import CORE, REGISTRY, Entry
from sarai_protocol.arena.play.match import new_match, run
from sarai_protocol.arena.play.schedule import Schedule, tables
from sarai_protocol.arena.rate.elo import game_score
from sarai_protocol.arena.rate.standings import Standings
from sarai_protocol.arena.record.records import GameRecord, Header, decode_header, encode
from sarai_protocol.arena.show.report import show
from sarai_protocol.arena.show.summary import summary
from sarai_protocol.cli import arguments
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.refusal import Refusal
from tests.games.toy import board
from tests.laws.small import toy
from tests.support import native
from tests.support.command import inline, ok

SINGLE = ("--rules", "rounds=single")


@pytest.fixture
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game of three seats as a game that a match can name."""
    monkeypatch.setitem(CORE, "toy", native.toy())
    no_belief = Belief((), ())
    entry = Entry(board.describe, lambda view: view.moves()[0], lambda view: no_belief)
    monkeypatch.setitem(REGISTRY, "toy", entry)


def three(games: int, *players: str, tournament: str = "match") -> Header:
    return new_match(toy(5), players or ("random", "greedy", "random"), 3, games, tournament)


def played(header: Header) -> tuple[list[GameRecord], Standings]:
    games, standings = list(run(header, 1, None, lambda: 1)), Standings(header)
    for game in games:
        standings.add(game)
    return games, standings


# ---- who meets ----


@pytest.mark.parametrize(("players", "seats"), [(3, 2), (5, 2), (4, 3), (6, 4), (7, 6)])
def test_everybody_meets_everybody(players: int, seats: int) -> None:
    met = tables("roundrobin", players, seats)
    assert sorted(met) == sorted(combinations(range(players), seats))
    gauntlet = tables("gauntlet", players, seats)
    assert gauntlet == tuple(table for table in met if 0 in table)
    assert len(gauntlet) == math.comb(players - 1, seats - 1)


def test_a_round_has_all_tables_in_all_rotations_on_one_deal() -> None:
    schedule = Schedule(9, 3, tables("roundrobin", 4, 3))
    assert schedule.round == 12
    for round_ in range(3):
        games = [schedule.fixture(12 * round_ + number) for number in range(1, 13)]
        assert len({game.deal for game in games}) == 1
        assert {game.pair for game in games} == set(range(4 * round_ + 1, 4 * round_ + 5))
        assert len({game.seating for game in games}) == 12
        sat = Counter((player, seat) for g in games for seat, player in enumerate(g.seating))
        assert set(sat.values()) == {3}
    first, second = schedule.fixture(1), schedule.fixture(13)
    assert first.deal != second.deal and first.seating == second.seating


def test_a_match_of_two_has_the_deals_that_it_always_had() -> None:
    pairs = Schedule(0, 2, tables("match", 2, 2))
    assert pairs.fixture(1).deal == pairs.fixture(2).deal == 6488936938161976


def test_headers_that_cannot_be() -> None:
    line = encode(three(3, "random", "random", "random"))
    assert decode_header(line).schedule().round == 3
    for old, new, told in (
        (b'"match","sprt"', b'"swiss","sprt"', "tournament 'swiss'"),
        (b'"random","random","random"', b'"random","random"', "3 seats, and 2 players"),
        (b'"sprt":""', b'"sprt":"elo0=1"', "sprt: "),
    ):
        assert line.count(old) == 1
        with pytest.raises(ValueError, match=told):
            decode_header(line.replace(old, new))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("greedy", "random", "--tournament", "gauntlet"), "--tournament gauntlet: it takes more"),
        (("greedy", "random", "random"), "PLAYER: a table of jaipur has 2 seats, not 3"),
        (("greedy", "random", "--seats", "3"), "--seats: jaipur has 2 to 2 seats, not 3"),
        (
            ("greedy", "random", "random", "--tournament", "roundrobin", "--games", "20"),
            "--games: 20 is not a multiple of 6; every deal is played by each table",
        ),
        (
            ("greedy", "random", "random", "--tournament", "gauntlet", "--sprt", "elo0=0,elo1=5"),
            "--sprt: a test compares two players",
        ),
        (("greedy", "random", "--sprt", "elo0=0"), "--sprt: 'elo0=0' is not the two bounds"),
        (("greedy",) * 27 + ("--tournament", "gauntlet"), "PLAYER: 27 players are too many"),
    ],
)
def test_contradictions_are_explained(given: tuple[str, ...], told: str) -> None:
    done = inline("match", *given)
    assert done.returncode == 2
    assert done.stderr.startswith("sarai: ") and done.stderr.count("\n") == 1
    assert told in done.stderr


# ---- three seats ----


@pytest.mark.usefixtures("toy_game")
def test_a_table_of_three() -> None:
    games, standings = played(three(12))
    assert [game.seating for game in games[:3]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({game.deal for game in games}) == 4
    assert standings.games == 12 and standings.whole == 3
    assert sum(side.points for side in standings.sides) == pytest.approx(12)
    for player, side in enumerate(standings.sides):
        shares = [game.shares[game.seating.index(player)] for game in games]
        assert side.points == pytest.approx(sum(shares))
        assert side.seat_games == [4, 4, 4]
        means = [sum(shares[i : i + 3]) / 3 for i in range(0, 12, 3)]
        assert side.mean().value == pytest.approx(standard.fmean(means))
        error = side.mean().error
        assert error == pytest.approx(standard.stdev(means) / 2) or len(set(means)) == 1
        apart = sum(standard.variance(shares[turn::3]) for turn in range(3)) / 9
        assert side.saved() == pytest.approx(1 - standard.variance(means) / apart)


@pytest.mark.usefixtures("toy_game")
def test_the_tables_and_the_summary_of_three_seats() -> None:
    header = three(12)
    _, standings = played(header)
    out = io.StringIO()
    show(Console(width=80, file=out), header, standings)
    text = out.getvalue()
    assert "seat 2" in text and "33 % is par" in text
    assert "v. A" not in text, "who beat whom is for tables of two"
    told = summary(header, standings)
    assert told["games"] == 12 and set(told["sides"]) == {"A", "B", "C"}
    assert told["sides"]["B"]["rounds"] == 4


@pytest.mark.usefixtures("toy_game")
def test_a_gauntlet_of_three_seats() -> None:
    header = three(18, "greedy", "random", "random", "greedy", tournament="gauntlet")
    assert header.schedule().round == 9
    games, standings = played(header)
    assert standings.sides[0].games == 18
    assert [side.games for side in standings.sides[1:]] == [12, 12, 12]
    assert [side.rounds for side in standings.sides] == [2] * 4
    assert all(0 in game.seating for game in games)


def test_an_unfinished_round_does_not_count_for_errors() -> None:
    game = open_game("jaipur", {"rounds": "single"})
    header = new_match(game, ("greedy", "random", "random"), 1, 12, "roundrobin")
    games = list(run(header, 1, None, lambda: 1))
    standings = Standings(header)
    for record in games[:9]:
        standings.add(record)
    assert standings.games == 9
    assert [side.rounds for side in standings.sides] == [1, 1, 1]
    for record in games[9:]:
        standings.add(record)
    assert [side.rounds for side in standings.sides] == [2, 2, 2]
    assert sum(map(sum, standings.counts.values())) == 6
    score = game_score(standings.counts[(0, 1)])
    met = [g for g in games if set(g.seating) == {0, 1}]
    assert score.value == sum(g.shares[g.seating.index(0)] for g in met) / 4


def test_too_few_seats_for_a_tournament() -> None:
    with pytest.raises(Refusal, match="it takes more players than the 3 seats"):
        three(3, tournament="roundrobin")


# ---- ratings ----


def record_of(game: GameRecord, *shares: float) -> GameRecord:
    """The game with these shares of players A, B and C, put where they sit."""
    return msgspec.structs.replace(game, shares=tuple(shares[player] for player in game.seating))


@pytest.mark.usefixtures("toy_game")
def test_ratings_follow_the_places() -> None:
    pytest.importorskip("openskill")
    from sarai_protocol.arena.rate.skill import Skill

    header = three(12)
    games, _ = played(header)
    rated = Skill(header)
    before = rated.ratings()
    assert len({rating.value for rating in before}) == 1
    for game in games:
        rated.add(record_of(game, 1.0, 0.0, 0.0))
    a, b, c = rated.ratings()
    assert a.value > b.value + 5 and a.error < before[0].error
    assert abs(b.value - c.value) < 1, "equal shares are a tie"
    level = Skill(header)
    for game in games:
        level.add(record_of(game, 1 / 3, 1 / 3, 1 / 3))
    assert max(r.value for r in level.ratings()) - min(r.value for r in level.ratings()) < 1


def test_ratings_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("openskill")
    path = tmp_path / "record.jsonl"
    match = ("match", "greedy", "random", "random", "--tournament", "roundrobin", *SINGLE)
    ok(inline(*match, "--games", "12", "--record", path))
    assert "Plackett-Luce" in ok(inline("score", path, "--skill"))
    told = json.loads(ok(inline("score", path, "--skill", "--json")))["skill"]
    assert told["A"]["value"] > told["B"]["value"] > 0
    monkeypatch.setattr(arguments, "find_spec", lambda name: None)
    done = inline("score", path, "--skill")
    assert done.returncode == 2 and "install the extra, sarai[skill]" in done.stderr


# ---- the command ----


def test_the_command_prints_who_beat_whom() -> None:
    match = ("match", "greedy", "random", "random", "--tournament", "roundrobin", *SINGLE)
    out = ok(inline(*match, "--games", "12"))
    assert "roundrobin, seed 0" in out and "12 games" in out
    assert "50 % is par" in out and "v. C" in out
    assert ok(inline(*match)).count("24 games") == 1, "by default about 20, in whole rounds"


def test_the_ratings_of_a_tournament() -> None:
    match = ("match", "random", "random", "random", "--tournament", "roundrobin", *SINGLE)
    out = ok(inline(*match, "--games", "60"))
    assert "the most likely ratings by whole pairs, A at 0" in out
    told = json.loads(ok(inline(*match, "--games", "60", "--json")).splitlines()[-1])
    assert told["elo"]["A"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    for name in "BC":
        elo = told["elo"][name]
        assert elo["low"] < elo["value"] < elo["high"]
        assert f"{elo['value']:+.1f}" in out and f"{elo['low']:+.1f}" in out
    order = [line.split()[0] for line in out.partition("from")[2].splitlines()[2:5]]
    assert order == sorted("ABC", key=lambda name: -told["elo"][name]["value"])


def test_a_player_without_a_point_leaves_the_others_their_ratings() -> None:
    match = ("match", "greedy", "random", "greedy", "--tournament", "roundrobin", *SINGLE)
    out = ok(inline(*match, "--games", "12"))
    assert re.search(r"\n +A +\+0.0 +\n", out) and re.search(r"\n +B +below +\n", out)
    assert "has all, or no, points against the rated players" in out
    told = json.loads(ok(inline(*match, "--games", "12", "--json")).splitlines()[-1])
    assert told["elo"]["B"] == {"value": None, "low": None, "high": None}
    assert told["elo_anchor"] == "A" and told["elo"]["C"]["value"] is not None
