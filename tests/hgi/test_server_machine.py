"""The HGI server against a model of it: commands in any order, and races of go and stop.

All lines of the server come in one order, and the model follows it: whether a command finds a
search that runs is told by where its answer stands before or after the `bestmove`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

import sarai
from sarai import ALL, OVER, Limits, NativeSearch, Settings, State
from sarai_protocol.hgi.messages import Message
from tests.hgi.dialogue import Engine, read
from tests.hgi.test_server_positions import histories, some_rules

# ---- what is sent ----


@dataclass(frozen=True, slots=True)
class Place:
    """A position of a random game: its line, and the same made by the library."""

    line: str
    state: State


GAMES = 40
PLACES = 6 * GAMES


@cache
def places() -> Sequence[Place]:
    found = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        options = some_rules(rng)
        game = sarai.game("jaipur", options=options)
        told, _ = histories(game, rng, seed)
        rules = ",".join(f"{name}={value}" for name, value in options.items())
        for number, events in enumerate(told):
            seat = None if number == game.seats else number
            state = game.start(seat)
            for event in events:
                state.play(event)
            head = f"position jaipur {f'rules {rules} ' if rules else ''}seats 2 seat "
            head += "all" if seat is None else str(seat)
            found.append(Place(f"{head} start events {' '.join(events)}", state))
            found.append(Place(f"{head} view {state.snapshot()}", state))
    return found


@dataclass(frozen=True, slots=True)
class Go:
    """A `go` that can be read; None as iterations is one without an end."""

    iterations: int | None
    id: str = ""
    only: bool = False
    multipv: int = 1

    @property
    def line(self) -> str:
        limit = "infinite" if self.iterations is None else f"iterations {self.iterations}"
        id_ = f" id {self.id}" if self.id else ""
        only = " only camels" if self.only else ""
        return f"go {limit}{id_}{only} multipv {self.multipv}"


BAD = {
    "go": "bad-argument",
    "go infinite movetime 5": "bad-argument",
    "go iteratons 5": "bad-argument",
    "setoption name Threads value 0": "bad-option",
    "setoption name Format value xml": "bad-option",
    "position jaipur seats 2 seat 0 start events camels": "illegal-move",
    "position jaipur seats 2 seat 0 view seat=0": "bad-position",
    "position chess seats 2 seat 0 start": "bad-position",
    "perft 99": "bad-argument",
    "newgame now": "bad-argument",
}
"""Refused with this code, or as busy."""
WRONG = {
    "nonsense": "unknown-command",
    "stop it": "bad-argument",
    "isready a b": "bad-argument",
    "hgi \0": "bad-line",
    "legal camels": "bad-argument",
}
"""Refused with this code in every state."""
QUESTIONS = {"hgi": "hgiok", "belief": "beliefok", "eval": "eval", "help": "help", "d": "d"}
OPTIONS = {
    "Trusted": ("true", "false", "false"),
    "Format": ("text", "json"),
    "Seed": ("0", "1", str(2**64 - 1)),
    "Tree": ("closed", "open"),
    "Threads": ("1", "1", "2"),
}
IDS = st.sampled_from(("", "a", "b", "7"))
GOES = st.builds(
    Go,
    st.one_of(st.none(), st.sampled_from((1, 2, 30, 300, 5000))),
    IDS,
    st.booleans(),
    st.sampled_from((1, 3, 1000)),
)
COMMANDS: st.SearchStrategy[str | Go | Place] = st.one_of(
    GOES,
    IDS.map(lambda id_: f"stop id {id_}" if id_ else "stop"),
    st.integers(0, PLACES - 1).map(lambda number: places()[number]),
    st.sampled_from(
        [f"setoption name {name} value {v}" for name, vs in OPTIONS.items() for v in vs]
    ),
    st.sampled_from(
        [
            *("newgame", "legal", "result", "", "# go infinite", "perft 1", "perft 20", "stop"),
            *QUESTIONS,
            *WRONG,
            *BAD,
        ]
    ),
)

# ---- the model ----


@dataclass(slots=True)
class Job:
    """What runs: a search, or perft with the count that it must find."""

    go: Go | None
    root: State
    move: str = ""
    """What the search must find if nobody stops it; empty if that is not known."""
    stopped: bool = False
    lines: list[Message] = field(default_factory=list)


class Model:
    """What a server is, as far as its answers go."""

    def __init__(self) -> None:
        self.options = {name: values[0] for name, values in OPTIONS.items()}
        self.state: State | None = None
        self.job: Job | None = None

    def refusal(self, command: str | Go | Place) -> str:
        """The code of the error if nothing runs; empty if it is accepted."""
        if isinstance(command, Place):
            trusted = self.options["Trusted"] == "true"
            return "" if trusted or command.state.viewer != ALL else "not-trusted"
        if isinstance(command, Go):
            illegal = command.only and self.root() and "camels" not in self.moves()
            return "illegal-move" if illegal else ""
        if command in BAD or command in WRONG:
            return {**BAD, **WRONG}[command]
        if command.startswith(("legal", "belief", "result", "eval", "perft")) or command == "d":
            if self.state is None:
                return "no-position"
            if command.startswith("perft") and self.state.viewer != ALL:
                return "bad-position"
            over = self.state.actor == OVER
            if (command == "legal" and not self.root()) or (command == "eval" and over):
                return "not-to-move"
        return ""

    def root(self) -> State | None:
        """The view that a search would begin from."""
        if self.state is None or self.state.actor < 0:
            return None
        if self.state.viewer == ALL:
            return self.state.view(self.state.actor)
        return self.state if self.state.viewer == self.state.actor else None

    def moves(self) -> list[str]:
        root = self.root()
        return [] if root is None else [root.game.text(move) for move in root.moves()]

    def no_move(self) -> str:
        if self.state is None:
            return "no-position"
        return "over" if self.state.actor == OVER else "not-to-move"

    def accept(self, command: str | Go | Place) -> None:
        """What a command changes when nothing runs."""
        if isinstance(command, Place):
            self.state = command.state
        elif isinstance(command, Go):
            root = self.root()
            if root is not None:
                self.job = Job(command, root, self.best(root, command))
        elif command == "newgame":
            self.state = None
        elif command.startswith("setoption"):
            _, _, name, _, value = command.split()
            self.options[name] = value
            full = self.state is not None and self.state.viewer == ALL
            if full and self.options["Trusted"] == "false":
                self.state = None
        elif command.startswith("perft") and self.state is not None:
            self.job = Job(None, self.state)

    def best(self, root: State, go: Go) -> str:
        if go.iterations is None or go.iterations > 300:
            return ""
        how = Settings(tree=self.options["Tree"], seed=int(self.options["Seed"]))
        only = (root.game.parse("camels"),) if go.only else ()
        threads = int(self.options["Threads"])
        search = NativeSearch(root, how, threads=threads, only=only)
        return root.game.text(search.run(Limits(iterations=go.iterations)).move)


SILENT = "position", "setoption", "newgame", "stop", "go", "perft", "#"
ALWAYS = (*QUESTIONS, *WRONG, "legal", "result", "stop", "")


class Machine(RuleBasedStateMachine):
    """Sends a few commands in one piece, and follows the answers."""

    engine: Engine | None = None
    tokens = 0
    steps = 0

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        if Machine.engine is None:
            Machine.engine = Engine()
        # One process serves all examples: the state is reset, and any rest of it is a fault.
        self.burst([f"setoption name {name} value {v}" for name, v in self.model.options.items()])
        self.burst(["newgame"])

    @rule(commands=st.lists(COMMANDS, min_size=1, max_size=6))
    def burst(self, commands: Sequence[str | Go | Place]) -> None:
        assert Machine.engine
        sent, first = "", Machine.tokens
        for command in commands:
            text = command if isinstance(command, str) else command.line
            sent += f"{text}\nisready t{Machine.tokens}\n"
            Machine.tokens += 1
        Machine.engine.send_bytes(sent.encode())
        for token, command in enumerate(commands, first):
            Machine.steps += 1
            self.follow(command, f"t{token}")

    @rule()
    def settle(self) -> None:
        """Wait for the end of a search that has one."""
        job = self.model.job
        if job and (job.stopped or (job.go and job.go.iterations is not None)):
            while self.model.job is not None:
                self.of_the_job(self.next())

    def teardown(self) -> None:
        try:
            self.burst(["stop"])
            self.settle()
            self.burst(["", "stop"])
        except BaseException:
            assert Machine.engine
            Machine.engine.__exit__()
            Machine.engine = None
            raise

    def next(self) -> Message:
        assert Machine.engine
        line = Machine.engine.line()
        assert line is not None, f"it has ended: {Machine.engine.errors}"
        message = read(line)
        assert message is not None, line
        return message

    def follow(self, command: str | Go | Place, token: str) -> None:
        """The answer to a command, with the lines of what runs between."""
        model = self.model
        text = command if isinstance(command, str) else command.line
        always = text.split(" id ")[0] in ALWAYS or text.startswith("#")
        running = model.job
        if running and text in ("stop", f"stop id {running.go.id if running.go else ''}"):
            running.stopped = True
        refused = model.refusal(command)
        handled = always or running is None
        if handled and not refused:
            model.accept(command)
        answer: list[Message] = []
        while (message := self.next()).get("token") != token:
            if self.is_of_a_job(message):
                self.of_the_job(message)
                if running and model.job is None and not handled:
                    handled, running, refused = True, None, model.refusal(command)
                    if not refused:
                        model.accept(command)
                continue
            if not handled:
                assert (message.name, message["code"]) == ("error", "busy"), (text, message)
                assert message.get("id", "") == (command.id if isinstance(command, Go) else "")
                handled = True
                continue
            answer.append(message)
        assert handled, f"{text}: neither refused as busy, nor after the end of the search"
        busy = running is not None and not always
        self.check(command, refused, busy, answer)

    @staticmethod
    def is_of_a_job(message: Message) -> bool:
        search = message.name == "info" and "string" not in message.values
        return search or (message.name in ("bestmove", "perft") and message.get("move") != "none")

    def of_the_job(self, message: Message) -> None:
        job = self.model.job
        assert job is not None, f"nothing runs: {message}"
        if message.name == "perft":
            assert job.go is None
            if message["count"] == "stopped":
                assert job.stopped
            elif message["depth"] == 1:
                assert message["count"] == job.root.perft(1)
            self.model.job = None
            return
        go = job.go
        assert go is not None and message.get("id", "") == go.id
        if message.name == "info":
            job.lines.append(message)
            return
        head, *rest = job.lines
        assert go.iterations is not None or job.stopped, "bestmove before stop"
        assert [m["multipv"] for m in rest] == list(range(1, len(rest) + 1))
        assert 1 <= len(rest) <= go.multipv and rest[0]["move"] == message["move"]
        legal = ["camels"] if go.only else [job.root.game.text(m) for m in job.root.moves()]
        assert {m["move"] for m in rest} <= set(legal)
        assert head["iterations"] >= 1
        if go.iterations is not None and not job.stopped:
            assert head["iterations"] == go.iterations
            assert job.move in ("", message["move"])
        self.model.job = None

    def check(
        self, command: str | Go | Place, refused: str, busy: bool, answer: list[Message]
    ) -> None:
        model, shown = self.model, (command, answer)
        if busy:
            assert not answer, shown
        elif refused:
            assert [(m.name, m.get("code")) for m in answer] == [("error", refused)], shown
            assert answer[0].get("id", "") == (command.id if isinstance(command, Go) else "")
        elif isinstance(command, Go):
            names = [(m.name, m.get("reason")) for m in answer]
            accepted = model.root() is not None
            assert names == ([] if accepted else [("bestmove", model.no_move())]), shown
        elif isinstance(command, Place) or not command or command.startswith(SILENT):
            assert not answer, shown
        elif command == "legal":
            assert [m["moves"] for m in answer] == [model.moves()], shown
        elif command == "result":
            over = model.state is not None and model.state.actor == OVER
            assert [m["state"] for m in answer] == ["over" if over else "running"], shown
        else:
            assert answer[-1].name == QUESTIONS[command], shown
            if command == "d" and model.state is not None:
                assert answer[-1]["snapshot"] == model.state.snapshot()


@pytest.mark.parametrize(
    "examples, steps", [(200, 12), pytest.param(3_000, 40, marks=pytest.mark.slow)]
)
def test_the_server_is_its_model(examples: int, steps: int) -> None:
    Machine.steps = 0
    try:
        run_state_machine_as_test(
            Machine,
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert Machine.engine and Machine.engine.errors == ""
    finally:
        if Machine.engine:
            Machine.engine.__exit__()
        Machine.engine = None
    assert Machine.steps > 20 * examples
