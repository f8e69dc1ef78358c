"""The table of commands: dispatch, `help` and the list in HGI.md all come from it.

To add a command: a row here, a handler in server.py, a section with an example in HGI.md.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `always` if it is answered during a search, `silent` if success says nothing."""

    name: str
    form: str
    meaning: str
    always: bool = False
    silent: bool = False
    optional: bool = False

    def marks(self) -> str:
        """As in the list of the document."""
        return ("*" if self.always else "") + ("s" if self.silent else "")


COMMANDS = {
    command.name: command
    for command in (
        Command("hgi", "hgi", "name, features, games and options of the engine", always=True),
        Command(
            "isready",
            "isready [TOKEN]",
            "readyok when all commands before it are handled",
            always=True,
        ),
        Command(
            "setoption",
            "setoption name NAME value VALUE",
            "set an option of the engine",
            silent=True,
        ),
        Command("newgame", "newgame", "forget the position and all trees", silent=True),
        Command(
            "position",
            "position GAME [rules K=V,...] seats N seat S start|view SNAPSHOT [events E ...]",
            "set the position: what a seat knows",
            silent=True,
        ),
        Command(
            "go",
            "go LIMIT... [id X] [multipv K] [only M,M] [also M,M] [every MS]",
            "search the position and answer with bestmove",
        ),
        Command("stop", "stop [id X]", "end the search", always=True, silent=True),
        Command("quit", "quit", "end the engine", always=True, silent=True),
        Command(
            "wait",
            "wait",
            "read the next line when the search is done",
            always=True,
            silent=True,
            optional=True,
        ),
        Command("legal", "legal", "the legal moves", always=True, optional=True),
        Command("belief", "belief", "what the seat can infer", always=True, optional=True),
        Command("result", "result", "the result, if the game is over", always=True, optional=True),
        Command(
            "d",
            "d [json]",
            "the board for people and the snapshot, or the position for programs",
            always=True,
            optional=True,
        ),
        Command("eval", "eval", "a quick opinion from playouts", always=True, optional=True),
        Command("perft", "perft N", "count the ways to play N plies", optional=True),
        Command("bench", "bench", "search fixed positions and give the signature", optional=True),
        Command("help", "help", "list the commands", always=True, optional=True),
    )
}


def listing() -> list[str]:
    """One line a command, for `help`."""
    return [f"{c.marks():<2} {c.form}: {c.meaning}" for c in COMMANDS.values()]


def document() -> str:
    """The list as a table of the document."""
    rows = [
        f"| `{c.form}` | {c.marks()} | {'optional' if c.optional else ''} | {c.meaning} |".replace(
            "start|view", r"start\|view"
        )
        for c in COMMANDS.values()
    ]
    return "\n".join(["| command | | | meaning |", "|---|---|---|---|", *rows])
