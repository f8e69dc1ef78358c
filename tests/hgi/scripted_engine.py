"""An engine that answers by a script: `python scripted_engine.py SCRIPT`, for tests of clients.

The script is JSON: a list of [pattern, [answer, ...]]. The first pattern that fits a line of the
client decides; its groups stand in the answers as {0}, {1} and so on, and a group may be missing.
An answer that begins with `!` is done, not said: `!exit N`, `!sleep SECONDS`, `!close` (stdout),
`!part TEXT` (no line feed), `!fill N` (so many letters), `!bytes HEX`, `!deaf` (reads no more),
`!shut` (closes stdin).
A `stop` is not answered twice. What no pattern fits is answered as a quiet engine would.
"""

import json
import os
import re
import sys
import time

QUIET = [
    [
        "hgi",
        [
            "id name Scripted engine",
            "id author nobody",
            "protocol 1",
            "feature legal d",
            "game jaipur seats 2-2 rules rounds=match|single max_plies=500|1..9999",
            "option name Threads type spin default 1 min 1 max 8",
            "option name Trusted type check default false",
            "option name Format type combo default text var text var json",
            "option name Log type string default <empty>",
            "option name Clear type button",
            "hgiok",
        ],
    ],
    ["isready(?: (.*))?", ["readyok {0}"]],
    ["go .*infinite.* id (.*)", []],
    [
        "go .* id (.*)",
        [
            "info id {0} time 1 iterations 10 ips 10000 nodes 5",
            "info id {0} multipv 1 move take:D visits 7 win 0.6,0.4 pv take:D [fill:K]",
            "bestmove take:D id {0}",
        ],
    ],
    ["stop id (.*)", ["info id {0} time 5 iterations 50", "bestmove camels id {0}"]],
    ["legal", ["legal take:D camels"]],
    ["d", ["info string a board", "info string of two lines", "d seat=0"]],
    ["quit", ["!exit 0"]],
]


def act(word: str, rest: str) -> None:
    match word:
        case "exit":
            os._exit(int(rest))
        case "sleep":
            time.sleep(float(rest))
        case "close":
            os.close(1)
        case "part":
            os.write(1, rest.encode())
        case "fill":
            os.write(1, b"x" * int(rest))
        case "bytes":
            os.write(1, bytes.fromhex(rest))
        case "shut":
            os.close(0)
        case "deaf":
            time.sleep(1000)
        case _:
            raise SystemExit(f"scripted_engine.py: no !{word}")


def main() -> None:
    script = [*json.loads(sys.argv[1]), *QUIET]
    stopped = set[str]()
    for line in sys.stdin.buffer:
        text = line.decode(errors="replace").rstrip("\r\n")
        if text in stopped:
            continue
        if text.startswith("stop "):
            stopped.add(text)
        for pattern, answers in script:
            if found := re.fullmatch(pattern, text):
                for answer in answers:
                    said = answer.format(*(group or "" for group in found.groups()))
                    if said.startswith("!"):
                        word, _, rest = said[1:].partition(" ")
                        act(word, rest)
                    else:
                        os.write(1, said.encode() + b"\n")
                break


main()
