"""The report of a match as a picture, and how a match is shown while it runs."""

import io
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from sarai_protocol.arena.play.match import new_match, run
from sarai_protocol.arena.rate import history as history_module
from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.history import History
from sarai_protocol.arena.rate.results import MatchResult, new_result
from sarai_protocol.arena.rate.sprt import Sprt
from sarai_protocol.arena.record.records import Header
from sarai_protocol.cli import arguments, reportfile
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.refusal import Refusal
from tests.support.command import inline, ok

MATCH = ("match", "greedy", "ismcts:iterations=20", "--rules", "rounds=single")


def played(header: Header) -> tuple[MatchResult, History]:
    score, history = new_result(header), History()
    for game in run(header, 1, None, lambda: 1):
        score.add(game)
        history.add(game, score)
    return score, history


def header(*players: str, games: int, **more: object) -> Header:
    game = open_game("jaipur", {"rounds": "single"})
    return new_match(game, players, 0, games, **more)  # type: ignore[arg-type]


# ---- how it went ----


def test_the_history_of_a_match() -> None:
    score, history = played(header("greedy", "random", games=10))
    assert isinstance(score, DuelResult)
    assert history.games == [2, 4, 6, 8, 10]
    (curve,) = history.curves
    assert len(curve) == 5
    assert curve[-1].value == score.sides[0].points / 10
    assert sum(history.plies.values()) == 10
    assert sum(plies * n for plies, n in history.plies.items()) == score.plies


def test_the_history_of_a_tournament_has_a_curve_for_each_player() -> None:
    match = header("greedy", "random", "random", games=12, tournament="roundrobin")
    _, history = played(match)
    assert history.games == [6, 12]
    assert [len(curve) for curve in history.curves] == [2, 2, 2]


def test_a_long_history_takes_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "MOST_POINTS", 8)
    _, history = played(header("greedy", "random", games=100))
    assert len(history.games) < 8 and history.step == 8
    assert history.games == [16 * k for k in range(1, len(history.games) + 1)]


# ---- the picture ----


@pytest.mark.parametrize("ending", [".svg", ".html"])
def test_a_match_leaves_a_report(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    record, path, again = (tmp_path / name for name in ("r", f"a{ending}", f"b{ending}"))
    out = ok(inline(*MATCH, "--games", "6", "--record", record, "--report", path))
    text = path.read_text()
    drawing = text[text.index("<svg") : text.index("</svg>") + 6]
    ElementTree.fromstring(drawing)
    for word in ("games", "seat 0", "seat 1", "decisions a game", "A = greedy", "B = ismcts"):
        assert word in drawing
    if ending == ".html":
        assert text.startswith("<!doctype html>") and "Elo of A" in text
    ok(inline("score", record, "--report", again))
    assert "6 games" in out
    if ending == ".svg":
        assert again.read_text() == text, "the same games, the same picture"


@pytest.mark.parametrize("command", ["match", "score"])
@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("report.txt", "its name must end with .svg or .html"),
        ("nowhere/report.svg", "there is no folder nowhere"),
        ("there.svg", "it exists, and is left as it is"),
    ],
)
def test_a_wrong_path_is_told_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, path: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.svg").write_text("mine")
    words = [*MATCH, "--record", "new.jsonl"] if command == "match" else ["score", "none"]
    done = inline(*words, "--report", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr and "game 1" not in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["there.svg"]
    assert Path("there.svg").read_text() == "mine"


def test_without_matplotlib_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arguments, "find_spec", lambda name: None)
    with pytest.raises(Refusal, match=r"install the extra, sarai\[plot\]"):
        reportfile.check(tmp_path / "report.svg")


# ---- while it runs ----


def test_a_sequential_test_is_shown_as_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    from sarai_protocol.arena.show import progress as module

    out = io.StringIO()
    terminal = Console(file=out, force_terminal=True, width=120, color_system=None)
    monkeypatch.setattr(module, "Console", lambda stderr: terminal)
    monkeypatch.setattr(module, "TABLE_EVERY", 0.0)
    match = header("greedy", "random", games=20, sprt=Sprt("elo", 0, 100))
    score = new_result(match)
    with module.progress(match, 0) as show:
        for game in run(match, 1, None, lambda: 1):
            score.add(game)
            show(score)
    text = out.getvalue()
    assert "H0 -2.94 [" in text and "] 2.94 H1   LLR +" in text
    assert "20/20" in text and "games/s" in text and "score of A" in text


def test_a_match_of_one_round_shows_its_points(tmp_path: Path) -> None:
    """One point of a curve is marked; the axis begins at 0; the legend is below the panels."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "report.svg"
    name = "a rather long name that goes on " * 6
    players = ("greedy", f"player=random name='{name}'", "ismcts:iterations=1")
    options = ("--tournament", "roundrobin", "--games", "6", "--rules", "rounds=single")
    ok(inline("match", *players, *options, "--report", path))
    text = path.read_text()
    assert "nan" not in text.replace("nan,", "")
    assert text.count('id="legend_') == 1
    top = text.partition('id="axes_1"')[2].partition('id="axes_2"')[0]
    assert top.count("<use ") > 12, "three marks, beside the ticks"
    labels = [float(value) for value in re.findall(r">(\d+(?:\.\d+)?)</text>", top)]
    assert labels[0] == 0 and 6 in labels
