"""Signals reach the server where `poll` alone would sleep on."""

import os
import select
import signal
import threading
import time

import pytest

from sarai_protocol.hgi.server.waking import wakened


class Came(Exception):
    pass


def came(*_: object) -> None:
    raise Came


def test_a_signal_of_another_thread_wakes_the_reader() -> None:
    """Without the descriptor, `poll` would wait its ten seconds."""
    before = signal.signal(signal.SIGUSR1, came)
    try:
        with wakened() as signals:
            poll = select.poll()
            poll.register(signals, select.POLLIN)
            done = threading.Event()

            def send() -> None:
                time.sleep(0.05)
                signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
                done.wait(10)

            thread = threading.Thread(target=send)
            thread.start()
            with pytest.raises(Came):
                assert poll.poll(10_000)
                os.read(signals, 100)
                raise AssertionError("the handler has not run")
            done.set()
            thread.join()
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_what_was_there_is_there_again() -> None:
    before = signal.set_wakeup_fd(-1)
    try:
        with wakened() as signals:
            with wakened():
                pass
            signal.raise_signal(signal.SIGWINCH)  # ignored by default: the descriptor stays empty
            assert signal.set_wakeup_fd(-1) >= 0
            with pytest.raises(BlockingIOError):
                os.read(signals, 1)
    finally:
        signal.set_wakeup_fd(before)


def test_other_threads_get_a_quiet_descriptor() -> None:
    events: list[object] = []

    def wait() -> None:
        with wakened() as signals:
            poll = select.poll()
            poll.register(signals, select.POLLIN)
            events.extend(poll.poll(10))

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert events == []
