"""What is answered to a command that is refused: the codes of HGI.md, section 5."""

from __future__ import annotations

from enum import StrEnum

from ..messages import Message

LONGEST_TEXT = 600
"""The longest text of an error, in characters, whatever it quotes."""


class Code(StrEnum):
    """Why a command is refused."""

    UNKNOWN_COMMAND = "unknown-command"
    BAD_LINE = "bad-line"
    BAD_ARGUMENT = "bad-argument"
    BAD_OPTION = "bad-option"
    BAD_POSITION = "bad-position"
    BAD_MOVE = "bad-move"
    ILLEGAL_MOVE = "illegal-move"
    NOT_TO_MOVE = "not-to-move"
    NO_POSITION = "no-position"
    BUSY = "busy"
    NOT_TRUSTED = "not-trusted"
    INTERNAL = "internal"


class Refused(Exception):
    """Ends the handling of a command, before it has changed anything.

    `field` is the argument at fault; the text says what is wrong, and what would be right.
    """

    def __init__(self, code: Code, text: str, field: str = "") -> None:
        super().__init__(text)
        self.code, self.text, self.field = code, text, field

    def message(self, id_: str = "") -> Message:
        """The line of the engine; it carries the id of the `go` that is refused."""
        values = {"code": str(self.code), "id": id_, "field": self.field}
        given = {key: value for key, value in values.items() if value}
        text = " ".join(self.text.split())
        if len(text) > LONGEST_TEXT:
            text = text[: LONGEST_TEXT - 3] + "..."
        return Message("error", {**given, "text": text})


def shown(text: str) -> str:
    """Somebody else's word in an error: quoted, and not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
