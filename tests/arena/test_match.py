"""Matches: the schedule, the referee, several processes, and what a kill or Ctrl-C leaves."""

import doctest
import io
import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sarai as engine
from sarai import CHANCE, OVER, Choice, Player, State
from sarai_protocol.arena.play import schedule
from sarai_protocol.arena.play.match import new_match, play_number, run
from sarai_protocol.arena.play.processes import pool
from sarai_protocol.arena.play.referee import Misplay, Played, play_game
from sarai_protocol.arena.play.schedule import Schedule, decision_seed, seed_of
from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.record.records import GameRecord, Header, canonical, encode
from sarai_protocol.arena.show.report import score_line, show
from sarai_protocol.cli.arguments import open_game
from tests.support.command import (
    SARAI,
    ok,
    sarai,
)


def header(*players: str, games: int = 4, rounds: str = "single", seed: int = 0) -> Header:
    return new_match(open_game("jaipur", {"rounds": rounds}), players, seed, games)


def games_of(match: Header) -> list[GameRecord]:
    return list(run(match, 1, None, lambda: 1))


# ---- schedule ----


def test_the_examples_of_the_schedule() -> None:
    assert doctest.testmod(schedule) == (0, 7)


def test_seeds_are_pinned() -> None:
    """Records are compared between versions: the derivation must never change."""
    assert seed_of("deal", 0, 1) == 6488936938161976
    assert decision_seed(0, 1, 0, 0) == 2375680013275182


@given(st.integers(0, 2**53 - 1), st.integers(2, 6), st.integers(1, 10**6))
def test_players_rotate_through_the_seats_of_a_deal(seed: int, seats: int, pair: int) -> None:
    schedule = Schedule(seed, seats, (tuple(range(seats)),))
    group = [schedule.fixture((pair - 1) * seats + turn + 1) for turn in range(seats)]
    assert {game.pair for game in group} == {pair}
    assert len({game.deal for game in group}) == 1
    assert group[0].deal < 2**53
    for seat in range(seats):
        assert sorted(game.seating[seat] for game in group) == list(range(seats))


def test_every_decision_has_a_seed_of_its_own() -> None:
    keys = [(s, n, seat, k) for s in (0, 1) for n in (1, 2, 12) for seat in (0, 1) for k in (0, 1)]
    assert len({decision_seed(*key) for key in keys}) == len(keys)
    assert len({seed_of("deal", s, p) for s in range(30) for p in range(30)}) == 900


# ---- referee ----


@dataclass
class Spy:
    """Chooses as another player, keeps what it was shown, and then spoils it."""

    player: Player
    seen: list[State] = field(default_factory=list)
    seeds: list[int] = field(default_factory=list)

    def choose(self, view: State, seed: int) -> Choice:
        self.seen.append(view.copy())
        self.seeds.append(seed)
        choice = self.player.choose(view, seed)
        view.play(choice.move)
        return choice


def watched_game(rounds: str, deal: int) -> tuple[Played, list[Spy]]:
    game = engine.game("jaipur", options={"rounds": rounds})
    spies = [Spy(engine.player(name, game)) for name in ("random", "greedy")]
    seeds = lambda seat, decision: 10_000 * seat + decision  # noqa: E731
    return play_game(game, spies, deal, seeds), spies


@pytest.mark.parametrize("rounds", ["single", "match"])
def test_players_see_their_view_and_chance_is_the_deal(rounds: str) -> None:
    played, spies = watched_game(rounds, 99)
    seen: list[Iterator[State]] = [iter(spy.seen) for spy in spies]
    decisions = iter(played.decisions)
    state = played.state.game.start()
    for index, word in enumerate(played.events):
        if state.actor == CHANCE:
            assert word == state.deal(99)
        else:
            shown = next(seen[state.actor])
            assert shown == state.view(state.actor)
            assert shown.viewer == shown.actor == state.actor
            decision = next(decisions)
            assert (decision.event, decision.seat) == (index, state.actor)
            assert decision.choice.move == word
        state.play(word)
    assert state.actor == OVER
    assert state == played.state
    assert [next(rest, None) for rest in seen] == [None, None]
    assert next(decisions, None) is None


def test_each_decision_gets_the_next_seed() -> None:
    _, spies = watched_game("single", 5)
    for seat, spy in enumerate(spies):
        assert spy.seeds == [10_000 * seat + k for k in range(len(spy.seeds))]
        assert len(spy.seeds) > 5


def test_an_illegal_move_is_the_players_fault() -> None:
    class Cheat:
        def choose(self, view: State, seed: int) -> Choice:
            return Choice(view.game.parse("sell:Dx7"))

    game = engine.game("jaipur")
    with pytest.raises(Misplay, match=r"seat 1 chose .*: "):
        play_game(
            engine.game("jaipur", options={"starter": "seat1"}),
            [engine.player("random", game), Cheat()],
            0,
            lambda seat, decision: 0,
        )


# ---- pairs ----


def test_the_games_of_a_pair_have_one_deal_and_swapped_seats() -> None:
    games = games_of(header("random", "greedy", games=6))
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert one.deal == two.deal
        assert (one.seating, two.seating) == ((0, 1), (1, 0))
        # Starter, both hands and the market: all that comes before the first decision.
        assert one.events[:4] == two.events[:4]
        assert one.first == two.first
        assert one.events != two.events
        for game in (one, two):
            assert_from_deal(game)
    assert len({game.deal for game in games}) == 3


def assert_from_deal(record: GameRecord) -> None:
    state = engine.game("jaipur", options={"rounds": "single"}).start()
    for event in record.events:
        if state.actor == CHANCE:
            assert event == state.game.text(state.deal(record.deal))
        state.play(event)


def test_a_game_depends_on_the_match_and_its_number_only() -> None:
    match = header("ismcts:iterations=20", "random")
    whole = games_of(match)
    alone = play_number(encode(match), 3)
    assert canonical(encode(alone)) == canonical(encode(whole[2]))
    assert [game.number for game in run(match, 3, None, lambda: 1)] == [3, 4]


def test_the_seed_of_decisions_is_not_that_of_the_deal() -> None:
    """With the seats swapped, a random player against itself does not play the same game."""
    one, two = games_of(header("random", "random", games=2))
    assert one.events[:4] == two.events[:4]
    assert one.events != two.events


def test_any_number_of_processes_gives_the_same_games() -> None:
    match = header("ismcts:iterations=20", "greedy", games=6)
    alone = [canonical(encode(game)) for game in games_of(match)]
    for jobs in (2, 3):
        with pool(jobs) as executor:
            together = [canonical(encode(game)) for game in run(match, 1, executor, lambda: 5)]
        assert together == alone


# ---- the table ----


def record_with(number: int, points: float, scores: tuple[int, int]) -> GameRecord:
    """A game with this share and these scores of A and B, put where they sit."""
    base = play_number(encode(header("random", "greedy")), 1)
    due = header("random", "greedy").schedule().fixture(number)
    by_player = ((points, scores[0]), (1 - points, scores[1]))
    fields = {name: getattr(base, name) for name in GameRecord.__struct_fields__}
    fields |= {
        "number": number,
        "pair": due.pair,
        "deal": due.deal,
        "seating": due.seating,
        "shares": tuple(by_player[player][0] for player in due.seating),
        "scores": tuple(by_player[player][1] for player in due.seating),
        "capped": points == 0.5,
        "plies": 10 * number,
    }
    return GameRecord(**fields)


def test_the_tally_by_hand() -> None:
    duel = DuelResult()
    for number, (points, scores) in enumerate(
        [(1.0, (80, 60)), (0.0, (50, 70)), (1.0, (90, 50)), (0.5, (60, 60)), (1.0, (10, 0))], 1
    ):
        duel.add(record_with(number, points, scores))
    a, b = duel.sides
    assert (a.wins, b.wins, duel.draws, duel.games, duel.capped) == (3, 1, 1, 5, 1)
    assert (a.points, b.points) == (3.5, 1.5)
    assert a.seat_games == [3, 2]
    assert a.seat_points == [3.0, 0.5]
    assert b.seat_points == [1.5, 0.0]
    assert (a.score_sum, b.score_sum) == (290, 240)
    assert duel.counts == [0, 0, 1, 1, 0]
    assert duel.half is not None
    # Differences of the pairs: 20 - 20 = 0 and 40 + 0 = 40; a game: mean 10, error 20 / 2 * 1.
    assert duel.difference().value == 10
    assert duel.difference().error == pytest.approx(10)
    assert (duel.shortest, duel.longest, duel.plies) == (10, 50, 150)
    assert score_line(duel) == "A 3 - B 1 - drawn 1, A 70.0 %"


def test_the_table_shows_a_half_pair_and_an_empty_match() -> None:
    from rich.console import Console

    match, duel = header("random", "greedy"), DuelResult()
    out = io.StringIO()
    console = Console(width=80, file=out)
    show(console, match, duel)
    duel.add(record_with(1, 1.0, (80, 60)))
    show(console, match, duel)
    text = out.getvalue()
    assert "A = random" in text
    assert "game 1 has no second game yet" in text
    assert "Elo of A" not in text
    duel.add(record_with(2, 1.0, (80, 60)))
    show(console, match, duel)
    text = out.getvalue()
    # One pair won whole: 5 % is what a chance of 0.05 gives, and Elo -511.5 is what it means.
    assert "score of A        100.0 % (at least 5.0 %, 95 %)" in text
    assert "at least -511.5, 95 %, from the bound of the score" in text
    assert "none: the pairs show no variance" in text and "nan" not in text


def test_the_command_prints_the_result() -> None:
    out = ok(sarai("match", "random", "greedy", "--games", "6", "--seed", "4"))
    assert "seed 4" in out
    assert "rounds=match" in out
    for line in ("wins", "in seat 1", "as starter", "pair scores of A", "Elo of A"):
        assert line in out
    for line in ("score difference", "decisions a game", "capped games", "ms per move"):
        assert line in out


def test_capped_games_are_counted() -> None:
    rules = ("--rules", "rounds=single,max_plies=3")
    out = ok(sarai("match", "random", "random", "--games", "4", *rules))
    assert "3.0 (3 to 3)" in out
    assert [line.split() for line in out.splitlines() if "capped" in line][-1][-1] == "4"


def test_a_few_games_tell_what_they_can() -> None:
    """The match of the README's first line has two pairs: too few for most of the intervals."""
    table = ok(sarai("match", "random", "greedy", "--games", "4"))
    assert "correlation " in table and "nan" not in table


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_an_output_that_can_not_write_a_name_loses_nothing(tmp_path: Path, encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    record = tmp_path / "record"
    match = ("match", "greedy", "player=random name='Ä😀'", "--games", "2")
    rules = ("--rules", "rounds=single", "--record", record)
    done = subprocess.run(
        [*SARAI, *map(str, (*match, *rules))], capture_output=True, env={**os.environ, **env}
    )
    assert done.returncode == 0, done.stderr
    shown = "Ä😀" if encoding == "utf-8" else json.dumps("Ä😀")[1:-1]
    if encoding == "latin-1":
        shown = "Ä" + json.dumps("😀")[1:-1]
    assert shown in done.stdout.decode(encoding)
    for command in (("score", "--json"), ("records", "--form", "records")):
        done = subprocess.run(
            [*SARAI, *command, str(record)], capture_output=True, env={**os.environ, **env}
        )
        assert done.returncode == 0, done.stderr
        first = json.loads(done.stdout.splitlines()[0])
        assert "Ä😀" in str(first["players"])
