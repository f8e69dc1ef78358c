"""Text on streams that can't write all of it: what they can't is escaped, and nothing is lost."""

from __future__ import annotations

import codecs
import io
import json
import sys


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """What can't be encoded, as JSON escapes it: `\\u00c4`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("sarai.escape", _escaped)


def escape_what_cannot_be_written() -> None:
    """For the standard output and the standard error stream."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="sarai.escape")


def ascii_json(line: bytes) -> str:
    """A line of JSON in ASCII, which every stream writes as what it is."""
    return line.decode().encode("ascii", errors="sarai.escape").decode()
