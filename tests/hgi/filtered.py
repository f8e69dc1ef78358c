"""Sarai with its lines changed on the way, a fault made from outside: `python filtered.py JSON`.

The JSON is two lists of [PATTERN, REPLACEMENT], for what the client sends and for what it gets; a
replacement may have several lines.
"""

import json
import re
import subprocess
import sys
import threading
from io import TextIOWrapper
from typing import IO

Changes = list[list[str]]


def pump(source: IO[str], target: IO[str], changes: Changes) -> None:
    """Write each line on, changed."""
    for line in source:
        for pattern, replacement in changes:
            line = re.sub(pattern, replacement, line)
        target.write(line)
        target.flush()
    target.close()


def main(sent: Changes, got: Changes) -> int:
    sarai = subprocess.Popen(
        [sys.executable, "-m", "sarai_protocol"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="latin-1",  # so that every byte passes
    )
    assert sarai.stdin and sarai.stdout
    for stream in (sys.stdin, sys.stdout):
        assert isinstance(stream, TextIOWrapper)
        stream.reconfigure(encoding="latin-1")
    threading.Thread(target=pump, args=(sys.stdin, sarai.stdin, sent), daemon=True).start()
    pump(sarai.stdout, sys.stdout, got)
    return sarai.wait()


if __name__ == "__main__":
    sys.exit(main(*json.loads(sys.argv[1])))
