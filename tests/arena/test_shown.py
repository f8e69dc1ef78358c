"""A player that is shown hidden cards: by an explicit flag only, and said in the record."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from sarai import ALL
from sarai.players import PLAYERS
from sarai_protocol.arena.play import processtime
from sarai_protocol.arena.play.engines import dismiss
from sarai_protocol.arena.play.match import new_match, play_number
from sarai_protocol.arena.play.referee import play_game
from sarai_protocol.arena.record.records import BrokenRecord, decode_header, encode
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.refusal import Refusal
from tests.support.command import SARAI, inline, ok

SPY = """
from dataclasses import dataclass
from sarai import ALL, Choice, register

@dataclass
class Spy:
    log: str = ""

    def choose(self, view, seed):
        with open(self.log, "a") as file:
            print(view.viewer, "?" in view.snapshot(), file=file)
        return Choice(view.moves()[0])

register("spy", Spy)
"""
SINGLE = ("--rules", "rounds=single", "--games", "2")


@pytest.fixture
def spy(tmp_path: Path) -> Iterator[str]:
    """A PLAYER that writes down what it is handed."""
    (tmp_path / "spy.py").write_text(SPY)
    yield f"py:{tmp_path / 'spy.py'}:spy:log={tmp_path / 'log'}"
    PLAYERS.pop("spy", None)


@pytest.mark.parametrize("paranoid", [[], ["--paranoid"]])
def test_only_the_declared_player_is_shown_the_full_state(
    spy: str, tmp_path: Path, paranoid: list[str]
) -> None:
    other = spy.replace("log=", "log=" + str(tmp_path / "other"))
    other = other.replace(str(tmp_path / "other") + str(tmp_path / "log"), str(tmp_path / "other"))
    ok(inline("match", spy, other, *SINGLE, "--show-hidden", "A", *paranoid))
    shown = {tuple(line.split()) for line in (tmp_path / "log").read_text().splitlines()}
    assert shown == {(str(ALL), "False")}
    views = {line.split()[0] for line in (tmp_path / "other").read_text().splitlines()}
    assert views == {"0", "1"}, "the other one gets the view of its seat"


def test_nobody_is_shown_anything_without_the_flag(spy: str, tmp_path: Path) -> None:
    record = tmp_path / "record"
    out = ok(inline("match", spy, "greedy", *SINGLE, "--record", record))
    assert {line.split()[0] for line in (tmp_path / "log").read_text().splitlines()} == {"0", "1"}
    assert json.loads(record.read_bytes().splitlines()[0])["shown"] == []
    assert "hidden" not in out


def test_the_record_and_the_table_say_so(spy: str, tmp_path: Path) -> None:
    record = tmp_path / "record"
    out = ok(inline("match", spy, "greedy", *SINGLE, "--show-hidden", "A", "--record", record))
    assert "A is shown all hidden cards, for measuring only" in out
    assert json.loads(record.read_bytes().splitlines()[0])["shown"] == [0]
    assert "A is shown all hidden cards" in ok(inline("score", record))
    told = json.loads(ok(inline("score", record, "--json")))
    assert told["shown_hidden"] == ["A"]
    without = inline("match", spy, "greedy", *SINGLE, "--record", record)
    assert without.returncode == 2 and "shown: 0 there, none here" in without.stderr


@pytest.mark.parametrize(
    ("players", "letter", "told"),
    [
        (("greedy", "greedy"), "B", "only a player of a Python file"),
        (("greedy", "cmd='cat' iterations=5"), "A", "only a player of a Python file"),
        (("greedy", "greedy"), "C", "the players of this match are A to B"),
    ],
)
def test_who_can_not_be_shown_hidden_cards(
    players: tuple[str, ...], letter: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sarai_protocol.arena.play.engines.try_out", lambda engine, game: None)
    with pytest.raises(Refusal, match=told):
        new_match(open_game("jaipur", {}), players, 0, 2, shown=[ord(letter) - ord("A")])


def test_an_engine_is_never_shown_more() -> None:
    class Engine:
        def begin(self, game: object, number: int, check: object = None) -> None: ...

        def move(self, seat: int, told: object, seed: int) -> object: ...

        def cpu(self) -> float | None: ...

    game = open_game("jaipur", {"rounds": "single"})
    with pytest.raises(ValueError, match="never shown hidden cards"):
        play_game(game, [Engine(), Engine()], 1, lambda seat, k: 0, shown=[0])  # type: ignore[list-item]


def test_headers_of_earlier_versions_are_read() -> None:
    header = new_match(open_game("jaipur", {}), ("greedy", "random"), 0, 2)
    old = encode(header).replace(b',"shown":[]', b"")
    assert old != encode(header) and decode_header(old) == header
    with pytest.raises(BrokenRecord, match="shown"):
        decode_header(encode(header).replace(b'"shown":[]', b'"shown":[2]'))


# ---- CPU time ----


def test_the_cpu_time_of_a_player_of_sarai() -> None:
    game = open_game("jaipur", {"rounds": "single"})
    match = new_match(game, ("ismcts:iterations=400", "random"), 0, 2)
    clock = play_number(encode(match), 1).clock
    searched, drawn = clock.cpu
    assert searched is not None and drawn is not None
    assert searched > 10 * drawn > 0
    # One thread can't take more than the wall clock; on a busy machine it takes much less.
    assert searched < 1.1 * sum(clock.decisions[0]) + 5


SARAI_ENGINE = f"cmd={shlex.quote(shlex.join(SARAI))}"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell it")
def test_the_cpu_time_of_an_engine_is_that_of_its_process() -> None:
    """Much more for a long search; children count, too."""
    shell = f"cmd={shlex.quote(shlex.join(['sh', '-c', shlex.join(SARAI) + '; true']))}"
    game = open_game("jaipur", {"rounds": "single"})
    used = []
    for words, iterations in ((SARAI_ENGINE, 5), (SARAI_ENGINE, 3000), (shell, 3000)):
        match = new_match(game, (f"{words} iterations={iterations}", "random"), 0, 2)
        cpu = play_number(encode(match), 1).clock.cpu[0]
        dismiss()
        assert cpu is not None
        used.append(cpu)
    assert used[1] > used[0] + 20 and used[2] > used[0] + 20


def test_a_system_that_does_not_tell_leaves_a_blank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processtime, "PROC", tmp_path)
    match = ("match", "random", f"{SARAI_ENGINE} iterations=5", *SINGLE)
    out = ok(inline(*match))
    assert re.search(r"CPU ms per move +│ +[0-9.]+ │ +- │", out)
    told = json.loads(ok(inline(*match, "--json")).splitlines()[-1])
    assert told["sides"]["B"]["cpu_per_move"] is None
    assert told["sides"]["A"]["cpu_per_move"] is not None


def test_an_engine_without_a_limit_is_named() -> None:
    done = inline("match", "random", f"{SARAI_ENGINE} option.Level=1", *SINGLE)
    assert "B: no limit is given, so this engine is sent `go iterations 10000`" in done.stderr
    assert "iterations" not in ok(done), "the table shows what was given"
    assert "no limit" not in inline("match", "random", "greedy", *SINGLE).stderr
