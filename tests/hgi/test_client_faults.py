"""The client of HGI: each way in which an engine can fail is told apart, and leaves nothing."""

import asyncio
import contextlib
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai_protocol.hgi.client import Client, Phase, conversation, process, search, transcript
from sarai_protocol.hgi.client.errors import (
    EngineFault,
    Gone,
    NotNow,
    Refused,
    Stalled,
    StartFault,
    Violation,
)
from tests.hgi.scripted import HASTY, PATIENCE, SLOW, Script, command, engine, place, run

VIOLATIONS = {
    "bestmove of another search": ("go .*", ["bestmove a id s0"]),
    "bestmove without its id": ("go .*", ["bestmove a"]),
    "no move and no reason": ("go .* id (.*)", ["bestmove none id {0}"]),
    "two bestmoves": ("go .* id (.*)", ["bestmove a id {0}", "bestmove a id {0}"]),
    "a wrong token": ("isready (.*)", ["readyok x{0}"]),
    "no token": ("isready (.*)", ["readyok"]),
    "an answer that nobody asked for": ("go .*", ["legal a"]),
    "an error of another search": ("go .*", ["error internal id s0 oh"]),
    "not UTF-8": ("go .*", ["!bytes ff0a"]),
    "a NUL": ("go .*", ["!bytes 61000a"]),
    "a long line": ("go .*", ["!fill 600000", "!fill 600000", ""]),
    "a value that is none": ("go .* id (.*)", ["info id {0} time soon"]),
    "a key without a value": ("go .* id (.*)", ["info id {0} time"]),
    "bestmove without a move": ("go .*", ["bestmove"]),
    "lines and lines that are no HGI": ("go .*", ["hello"] * 10_001),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_violations(name: str) -> None:
    async def test() -> None:
        answer = VIOLATIONS[name]
        first = ("isready (t1)", ["readyok {0}"])  # of `newgame`
        async with engine(first, answer) as client:
            await client.newgame()
            with pytest.raises(Violation) as caught:
                asked = await client.go(infinite=name != "two bestmoves", iterations=1)
                await asked.bestmove()
                await client.isready()
                await client.isready()
            assert client.phase is Phase.FAULTY
            with pytest.raises(Violation) as again:
                await client.legal()
            assert again.value is caught.value
            assert caught.value.line in client.transcript.text().replace("\\x00", "\0")

    run(test)


@pytest.mark.parametrize(
    "line",
    [
        '{{"message":"bestmove"}}',
        '{{"message":"info","id":"{0}","time":"soon"}}',
        '{{"message":"info","id":"{0}","win":0.5,"multipv":1}}',
        '{{"message":"info","id":"{0}","pv":7}}',
        '{{"no":"message"}}',
        "{{",
    ],
)
def test_violations_in_json(line: str) -> None:
    async def test() -> None:
        async with engine(("go .* id (.*)", [line]), json=True) as client:
            with pytest.raises(Violation):
                await (await client.go(infinite=True)).bestmove()

    run(test)


@pytest.mark.parametrize(
    "announced",
    [
        ["id name x", "protocol 2", "feature", "hgiok"],
        ["id name x", "feature", "hgiok"],
        ["protocol 1", "feature", "hgiok"],
        ["id name x", "protocol 1", "option name a type odd", "hgiok"],
        ["id name x", "protocol 1", "game g", "hgiok"],
        ["id name x", "protocol 1", "game g seats 2-2", "game g seats 2-2", "hgiok"],
        ["id name x", "protocol 1", "game g seats 2-2 rules a", "hgiok"],
    ],
)
def test_announcements_that_do_not_add_up(announced: list[str]) -> None:
    async def test() -> None:
        client = Client(command([("hgi", announced)]), timeouts=SLOW)
        with pytest.raises(Violation) as caught:
            await client.start()
        assert caught.value.phase == "handshake"
        assert not process._living and client.phase is Phase.CLOSED

    run(test)


def test_no_such_program() -> None:
    async def test() -> None:
        with pytest.raises(StartFault, match="/nonexistent/engine: No such file"):
            async with Client(["/nonexistent/engine"]):
                pass

    run(test)


def test_an_engine_that_ends_at_the_start_says_its_last_words() -> None:
    async def test() -> None:
        code = "import sys; sys.exit('no licence')"
        client = Client([sys.executable, "-c", code])
        with pytest.raises(Gone, match=r"exit code 1; the last line of stderr: no licence") as gone:
            await client.start()
        assert (gone.value.phase, gone.value.code) == ("handshake", 1)
        assert client.stderr == "no licence\n"

    run(test)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        (["!exit 3"], 3),
        (["info id {0} time 1", "!part bestmove", "!exit 0"], 0),
        (["!part bestmove none", "!exit 0"], 0),
        (["!close", "!deaf"], None),
    ],
)
def test_an_engine_that_ends_in_a_search(answers: list[str], code: int | None) -> None:
    async def test() -> None:
        async with engine(("go .* id (.*)", answers)) as client:
            await place(client)
            asked = await client.go(infinite=True)
            with pytest.raises(Gone) as gone:
                await asked.bestmove()
            assert (gone.value.phase, gone.value.code) == ("go", code)
            with pytest.raises(Gone):
                await client.isready()

    run(test)


def test_an_answer_that_came_before_the_end_counts() -> None:
    async def test() -> None:
        async with engine(("go .* id (.*)", ["bestmove a id {0}", "!exit 0"])) as client:
            asked = await client.go(iterations=1)
            with pytest.raises(Gone):
                while True:
                    await client.isready()
            assert (await asked.bestmove()).move == "a"

    run(test)


def test_stalls_name_the_phase_and_end_nothing() -> None:
    async def test() -> None:
        script: Script = [
            ("legal", ["!sleep 1.2", "legal late"]),
            ("go .*infinite.* id (.*)", []),
            ("stop id (.*)", ["!sleep 1.2", "bestmove a id {0}"]),
        ]
        async with engine(*script, timeouts=HASTY) as client:
            with pytest.raises(Stalled, match="no answer to `legal`") as stalled:
                await client.legal()
            assert stalled.value.phase == "legal"
            asked = await client.go(infinite=True)
            with pytest.raises(Stalled, match="no bestmove"):
                await asked.bestmove(0.1)
            assert asked.running and client.phase is Phase.SEARCHING
            await asked.stop()
            with pytest.raises(Stalled) as stalled:
                await asked.bestmove()
            assert stalled.value.phase == "go"
            asked._due = None
            assert (await asked.bestmove(PATIENCE)).move == "a"

    run(test)


def test_a_bestmove_is_due_after_movetime() -> None:
    async def test() -> None:
        async with engine(("go .*", []), timeouts=HASTY) as client:
            asked = await client.go(movetime=50)
            with pytest.raises(Stalled) as stalled:
                await asked.bestmove()
            assert 0.3 < stalled.value.seconds < PATIENCE

    run(test)


def test_an_engine_that_does_not_read() -> None:
    async def test() -> None:
        async with engine(("newgame", ["!deaf"]), timeouts=HASTY) as client:
            with pytest.raises(Stalled):
                await client.newgame()
            with pytest.raises(Stalled, match="does not read"):
                for _ in range(100):
                    await client._talk.write("x" * 100_000)

    run(test)


def test_an_engine_that_closes_its_stdin() -> None:
    async def test() -> None:
        async with engine(("legal", ["legal a", "!shut", "!deaf"])) as client:
            assert await client.legal() == ["a"]
            with pytest.raises(Gone, match="stdin is closed") as gone:
                while True:
                    await client._talk.write("stop")
                    await asyncio.sleep(0)
            assert gone.value.code is None

    run(test)


WORDS: tuple[str, ...] = (
    "info",
    "bestmove",
    "readyok",
    "error",
    "legal",
    "belief",
    "d",
    "hgiok",
    "id",
    "s1",
    "t1",
)
WORDS += (
    "multipv",
    "1",
    "move",
    "perft",
    "bench",
    "\n",
    "none",
    "reason",
    "win",
    "0.5,x",
    "pv",
    "time",
    "-",
    "{}",
    "#",
)
LINES = st.lists(st.one_of(st.binary(max_size=30), st.sampled_from(WORDS)), max_size=12)


QUESTIONS = st.sampled_from([("legal", ""), ("newgame", "t1"), ("perft", "t1"), ("bench", "t2")])


@given(
    LINES,
    st.booleans(),
    st.lists(
        QUESTIONS.map(
            lambda asked: conversation.PendingCommand(
                asked[0], frozenset({asked[0]} - {"newgame"}), token=asked[1] or None
            )
        ),
        max_size=3,
    ),
)
def test_whatever_an_engine_says_is_taken_skipped_or_a_violation(
    words: list[bytes | str], json: bool, questions: list[conversation.PendingCommand]
) -> None:
    talk = conversation.Conversation(None)
    talk.json = json
    talk.search = search.RunningSearch(talk, "s1", None, None)
    for asked in questions:
        talk.open.append(asked)
        talk.long = asked if asked.long else talk.long
    data = b" ".join(word if isinstance(word, bytes) else word.encode() for word in words)
    for line in data.split(b"\n"):
        with contextlib.suppress(Violation):
            talk._take(process.Line(line, 0.0))
        talk._take(process.Line(line, 0.0, ended=False))


def test_quit() -> None:
    async def test() -> None:
        for answers, code in ((["!exit 0"], 0), (["!exit 7"], 7), (["noise", "!exit 0"], 0)):
            async with engine(("quit", answers)) as client:
                assert await client.quit() == code
                with pytest.raises(NotNow, match="closed"):
                    await client.legal()
        async with engine(("quit", ["!deaf"]), timeouts=HASTY) as client:
            with pytest.raises(Stalled, match="after `quit`") as stalled:
                await client.quit()
            assert stalled.value.phase == "quit"

    run(test)


def test_a_search_goes_on_until_the_block_is_left() -> None:
    """An exception or a cancellation in the block leaves no process and no task."""

    async def test() -> None:
        with pytest.raises(ZeroDivisionError):
            async with engine() as client:
                await client.go(infinite=True)
                _ = 1 / 0
        assert not process._living
        task = asyncio.create_task(wait_for_ever())
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not process._living
        assert asyncio.all_tasks() == {asyncio.current_task()}

    async def wait_for_ever() -> None:
        async with engine() as client:
            await (await client.go(infinite=True)).bestmove()

    run(test)


def test_every_fault_is_an_engine_fault() -> None:
    assert all(issubclass(kind, EngineFault) for kind in (StartFault, Gone, Stalled, Violation))
    assert not issubclass(Refused, EngineFault)


def test_a_transcript_is_bounded_and_readable() -> None:
    kept = transcript.Transcript(lines=3, size=100)
    for number in range(5):
        kept.sent(b"line %d\n" % number, kept.started)
    kept.received(b"\xff\0\x1b[31m", kept.started)
    text = kept.text()
    assert text.startswith("(3 earlier lines were dropped)\n")
    assert text.endswith(r"< \xff\x00\x1b[31m")
    kept.sent(b"x" * 200, kept.started)
    assert len(kept.text().splitlines()) == 2
