"""The option Level of the HGI server: what a level plays, and what it tells."""

from collections.abc import Iterator

import pytest

import sarai
from sarai.games.jaipur.greedy import choose as greedy
from sarai.players import LEVELS
from tests.hgi.dialogue import Engine
from tests.hgi.refused import POSITION
from tests.hgi.test_server import said


@pytest.fixture
def weak() -> Iterator[Engine]:
    """With the position of the document's first session."""
    with Engine() as engine:
        assert engine.ask(POSITION) == []
        yield engine
        assert engine.errors == ""


def test_a_level_searches_as_much_as_it_may(weak: Engine) -> None:
    full = said(weak, "go iterations 500 multipv 3")
    for level, limits in (
        (5, "clock 9999999,9"),
        (6, "movetime 1000000000"),
        (7, "confidence 0.9"),
    ):
        weak.ask(f"setoption name Level value {level}")
        assert said(weak, f"go {limits}")[0]["iterations"] == LEVELS[level - 1].iterations
    weak.send("go infinite", "isready", "stop")  # it has long ended, and waits
    assert weak.until("bestmove")[0] == "readyok"
    for option in ("Level value 8", "Threads value 2"):
        weak.ask(f"setoption name {option}")
    for _ in range(2):  # no threads, and no tree that is kept
        info, best, _ = said(weak, "go iterations 1000")
        assert info["iterations"] == LEVELS[7].iterations and best["visits"] < info["iterations"]
    assert said(weak, "go iterations 3")[0]["iterations"] == 3
    for option in ("Level value 10", "Threads value 1"):
        weak.ask(f"setoption name {option}")
    assert said(weak, "go iterations 500 multipv 3") == full


def test_a_level_plays_as_the_player_of_that_level(weak: Engine) -> None:
    """One seed for all positions: so it must not stray everywhere or nowhere."""
    game = sarai.game("jaipur", options={"rounds": "single", "starter": "seat0"})
    views, state = [], game.start()
    while state.actor != sarai.OVER:
        if state.actor == sarai.CHANCE:
            state.play(state.deal(5))
            continue
        views.append(state.view(state.actor))
        state.play(greedy(state))
    rules = "rules rounds=single,starter=seat0 seats 2 seat"
    for level in (1, 3, 6):
        weak.ask(f"setoption name Level value {level}")
        chooser = sarai.player(f"sparring:level={level}", game)
        strays = 0
        for view in views:
            assert weak.ask(f"position jaipur {rules} {view.viewer} view {view.snapshot()}") == []
            found = said(weak, "go iterations 9999 multipv 9")
            chosen = game.text(chooser.choose(view, 0).move)
            assert found[-1]["move"] == found[1]["move"] == chosen
            assert 0 <= found[1]["win"][view.viewer] <= 1
            prior = sarai.player("ismcts:iterations=1", game).choose(view, 0).move
            strays += chosen != game.text(prior)
        if level == 1:
            assert 0.3 * len(views) < strays < len(views)


def test_a_level_keeps_to_the_moves_that_it_is_given(weak: Engine) -> None:
    weak.ask("setoption name Level value 1")
    played = set()
    for seed in range(30):
        weak.ask(f"setoption name Seed value {seed}")
        found = said(weak, "go iterations 9 only take:C,take:P also camels")
        assert [m["move"] for m in found[2:-1]] == ["camels"] and "win" not in found[2].values
        assert said(weak, "go iterations 9 only take:P,take:C also camels") == found
        played.add(found[-1]["move"])
    assert played == {"take:C", "take:P"}
