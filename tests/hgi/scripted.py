"""Drives a scripted engine (scripted_engine.py) with the client, and sees that nothing is left."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from sarai_protocol.hgi.client import Client, Phase, TimeOuts, process

PATIENCE = 120.0
SCRIPTED = Path(__file__).with_name("scripted_engine.py")
Script = list[tuple[str, list[str]]]
SLOW = TimeOuts(PATIENCE, PATIENCE, PATIENCE, PATIENCE)
HASTY = TimeOuts(handshake=PATIENCE, ready=0.3, overrun=0.3, quit=0.3)


def command(script: Script) -> list[str]:
    return [sys.executable, str(SCRIPTED), json.dumps(script)]


@asynccontextmanager
async def engine(
    *script: tuple[str, list[str]], timeouts: TimeOuts = SLOW, json: bool = False
) -> AsyncIterator[Client]:
    """An engine that does what the script says; when it is over, nothing of it is left."""
    async with Client(command(list(script)), timeouts=timeouts, json=json) as client:
        yield client
    assert client.phase is Phase.CLOSED
    assert not process._living
    assert asyncio.all_tasks() == {asyncio.current_task()}


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(main(), debug=True)


async def place(client: Client) -> None:
    await client.position("jaipur", seats=2, seat=0, events=["starter:0"])
