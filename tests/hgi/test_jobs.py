"""The jobs of the server, without a server."""

import threading
from collections.abc import Sequence

import sarai
from sarai import Limits, NativeSearch, Rng
from sarai_protocol.hgi.messages import Message
from sarai_protocol.hgi.server import requests
from sarai_protocol.hgi.server.jobs import SearchJob
from tests.support.positions import wander


def test_an_infinite_search_that_has_come_to_its_end_waits_for_stop() -> None:
    rng = Rng(1)
    state = wander(sarai.game("jaipur"), rng, 3, lambda state: state.sample(rng))
    search = NativeSearch(state.view(state.actor))
    job = SearchJob(search, Limits(iterations=1), requests.parse(["infinite"]), ())
    said: list[Sequence[Message]] = []
    thread = threading.Thread(target=lambda: said.append(job.run(_nothing, _nothing)))
    thread.start()
    thread.join(0.2)
    assert not said and thread.is_alive()
    job.stop()
    thread.join(30)
    assert said[0][-1].name == "bestmove"


def _nothing(*messages: Message) -> None:
    raise AssertionError("nobody asked for reports")
