"""Players of a match: how they are written, and engines that play as the players built in."""

import doctest
import itertools
import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.arena.play import faults, players
from sarai_protocol.arena.play.players import BuiltIn, Engine, entrant, read_players
from sarai_protocol.refusal import Refusal
from tests.support.command import SARAI, inline, ok, sarai

RULES = ("--rules", "rounds=single")
HGI = shlex.join(SARAI)


def test_the_examples() -> None:
    assert doctest.testmod(players) == (0, 3)
    assert doctest.testmod(faults) == (0, 2)


# ---- texts ----


@given(
    st.lists(st.text(st.characters(exclude_characters="\n"), min_size=1), min_size=1),
    st.text(st.characters(exclude_categories=("C", "Z")), min_size=1),
    st.integers(1, 10**9),
    st.floats(0.51, 0.99).map(lambda p: round(p, 6)),
    st.dictionaries(st.from_regex("[A-Za-z]+", fullmatch=True), st.text(), max_size=3),
)
def test_the_canonical_text_of_an_engine_is_an_identity(
    cmd: list[str], name: str, number: int, chance: float, options: dict[str, str]
) -> None:
    engine = Engine(
        tuple(cmd), name, iterations=number, confidence=chance, options=tuple(options.items())
    )
    assert entrant(str(engine)) == engine


def test_players_of_sarai_are_written_as_ever() -> None:
    for text in ("greedy", "ismcts:iterations=5,tree=open", ""):
        assert entrant(text) == BuiltIn(text)
        assert str(entrant(text)) == text
    named = entrant("player=ismcts:iterations=5 name='A B'")
    assert named == BuiltIn("ismcts:iterations=5", "A B")
    assert entrant(str(named)) == named


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hgi:", "the command is empty"),
        ("hgi:'a", "No closing quotation"),
        ("cmd=", "the command is empty"),
        ("cmd='", "No closing quotation"),
        ("cmd=a iteratons=5", "no key 'iteratons'; the keys are cmd, name"),
        ("cmd=a iterations=0", "iterations: '0' is not a whole number from 1 to"),
        ("cmd=a iterations=1e3", "iterations: '1e3'"),
        ("cmd=a movetime=-1", "movetime: '-1'"),
        ("cmd=a confidence=1", "confidence: '1' is not a number between 0.5 and 1"),
        ("cmd=a depth=1001", "depth: '1001'"),
        ("cmd=a stall=0", "stall: '0'"),
        ("cmd=a inc=5", "inc: it adds to a clock"),
        ("cmd=a cmd=b", "cmd is given twice"),
        ("cmd=a fast", "'fast' is not of the form key=value"),
        ("cmd=a format=xml", "format: 'xml'"),
        ("cmd=a name=", "name: ''"),
        ("name=a", "cmd=COMMAND is missing"),
        ("player=greedy movetime=5", "movetime: a player of Sarai has its options in `player=`"),
        ("player=nobody", "no player 'nobody'"),
    ],
)
def test_wrong_players(text: str, told: str) -> None:
    done = inline("match", "greedy", text)
    assert done.returncode == 2 and done.stdout == ""
    assert "PLAYER" in done.stderr and told in done.stderr
    assert done.stderr.count("\n") == 1


# ---- files of players ----


def test_players_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_text(
        f"""
        [fast]
        cmd = {json.dumps([*SARAI])}
        iterations = 50
        confidence = 0.9
        option.Tree = "open"
        option.Threads = 1

        [base]
        player = "ismcts:iterations=20"
        """
    )
    assert read_players(file) == {
        "fast": f"cmd={shlex.quote(HGI)} name=fast iterations=50 confidence=0.9 "
        "option.Tree=open option.Threads=1",
        "base": "player=ismcts:iterations=20 name=base",
    }
    out = ok(inline("match", "fast", "base", "--players", file, "--games", "2", *RULES))
    assert "name=fast" in out and "B = player=ismcts:iterations=20 name=base" in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[a", "Expected ']'"),
        ("a = 1", "a: it is not a table"),
        ("[greedy]\ncmd = 'x'", "greedy: this is the name of a player of Sarai"),
        ("[a]\nname = 'b'", "a: cmd=COMMAND is missing"),
        ("[a]\ncmd = 'x'\niterations = 0", "a: iterations: '0'"),
        ("[a]\ncmd = 'x'\nmovetime = [1]", "a: movetime: [1] is neither"),
    ],
)
def test_wrong_files_of_players(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "players.toml"
    file.write_text(text)
    with pytest.raises(Refusal) as refused:
        read_players(file)
    assert f"--players {file}: " in str(refused.value) and told in str(refused.value)


def test_a_file_of_players_that_is_not_there() -> None:
    with pytest.raises(Refusal, match="No such file"):
        read_players(Path("/nonexistent.toml"))


# ---- at the table ----


@pytest.mark.parametrize("rounds", ["single", "match"])
@pytest.mark.parametrize("words", ["", "format=json"])
def test_an_engine_plays_as_the_player_that_it_is(tmp_path: Path, rounds: str, words: str) -> None:
    """The same moves and evaluations, from what the seat was told over the pipe alone."""
    games = ("--games", "2", "--rules", f"rounds={rounds},max_plies=30", "--seed", "3")
    engine = f"cmd={shlex.quote(HGI)} iterations=30 option.Tree=open {words}"
    for name, player in (("inside", "ismcts:iterations=30,tree=open"), ("outside", engine)):
        ok(inline("match", player, "ismcts:iterations=20", *games, "--record", tmp_path / name))
    inside, outside = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()[1:]]
        for name in ("inside", "outside")
    )
    assert len(inside) == len(outside) == 2
    for one, two in zip(inside, outside, strict=True):
        assert one.pop("clock") and two.pop("clock")
        assert one == two
        assert len(one["evaluations"]) == one["plies"]


def test_an_engine_with_a_level_plays_as_the_player_of_that_level(tmp_path: Path) -> None:
    engine = f"cmd={shlex.quote(HGI)} iterations=100000 option.Level=3"
    for name, player in (("inside", "sparring:level=3"), ("outside", engine)):
        ok(inline("match", player, "greedy", "--games", "4", *RULES, "--record", tmp_path / name))
    inside, outside = (
        [json.loads(line)["events"] for line in (tmp_path / name).read_text().splitlines()[1:]]
        for name in ("inside", "outside")
    )
    assert len(inside) == 4 and inside == outside


def test_processes_and_a_seed_of_its_own(tmp_path: Path) -> None:
    """Any number of processes gives the same games; a seed that the user has set is left alone."""
    match = ("match", f"cmd={shlex.quote(HGI)} iterations=5", "greedy", "--games", "2", *RULES)
    lines = []
    for jobs in ("1", "2"):
        ok(sarai(*match, "--jobs", jobs, "--record", tmp_path / jobs))
        games = [json.loads(line) for line in (tmp_path / jobs).read_text().splitlines()]
        lines.append([{k: v for k, v in game.items() if k != "clock"} for game in games])
    assert lines[0] == lines[1]
    seeded = match[1] + " option.Seed=5"
    ok(inline("match", seeded, *match[2:], "--transcripts", tmp_path / "told"))
    told = (tmp_path / "told" / "game-1.txt").read_text()
    assert told.count("setoption name Seed") == told.count("setoption name Seed value 5\n") == 1


def test_a_clock(tmp_path: Path) -> None:
    """The engine is told what is left for its seat; time that it uses goes, each move adds some."""
    engine = f"cmd={shlex.quote(HGI)} clock=1000 inc=7 margin=3000"
    ok(inline("match", engine, "greedy", "--games", "2", *RULES, "--transcripts", tmp_path))
    for seat in (0, 1):
        text = (tmp_path / f"game-{seat + 1}.txt").read_text().splitlines()
        words = [line.split() for line in text if " > go " in line]
        clocks = [[int(t) for t in line[line.index("clock") + 1].split(",")] for line in words]
        assert all(clock[1 - seat] == 0 for clock in clocks)
        mine = [clock[seat] for clock in clocks]
        assert mine[0] == 1000 and len(mine) > 3
        assert all(after <= before + 7 for before, after in itertools.pairwise(mine))
        assert mine[-1] < 1000
