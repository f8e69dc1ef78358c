"""The skeleton of an HGI engine: begin with the player, and leave the rules to a referee.

    python skeleton.py [COMMAND...]     COMMAND starts the referee, an HGI engine; default: sarai

The referee runs beside this program. It checks every line and knows what is legal; this program
announces itself, keeps track of its search and chooses the move. Put your player into `rank`. It
answers at once, which HGI allows; a player that thinks for long does so in a thread of its own, so
that `stop` and `isready` are heard. `sarai check -- python skeleton.py` tests the result.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys

NAME, AUTHOR = "Skeleton", "you"
FEATURES = ("view", "legal", "belief", "result", "d")  # all of them answered by the referee
OPTIONS = ("Seed", "Trusted")
NOT_DURING_A_SEARCH = ("setoption", "newgame", "position", "go")
NOTHING = "depth 0 maxdepth 0 nodes 0 memory 0 determinizations 0 full 0"


def rank(legal: list[str], seed: int) -> list[str]:
    """Your player: the legal moves, the best first. This one shuffles them."""
    return random.Random(f"{seed} {' '.join(sorted(legal))}").sample(legal, len(legal))


class Referee:
    """Another HGI engine in a process of its own."""

    def __init__(self, command: list[str]) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        self.asked = 0
        self.ask(b"setoption name Memory value 1")
        hello = self.ask(b"hgi")
        self.games = [line for line in hello if line.startswith("game ")]
        self.options = [line for line in hello if line.startswith("option ")]
        features = next(line for line in hello if line.startswith("feature")).split()
        self.unannounced = {*features[1:]} - {*FEATURES}

    def ask(self, *lines: bytes) -> list[str]:
        """All that is answered to these lines; an `isready` behind them ends the answer."""
        assert self.process.stdin and self.process.stdout
        self.asked += 1
        token = f"ask{self.asked}"
        self.process.stdin.write(b"\n".join([*lines, f"isready {token}\n".encode()]))
        self.process.stdin.flush()
        found: list[str] = []
        for raw in self.process.stdout:
            line = raw.decode().rstrip("\n")
            if line == f"readyok {token}":
                return found
            found.append(line)
        raise SystemExit("the referee has gone")


class Engine:
    def __init__(self, command: list[str]) -> None:
        self.referee = Referee(command)
        self.seed = 0
        self.search: tuple[str, list[str]] | None = None  # an infinite one: its id, its answer

    def handle(self, raw: bytes) -> None:
        """One line of the client."""
        words = [word.decode(errors="replace") for word in re.findall(rb"[^ \t\r]+", raw)]
        name = words[0] if words else ""
        if self.search and name in NOT_DURING_A_SEARCH:
            self.say(f"error busy {name} has to wait for the end of the search")
        elif name in self.referee.unannounced:
            self.say(f"error unknown-command {name} is not announced")
        elif name == "go":
            self.go(raw, words)
        elif name == "setoption" and words[1:2] == ["name"] and not {*words[2:3]} <= {*OPTIONS}:
            self.say(f"error bad-option field {words[2][:64]} the options are {' '.join(OPTIONS)}")
        elif name == "hgi" and len(words) == 1:
            self.hello()
        else:
            answer = self.referee.ask(raw)
            self.say(*answer)
            if not answer:
                self.obey(name, words)

    def obey(self, name: str, words: list[str]) -> None:
        """What the referee was silent about, so that it is right and concerns us too."""
        if name == "setoption" and words[2] == "Seed":
            self.seed = int(words[4])
        if name == "stop" and self.search and words[2:] in ([], [self.search[0]]):
            self.finish()

    def hello(self) -> None:
        options = [line for line in self.referee.options if line.split()[2] in OPTIONS]
        self.say(f"id name {NAME}", f"id author {AUTHOR}", "protocol 1")
        self.say(f"feature {' '.join(FEATURES)}", *self.referee.games, *options, "hgiok")

    def go(self, raw: bytes, words: list[str]) -> None:
        """The referee reads the line, too: it says what is wrong with it, or that nobody moves."""
        answer = self.referee.ask(raw, b"stop", b"wait")
        if answer[0].startswith(("error", "bestmove none")):
            return self.say(answer[0])
        rest = iter(words[1:])
        keys = {key: "" if key == "infinite" else next(rest) for key in rest}
        legal = self.referee.ask(b"legal")[0].split()[1:]
        only = keys["only"].split(",") if "only" in keys else legal
        also = keys["also"].split(",") if "also" in keys else []
        id_ = f" id {keys['id']}" if "id" in keys else ""
        ranking = rank(only, self.seed)
        lines = [f"info{id_} time 0 iterations 0 ips 0 {NOTHING}"]
        for place, move in enumerate([*ranking, *(m for m in also if m not in only)], 1):
            if place <= int(keys.get("multipv", 1)) or move in also:
                prior = f"{1 / len(only) if move in only else 0:.4f}"
                zero = f"visits 0 available 0 prior {prior} pv {move}"
                lines.append(f"info{id_} multipv {place} move {move} {zero}")
        self.search = keys.get("id", ""), [*lines, f"bestmove {ranking[0]}{id_}"]
        if "infinite" not in keys:
            self.finish()

    def finish(self) -> None:
        if self.search:
            answer, self.search = self.search[1], None
            self.say(*answer)

    @staticmethod
    def say(*lines: str) -> None:
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
        sys.stdout.buffer.flush()

    def run(self) -> None:
        for raw in sys.stdin.buffer:
            if raw.split() == [b"quit"]:
                os._exit(0)
            self.handle(raw.removesuffix(b"\n"))
        self.finish()


if __name__ == "__main__":
    try:
        Engine(sys.argv[1:] or ["sarai"]).run()
    except BrokenPipeError:  # the client has gone
        os._exit(0)
