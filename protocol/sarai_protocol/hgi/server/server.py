"""The server: lines in, lines out. It holds the options, the position and the job that runs.

The main thread reads and handles commands one by one; a search runs beside it in a thread (see
jobs.py), and what is said goes through a queue (see output.py), so that neither a search nor a
client that does not read keeps `isready`, `stop` and `quit` from an answer. A handler raises
Refused before it has changed anything.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NoReturn

from sarai import OVER, Move, NativeSearch, Settings, State
from sarai.players import Level

from ...refusal import USAGE, reason
from ...version import VERSION
from ..messages import Message, split_words, to_json, to_text
from . import answers, positions, requests
from .commands import COMMANDS, listing
from .faults import Code, Refused, shown
from .jobs import BenchJob, Job, PerftJob, SearchJob
from .lines import read_lines
from .options import Options
from .output import Output
from .positions import Position
from .waking import wakened

FLUSH_SECONDS = 0.5
"""How long `quit` waits for a client that does not read."""

LONGEST_TOKEN = 64

GONE = select.POLLERR | select.POLLHUP
"""What poll says of a pipe that nobody can read any more."""


class Server:
    """One session. `run` returns when the input has ended and all is answered."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer = reader, writer
        self._output = Output(writer, self._unwritable)
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._job: Job | None = None
        self._stopping = False
        self._options = Options()
        self._position: Position | None = None
        self._handlers: dict[str, Callable[[list[str]], None]] = {
            "hgi": self._hgi,
            "isready": self._isready,
            "setoption": self._setoption,
            "newgame": self._newgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "quit": self._quit,
            "wait": self._wait,
            "legal": self._legal,
            "belief": self._belief,
            "result": self._result,
            "d": self._d,
            "eval": self._eval,
            "perft": self._perft,
            "bench": self._bench,
            "help": self._help,
        }

    # ---- the loop ----

    def run(self) -> None:
        with wakened() as signals:
            for line in read_lines(lambda size: self._read(size, signals)):
                self._output.wait_for_room()
                self._handle(line)
        self._finish()

    def _read(self, size: int, signals: int) -> bytes:
        """What the client has sent, nothing at the end. Ends all if the client has gone."""
        poll = select.poll()
        poll.register(self._reader, select.POLLIN)
        poll.register(self._writer, 0)
        poll.register(signals, select.POLLIN)
        while True:
            events = dict(poll.poll())
            if signals in events:  # it is handled from here on
                os.read(signals, size)
            if events.get(self._writer, 0) & GONE:
                self._nobody_listens()
            if self._reader in events:
                try:
                    return os.read(self._reader, size)
                except BlockingIOError:
                    continue
                except OSError:  # a terminal that has hung up
                    return b""

    def _handle(self, line: str | Refused) -> None:
        """One line; whatever is wrong with it is answered."""
        if isinstance(line, Refused):
            self._say(line.message())
            return
        words = split_words(line)
        if not words or words[0].startswith("#"):
            return
        id_ = requests.id_of(words[1:]) if words[0] == "go" else ""
        with self._lock:
            try:
                self._dispatch(words)
            except Refused as refused:
                self._say(refused.message(id_))
            except Exception as error:
                self._say(_internal(error).message(id_))

    def _dispatch(self, words: list[str]) -> None:
        command = COMMANDS.get(words[0])
        if command is None:
            raise Refused(
                Code.UNKNOWN_COMMAND,
                f"{shown(words[0])} is no command; the commands are {' '.join(COMMANDS)}",
            )
        if self._job is not None and not command.always:
            raise Refused(Code.BUSY, f"{command.name} must wait for the end of the search")
        if command.form == command.name:
            _no_arguments(words)
        self._handlers[command.name](words[1:])

    def _say(self, *messages: Message, report: bool = False) -> None:
        """Send the lines of one answer, which stay together."""
        write = to_json if self._options.word("Format") == "json" else to_text
        self._output.say([write(message) for message in messages], report)

    def _finish(self) -> None:
        """The input has ended: end what has no end, answer, and be gone."""
        with self._lock:
            if self._job is not None and self._job.endless:
                self._job.stop()
            self._until_idle()
        self._output.flush()

    def _until_idle(self) -> None:
        """Return when no job runs; the lock is held, but not while it waits."""
        while self._job is not None and not _is_gone(self._writer):
            self._idle.wait(0.2)

    def _nobody_listens(self) -> NoReturn:
        """The client has closed our output: there is nothing left to do."""
        os._exit(0)

    def _unwritable(self, error: OSError) -> NoReturn:
        """Nothing can be written: the client has gone, or the disk behind the output is full."""
        if isinstance(error, BrokenPipeError) or _is_gone(self._writer):
            self._nobody_listens()
        os.write(2, f"sarai: standard output: {reason(error)}\n".encode())
        os._exit(USAGE)

    # ---- jobs ----

    def _start(self, job: Job) -> None:
        threading.Thread(target=self._work, args=(job,), daemon=True, name="job").start()
        # Not reached unless a thread was available. The job ends under the lock that is held here.
        self._job, self._stopping = job, False

    def _work(self, job: Job) -> None:
        try:
            last = job.run(self._say, lambda *messages: self._say(*messages, report=True))
        except Exception as error:
            last = [_internal(error).message(job.id)]
            if isinstance(job, SearchJob):
                last.append(answers.no_move("internal", job.id))
        with self._lock:
            # Idle before the answer is out: a client that has read it may send the next command.
            self._job = None
            self._say(*last)
            self._idle.notify_all()

    # ---- handlers: the mandatory commands ----

    def _hgi(self, words: list[str]) -> None:
        self._say(*answers.handshake(VERSION))

    def _isready(self, words: list[str]) -> None:
        if len(words) > 1 or len("".join(words)) > LONGEST_TOKEN:
            raise Refused(
                Code.BAD_ARGUMENT,
                f"the token is one word of at most {LONGEST_TOKEN} characters",
                "token",
            )
        self._say(Message("readyok", {"token": words[0]} if words else {}))

    def _setoption(self, words: list[str]) -> None:
        if len(words) < 2 or words[0] != "name" or (len(words) > 2 and words[2] != "value"):
            raise Refused(Code.BAD_ARGUMENT, f"the form is: {COMMANDS['setoption'].form}", "name")
        value = " ".join(words[3:]) if len(words) > 2 else None
        self._options.set(words[1], value)
        if self._position and self._position.is_full and not self._options.flag("Trusted"):
            self._position = None

    def _newgame(self, words: list[str]) -> None:
        self._position = None

    def _set_position(self, words: list[str]) -> None:
        self._position = positions.parse(words, self._options.flag("Trusted"))

    def _go(self, words: list[str]) -> None:
        request = requests.parse(words)
        position = self._position
        if position is None:
            self._say(answers.no_move("no-position", request.id))
            return
        actor = position.state.actor
        if actor < 0 or not (position.is_full or actor == position.state.viewer):
            reason = "over" if actor == OVER else "not-to-move"
            self._say(answers.no_move(reason, request.id))
            return
        view = position.view()
        limits = request.limits(position.game.seats, actor)
        only = requests.legal_words(view, request.only, "only")
        also = requests.legal_words(view, request.also, "also")
        settings = self._options.settings(position.game, request.depth)
        level = self._options.level()
        if level is None:
            search = self._search(position, settings, only)
        else:
            search = self._held_back(view, level, settings, only)
            most = min(level.iterations, limits.iterations or level.iterations)
            limits = replace(limits, iterations=most)
        self._start(SearchJob(search, limits, request, also))

    def _search(
        self, position: Position, settings: Settings, only: tuple[int, ...]
    ) -> NativeSearch:
        """A search at full strength."""
        memory = self._options.number("Memory") * 2**20
        return NativeSearch(
            position.view(), settings, memory, self._options.number("Threads"), only
        )

    def _held_back(
        self, view: State, level: Level, settings: Settings, only: tuple[int, ...]
    ) -> NativeSearch:
        """The search of a level: of one thread, in a new tree, as the level was calibrated.

        Where the level strays, the move that is drawn is the only one to be searched, so that what
        is told is of the move that is played.
        """
        stray = level.stray(view, sorted(map(Move, only)) or view.moves(), settings.seed)
        memory = self._options.number("Memory") * 2**20
        return NativeSearch(view, settings, memory, only=only if stray is None else (stray,))

    def _stop(self, words: list[str]) -> None:
        if words and (words[0] != "id" or len(words) != 2):
            raise Refused(Code.BAD_ARGUMENT, f"the form is: {COMMANDS['stop'].form}", "id")
        if self._job is not None and (not words or words[1] == self._job.id):
            self._stopping = True
            self._job.stop()

    def _quit(self, words: list[str]) -> NoReturn:
        self._output.flush(FLUSH_SECONDS)
        os._exit(0)

    # ---- handlers: the optional commands ----

    def _wait(self, words: list[str]) -> None:
        if self._job is not None and self._job.endless and not self._stopping:
            raise Refused(
                Code.BUSY, "only `stop` ends this search, and `wait` would keep it unread"
            )
        self._until_idle()

    def _known(self) -> Position:
        if self._position is None:
            raise Refused(Code.NO_POSITION, "send a position first")
        return self._position

    def _legal(self, words: list[str]) -> None:
        state = self._known().state
        if state.actor < 0 or state.viewer not in (state.actor, -1):
            what = "the game is over" if state.actor == OVER else "another is next"
            raise Refused(Code.NOT_TO_MOVE, what)
        self._say(answers.legal(state))

    def _belief(self, words: list[str]) -> None:
        self._say(*answers.beliefs(self._known().state))

    def _result(self, words: list[str]) -> None:
        self._say(answers.result(self._known().state))

    def _d(self, words: list[str]) -> None:
        if words not in ([], ["json"]):
            raise Refused(Code.BAD_ARGUMENT, f"the form is: {COMMANDS['d'].form}", "json")
        state = self._known().state
        self._say(*([answers.structured(state)] if words else answers.board(state)))

    def _eval(self, words: list[str]) -> None:
        position = self._known()
        if position.state.actor == OVER:
            raise Refused(Code.NOT_TO_MOVE, "the game is over")
        policy = self._options.settings(position.game, 0).policy
        index = position.game.core.policies.index(policy) if policy else 0
        self._say(answers.evaluation(position.state, index, self._options.number("Seed")))

    def _perft(self, words: list[str]) -> None:
        if len(words) != 1 or words[0] not in map(str, range(21)):
            raise Refused(Code.BAD_ARGUMENT, "the form is: perft N, with N from 0 to 20", "N")
        position = self._known()
        if not position.is_full:
            raise Refused(Code.BAD_POSITION, "perft needs a position of seat all", "seat")
        self._start(PerftJob(position.state, int(words[0])))

    def _bench(self, words: list[str]) -> None:
        self._start(BenchJob())

    def _help(self, words: list[str]) -> None:
        lines = (Message("info", {"string": line}) for line in listing())
        self._say(*lines, Message("help"))


def _no_arguments(words: Sequence[str]) -> None:
    if len(words) > 1:
        raise Refused(Code.BAD_ARGUMENT, f"{words[0]} takes no argument, not {shown(words[1])}")


def _internal(error: Exception) -> Refused:
    if isinstance(error, MemoryError):
        return Refused(Code.INTERNAL, "so much memory is not available; set a lower one", "Memory")
    if str(error) == "can't start new thread":  # a RuntimeError; Python has no type for it
        text = "no memory is left for one more thread; set a lower Memory, or fewer Threads"
        return Refused(Code.INTERNAL, text, "Threads")
    where = error.__traceback__
    while where is not None and where.tb_next is not None:
        where = where.tb_next
    place = "" if where is None else f" in {where.tb_frame.f_code.co_name}"
    return Refused(Code.INTERNAL, f"{type(error).__name__}{place}: {error} (please report it)")


def _is_gone(descriptor: int) -> bool:
    """Has the reader of this pipe gone? Asked while nothing is written."""
    poll = select.poll()
    poll.register(descriptor, 0)
    return any(event & GONE for _, event in poll.poll(0))
