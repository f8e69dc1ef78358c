"""An engine that plays the first legal move, and has one fault: `python arena_engine.py FAULT`.

What is wrong begins with the third `go` of a game, or, if `ever` is the next argument, with that of
the process. Some faults take another argument. Without a fault it is a sound, if simple, engine.
"""

import os
import sys
import time
from pathlib import Path

from sarai import State, game

HELLO = """id name Arena engine
id author nobody
protocol 1
feature
game jaipur seats 2-2 rules rounds=match|single starter=dealt|seat0|seat1 max_plies=500|1..9999
option name Trusted type check default false
hgiok"""
ARGUMENTS = [*sys.argv[1:], "", ""]
FAULT, MORE = ARGUMENTS[0], ARGUMENTS[1:]
BEGIN = 3


def say(text: str) -> None:
    os.write(1, text.encode() + b"\n")


def position(words: list[str]) -> State:
    """The view that a `position` line gives."""
    rules = dict(pair.split("=") for pair in words[words.index("rules") + 1].split(","))
    view = game("jaipur", 2, rules).start(int(words[words.index("seat") + 1]))
    for event in words[words.index("events") + 1 :] if "events" in words else []:
        view.play(event)
    return view


def answer(view: State, go: dict[str, str], gone: int) -> None:
    """Answer the `go` of this number."""
    move, name = view.game.text(view.moves()[0]), go["id"]
    if gone >= BEGIN:
        match FAULT:
            case "dies":
                sys.exit("out of cards")
            case "hangs":
                time.sleep(1000)
            case "late":
                time.sleep(int(go["movetime"]) / 1000 + float(MORE[0]))
            case "illegal":
                move = "sell:Dx7"
            case "unreadable":
                move = "pass"
            case "stale":
                name = "1.1"
            case "none":
                return say(f"bestmove none id {name} reason over")
            case "garbage":
                os.write(1, b"\xff\xfe\x00\x01 garbage\n")
            case "chatter":
                say("thinking...\n# a comment\n\ninfo string hello")
            case "floods":
                while True:
                    say("thinking...")
            case "closes":
                os.close(1)
                time.sleep(1000)
            case "refuses":
                return say(f"error internal-affairs id {name} not today")
            case "stderr":
                sys.stderr.write("noise " * 200_000 + "\n")
    say(f"info id {name} time 1 iterations 1 depth 1.00")
    say(f"info id {name} multipv 1 move {move} visits 1 win 0.5,0.5 se 0 prior 1.0 pv {move}")
    say(f"bestmove {move} id {name}")
    if FAULT == "dies-after" and gone >= BEGIN:
        sys.exit(5)


def main() -> None:
    if FAULT == "dies-at-start":
        sys.exit("no licence")
    if FAULT == "starts-once":
        if Path(MORE[0]).exists():
            sys.exit("started before")
        Path(MORE[0]).touch()
    if FAULT == "deaf":
        time.sleep(1000)
    view, gone = State(game("jaipur")), 0
    for line in sys.stdin:
        match line.split():
            case ["hgi"]:
                say(HELLO)
            case ["isready", token]:
                say(f"readyok {token}")
            case ["position", *words]:
                view = position(words)
            case ["newgame"] if MORE[0] != "ever":
                gone = 0
            case ["go", *words]:
                gone += 1
                answer(view, dict(zip(words[::2], words[1::2], strict=True)), gone)
                if FAULT == "reads-no-more" and gone >= BEGIN:
                    time.sleep(1000)
            case ["quit"]:
                sys.exit(3 if FAULT == "dies-at-quit" else 0)


main()
