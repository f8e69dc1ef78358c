"""Bazaar at the table: matches and records of it, the terminal, and positions of the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest

import sarai as engine
from sarai.games import belief
from sarai_protocol.arena.play.match import new_match, play_number
from sarai_protocol.arena.record.records import encode
from sarai_protocol.arena.record.replay import verified
from sarai_protocol.hgi.server.faults import Refused
from sarai_protocol.hgi.server.positions import open_game, parse
from tests.support.command import ok, sarai


def test_each_deal_has_its_own_equations_and_replays() -> None:
    game = engine.game("bazaar", 3)
    header = new_match(game, ("greedy", "greedy", "greedy"), 5, 6)
    assert header.rules["house_cards"] == "-"
    match = encode(header)
    records = [play_number(match, number) for number in range(1, 7)]
    for record in records:
        _, end = verified(game, record)
        assert end.returns().scores == record.scores
    deals = [game.redrawn(record.deal).options["house_cards"] for record in records]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[5]


def test_a_match_is_recorded_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    ok(sarai("match", "greedy", "random", "--game", "bazaar", "--games", "2", "--record", path))
    shown = ok(sarai("replay", path, "--seat", "1"))
    assert "as seat 1 sees it" in shown and "trade:" in shown and "result: seat" in shown


def test_a_person_can_play() -> None:
    answers = "draw\n1\nhint\nboard\nquit\n"
    command = ("play", "--game", "bazaar", "--opponent", "greedy", "--seed", "3")
    shown = ok(sarai(*command, stdin=answers))
    assert "gem:" in shown and "wins " in shown and "trade " in shown
    assert "draws or exchanges" in shown


@pytest.mark.parametrize("seats", [1, 5])
def test_a_person_can_play_alone_or_with_others(seats: int) -> None:
    command = ("play", "--game", "bazaar", "--opponent", "greedy", "--seed", "3")
    shown = ok(sarai(*command, "--seats", str(seats), stdin="draw\nquit\n"))
    assert f"seat {seats - 1}  points 0" in shown and f"seat {seats}  points" not in shown


def test_games_lists_options_and_presets() -> None:
    shown = ok(sarai("games"))
    assert "house_cards     2 of 1..10" in shown
    assert "preset=original_like means hand_limit=10" in shown


@pytest.mark.parametrize(
    ("rules", "field"), [("", "house_cards"), ("exchange=random_equations", "equations")]
)
def test_a_position_names_what_was_drawn(rules: str, field: str) -> None:
    with pytest.raises(Refused, match=field):
        open_game("bazaar", 2, rules)


def test_a_position() -> None:
    words = "bazaar rules house_cards=3/7,hand_limit=10 seats 4 seat 2 start events starter:2"
    position = parse(words.split(), trusted=False)
    assert position.game.options["house_cards"] == "3/7"
    assert position.state.viewer == 2


@pytest.mark.parametrize("market", ["distinct_multisets", "iid_gems", "weighted_shapes"])
def test_belief(market: str) -> None:
    state = engine.game("bazaar", options={"market": market}).start()
    while state.actor == engine.CHANCE:
        state.play(state.deal(1))
    zone = belief(state.view(0)).zones[0]
    assert zone.hidden == 20 == pytest.approx(sum(zone.mean.values()))
    assert len(zone.mean) == (122 if market == "distinct_multisets" else 126)
    for card, mean in zone.mean.items():
        assert zone.chance[card] == pytest.approx(mean) or market != "distinct_multisets"
        assert 0 < zone.chance[card] <= mean + 1e-12
