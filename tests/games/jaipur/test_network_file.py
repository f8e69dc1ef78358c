"""A game takes the learned numbers of its file, or says why not and plays on without them."""

from __future__ import annotations

import struct
import warnings

import pytest

from sarai import CHANCE, Game, Rng, State, game, networks, player
from tests.games.jaipur.learned import FILE, HEADER

NUMBERS = FILE[HEADER.size :]
MAGIC, VERSION, SIZE, DIGEST = HEADER.unpack_from(FILE)


def with_file(file: bytes, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(networks, "read", lambda name: file)
    return game("jaipur", options={"rounds": "single"})


def dealt(rules: Game) -> State:
    state = rules.start()
    while state.actor == CHANCE:
        state.play(state.deal(5))
    return state


def header(
    magic: bytes = MAGIC, version: int = VERSION, size: int = SIZE, digest: int = DIGEST
) -> bytes:
    return HEADER.pack(magic, version, size, digest)


def test_the_file_is_there_and_named_for_its_game() -> None:
    assert networks.read("jaipur") == FILE and networks.read("no such game") == b""
    assert (b"SARAINET", 1, len(NUMBERS)) == (MAGIC, VERSION, SIZE)


def test_a_file_is_taken_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state = dealt(with_file(FILE, monkeypatch))
        assert len(set(state.priors(state.moves()))) > 3


WRONG = {
    "missing": (b"", "there is no file"),
    "short": (FILE[:20], "not a file of learned numbers"),
    "magic": (header(magic=b"SARAINEt") + NUMBERS, "not a file of learned numbers"),
    "version": (header(version=2) + NUMBERS, "another version of the layout"),
    "big-endian": (struct.pack(">8sIIQ", MAGIC, 1, SIZE, DIGEST) + NUMBERS, "another version"),
    "digest": (header(digest=DIGEST ^ 1) + NUMBERS, "other inputs or parts"),
    "cut": (FILE[:-1], "cut short or too long"),
    "long": (FILE + b"\0", "cut short or too long"),
    "size": (header(size=SIZE - 2) + NUMBERS[:-2], "cut short or too long"),
    "range": (header() + b"\xff\x7f" + NUMBERS[2:], "out of its range"),
    "row": (header() + NUMBERS[:512] + b"\x00\x80" + NUMBERS[514:], "out of its range"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_does_not_fit_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game says so once; it has no prior then, and plays out rounds by the rules alone."""
    file, reason = WRONG[name]
    state = dealt(with_file(file, monkeypatch))
    with pytest.warns(RuntimeWarning, match=f"jaipur plays without.*{reason}") as told:
        assert set(state.priors(state.moves())) == {1}
        policies = state.game.core.policies
        by_value, direct = (
            state.playout(policies.index(policy), Rng(3)) for policy in ("value", "direct")
        )
        assert by_value == direct
        move = player("ismcts:iterations=200", state.game).choose(state.view(state.actor), 1).move
        assert move in state.moves()
    assert len(told) == 1
