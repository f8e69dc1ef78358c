"""The client of HGI: what it gives, what it refuses, and what the engine refuses."""

import asyncio
import doctest

import pytest

from sarai_protocol.hgi.client import Phase, announcement, conversation, search, transcript
from sarai_protocol.hgi.client.errors import NotNow, Refused
from tests.hgi.scripted import HASTY, PATIENCE, Script, engine, place, run


@pytest.mark.parametrize(
    ("module", "examples"),
    [(announcement, 4), (conversation, 2), (search, 1), (transcript, 4)],
)
def test_the_examples(module: object, examples: int) -> None:
    assert doctest.testmod(module) == (0, examples)  # type: ignore[arg-type]


# ---- what it gives ----


@pytest.mark.parametrize("format", ["text", "json"])
def test_a_whole_session(format: str) -> None:
    script: Script = []
    if format == "json":
        messages = [
            ("isready (t[2-9].*)", ['{{"message":"readyok","token":"{0}"}}']),
            ("legal", ['{{"message":"legal","moves":["take:D","camels"]}}']),
            (
                "go .* id (.*)",
                [
                    '{{"message":"info","id":"{0}","time":1,"iterations":10}}',
                    '{{"message":"info","id":"{0}","multipv":1,"move":"take:D","visits":7,'
                    '"win":[0.6,0.4],"pv":["take:D","[fill:K]"]}}',
                    '{{"message":"bestmove","move":"take:D","id":"{0}"}}',
                ],
            ),
        ]
        script = [(pattern, answers) for pattern, answers in messages]

    async def test() -> None:
        async with engine(*script, json=format == "json") as client:
            assert client.about.name == "Scripted engine"
            assert client.about.features == {"legal", "d"}
            assert client.about.games["jaipur"].takes("max_plies", "77")
            assert client.phase is Phase.IDLE
            await client.setoption("Threads", 2)
            await client.setoption("Trusted", True)
            await client.setoption("Log", "")
            await client.setoption("Clear")
            await client.newgame()
            await place(client)
            assert await client.legal() == ["take:D", "camels"]
            asked = await client.go(iterations=10, multipv=1)
            reports = [report async for report in asked]
            assert [report.get("visits") for report in reports] == [None, 7]
            answer = await asked.bestmove()
            assert (answer.move, answer.reason) == ("take:D", "")
            assert answer.info is not None and answer.info["iterations"] == 10
            assert answer.candidates[0]["win"] == [0.6, 0.4]
            assert answer.candidates[0]["pv"] == ["take:D", "[fill:K]"]
            assert 0 <= answer.seconds < PATIENCE
            assert await client.quit() == 0
        lines = client.transcript.text().splitlines()
        sent = [line.partition(" > ")[2] for line in lines if " > " in line]
        assert "setoption name Threads value 2" in sent
        assert "setoption name Trusted value true" in sent
        assert "setoption name Log value <empty>" in sent
        assert "setoption name Clear" in sent
        assert "position jaipur seats 2 seat 0 start events starter:0" in sent
        assert "go iterations 10 multipv 1 id s1" in sent
        assert sent[-1] == "quit"

    run(test)


def test_text_for_people() -> None:
    async def test() -> None:
        async with engine(("raw .*", ["info string one", "legal x", "from the future"])) as client:
            assert await client.d() == ("a board\nof two lines", "seat=0")
            said = await client.raw("raw thing")
            assert [message.name for message in said] == ["info", "legal"]
            assert await client.raw(b"\xff\0") == []

    run(test)


def test_stop_and_what_may_be_asked_during_a_search() -> None:
    async def test() -> None:
        async with engine() as client:
            await place(client)
            asked = await client.go(infinite=True, id="hint")
            assert asked.running and client.phase.name == "SEARCHING"
            await client.isready()
            assert await client.legal() == ["take:D", "camels"]
            for refused in (client.newgame(), client.setoption("Threads", 1), place(client)):
                with pytest.raises(NotNow, match="searching"):
                    await refused
            with pytest.raises(NotNow, match="searching"):
                await client.go(iterations=1)
            await asked.stop()
            await asked.stop()
            assert (await asked.bestmove()).move == "camels"
            assert client.phase.name == "IDLE"
            sent = client.transcript.text()
            await asked.stop()
            await client.stop()
            assert client.transcript.text() == sent, "the stop of a search that is over is not sent"
            with pytest.raises(ValueError, match="last search"):
                await client.go(infinite=True, id="hint")

    run(test)


def test_tasks_ask_at_the_same_time() -> None:
    """Answers go to the commands in their order, whoever waits first."""

    async def test() -> None:
        async with engine() as client:
            await place(client)
            for _ in range(20):
                asked = await client.go(infinite=True)
                answer, moves, *_ = await asyncio.gather(
                    asked.bestmove(), client.legal(), client.isready(), asked.stop(), client.d()
                )
                assert answer.move == "camels" and moves == ["take:D", "camels"]

    run(test)


def test_long_commands_make_it_busy() -> None:
    async def test() -> None:
        slow = ("perft .*", ["!sleep 0.3", "perft 3 77"])
        async with engine(slow, timeouts=HASTY) as client:
            task = asyncio.create_task(client.perft(3))
            await asyncio.sleep(0)
            assert client.phase is Phase.BUSY
            with pytest.raises(NotNow, match="busy"):
                await client.newgame()
            assert await task == 77
        refusing = ("perft .*", ["error bad-position only of the whole truth"])
        async with engine(refusing) as client:
            with pytest.raises(Refused, match="whole truth"):
                await client.perft(3)
            assert client.phase is Phase.IDLE
        async with engine(("bench", []), ("stop", ["bench stopped"])) as client:
            task = asyncio.create_task(client.bench())
            await asyncio.sleep(0)
            await client.stop()
            assert await task is None

    run(test)


def test_a_search_that_nobody_reads_is_bounded() -> None:
    async def test() -> None:
        flood = ["info id {0} time 1"] * 1500 + ["bestmove a id {0}"]
        async with engine(("go .* id (.*)", flood)) as client:
            await place(client)
            asked = await client.go(iterations=1)
            await asked.bestmove()
            assert len([report async for report in asked]) == search.UNREAD

    run(test)


# ---- what it refuses, and what the engine refuses ----


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("Nope", 1, "no option 'Nope'; its options are: Threads"),
        ("Threads", 9, "1 to 8"),
        ("Threads", "x", "1 to 8"),
        ("Trusted", "yes", "true or false"),
        ("Format", "xml", "text, json"),
        ("Log", "a\nquit", "line of text"),
        ("Clear", "x", "button"),
    ],
)
def test_options_are_checked_against_the_announcement(name: str, value: object, why: str) -> None:
    async def test() -> None:
        async with engine() as client:
            sent = client.transcript.text()
            with pytest.raises(ValueError, match=why):
                await client.setoption(name, value)
            assert client.transcript.text() == sent

    run(test)


def test_nothing_is_smuggled_into_a_line() -> None:
    async def test() -> None:
        async with engine() as client:
            for events in (["a b"], ["a\nquit"], [""]):
                with pytest.raises(ValueError, match="one word"):
                    await client.position("jaipur", seats=2, seat=0, events=events)
            with pytest.raises(ValueError, match="one word"):
                await client.go(iterations=1, id="a b")
            for line in ("a\nb", "go iterations 1", "isready"):
                with pytest.raises(ValueError, match="one line"):
                    await client.raw(line)
            assert client.phase is Phase.IDLE

    run(test)


def test_refusals_go_to_the_command_that_was_refused() -> None:
    async def test() -> None:
        script = (
            ("position .*", ["error bad-position field seats no such seats here"]),
            ("legal", ["error no-position where?"]),
            ("go iterations 1 id .*", ["error bad-argument field iterations too few"]),
            ("go .* id (.*)", ["error no-position id {0} nothing to search"]),
        )
        async with engine(*script) as client:
            with pytest.raises(Refused) as refused:
                await place(client)
            assert (refused.value.code, refused.value.field) == ("bad-position", "seats")
            assert refused.value.text == "no such seats here"
            assert "'position jaipur seats 2 seat 0" in str(refused.value)
            with pytest.raises(Refused, match="no-position"):
                await client.legal()
            for iterations, code in ((1, "bad-argument"), (2, "no-position")):
                asked = await client.go(iterations=iterations)
                with pytest.raises(Refused) as refused:
                    await asked.bestmove()
                assert refused.value.code == code
                with pytest.raises(Refused):
                    [report async for report in asked]
                assert client.phase is Phase.IDLE
            await client.isready()

    run(test)


def test_a_search_that_dies_inside_the_engine() -> None:
    async def test() -> None:
        answers = ["error internal id {0} oh", "bestmove none id {0} reason internal"]
        async with engine(("go .* id (.*)", answers)) as client:
            answer = await (await client.go(iterations=1)).bestmove()
            assert (answer.move, answer.reason) == (None, "internal")

    run(test)
