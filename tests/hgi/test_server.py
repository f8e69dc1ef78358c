"""The HGI server, command by command: a refusal says what would be right, and changes nothing."""

import threading
from collections.abc import Iterator

import pytest

import sarai
from sarai_protocol.hgi.messages import Message, canonical, to_text
from sarai_protocol.hgi.server.commands import COMMANDS
from sarai_protocol.hgi.server.server import _internal
from tests.hgi.dialogue import Engine, comparable, read
from tests.hgi.refused import BAD_POSITIONS, GO, OVER, POSITION, REFUSED, ROUND, TURN


@pytest.fixture(scope="module")
def shared() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine
        assert engine.errors == ""


@pytest.fixture
def engine(shared: Engine) -> Engine:
    """With the position of the document's first session."""
    assert shared.ask("setoption name Trusted value false") == []
    assert shared.ask(POSITION) == []
    return shared


def said(engine: Engine, command: str) -> list[Message]:
    """An answer in canonical form."""
    messages = [read(line) for line in engine.ask(command)]
    return [canonical(message) for message in messages if message is not None]


def state(engine: Engine) -> list[Message]:
    """All that a client can learn of the position, the options and the search."""
    questions = ("hgi", "legal", "d", "belief", "result", "go iterations 60 multipv 3")
    return [message for question in questions for message in said(engine, question)]


@pytest.mark.parametrize(
    "command, code, field, text",
    [*REFUSED, *BAD_POSITIONS],
    ids=[
        f"{i} {row[0][:40]}".encode("unicode_escape").decode()
        for i, row in enumerate([*REFUSED, *BAD_POSITIONS])
    ],
)
def test_refused(engine: Engine, command: str, code: str, field: str, text: str) -> None:
    before = state(engine)
    found = [read(line) for line in engine.ask(command)]
    assert [message and message.name for message in found] == ["error"]
    error = found[0]
    assert error is not None
    assert (error["code"], error.get("field", "")) == (code, field)
    assert text in error["text"] and len(error["text"]) <= 600
    assert state(engine) == before


@pytest.mark.parametrize("command", [command for command, *_ in GO if " id " not in command][:20])
def test_a_refused_go_names_its_id(engine: Engine, command: str) -> None:
    (line,) = engine.ask(f"{command} id q7")
    error = read(line)
    assert error and (error.name, error.get("id")) == ("error", "q7")


def snapshot(engine: Engine) -> str:
    return str(said(engine, "d")[-1]["snapshot"])


def test_the_position_for_programs(engine: Engine) -> None:
    """One line in each format; the other hand is a number of cards."""
    word = snapshot(engine)
    (line,) = engine.ask("d json")
    assert line.startswith(f'd {word} view {{"seat":') and " " not in line.split(" view ")[1]
    state = sarai.game("jaipur", options={"rounds": "single"}).snapshot(word)
    answer = read(line)
    assert answer and answer["view"] == state.mapping()
    assert answer["view"]["hand"][1 - state.viewer]["private"] == {}
    engine.ask("setoption name Format value json")
    (line,) = engine.ask("d json")
    assert read(line) == answer
    engine.ask("setoption name Format value text")
    assert engine.ask("d jason")[-1].startswith(
        "error bad-argument field json the form is: d [json]"
    )


def test_a_snapshot_of_another_seat(engine: Engine) -> None:
    word = snapshot(engine)
    assert engine.ask(f"position jaipur rules rounds=single seats 2 seat 0 view {word}") == []
    (line,) = engine.ask(f"position jaipur rules rounds=single seats 2 seat 1 view {word}")
    assert line == "error bad-position field view the snapshot is a view of seat 0"
    engine.ask("setoption name Trusted value true")
    (line,) = engine.ask(f"position jaipur rules rounds=single seats 2 seat all view {word}")
    assert line == "error bad-position field view the snapshot is a view of seat 0"
    assert engine.ask(TURN) == []
    word = snapshot(engine)
    (line,) = engine.ask(f"position jaipur rules rounds=single seats 2 seat 1 view {word}")
    assert line == "error bad-position field view the snapshot is the whole truth"
    assert snapshot(engine) == word


QUESTIONS = "legal", "belief", "result", "d", "eval", "perft 2", "go iterations 5"


def answers(engine: Engine) -> list[str]:
    """The last line of the answer to each question, up to the code or the first value."""
    return [" ".join(engine.ask(question)[-1].split()[:4]) for question in QUESTIONS]


def test_before_a_position(engine: Engine) -> None:
    engine.ask("newgame")
    none = "error no-position send a"
    assert answers(engine) == [*[none] * 6, "bestmove none reason no-position"]


def test_of_a_chance_event(engine: Engine) -> None:
    engine.ask(ROUND)
    found = answers(engine)
    assert found[0] == "error not-to-move another is"
    assert found[1:4:2] == ["beliefok", found[3]] and found[3].startswith("d seat=0;phase=starter")
    assert found[2] == "result running" and found[4].startswith("eval win 0.")
    assert found[6] == "bestmove none reason not-to-move"


def test_of_another_seat(engine: Engine) -> None:
    engine.ask(f"{POSITION} take:C fill:L")
    found = answers(engine)
    assert found[0] == "error not-to-move another is"
    assert found[6] == "bestmove none reason not-to-move"


def test_of_a_game_that_is_over(engine: Engine) -> None:
    engine.ask("setoption name Trusted value true")
    assert engine.ask(OVER) == []
    found = answers(engine)
    assert found[0] == found[4] == "error not-to-move the game"
    assert found[2].startswith("result over ")
    assert found[5] == "perft 2 0" and found[6] == "bestmove none reason over"
    assert engine.ask("go iterations 5 id 9") == ["bestmove none id 9 reason over"]


def test_a_full_position_needs_trust(engine: Engine) -> None:
    engine.ask("setoption name Trusted value true")
    assert engine.ask(TURN) == []
    assert engine.ask("perft 1") == ["perft 1 14"]
    assert engine.ask("setoption name Trusted value true") == []
    assert engine.ask("perft 1") == ["perft 1 14"]
    engine.ask("setoption name Trusted value false")
    assert answers(engine)[0] == "error no-position send a"
    assert engine.ask(POSITION) == []
    engine.ask("setoption name Trusted value false")
    assert engine.ask("legal")[0].startswith("legal take:C"), "a view needs no trust"


def moves(found: list[Message]) -> list[tuple[int, str, int]]:
    return [(m["multipv"], m["move"], m["visits"]) for m in found if "multipv" in m.values]


def test_only_and_also(engine: Engine) -> None:
    legal = said(engine, "legal")[0]["moves"]
    ranked = moves(said(engine, "go iterations 900 multipv 1000"))
    assert sorted(move for _, move, _ in ranked) == sorted(legal)
    assert [rank for rank, _, _ in ranked] == list(range(1, len(legal) + 1))
    assert moves(said(engine, "go iterations 900")) == ranked[:1]
    last = ranked[-1]
    assert moves(said(engine, f"go iterations 900 multipv 2 also {last[1]},{ranked[0][1]}")) == [
        *ranked[:2],
        last,
    ]
    found = said(engine, "go iterations 900 multipv 9 only take:C,camels also take:C")
    assert {move for _, move, _ in moves(found)} == {"take:C", "camels"}
    assert sum(visits for *_, visits in moves(found)) == 900
    assert found[-1]["move"] in ("take:C", "camels")
    found = said(engine, "go iterations 50 only camels also take:P,take:C")
    assert moves(found) == [(1, "camels", 50), (2, "take:P", 0), (3, "take:C", 0)]
    assert "win" not in found[2].values and found[2]["pv"] == ["take:P"]
    assert moves(said(engine, f"go iterations 1 also {','.join(legal)}"))[0][2] == 1


def test_the_clock_is_that_of_the_right_seat(engine: Engine) -> None:
    """Seat 0 has no time and seat 1 days: it is answered at once, and so is the other way round."""
    for position, clock in ((POSITION, "0,1000000000"), (TURN, "1000000000,0")):
        engine.ask("setoption name Trusted value true")
        engine.ask(position)
        info = said(engine, f"go clock {clock}")[0]
        assert 1 <= info["iterations"] < 10**6
        assert said(engine, f"go clock {clock} inc 0,0 id 3")[-1]["id"] == "3"


def test_limits_that_come_first(engine: Engine) -> None:
    assert (
        said(engine, "go iterations 70 movetime 1000000000 clock 9999999,9999999")[0]["iterations"]
        == 70
    )
    assert said(engine, "go movetime 1 iterations 1000000000")[-1].name == "bestmove"
    sure = said(engine, "go confidence 0.9 iterations 1000000")
    assert sure[0]["iterations"] % 1000 == 0 and sure[0]["iterations"] < 1_000_000
    assert said(engine, "go iterations 1000000 confidence 0.9") == sure
    assert said(engine, "go confidence 0.6 only camels")[0]["iterations"] == 1000


def test_depth(engine: Engine) -> None:
    for depth in (1, 2, 4):
        info = said(engine, f"go iterations 3000 depth {depth}")[0]
        assert info["maxdepth"] == depth and info["depth"] <= depth
    assert said(engine, "go iterations 500 depth 1000") == said(engine, "go iterations 500")


def test_ids_are_echoed(engine: Engine) -> None:
    for id_ in ("0", "id", "multipv", "\u00a0\u2028\u00fc\u4e2d", '"\\', "{}", "#", "-" * 64):
        found = said(engine, f"go iterations 3 id {id_}")
        assert [message.get("id") for message in found] == [id_] * 3


JSON = (
    *("hgi", "isready", "isready t", "legal", "belief", "result", "d", "eval", "help", "x", "go"),
    *("go iterations 40 id 7 multipv 9", "go iterations 9 only camels also take:C", "perft 1"),
    *("go iterations 2 id 7 only x", "setoption name Threads value 99", "stop", "bench 1"),
)


def test_json_says_the_same(engine: Engine) -> None:
    for position in (POSITION, f"{POSITION} take:C", "newgame", TURN, OVER):
        engine.ask("setoption name Trusted value true")
        assert engine.ask(position) == []
        asked = [command for command in JSON if "only camels" not in command or "CP" in position]
        text = [comparable(f"< {line}", False) for c in asked for line in engine.ask(c)]
        assert engine.ask("setoption name Format value json") == []
        lines = [line for command in asked for line in engine.ask(command)]
        assert engine.ask("setoption name Format value text") == []
        assert all(line.startswith("{") for line in lines)
        messages = [read(line) for line in lines]
        spelt = [to_text(message) for message in messages if message is not None]
        # As the option Format itself has changed, `hgi` is the same in both.
        assert [comparable(f"< {line}", False) for line in spelt] == text


def test_blanks_and_comments(engine: Engine) -> None:
    expected = engine.ask("legal")
    for line in ("legal ", "\tlegal", " \t legal\t ", "legal\r"):
        assert engine.ask(line) == expected
    for line in ("", " ", "\t", "#", "# legal", " # legal", "\t#", "#\u2028 legal", "\r"):
        engine.send(line)
    assert engine.sync() == []
    assert said(engine, "go\titerations  7\t")[0]["iterations"] == 7
    assert engine.ask("setoption  name\tThreads value\t1 ") == []


def test_help_is_the_list(engine: Engine) -> None:
    *lines, last = engine.ask("help")
    assert last == "help" and len(lines) == len(COMMANDS)
    assert all(line.startswith("info string ") for line in lines)


def test_what_is_lacking_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python tells by its text alone that no thread could be started."""
    with monkeypatch.context() as patch:
        patch.setattr(threading, "_start_new_thread", _refuse, raising=False)
        patch.setattr(threading, "_start_joinable_thread", _refuse, raising=False)
        with pytest.raises(RuntimeError) as raised:
            threading.Thread(target=print).start()
    for error, field in ((MemoryError(), "Memory"), (raised.value, "Threads")):
        refused = _internal(error)
        assert refused.field == field and "set a lower" in refused.text
        assert "report it" not in refused.text


def _refuse(*_: object, **__: object) -> None:
    """What the interpreter does where the system has no thread left."""
    raise RuntimeError("can't start new thread")


def test_the_first_fault_of_a_line_is_reported(engine: Engine) -> None:
    """In the order that the document gives, whether there is a position or not."""
    engine.ask("newgame")
    for line, code in (
        ("x\0 1", "bad-line"),
        ("perft x", "bad-argument"),
        ("go iteratons 5", "bad-argument"),
        ("legal now", "bad-argument"),
        ("perft 1", "no-position"),
        ("eval", "no-position"),
    ):
        assert engine.ask(line)[0].startswith(f"error {code} "), line
    engine.send(POSITION, "go infinite")
    for line, code in (
        ("xyzzy", "unknown-command"),
        ("position x", "busy"),
        ("go iteratons 5", "busy"),
        ("legal now", "bad-argument"),
    ):
        assert engine.ask(line)[0].startswith(f"error {code} "), line
    engine.send("stop")
    engine.until("bestmove")
