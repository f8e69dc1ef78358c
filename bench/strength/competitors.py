"""Who sits at the table: a player with its clock, here or in a process of another checkout.

A competitor is named by a player specification, with `FOLDER@` before it for a player that runs on
the engine of another checkout (built there), so that any two commits can meet. `omniscient`, with
the options of `ismcts`, is shown the other hand: see omniscient.py.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from omniscient import NAME, open_hand

import sarai
from sarai import Game, InvalidGame, Player, State, game, player
from sarai.core import digest


def jaipur(rules: str = "") -> Game:
    """A single round, if the options of the rules (`option=value,...`) do not say otherwise."""
    given = dict(option.partition("=")[::2] for option in rules.split(",") if option)
    return game("jaipur", options={"rounds": "single", **given})


Sight = Callable[[State], State]
"""What the seat to move is shown of a full state."""


def own_view(state: State) -> State:
    """What the rules let it see."""
    return state.view(state.actor)


class Competitor(Protocol):
    """Chooses for the seat that is to move in a full state; its player is shown what it may see."""

    moves: int
    seconds: float
    """CPU time of all its moves."""
    elsewhere: float
    """All CPU time that was spent for it in another process."""

    def choose(self, state: State, seed: int) -> int: ...


@dataclass(slots=True)
class Here:
    """A player of this engine."""

    player: Player
    sight: Sight
    moves: int = 0
    seconds: float = 0.0
    elsewhere: float = 0.0

    def choose(self, state: State, seed: int) -> int:
        view = self.sight(state)
        started = time.process_time()  # of all threads of the player; nothing else runs meanwhile
        choice = self.player.choose(view, seed)
        self.seconds += time.process_time() - started
        self.moves += 1
        return choice.move


class Elsewhere:
    """A player of another checkout, in a process of its own: a line a question, a line a move."""

    def __init__(self, folder: str, specification: str, rules: str, sight: Sight) -> None:
        self.sight, self.moves, self.seconds, self.elsewhere = sight, 0, 0.0, 0.0
        self.process = subprocess.Popen(
            [sys.executable, __file__, specification, rules],
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def choose(self, state: State, seed: int) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        with suppress(BrokenPipeError):  # the answer is missing then
            print(self.sight(state).snapshot(), seed, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().split()
        if not answer:
            raise ConnectionError("the other engine has ended; its last words are above")
        move, seconds, elsewhere = answer
        self.moves += 1
        self.seconds += float(seconds)
        self.elsewhere = float(elsewhere)
        return state.game.parse(move)


def environment(folder: str) -> dict[str, str]:
    """That of a process that is to run on the engine of a checkout."""
    root = Path(folder).resolve()
    paths = os.pathsep.join(str(root / part) for part in ("engine", "protocol", "csrc"))
    return {**os.environ, "PYTHONPATH": paths}


def serve(specification: str, rules: str) -> None:
    """Answer the questions of an `Elsewhere`: the move, its CPU time, and that of the process."""
    played = jaipur(rules)
    chooser = player(specification, played)
    for line in sys.stdin:
        snapshot, seed = line.split()
        view = played.snapshot(snapshot)
        started = time.process_time()
        move = chooser.choose(view, int(seed)).move
        ended = time.process_time()
        print(played.text(move), ended - started, ended, flush=True)


def parts(specification: str) -> tuple[str, str, Sight]:
    """The other checkout if any, the player's own specification, and what it is shown."""
    folder, _, rest = specification.rpartition("@")
    name, colon, options = rest.partition(":")
    if name == NAME:
        return folder, f"ismcts{colon}{options}", open_hand
    return folder, rest, own_view


@cache
def competitor(specification: str, side: int, rules: str = "") -> Competitor:
    """The competitor of this process for a side of a match; each side has its own clock."""
    folder, name, sight = parts(specification)
    if folder:
        return Elsewhere(folder, name, rules, sight)
    return Here(player(name, jaipur(rules)), sight)


def check(specification: str) -> None:
    """ValueError or OSError if there is no such competitor."""
    folder, name, _ = parts(specification)
    if not folder:
        player(name, jaipur())
    elif not (Path(folder) / "engine" / "sarai").is_dir():
        raise ValueError(f"{specification}: {folder} is no checkout of Sarai")
    else:
        ask(folder, "--check", name)


@cache
def engine_of(specification: str) -> str:
    """The fingerprint of the engine on which a competitor runs."""
    folder, _, _ = parts(specification)
    return ask(folder, "--fingerprint") if folder else fingerprint()


def ask(folder: str, *arguments: str) -> str:
    """What this program says on the engine of a checkout; OSError with the reason if it fails."""
    command = [sys.executable, __file__, *arguments]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        if "sarai._core" in reason:
            reason += " (build it: `python csrc/build_core.py` there)"
        raise ChildProcessError(f"the engine of {folder}: {reason}")
    return done.stdout.strip()


def fingerprint() -> str:
    """Of the sources of the engine that is imported here, Python and C."""
    root = Path(sarai.__file__).parent
    found = hashlib.sha256(digest().encode())
    for file in sorted(root.rglob("*.py")):
        found.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


def main() -> None:
    match sys.argv[1:]:
        case ["--fingerprint"]:
            print(fingerprint())
        case ["--check", specification]:
            player(specification, jaipur())
        case [specification, rules]:
            serve(specification, rules)


if __name__ == "__main__":
    try:
        main()
    except InvalidGame as error:
        sys.exit(str(error))
