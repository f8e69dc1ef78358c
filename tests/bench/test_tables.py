"""The tables of bench/strength: who meets whom, and what is made of the pairs."""

import doctest
import sys
from pathlib import Path

import levels
import pytest
import scaling
from meetings import Meeting

from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.elo import expected_score, game_score
from sarai_protocol.refusal import Refusal

ELO = {levels.name(level): 100.0 * (level - 1) for level in range(1, 11)}
ELO |= {"random": -300.0, "greedy": 250.0}


def fabricated(meeting: Meeting, count: int = 400) -> DuelResult:
    """Pairs with the score that the difference in Elo predicts, in half points."""
    share = expected_score(ELO[meeting.first] - ELO[meeting.second])
    points = round(2 * count * share)
    result = DuelResult()
    for k in range(count):
        result.counts[2 * min(2, max(0, points - 2 * k))] += 1
    for side, moves in zip(result.sides, (20, 10), strict=True):
        side.cpu.moves, side.cpu.milliseconds = moves * count, 10.0 * moves * count
    return result


def played(count: int = 400) -> dict[tuple[str, str], DuelResult]:
    return {(m.first, m.second): fabricated(m, count) for m in levels.meetings(2, 1)}


def test_examples() -> None:
    assert doctest.testmod(scaling).attempted == 1 and doctest.testmod(scaling).failed == 0


def test_neighbours_meet_on_deals_of_their_own() -> None:
    for reach in (1, 2, 9):
        found = levels.meetings(reach, 5)
        sides = {(m.first, m.second) for m in found}
        assert len({m.seed for m in found}) == len(sides) == len(found)
        assert all((levels.name(k + 1), levels.name(k)) in sides for k in range(1, 10))
        assert {m.second for m in found} >= set(levels.ANCHORS)
    assert len(levels.meetings(9, 5)) == 45 + 6


def test_ratings_predict_the_scores() -> None:
    found = levels.rated(levels.PLAYERS, played(), levels.name(1))
    for player, elo in found.items():
        assert elo.value == pytest.approx(ELO[player], abs=4)
    assert found[levels.name(1)].error == 0
    errors = [found[levels.name(level)].error for level in range(1, 11)]
    assert errors == sorted(errors)


def test_the_error_of_a_step_is_that_of_the_difference() -> None:
    """Between two players that met nobody else: that of the score, by the slope of the curve."""
    match = fabricated(Meeting(levels.name(3), levels.name(2), 1), 200)
    score = game_score(match.counts)
    sides = (levels.name(3), levels.name(2))
    elo = levels.rated(sides, {sides: match}, levels.name(2))[levels.name(3)]
    slope = 400 / 2.302585 / (score.value * (1 - score.value))
    assert elo.value == pytest.approx(100, abs=2)
    assert elo.error == pytest.approx(score.error * slope, rel=0.01)
    whole = played()
    step = levels.rated(levels.PLAYERS, whole, levels.name(9))[levels.name(10)]
    top = levels.rated(levels.PLAYERS, whole, levels.name(1))[levels.name(10)]
    assert step.error < 0.6 * top.error


def test_what_cannot_be_rated() -> None:
    matches = played()
    for sides, match in matches.items():
        if levels.name(10) in sides:
            match.counts[:] = [0, 0, 0, 0, 5]
    with pytest.raises(Refusal, match="all points"):
        levels.rated(levels.PLAYERS, matches, levels.name(1))


def test_the_table_of_levels(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(meeting: Meeting, count: int, jobs: int, folder: Path) -> DuelResult:
        return fabricated(meeting, count)

    monkeypatch.setattr(levels, "play", play)
    monkeypatch.setattr(sys, "argv", ["levels.py", "--pairs", "100", "--seed", "7"])
    levels.main()
    out = capsys.readouterr().out
    lines = out.splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    assert [row[0] for row in rows[2:]] == [
        *(f"`{levels.name(level)}`" for level in range(10, 0, -1)),
        "`random`",
        "`greedy`",
    ]
    assert rows[-3][1] == "0 +- 0" and rows[2][4] == "10"
    assert all(float(row[5]) > 2 for row in rows[2:-3])
    assert "100 pairs a meeting, seeds 7 to 29" in out


def test_the_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--records", str(tmp_path / "kept"), "--jobs", "1"]
    curve = ["textbook", "ismcts:tree=closed", "--iterations", "5", "20", "80", "--pairs", "3"]
    tables = []
    for _ in range(2):  # played, and read from the file again
        monkeypatch.setattr(sys, "argv", ["scaling.py", *curve, *store])
        scaling.main()
        tables.append(capsys.readouterr().out)
    assert tables[0] == tables[1]
    rows = tables[0].splitlines()[2:6]
    assert [row.split("`")[1::2] for row in rows] == [
        ["textbook:iterations=20", "textbook:iterations=5"],
        ["textbook:iterations=80", "textbook:iterations=20"],
        ["ismcts:tree=closed,iterations=20", "ismcts:tree=closed,iterations=5"],
        ["ismcts:tree=closed,iterations=80", "ismcts:tree=closed,iterations=20"],
    ]
    records = sorted((tmp_path / "kept").iterdir())
    assert [path.read_text().count("\n") for path in records] == [7] * 4


def test_wrong_bases(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for base, told in (
        ("nobody", "no player 'nobody'"),
        ("greedy", "'iterations=1' is no option=value"),
        ("ismcts:iterations=5", "option iterations is given twice"),
    ):
        monkeypatch.setattr(sys, "argv", ["scaling.py", base])
        with pytest.raises(SystemExit):
            scaling.main()
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("steps", [["20"], ["20", "20"], ["80", "20"], ["5", "80", "20"]])
def test_wrong_steps(
    steps: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["scaling.py", "ismcts", "--iterations", *steps])
    with pytest.raises(SystemExit):
        scaling.main()
    told = capsys.readouterr()
    assert "--iterations: it takes two numbers or more, from low to high" in told.err
    assert not told.out
