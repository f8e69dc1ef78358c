"""A sound HGI engine that knows all rules options of Jaipur; the faulty ones are made of it.

It does the mandatory part of HGI, and tells of nothing else. Its moves are random legal ones. The
rules are in sound_rules.py.
    A thread does nothing but read. The engine looks into its inbox between two iterations, so
`stop` is heard at once and only one thread works. An iteration draws a legal move, and the move
that is drawn most often is the best: to make a player of it, change `Search`.
"""

import os
import random
import re
import sys
import time
from collections import Counter
from queue import SimpleQueue
from threading import Thread

from sound_rules import MOVE, RULES, Game, Refused

# What may stand behind a key, as a pattern. An empty pattern: nothing stands there.
RULE = "|".join(f"{name}=({values})" for name, values in RULES.items())
RULE = RULE.replace("1..9999", "[1-9][0-9]{0,3}")
POSITION = {"seats": "2", "seat": "0|1|all"}
POSITION |= {"rules": rf"(?!(.*,)?(\w+)=.*,\2=)({RULE})(,({RULE}))*"}  # no name twice
THOUSAND, BILLION, TIME = "[1-9][0-9]{0,2}|1000", "[1-9][0-9]{0,8}|10{9}", "(0|BILLION)"
TIME = TIME.replace("BILLION", BILLION)
LIMITS = {"iterations": BILLION, "movetime": BILLION, "clock": f"{TIME},{TIME}", "infinite": ""}
LIMITS |= {"confidence": "0[.]5[0-9]*[1-9][0-9]*|0[.][6-9][0-9]*"}
GO = LIMITS | {"inc": LIMITS["clock"], "depth": THOUSAND, "id": ".{1,64}", "every": BILLION}
GO |= {"multipv": THOUSAND, "only": ".+", "also": ".+"}
OPTIONS = {"Seed": "0|" + BILLION, "Trusted": "true|false"}
NEVER, ENOUGH = 10**12, 10_000
AT_ONCE = ("hgi", "isready", "stop", "quit")  # answered during a search
COMMANDS = (*AT_ONCE, "setoption", "newgame", "position", "go")
HELLO = f"""id name Sound
id author the Sarai developers
protocol 1
feature
game jaipur seats 2-2 rules {" ".join(f"{name}={values}" for name, values in RULES.items())}
option name Seed type spin default 0 min 0 max 1000000000
option name Trusted type check default false
hgiok"""


def words_of(line: bytes) -> list[str]:
    line = line.removesuffix(b"\n").removesuffix(b"\r")
    text = line.decode(errors="surrogateescape")  # what is not UTF-8 becomes U+DC80 to U+DCFF
    if len(line) > 1 << 20 or re.search("[\0-\x08\x0a-\x1f\x7f-\x9f\udc80-\udcff]", text):
        raise Refused("bad-line", "not UTF-8, a control character, or too long")
    return re.findall("[^ \t]+", text)


def pairs_of(words: list[str], patterns: dict[str, str], code: str) -> dict[str, str]:
    """KEY VALUE KEY VALUE..., each key once."""
    pairs, rest = dict[str, str](), iter(words)
    for key in rest:
        if key not in patterns or key in pairs:
            raise Refused("bad-argument", f"{key[:64]} is unknown, or there twice", key)
        pairs[key] = next(rest, "") if patterns[key] else ""
        if not re.fullmatch(patterns[key], pairs[key]):
            raise Refused(code, f"{key} can't be '{pairs[key][:64]}'", key)
    return pairs


def moves_of(key: str, args: dict[str, str], legal: list[str]) -> list[str]:
    moves = args[key].split(",") if key in args else []
    for move in moves:
        if move not in legal:
            code = "illegal-move" if MOVE.fullmatch(move) else "bad-move"
            raise Refused(code, f"{move[:64]} can't be read, or not played here", key)
    if len(moves) > len(set(moves)):
        raise Refused("bad-argument", "a move is there twice", key)
    return moves


def id_of(words: list[str]) -> str:
    """The id of a `go`: an error carries it too, even if the rest can't be read."""
    word = words[words.index("id") + 1] if "id" in words[:-1] else ""
    return f" id {word}" if 0 < len(word) <= 64 else ""


class Search:
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        self.id, self.args, self.started = id, args, time.perf_counter()
        legal = game.legal()
        self.only, self.also = moves_of("only", args, legal) or legal, moves_of("also", args, legal)
        self.random = random.Random(" ".join([seed, *legal]))  # all that the answer depends on
        self.drawn, self.iterations = Counter[str](), 0
        self.every = self.next_report = int(args.get("every", NEVER))
        self.most, self.end = (int(args.get(key, NEVER)) for key in ("iterations", "movetime"))
        if "clock" in args:
            left, more = (int(args.get(k, "0,0").split(",")[game.turn]) for k in ("clock", "inc"))
            self.end = min(self.end, left // 2, left // 40 + more)

    def time(self) -> int:
        return int((time.perf_counter() - self.started) * 1000)

    def iterate(self) -> bool:
        """Draws a move. Returns whether that was the last one."""
        self.drawn[self.random.choice(self.only)] += 1
        self.iterations += 1
        sure = "confidence" in self.args and len(self.only) == 1
        return sure or self.iterations >= self.most or self.time() >= self.end

    def ranking(self) -> list[str]:
        """All candidates, the best first."""
        rest = [move for move in self.also if move not in self.only]
        return sorted(self.only, key=lambda move: -self.drawn[move]) + rest

    def report(self) -> list[str]:
        ms, n = self.time(), self.iterations
        lines = [f"info{self.id} time {ms} iterations {n} ips {n * 1000 // max(ms, 1)} depth 0"]
        lines[0] += " maxdepth 0 nodes 0 memory 0 determinizations 0 full 0"
        for place, move in enumerate(self.ranking(), 1):
            if place <= int(self.args.get("multipv", 1)) or move in self.also:
                lines.append(f"info{self.id} multipv {place} move {move} visits 0 available 0")
                lines[-1] += f" prior {(move in self.only) / len(self.only):.6f} pv {move}"
        return lines


class Engine:
    new_game, new_search = Game, Search

    def __init__(self) -> None:
        self.game: Game | None = None
        self.search: Search | None = None
        self.options = {"Seed": "0", "Trusted": "false"}
        self.inbox: SimpleQueue[bytes] = SimpleQueue()

    def say(self, *lines: str) -> None:
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
        sys.stdout.buffer.flush()

    def handle(self, line: bytes) -> None:
        words: list[str] = []
        try:
            words = words_of(line)
            if words and not words[0].startswith("#"):
                self.command(words)
        except Refused as refused:
            id = id_of(words) if words[:1] == ["go"] else ""
            self.say(f"error {refused.code}{id}{refused.field} {refused.text}")
        except Exception as fault:  # of this program; the session goes on
            self.say(f"error internal {fault!r}")

    def command(self, words: list[str]) -> None:
        if self.search and words[0] in COMMANDS and words[0] not in AT_ONCE:
            raise Refused("busy", "a search is running")
        match words:
            case ["hgi"]:
                self.say(HELLO)
            case ["isready", *token] if len(token) < 2 and len("".join(token)) <= 64:
                self.say(" ".join(["readyok", *token]))
            case ["setoption", "name", name, *value]:
                self.set_option(name, value)
            case ["newgame"]:
                self.game = None
            case ["position", "jaipur", *rest] if "start" in rest:
                self.game = self.position(rest, rest.index("start"))
            case ["position", game, *_] if game != "jaipur":
                raise Refused("bad-position", "the game is jaipur", "game")
            case ["go", *rest]:
                self.go(pairs_of(rest, GO, "bad-argument"), id_of(words))
            case ["stop", *rest]:
                pairs_of(rest, {"id": GO["id"]}, "bad-argument")
                self.stop(id_of(words))
            case ["quit"]:
                self.quit()
            case [name, *_]:
                code = "bad-argument" if name in COMMANDS else "unknown-command"
                raise Refused(code, f"{name[:64]} is not known, or not with such words behind it")

    def set_option(self, name: str, value: list[str]) -> None:
        if name not in OPTIONS or not re.fullmatch(f"value ({OPTIONS[name]})", " ".join(value)):
            raise Refused("bad-option", "there is no such option, or it can't be that", name)
        self.options[name] = value[1]
        if self.options["Trusted"] == "false" and self.game and self.game.seat is None:
            self.game = None

    def position(self, words: list[str], start: int) -> Game:
        pairs = pairs_of(words[:start], POSITION, "bad-position")
        if {"seats", "seat"} - pairs.keys() or words[start + 1 : start + 2] not in ([], ["events"]):
            raise Refused("bad-argument", "a position has seats, seat, start, and events if any")
        if pairs["seat"] == "all" and self.options["Trusted"] == "false":
            raise Refused("not-trusted", "seat all needs the option Trusted", "seat")
        rules = {name: values.split("|")[0] for name, values in RULES.items()}
        rules |= dict(re.findall("([^,]+)=([^,]+)", pairs.get("rules", "")))
        game = self.new_game(rules, None if pairs["seat"] == "all" else int(pairs["seat"]))
        for number, event in enumerate(words[start + 2 :], 1):
            try:
                game.play(event)
            except Refused as refused:
                raise Refused(refused.code, f"event {number} {refused.text}") from None
        return game

    def go(self, args: dict[str, str], id: str) -> None:
        limits = args.keys() & LIMITS.keys()
        if not limits:
            raise Refused("bad-argument", f"no limit; give one of {' '.join(LIMITS)}")
        if "infinite" in args and len(limits) > 1:
            raise Refused("bad-argument", "has no other limit beside it", "infinite")
        if "inc" in args and "clock" not in args:
            raise Refused("bad-argument", "inc needs clock", "inc")
        reason = self.game.idle() if self.game else "no-position"
        if reason or not self.game:
            return self.say(f"bestmove none{id} reason {reason}")
        self.search = self.new_search(id, args, self.game, self.options["Seed"])

    def stop(self, id: str) -> None:
        if self.search and id in ("", self.search.id):
            self.finish(self.search)

    def quit(self) -> None:
        os._exit(0)  # sys.exit would wait for the thread that reads

    def finish(self, search: Search) -> None:
        self.search = None
        self.say(*search.report(), f"bestmove {search.ranking()[0]}{search.id}")

    def step(self, search: Search) -> None:
        if search.iterations > ENOUGH:
            time.sleep(0.001)  # so that one without an end leaves the processor to others
        if search.iterate():
            self.finish(search)
        elif search.time() >= search.next_report:
            search.next_report += search.every
            self.say(*search.report())

    def end_of_input(self) -> None:
        """A search that would not end by itself is stopped."""
        if self.search and not {"iterations", "movetime", "clock"} & self.search.args.keys():
            self.finish(self.search)

    def run(self) -> None:
        Thread(target=self.read, daemon=True).start()
        ended = False
        while self.search or not ended:
            if self.search and self.inbox.empty():
                self.step(self.search)
            elif line := self.inbox.get():
                self.handle(line)
            else:
                ended = True
                self.end_of_input()
        self.quit()

    def read(self) -> None:
        for line in sys.stdin.buffer:
            self.inbox.put(line)
        self.inbox.put(b"")  # the end


if __name__ == "__main__":
    Engine().run()
