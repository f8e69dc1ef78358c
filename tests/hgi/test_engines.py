"""The engines of engines/: the sound one speaks HGI as it should, the others nearly so."""

import ast
import contextlib
import functools
import queue
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import faulty
import pytest
from impossible import IMPOSSIBLE, VIEW
from referee import Referee

ENGINES = Path(__file__).parent / "engines"
HGI = Path(__file__).parents[2] / "protocol" / "HGI.md"
SOUND = [sys.executable, str(ENGINES / "sound.py")]


class Session:
    """An engine at the other end of a pipe. It waits for lines, never for time."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put("EOF")

    def send(self, text: str | bytes) -> None:
        assert self.process.stdin
        data = text if isinstance(text, bytes) else text.encode() + b"\n"
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def until(self, pattern: str) -> list[str]:
        """All lines up to one that the pattern fits."""
        got: list[str] = []
        while not got or not re.fullmatch(pattern, got[-1]):
            assert "EOF" not in got, (pattern, got)
            got.append(self.lines.get(timeout=60))
        return got

    def ask(self, text: str | bytes, pattern: str) -> list[str]:
        self.send(text)
        return self.until(pattern)

    def answers(self, text: str | bytes) -> list[str]:
        """What a command that starts no search is answered, all of it."""
        self.send(text)
        return self.ask("isready done", "readyok done")[:-1]

    def end(self) -> tuple[list[str], int]:
        """Ends the input. What the engine still says, and its exit code."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.until("EOF")[:-1], self.process.wait(60)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self.reader.join()
        assert self.process.stdin and self.process.stdout
        self.process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()


@pytest.fixture
def sound() -> Iterator[Session]:
    session = Session(SOUND)
    yield session
    session.close()


def canonical(lines: list[str]) -> list[str]:
    return [re.sub(r" (time|ips|memory) \d+", "", line) for line in lines]


OTHER = VIEW.replace("seat 0", "seat 1").replace("DDDDL", "?????").replace("???KK", "GSCKK")
LEGAL = {"sell:Dx2", "sell:Dx3", "sell:Dx4", "sell:Lx1", "take:C", "take:P", "camels"} | {
    f"swap:CP>{given}" for given in ("DD", "DL")
}


def moves(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := re.search(r" multipv \d+ move (\S+) ", line))]


def test_sound_says_who_it_is(sound: Session) -> None:
    said = sound.ask("hgi", "hgiok")
    words = [line.split()[0] for line in said]
    assert words[:4] == ["id", "id", "protocol", "feature"] and words[-1] == "hgiok"
    assert [line for line in said if line.startswith("game ")] == [
        "game jaipur seats 2-2 rules rounds=match|single deck_end=refill_fails|empty"
        " starter=dealt|seat0|seat1 full_tie=replay|non_starter|draw max_plies=500|1..9999"
    ]
    assert any(line.startswith("option name Trusted type check") for line in said)


def test_sound_knows_the_legal_moves(sound: Session) -> None:
    sound.send(VIEW)
    said = sound.ask("go iterations 50 id a multipv 1000", "bestmove .*")
    assert sorted(moves(said)) == sorted(LEGAL)
    assert said[0].startswith("info id a time ") and " iterations 50 " in said[0]
    assert said[-1] == f"bestmove {moves(said)[0]} id a"


def test_sound_keeps_to_only_and_reports_also(sound: Session) -> None:
    sound.send(VIEW)
    said = sound.ask("go iterations 50 only take:C,camels also sell:Lx1,take:C", "bestmove .*")
    assert moves(said)[0] in ("take:C", "camels")
    assert {"take:C", "sell:Lx1"} <= set(moves(said)) <= {"take:C", "camels", "sell:Lx1"}


def test_sound_answers_the_same_again(sound: Session) -> None:
    sound.send(VIEW)
    first = canonical(sound.ask("go iterations 90 multipv 1000", "bestmove .*"))
    sound.ask("go movetime 5", "bestmove .*")
    assert canonical(sound.ask("go iterations 90 multipv 1000", "bestmove .*")) == first
    sound.send("setoption name Seed value 1")
    assert canonical(sound.ask("go iterations 90 multipv 1000", "bestmove .*")) != first


def test_sound_listens_during_a_search(sound: Session) -> None:
    sound.send(VIEW)
    sound.send("go infinite id 8")
    assert sound.answers("stop id 7") == []
    assert sound.answers(VIEW)[0].startswith("error busy ")
    assert sound.answers("go iterations 1 id 9")[0].startswith("error busy id 9 ")
    assert sound.answers("belief")[0].startswith("error unknown-command ")
    assert "hgiok" in sound.answers("hgi")
    assert sound.ask("stop id 8", "bestmove .*")[-1].endswith(" id 8")
    assert sound.answers("stop") == []
    assert sound.ask("go movetime 20 every 5", "bestmove .*")[0].startswith("info time ")
    assert sound.ask("go clock 300,0 inc 10,0", "bestmove .*")


REFUSED = {
    b"GO iterations 1\n": "unknown-command",
    b"\xff\n": "bad-line",
    b"isready a\0b\n": "bad-line",
    b"isready " + b"x" * (1 << 20) + b"\n": "bad-line",
    b"isready a b\n": "bad-argument",
    b"go\n": "bad-argument",
    b"go iteratons 1000\n": "bad-argument field iteratons",
    b"go iterations 010\n": "bad-argument field iterations",
    b"go iterations 1000000001\n": "bad-argument field iterations",
    b"go iterations 5 iterations 5\n": "bad-argument field iterations",
    b"go iterations 5 id x multipv 0\n": "bad-argument id x field multipv",
    b"go infinite movetime 5\n": "bad-argument",
    b"go depth 5\n": "bad-argument",
    b"go confidence 0.50\n": "bad-argument field confidence",
    b"go iterations 5 only take:G\n": "illegal-move field only",
    b"go iterations 5 also give:G\n": "bad-move field also",
    b"setoption name Threads value many\n": "bad-option field Threads",
    b"setoption name Seed value -1\n": "bad-option field Seed",
    b"position chess seats 2 seat 0 start\n": "bad-position field game",
    b"position jaipur seats 3 seat 0 start\n": "bad-position field seats",
    b"position jaipur seats 2 seat 2 start\n": "bad-position field seat",
    b"position jaipur rules rounds=two seats 2 seat 0 start\n": "bad-position field rules",
    b"position jaipur rules rounds=match,rounds=match seats 2 seat 0 start\n": "bad-position",
    b"position jaipur seat 0 start\n": "bad-argument",
    b"position jaipur seats 2 seat all start\n": "not-trusted",
}


def test_sound_refuses_and_forgets_nothing(sound: Session) -> None:
    sound.send(VIEW)
    first = canonical(sound.ask("go iterations 90 multipv 1000", "bestmove .*"))
    wrong = REFUSED | {f"{VIEW} {more}\n".encode(): code for more, code in IMPOSSIBLE.items()}
    for line, code in wrong.items():
        said = sound.answers(line)
        assert len(said) == 1 and said[0].startswith(f"error {code} "), (line[:99], said)
    assert canonical(sound.ask("go iterations 90 multipv 1000", "bestmove .*")) == first


def test_sound_says_why_there_is_no_move(sound: Session) -> None:
    assert sound.answers("go infinite id 3") == ["bestmove none id 3 reason no-position"]
    assert sound.answers(OTHER) == []
    assert sound.answers("go infinite") == ["bestmove none reason not-to-move"]
    assert sound.answers(f"{VIEW} camels") == []
    assert sound.answers("go infinite") == ["bestmove none reason not-to-move"]
    assert sound.answers("newgame") == []
    assert sound.answers("go infinite") == ["bestmove none reason no-position"]


@pytest.mark.parametrize("go", ["go iterations 20000 id 1", "go infinite id 1"])
def test_sound_answers_at_the_end_of_the_input(sound: Session, go: str) -> None:
    sound.send(f"{VIEW}\n# a comment\n\n {go}".encode())  # a last line without LF
    said, code = sound.end()
    assert said[-1].startswith("bestmove ") and said[-1].endswith(" id 1") and code == 0


def test_sound_quits_a_search(sound: Session) -> None:
    sound.send(f"{VIEW}\r\ngo infinite\r\nquit\r\n".encode())
    assert sound.until("EOF") == ["EOF"] and sound.process.wait(60) == 0


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"full_tie": "draw", "starter": "seat1", "max_plies": "9"},
        {"rounds": "single", "deck_end": "empty", "starter": "seat0", "full_tie": "non_starter"},
    ],
)
def test_sound_plays_whole_games(sound: Session, rules: dict[str, str]) -> None:
    """It plays both seats, from masked events, and answers the same for a seat and for all."""
    rng = random.Random(str(rules))
    referee = Referee(rng, **rules)
    sound.send("setoption name Trusted value true")
    while not referee.over:
        answers = []
        for seat in (str(referee.turn), "all"):
            assert sound.answers(referee.position(seat)) == []
            answers.append(canonical(sound.ask("go iterations 5 multipv 9", "bestmove .*")))
        assert answers[0] == answers[1] and answers[0][-1] != "bestmove none"
        assert sound.answers(referee.position(str(1 - referee.turn))) == []
        assert sound.answers("go iterations 5") == ["bestmove none reason not-to-move"]
        referee.play(rng.choice(moves(answers[0])))
    for seat in ("0", "1", "all"):
        assert sound.answers(referee.position(seat)) == []
        assert sound.answers("go iterations 5") == ["bestmove none reason over"]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").split(".")[0])
    return names


def test_sound_stands_alone() -> None:
    own = imported(ENGINES / "sound.py") | imported(ENGINES / "sound_rules.py")
    assert own - sys.stdlib_module_names == {"sound_rules"}


ALL = VIEW.replace("seat 0", "seat all").replace("???KK", "GSCKK")
EIGHT = " take:C fill:C take:C fill:C take:P fill:P take:C fill:C take:C"
SCRIPTS = {
    "search": f"""hgi\n{VIEW}\ngo infinite id 1 only camels\nisready x\nstop id 9\nisready y
hgi\n{VIEW} camels\ngo iterations 5 id 2\nbelief\nstop id 1\nisready z\nstop
go iterations 40 id q multipv 99\n""",
    "go": f"""hgi\n{VIEW}\nGO iterations 5\ngo\ngo depth 3\ngo iteratons 10\nisready \0z\n\udcff
# c\nisready b\r\ngo iterations 010\ngo iterations 5 iterations 5\ngo iterations 5 also take:G
setoption name Foo value 1\nposition jaipur seats 2 seat all start
go iterations 9 only camels also sell:Lx1""",
    "position": f"""hgi\ngo iterations 1\n{VIEW} take:G\n{VIEW.replace("???KK", "GSCKK")}
{VIEW} camels fill:DDD\n{VIEW.replace("rounds=single", "full_tie=draw")}\n{VIEW}{EIGHT}
{OTHER.replace("?????", "???KK")} swap:CP>KK\n{VIEW}\nnewgame\ngo iterations 1
{VIEW}\n{VIEW} camels fill:CCC camels\ngo infinite multipv 9\nstop
setoption name Trusted value true\n{ALL}\ngo infinite multipv 9\nstop\nnewgame
{VIEW}\ngo infinite multipv 9\nstop\n{ALL}\nsetoption name Trusted value false\ngo iterations 1
""",
    "quit": f"hgi\n{VIEW}\nquit\n",
}
# What shows only in time, and not in the lines that answer lines.
TIMED = {"early-bestmove", "slow-stop", "every-ignored", "every-unasked", "last-limit", "overtime"}
TIMED |= {"flag-fall", "unflushed", "slow-quit", "hanging-end", "endless-end"}


def heard(command: list[str], script: str) -> tuple[list[str], int]:
    """What an engine answers to the whole script, and its exit code."""
    data = script.encode(errors="surrogateescape")
    run = subprocess.run(command, input=data, capture_output=True, timeout=60)
    lines = canonical(run.stdout.decode().splitlines())
    return [re.sub(r" iterations \d+", "", line) for line in lines], run.returncode


@functools.cache
def heard_from_sound(script: str) -> tuple[list[str], int]:
    return heard(SOUND, script)


def second_round() -> str:
    """A position in the second round of a match."""
    rng = random.Random(1)
    referee = Referee(rng, starter="seat0", max_plies="2")
    while referee.rounds == 1:
        referee.play(next(f"take:{card}" for card in referee.market if card != "K"))
    return referee.position(str(referee.turn))


@pytest.mark.parametrize("name", sorted(faulty.FAULTS.keys() - TIMED))
def test_faults_show(name: str) -> None:
    """The engine starts, and says something else than the sound one, or leaves in another way."""
    scripts = [*SCRIPTS.values(), f"hgi\n{second_round()}\ngo iterations 3\n"]
    assert "bestmove" in heard_from_sound(scripts[-1])[0][-1]
    if faulty.FAULTS[name].part.__module__ == "faulty_position":
        scripts.sort(key=lambda script: script != SCRIPTS["position"])
    shown = []
    for script in scripts:
        said = heard([sys.executable, str(ENGINES / "faulty.py"), name], script)
        assert any(line.startswith("game jaipur ") for line in said[0])
        shown.append(said != heard_from_sound(script))
        if any(shown):
            break
    assert any(shown)


def test_timed_faults_start() -> None:
    for name in sorted(TIMED - {"unflushed"}):
        engine = Session([sys.executable, str(ENGINES / "faulty.py"), name])
        said = engine.ask("hgi", "hgiok")
        engine.close()
        assert said == heard_from_sound("hgi\n")[0]


@pytest.mark.skipif(not HGI.exists(), reason="the document is not there")
def test_faults_break_what_the_document_says() -> None:
    pages = [HGI, *(HGI.parent / "games").glob("*.md")]
    text = " ".join(" ".join(page.read_text().split()) for page in pages)
    assert [name for name, fault in faulty.FAULTS.items() if fault.breaks not in text] == []
