"""`--paranoid`: sound matches pass the leak test; a seat that is told too much fails it."""

import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sarai import CHANCE, NOTHING, OVER, Game, Move, Player, State, player
from sarai.games import REGISTRY
from sarai_protocol.arena.play import leaktest
from sarai_protocol.arena.play.leaktest import Leak, Watch
from sarai_protocol.arena.play.referee import Played, Table, play_game
from sarai_protocol.arena.record.records import canonical
from sarai_protocol.cli.arguments import open_game
from sarai_protocol.hgi.client import Client
from tests.laws.small import toy
from tests.support import native
from tests.support.command import inline, ok

JAIPUR = ("--rules", "rounds=single")
ENGINE = f"cmd='{sys.executable} -m sarai_protocol' iterations=20"


def jaipur() -> Game:
    return open_game("jaipur", {"rounds": "single"})


def watched(game: Game, deal: int = 4) -> Played:
    players: list[Player] = [player("random", game) for _ in range(game.seats)]
    return play_game(game, players, deal, lambda seat, k: 97 * seat + k, 1, Watch(game, 1))


# ---- sound games pass ----


@pytest.mark.parametrize("deal", range(6))
def test_sound_games_pass(deal: int) -> None:
    for game in (open_game("jaipur", {"rounds": "match"}), open_game("bazaar", {}, 3), toy(5)):
        assert watched(game, deal).state.actor == OVER


def test_a_match_is_the_same_with_the_leak_test(tmp_path: Path) -> None:
    records = []
    for more in ((), ("--paranoid",)):
        path = tmp_path / f"record{len(more)}.jsonl"
        given = ("match", ENGINE, "greedy", *JAIPUR, "--games", "2", "--record", path, *more)
        assert "faults" not in ok(inline(*given))
        records.append([canonical(line) for line in path.read_bytes().splitlines()[1:]])
    assert records[0] == records[1] and len(records[0]) == 2


def test_twins_differ_in_what_is_hidden() -> None:
    """Else the test would compare the truth with itself."""
    game = jaipur()
    state, watch = game.start(), Watch(game, 1)
    while state.actor == CHANCE:
        word = state.deal(4)
        watch.event(word, [state.observed(word, seat) for seat in range(2)])
        state.play(word)
    for seat in (0, 1):
        twins = watch._twins(state.view(seat))
        assert len(twins) == leaktest.TWINS
        assert any(twin != state for twin in twins)
        assert all(twin.view(seat) == state.view(seat) for twin in twins)


# ---- leaks ----


def leaky_tell(table: Table, word: Move) -> list[Move]:
    """Tells every seat all of each word in what engines hear; views stay sound."""
    told = [table.state.observed(word, seat) for seat in range(len(table.views))]
    table.state.play(word)
    for view, heard, seen in zip(table.views, table.told, told, strict=True):
        if seen != NOTHING:
            view.play(seen)
            heard.append(word)
    table.events.append(word)
    return told


def leaky_views(table: Table, word: Move, tell: Callable[[Table, Move], list[Move]]) -> list[Move]:
    """When it is to move, the view of seat 1 is that of seat 0."""
    told = tell(table, word)
    if table.state.actor == 1:
        table.views[1] = table.state.view(0)
    return told


def test_a_table_that_tells_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "tell", leaky_tell)
    with pytest.raises(Leak, match=r"seat . is given 'deal.:[A-Z]+', which it did not see so"):
        watched(jaipur())


def test_a_view_of_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Table.tell
    monkeypatch.setattr(Table, "tell", lambda table, word: leaky_views(table, word, sound))
    with pytest.raises(Leak, match="seat 1 gets a view that is not its own"):
        for deal in range(8):
            watched(jaipur(), deal)


def test_observed_words_that_show_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee and the watch ask the same function; the outcomes beside the deal tell."""
    monkeypatch.setattr(State, "observed", lambda state, word, seat: word)
    game, state = jaipur(), jaipur().start()
    watch = Watch(game, 1)
    with pytest.raises(Leak, match=r"seat . is told 'deal.:[A-Z]+', and can't see so much"):
        for _ in range(3):
            word = state.deal(4)
            watch.event(word, [word, word])
            state.play(word)


def test_the_core_tells_bonus_tokens() -> None:
    edit = ("if (jp_what(move) == JP_BONUS && seat != s->turn)", "if (0)")
    core = native.mutated(native.JAIPUR, {"games/jaipur/views.c": [edit]})
    game = Game(core, REGISTRY["jaipur"].board, 2, {"rounds": "single"})
    state, watch = game.start(), Watch(game, 1)
    with pytest.raises(Leak, match=r"is told 'bonus:[0-9]+', and can't see so much"):
        while state.actor != OVER:
            moves = [] if state.actor == CHANCE else state.moves()
            sales = [m for m in moves if game.text(m).endswith(("x3", "x4", "x5"))]
            word = (sales or moves)[-1] if moves else state.deal(1)
            watch.event(word, [state.observed(word, seat) for seat in range(2)])
            state.play(word)


@pytest.mark.parametrize(
    ("hears", "line"),
    [
        (b"position ", b" deal1:DDDDD"),
        (b"go ", b" only deal1:DDDDD"),
    ],
)
def test_a_line_that_says_more(
    hears: bytes, line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sarai_protocol.hgi.client.conversation import Conversation

    put = Conversation._put

    async def leaky(self: Conversation, lines: list[bytes], phase: str) -> None:
        more = [text + line if text.startswith(hears) else text for text in lines]
        await put(self, more, phase)

    monkeypatch.setattr(Conversation, "_put", leaky)
    path = tmp_path / "record.jsonl"
    given = ("match", ENGINE, "greedy", *JAIPUR, "--games", "2", "--record", path, "--paranoid")
    done = inline(*given)
    assert done.returncode == 1 and "is sent a line that it may not have: " in done.stderr
    assert "--paranoid: game 1, after" in done.stderr
    assert [json.loads(text)["kind"] for text in path.read_bytes().splitlines()] == ["match"]


def test_a_leak_comes_back_from_another_process() -> None:
    leak = pickle.loads(pickle.dumps(Leak("seat 0 is told")))
    assert (str(leak), leak.code) == ("seat 0 is told", 1)


def test_a_client_does_not_send_what_is_stopped() -> None:
    import asyncio

    def stop(lines: bytes) -> None:
        if lines.startswith(b"position"):
            raise Leak("stopped")

    async def talk() -> str:
        async with Client([sys.executable, "-m", "sarai_protocol"], before=stop) as engine:
            with pytest.raises(Leak):
                await engine.position("jaipur", seats=2, seat=0)
            return engine.transcript.text()

    assert "position" not in asyncio.run(talk())
