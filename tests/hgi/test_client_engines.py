"""The client with real engines: Sarai's server, and the small one that knows the document only."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from sarai_protocol.hgi.client import Client, Phase
from sarai_protocol.hgi.client.errors import Refused
from tests.hgi.scripted import SLOW, run
from tests.support.command import SARAI

TINY = (sys.executable, str(Path(__file__).with_name("engines") / "tiny.py"))
ENGINES = {"sarai": (SARAI, False), "json": (SARAI, True), "tiny": (TINY, False)}
EVENTS = ["starter:0", "deal0:DDDDL", "deal1:???KK", "market:CP"]


async def place(client: Client, *more: str) -> None:
    await client.position(
        "jaipur", seats=2, seat=0, rules={"rounds": "single"}, events=[*EVENTS, *more]
    )


@pytest.mark.parametrize("name", ENGINES)
def test_a_session(name: str) -> None:
    async def test() -> None:
        command, json = ENGINES[name]
        async with Client(command, json=json, timeouts=SLOW) as client:
            assert client.about.games["jaipur"].takes("rounds", "single")
            await client.setoption("Seed", 7)
            await client.newgame()
            await place(client)
            answers = []
            for _ in range(2):
                asked = await client.go(iterations=300, multipv=3)
                reports = [report async for report in asked]
                answer = await asked.bestmove()
                assert [c["multipv"] for c in answer.candidates] == [1, 2, 3]
                assert answer.info is not None and answer.info["iterations"] == 300
                assert len(reports) == 4
                answers.append((answer.move, [c["visits"] for c in answer.candidates]))
            assert answers[0] == answers[1]
            with pytest.raises(Refused) as refused:
                await place(client, "take:G")
            assert refused.value.code == "illegal-move"
            with pytest.raises(Refused) as refused:
                await (await client.go(iterations=10, only=["take:G"])).bestmove()
            assert refused.value.code == "illegal-move"
            await place(client, "take:C")
            answer = await (await client.go(iterations=10)).bestmove()
            assert (answer.move, answer.reason) == (None, "not-to-move")
            assert await client.quit() == 0

    run(test)


def test_what_sarai_has_besides() -> None:
    """Text and JSON give the same."""

    async def said(json: bool) -> list[object]:
        async with Client(SARAI, json=json, timeouts=SLOW) as client:
            await place(client)
            everything: list[object] = [
                await client.legal(),
                await client.belief(),
                await client.result(),
                await client.d(),
                await client.structured(),
                await client.eval(),
                await client.help(),
            ]
            await client.setoption("Trusted", True)
            await client.position(
                "jaipur", seats=2, seat="all", rules={"rounds": "single"}, events=["starter:1"]
            )
            everything.append(await client.perft(2))
            return everything

    async def test() -> None:
        text, json = await said(False), await said(True)
        assert text == json
        assert text[-1] == 212040

    run(test)


@pytest.mark.parametrize("name", ENGINES)
def test_races_of_go_and_stop(name: str) -> None:
    """Whenever the stop comes, each search has its own answer and the next one goes on."""

    async def test() -> None:
        command, json = ENGINES[name]
        rng = random.Random(5)
        async with Client(command, json=json, timeouts=SLOW) as client:
            await place(client)
            legal = "take:C take:P camels sell:Dx2 sell:Dx3 sell:Dx4 sell:Lx1 swap:CP>DD swap:CP>DL"
            for number in range(60):
                wait = rng.choice([0.0, 0.0, 0.001, 0.003])
                kind = rng.randrange(3)
                asked = await client.go(
                    infinite=kind == 0,
                    movetime=2 if kind == 1 else None,
                    iterations=50 if kind == 2 else None,
                    every=1,
                )
                late = asyncio.create_task(stop_after(asked.stop, wait))
                if rng.random() < 0.5:
                    await client.isready()
                answer = await asked.bestmove()
                assert answer.move in legal.split()
                assert answer.candidates
                assert asked.id == f"s{number + 1}"
                if rng.random() < 0.5:
                    await late
            await client.isready()
            assert client.phase is Phase.IDLE

    run(test)


async def stop_after(stop: object, seconds: float) -> None:
    await asyncio.sleep(seconds)
    assert callable(stop)
    await stop()


def test_long_commands_are_stopped() -> None:
    async def test() -> None:
        async with Client(SARAI, timeouts=SLOW) as client:
            await client.setoption("Trusted", True)
            await client.position("jaipur", seats=2, seat="all")
            for long in ("perft", "bench"):
                task = asyncio.create_task(client.perft(12) if long == "perft" else client.bench())
                while client.phase is not Phase.BUSY:
                    await asyncio.sleep(0)
                await client.isready()
                await client.stop()
                assert await task is None

    run(test)
