"""A whole game in text, as it happens and as each seat sees it, against data/playthrough.txt.

The files are written by make_data.py; a change of rules, notation or players shows there as
a difference to read. The second test replays the file by its words alone, so it says whether the
rules and views still agree with it when only the players or the deals have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import unified_diff

import pytest

from sarai import OVER, Game
from sarai.games import REGISTRY
from tests.support import make_data
from tests.support.folders import modules

DATA = modules("data_files")
GAMES = sorted(REGISTRY)


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_what_is_played(name: str) -> None:
    pinned = make_data.read(f"{name}/data/playthrough.txt")
    played = DATA[name].playthrough()
    changes = list(unified_diff(pinned.splitlines(), played.splitlines(), "pinned", "played", n=2))
    assert not changes, "\n".join(
        ["python -m tests.support.make_data writes it anew", *changes[:20]]
    )


@dataclass(slots=True)
class Step:
    event: str
    heard: list[str] = field(default_factory=list)
    views: list[str] = field(default_factory=list)


def steps(text: str) -> Iterator[Step]:
    """The position before the first event (its event is empty), then each event."""
    step = Step("")
    for line in text.splitlines():
        if found := re.fullmatch(r"[0-9]+ (\S+)", line):
            yield step
            step = Step(found[1])
        elif found := re.fullmatch(r"  seat ([0-9]) (\S+)", line):
            step.heard.append(found[2])
        elif found := re.fullmatch(r"  view ([0-9]) (\S+)", line):
            step.views.append(found[2])
    yield step


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_replays_from_its_text(name: str) -> None:
    text = make_data.read(f"{name}/data/playthrough.txt")
    game: Game = DATA[name].playthrough_game()
    state, ears = game.start(), [game.start(seat) for seat in range(game.seats)]
    first, *rest = steps(text)
    assert first.views == [ear.snapshot() for ear in ears]
    for step in rest:
        word = game.parse(step.event)
        assert step.heard == [make_data.told(state, word, i) for i in range(game.seats)]
        state.play(step.event)
        for ear, heard in zip(ears, step.heard, strict=True):
            if heard != "-":
                ear.play(heard)
        assert ears == [state.view(seat) for seat in range(game.seats)], f"after {step.event}"
        if step.views:  # of long games not at every step
            assert step.views == [ear.snapshot() for ear in ears], f"by ear, after {step.event}"
            assert step.views == [game.snapshot(view).snapshot() for view in step.views]
    assert step.views and state.actor == OVER
    outcome = state.returns()
    assert text.splitlines()[-1] == f"shares {outcome.shares} scores {outcome.scores}"


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_shows_every_kind_of_event(name: str) -> None:
    """A file that lacks one would pin less than it seems to."""
    played = steps(make_data.read(f"{name}/data/playthrough.txt"))
    assert {step.event.partition(":")[0] for step in played} == {"", *DATA[name].KINDS.split()}
