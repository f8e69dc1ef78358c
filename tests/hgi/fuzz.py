"""Lines for an HGI server that are nearly right, or not at all: the same ones for the same seed.

Valid lines are made from random games, and changed word by word and byte by byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import sarai
from sarai_protocol.hgi.server.lines import MAX_LINE
from tests.hgi.test_server_positions import histories, some_rules

NASTY = (
    *("0", "-1", "1e9", "1000000000", "1000000001", "0.95", ".5", "007", "9" * 400, "nan", "-"),
    *("", " ", "\t", "?", ",", ",,", ":", ";", "=", "/", "#", "#7", "{}", '"', "\\", "'", "%s"),
    *("\u00a0", "\u2028", "\u0663", "\ufeff", "\u00fc", "\U0001f42b", "\u202e", "a" * 70, "\r"),
    *("all", "start", "view", "events", "seat", "id", "infinite", "none", "value", "name", "true"),
)
KEYS = (
    *("iterations 9", "movetime 1", "clock 5,5", "inc 1,1", "confidence 0.6", "depth 2", "id a"),
    *("multipv 3", "only camels", "also camels", "every 1", "infinite", "id b7", "multipv 1000"),
)
SIMPLE = (
    *("hgi", "isready", "isready token", "newgame", "stop", "stop id a", "stop id b7", "legal"),
    *("belief", "result", "d", "d json", "eval", "perft 1", "perft 2", "perft 20", "bench", "help"),
    *("", "# a comment", "quit now", "Quit"),
)
OPTIONS = (
    *("Threads value 1", "Threads value 2", "Memory value 1", "Memory value 64", "Seed value 7"),
    *("Trusted value true", "Trusted value true", "Trusted value false", "Format value text"),
    *("Format value json", "Tree value open", "Tree value closed", "Exploration value 0.7"),
    *("Level value 1", "Level value 10"),
    *("Exploration value 0", "Policy value default", "Policy value uniform", "Nothing value 1"),
)
TOO_MUCH = re.compile(
    rb"[ \t]*setoption[ \t]+name[ \t]+(Memory[ \t]+value[ \t]+\d{3}|Threads.*\d\d)"
)
"""Options that are right, but would take all of a small machine."""


class Fuzz:
    """An endless source of lines."""

    def __init__(self, seed: int, games: int = 40) -> None:
        self._rng = random.Random(seed)
        self._positions = [line for k in range(games) for line in self._of_a_game(seed + k)]
        self._words = sorted(
            {w for line in self._positions for w in line.split(" ") if len(w) < 40}
        )
        self._mutations: tuple[Callable[[list[str]], None], ...] = (
            self._drop,
            self._double,
            self._swap,
            self._replace,
            self._insert,
            self._alter,
            self._splice,
        )

    def _of_a_game(self, seed: int) -> Iterator[str]:
        """A position of each seat and of all, by events and by snapshot."""
        options = some_rules(self._rng)
        game = sarai.game("jaipur", options=options)
        told, _ = histories(game, self._rng, seed)
        rules = ",".join(f"{name}={value}" for name, value in options.items())
        for number, events in enumerate(told):
            seat = "all" if number == game.seats else str(number)
            head = f"position jaipur {f'rules {rules} ' if rules else ''}seats 2 seat {seat}"
            yield f"{head} start events {' '.join(events)}"
            state = game.start(None if number == game.seats else number)
            for event in events:
                state.play(event)
            yield f"{head} view {state.snapshot()}"

    def position(self) -> str:
        """A position that is right where `Trusted` is on."""
        return self._rng.choice(self._positions)

    def valid(self) -> str:
        """A line that is right in some state."""
        rng = self._rng
        kind = rng.random()
        if kind < 0.3:
            return self.position()
        if kind < 0.6:
            return f"go iterations {rng.randrange(1, 60)} " + " ".join(
                rng.sample(KEYS[1:], rng.randrange(4))
            )
        if kind < 0.7:
            return "go " + " ".join(rng.sample(KEYS, rng.randrange(1, 5)))
        if kind < 0.8:
            return f"setoption name {rng.choice(OPTIONS)}"
        return rng.choice(SIMPLE)

    def line(self) -> bytes:
        """A line without its end; never one that ends the server."""
        while True:
            made = self._made()
            if not TOO_MUCH.match(made) and made.split() != [b"quit"]:
                return made

    def _made(self) -> bytes:
        rng = self._rng
        kind = rng.random()
        if kind < 0.2:
            return self.valid().encode()
        if kind < 0.22:
            return rng.randbytes(rng.randrange(200)).replace(b"\n", b" ")
        if kind < 0.2203:
            return self.valid().encode() + b" " * (MAX_LINE - rng.randrange(200))
        words = self.valid().split(" ")
        for _ in range(rng.choice((1, 1, 1, 2, 3, 10))):
            rng.choice(self._mutations)(words)
        made = rng.choice((" ", " ", " ", "  ", "\t")).join(words).encode()
        return made if kind < 0.9 else self._spoilt(made)

    # ---- mutations of words, in place ----

    def _at(self, words: list[str]) -> int:
        return self._rng.randrange(len(words)) if words else 0

    def _drop(self, words: list[str]) -> None:
        at = self._at(words)
        del words[at : at + self._rng.choice((1, 1, 1, 2, 5))]

    def _double(self, words: list[str]) -> None:
        at = self._at(words)
        words[at:at] = words[at : at + self._rng.choice((1, 1, 2, 5))]

    def _swap(self, words: list[str]) -> None:
        if words:
            one, other = self._at(words), self._at(words)
            words[one], words[other] = words[other], words[one]

    def _replace(self, words: list[str]) -> None:
        words[self._at(words) :][:1] = [self._word()]
        if words:
            words[self._at(words)] = self._word()

    def _insert(self, words: list[str]) -> None:
        words.insert(self._at(words), self._word())

    def _word(self) -> str:
        return self._rng.choice(self._rng.choice((NASTY, self._words)))

    def _alter(self, words: list[str]) -> None:
        """A character of a word, or a piece between the signs that join lists."""
        if not words:
            return
        at = self._at(words)
        pieces = re.split(r"([,;:=/>+?x])", words[at])
        which = self._rng.randrange(len(pieces))
        pieces[which] = self._rng.choice(
            (*NASTY[:24], pieces[which] * 2, "", *"DGSCPLK?0123456789")
        )
        words[at] = "".join(pieces)

    def _splice(self, words: list[str]) -> None:
        other = self.valid().split(" ")
        words[self._at(words) :] = other[self._at(other) :]

    def _spoilt(self, line: bytes) -> bytes:
        data = bytearray(line)
        for _ in range(self._rng.choice((1, 1, 3))):
            at = self._rng.randrange(len(data) + 1)
            data[at : at + self._rng.randrange(2)] = self._rng.randbytes(1)
        return bytes(data).replace(b"\n", b"\xff")
