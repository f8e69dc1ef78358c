"""The HGI server, command by command: a refusal says what would be right, and changes nothing."""

from collections.abc import Iterator

import pytest

from sarai_protocol.hgi.messages import Message, canonical, to_text
from tests.hgi.dialogue import Engine, comparable, read

EVENTS = "starter:0 deal0:DDDDL deal1:???KK market:CP"
ROUND = "position jaipur rules rounds=single seats 2 seat 0 start"
POSITION = f"{ROUND} events {EVENTS}"
FULL = "position jaipur rules rounds=single,starter=seat1 seats 2 seat all start"
TURN = f"{FULL} events deal0:DGSCK deal1:CPLLK market:DG"
OVER = f"{FULL.replace('single', 'single,max_plies=1')} events deal0:DGSCK deal1:CPLLK market:DG"
OVER += " sell:Cx1"
LONG = "y" * 65


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


NUMBERS = "0", "-1", "+1", "1.0", "1e3", "01", "0x10", "1_0", "1000000001", "9" * 400, "\u0663", "x"

GO = [
    ("go", "", "give one of iterations, movetime"),
    ("go depth 3", "depth", "it cuts the tree"),
    ("go multipv 3", "", "no limit"),
    ("go iteratons 5", "iteratons", "the keys are iterations"),
    ("go iterations 5 5", "5", "the keys are"),
    ("go infinite 5", "5", "the keys are"),
    ("go iterations", "iterations", "no value"),
    ("go iterations 5 only", "only", "no value"),
    ("go iterations 5 iterations 5", "iterations", "twice"),
    ("go infinite infinite", "infinite", "twice"),
    ("go infinite id 1 id 2", "id", "twice"),
    ("go infinite iterations 5", "infinite", "contradicts iterations"),
    ("go confidence 0.9 infinite", "infinite", "contradicts confidence"),
    ("go iterations 5 inc 1,1", "inc", "needs a clock"),
    ("go clock 5", "clock", "1 values, but there are 2 seats"),
    ("go clock 5,5,5", "clock", "3 values"),
    ("go clock 5,5 inc 1", "inc", "1 values"),
    ("go clock 5,-5", "clock", "whole number from 0"),
    ("go clock 5,", "clock", "whole number from 0"),
    ("go clock 5 5", "5", "the keys are"),
    *((f"go iterations {n}", "iterations", "from 1 to 1000000000") for n in NUMBERS),
    *((f"go movetime {n}", "movetime", "from 1 to 1000000000") for n in NUMBERS),
    *((f"go iterations 5 depth {n}", "depth", "from 1 to 1000") for n in NUMBERS),
    *((f"go iterations 5 multipv {n}", "multipv", "from 1 to 1000") for n in NUMBERS),
    *((f"go iterations 5 every {n}", "every", "from 1 to 1000000000") for n in NUMBERS),
    *(
        (f"go confidence {n}", "confidence", "between 0.5 and 1")
        for n in ("0", "0.5", "1", "1.0", "-0.9", "+0.9", ".9", "0.", "9e-1", "0,9", "nan", "inf")
    ),
    (f"go iterations 5 id {LONG}", "id", "64 characters"),
    ("go iterations 5 only camels,camels", "only", "twice"),
    ("go iterations 5 also camels,take:C,camels", "also", "twice"),
]

REFUSED = [
    ("Go infinite", "unknown-command", "", "they are hgi isready"),
    ("x" * 10_000, "unknown-command", "", "..."),
    ("go\u00a0infinite", "unknown-command", "", "they are"),
    ("go\u2028infinite", "unknown-command", "", "they are"),
    ("hgi now", "bad-argument", "", "no argument, not 'now'"),
    ("legal 1", "bad-argument", "", "no argument"),
    ("bench 1", "bad-argument", "", "no argument"),
    ("newgame 7", "bad-argument", "", "no argument"),
    ("isready a b", "bad-argument", "token", "one word"),
    (f"isready {LONG}", "bad-argument", "token", "64 characters"),
    ("stop now", "bad-argument", "id", "stop [id X]"),
    ("stop id", "bad-argument", "id", "stop [id X]"),
    ("stop id 1 2", "bad-argument", "id", "stop [id X]"),
    *((command, "bad-argument", field, text) for command, field, text in GO),
    ("go iterations 5 only take:G", "illegal-move", "only", "the market does not have"),
    ("go iterations 5 also take:G", "illegal-move", "also", "the market does not have"),
    ("go iterations 5 only bonus:9", "illegal-move", "only", "bonus:9"),
    ("go iterations 5 only take:?", "bad-move", "only", "take:D"),
    ("go iterations 5 only camels,", "bad-move", "only", "the forms are"),
    ("go iterations 5 only ,", "bad-move", "only", "the forms are"),
    ("setoption", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption Threads 2", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name Threads 2", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name Hash value 2", "bad-option", "Hash", "the options are Threads"),
    ("setoption name threads value 2", "bad-option", "threads", "the options are Threads"),
    ("setoption name Threads", "bad-option", "Threads", "needs a value"),
    ("setoption name Threads value", "bad-option", "Threads", "from 1 to 64"),
    *(
        (f"setoption name {name} value {n}", "bad-option", name, f"from {low} to {high}")
        for name, low, high in (("Threads", 1, 64), ("Memory", 1, 32_000), ("Seed", 0, 2**64 - 1))
        for n in (
            "-1",
            "1.5",
            "007",
            "1 2",
            "1e1",
            "\u0663",
            "\u00b2",
            "9" * 5000,
            "",
            str(high + 1),
        )
    ),
    *((f"setoption name Level value {n}", "bad-option", "Level", "1 to 10") for n in (0, 11, "x")),
    ("setoption name Memory value 0", "bad-option", "Memory", "from 1 to"),
    ("setoption name Trusted value True", "bad-option", "Trusted", "one of true false"),
    ("setoption name Format value xml", "bad-option", "Format", "one of text json"),
    ("setoption name Tree value", "bad-option", "Tree", "one of closed open"),
    ("setoption name Policy value best", "bad-option", "Policy", "one of default"),
    *(
        (f"setoption name Exploration value {n}", "bad-option", "Exploration", "from 0 to 100")
        for n in ("100.1", "-1", "1e1", ".5", "1.", ".", "007", "nan", "1.2.3", "1" * 500, "0,7")
    ),
    ("perft", "bad-argument", "N", "from 0 to 20"),
    ("perft 21", "bad-argument", "N", "from 0 to 20"),
    ("perft 02", "bad-argument", "N", "from 0 to 20"),
    ("perft 1 1", "bad-argument", "N", "from 0 to 20"),
    ("perft 1", "bad-position", "seat", "seat all"),
]

BAD_POSITIONS = [
    ("position", "bad-position", "game", "the games are jaipur"),
    ("position Jaipur seats 2 seat 0 start", "bad-position", "game", "the games are jaipur"),
    ("position jaipur", "bad-argument", "", "start or view is missing"),
    ("position jaipur seats 2 seat 0", "bad-argument", "", "start or view is missing"),
    ("position jaipur seats", "bad-argument", "seats", "no value"),
    ("position jaipur colour red start", "bad-argument", "", "the form is: position GAME"),
    ("position jaipur seats 2 seats 2 seat 0 start", "bad-argument", "seats", "twice"),
    ("position jaipur seat 0 start", "bad-argument", "seats", "missing"),
    ("position jaipur seats 2 start", "bad-argument", "seat", "missing"),
    ("position jaipur seats 3 seat 0 start", "bad-position", "seats", "2 to 2 seats"),
    ("position jaipur seats two seat 0 start", "bad-position", "seats", "not a number of seats"),
    ("position jaipur seats 02 seat 0 start", "bad-position", "seats", "not a number of seats"),
    ("position jaipur seats 2 seat 2 start", "bad-position", "seat", "0 to 1, or all"),
    ("position jaipur seats 2 seat -1 start", "bad-position", "seat", "not a number of seats"),
    ("position jaipur seats 2 seat all start", "not-trusted", "seat", "Trusted value true"),
    ("position jaipur seats 2 seat 0 start starter:0", "bad-argument", "", "the form is"),
    *(
        (f"position jaipur rules {rules} seats 2 seat 0 start", "bad-position", "rules", text)
        for rules, text in (
            ("rounds", "NAME=VALUE"),
            ("rounds=single,", "NAME=VALUE"),
            ("rounds=single,rounds=single", "each name once"),
            ("rounds=three", "match|single"),
            ("cards=9", "no option"),
            ("max_plies=0", "1..9999"),
            ("max_plies=0500", "1..9999"),
            ("max_plies=10000", "1..9999"),
            ("max_plies=" + "9" * 5000, "1..9999"),
            ("x" * 100_000 + "=1", "..."),
        )
    ),
    (f"{ROUND} events {EVENTS} take:G", "illegal-move", "events", "event 5: take:G: the market"),
    (f"{ROUND} events {EVENTS} {EVENTS}", "illegal-move", "events", "event 5: starter:0"),
    (f"{ROUND} events starter:2", "bad-move", "events", "event 1"),
    (f"{ROUND} events starter:0 deal0:LDDDD", "bad-move", "events", "order"),
    (f"{ROUND} events starter:0 deal0:DDD??", "illegal-move", "events", "event 2"),
    (f"{ROUND} events starter:0 deal0:DDDDL deal1:CPLKK", "illegal-move", "events", "event 3"),
    (f"{ROUND} events {'z' * 100_000}", "bad-move", "events", "the forms are"),
    ("position jaipur seats 2 seat 0 view", "bad-position", "view", "missing"),
    ("position jaipur seats 2 seat 0 view seat=0", "bad-position", "view", "lacks phase"),
    (f"position jaipur seats 2 seat 0 view {'z' * 100_000}", "bad-position", "view", "key=value"),
]


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
    for line in ("", " ", "\t", "#", "# legal", "#\u2028 legal", "\r"):
        engine.send(line)
    assert engine.sync() == []
    engine.send(" # legal")
    assert engine.sync()[0].startswith("error unknown-command '#' is no command")
    assert said(engine, "go\titerations  7\t")[0]["iterations"] == 7
    assert engine.ask("setoption  name\tThreads value\t1 ") == []


def test_help_is_the_list(engine: Engine) -> None:
    *lines, last = engine.ask("help")
    assert last == "help" and len(lines) == 16
    assert all(line.startswith("info string ") for line in lines)
