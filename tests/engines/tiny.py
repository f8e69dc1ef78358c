"""A tiny HGI engine in one file, to copy and start from: it plays random legal moves of Jaipur.

It does the mandatory part of protocol/HGI.md, and announces nothing else. `Game` is what one seat
knows; an event that can't be is refused. `Engine` talks, and searches in a thread of its own.
"""

import os
import re
import sys
from collections import Counter
from contextlib import suppress
from itertools import combinations, product
from random import Random
from threading import Thread
from time import perf_counter

DECK = Counter(D=6, G=6, S=6, C=8, P=8, L=10, K=8)  # the other three camels lie in the market
TOKENS = dict(D="77555", G="66555", S="55555", C="5332211", P="5332211", L="432111111")
VALUES = Counter([*"1122233445566889", "10", "10"])  # of the bonus tokens
BONUS = {3: "(1|2|3)", 4: "(4|5|6)", 5: "(8|9|10)"}  # patterns, as all that follows
GOODS, HAND = "D*G*S*C*P*L*", "D*G*S*C*P*L*K*"
EVENT = rf"starter:[01]|(deal[01]|market|fill):(?=.){GOODS}\?*K*|bonus:([1-9]|10|\?)"
EVENT += "|reveal[01]:([1-9]|10)(/([1-9]|10))*"
MOVE = rf"take:[DGSCPL]|camels|sell:[DGSCPL]x[1-9]|swap:(?=[^>]){HAND}>(?=.){HAND}"
TURN = "take:.|camels|sell:([DGS]x[2-7]|[CPL]x[1-7])|swap:(?=(..>..|...>...|.{4}>.{4}|.{5}>.{5})$)"
TURN += rf"(?!.*(?P<kind>.).*>.*(?P=kind)){GOODS}>{HAND}"  # no kind stands on both sides
BILLION, WORD, TIMES = "[1-9][0-9]{0,8}|10{9}", ".{1,64}", "(0|B),(0|B)"
TIMES = TIMES.replace("B", BILLION)
LIMITS = {"iterations": BILLION, "movetime": BILLION, "clock": TIMES, "infinite": ""}
LIMITS |= {"confidence": "0[.](?!50*$)[5-9][0-9]*"}
GO = LIMITS | {"inc": TIMES, "id": WORD, "only": ".+", "also": ".+", "every": BILLION}
GO |= {"depth": "[1-9][0-9]{0,2}|1000", "multipv": "[1-9][0-9]{0,2}|1000"}
POSITION = {"game": "jaipur", "rules": "rounds=(match|single)", "seats": "2"}
POSITION |= {"seat": "0|1|all", "start": "", "events": ".*"}
OPTIONS = {"Seed": f"0|{BILLION}", "Trusted": "true|false"}
KEYS = {"hgi": {}, "isready": {"token": WORD}, "stop": {"id": WORD}, "quit": {}, "newgame": {}}
KEYS |= {"setoption": {"name": ".*", "value": ".*"}, "position": POSITION, "go": GO}
HELLO = """id name Tiny\nid author the Sarai developers\nprotocol 1\nfeature
game jaipur seats 2-2 rules rounds=match|single
option name Seed type spin default 0 min 0 max 1000000000
option name Trusted type check default false\nhgiok"""


def check(fine: object, code: str, text: str, field: str = "") -> None:
    if not fine:
        raise ValueError(code, text, f" field {field[:64]}" if field else "")


def say(text: str) -> None:
    try:
        sys.stdout.buffer.write(f"{text}\n".encode())
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)


class Game:
    """What one seat knows, or all. Cards are multisets; "?" are those it can't see."""

    def __init__(self, seat: str, single: bool, events: list[str]) -> None:
        self.seat, self.seen = seat, (seat != "1", seat != "0")  # whose cards and tokens
        self.turn, self.events = 0, enumerate(events, 1)
        with suppress(StopIteration):  # where the events end
            self.match(single)

    def next(self, due: str) -> str:
        """What stands behind the colon of the next event, which has to fit the pattern."""
        self.due = due
        number, event = next(self.events)
        self.now = f"event {number}, {event[:64]},"
        check(re.fullmatch(f"{MOVE}|{EVENT}", event), "bad-move", f"{self.now} is none", "events")
        self.ensure(re.fullmatch(due, event))
        return event.partition(":")[2]

    def ensure(self, possible: object) -> None:
        check(possible, "illegal-move", f"{self.now} is not possible here", "events")

    def match(self, single: bool) -> None:
        starter, seals = int(self.next("starter:[01]")), [0, 0]
        while 2 not in seals:
            marks = self.round(starter)
            if single:
                break
            if marks[0] != marks[1]:  # else the round is dealt again
                starter = int(marks[0] > marks[1])  # the loser
                seals[1 - starter] += 1
        self.next("over")

    def round(self, starter: int) -> list[list[int]]:
        self.pool, self.deck, self.market = DECK, 52, Counter("KKK")
        self.holds = [Counter[str](), Counter[str]()]  # hand and herd of each seat
        self.marks = [[0, 0, 0], [0, 0, 0]]  # rupees, bonus tokens and goods tokens of each
        self.tokens, self.piles = TOKENS, Counter({3: 7, 4: 6, 5: 5})
        self.unseen, self.bonus = VALUES, [list[str](), list[str]()]
        self.turn, plies = starter, 0
        for seat in (0, 1):
            self.holds[seat] = self.draw(f"deal{seat}", 5, self.seen[seat])
        self.market += self.draw("market", 2)
        while plies < 500 and not self.ends(self.next(TURN)):
            self.turn, plies = 1 - self.turn, plies + 1
        for seat in (0, 1):
            if tokens := self.bonus[seat]:  # values, or the patterns of those that are not seen
                pattern = "/".join(sorted(tokens, key=lambda token: (len(token), token)))
                values = self.next(f"reveal{seat}:{pattern}").split("/")
                self.ensure(self.seen[seat] or Counter(values) <= self.unseen)
                self.ensure(values == sorted(values, key=int))
                self.marks[seat][0] += sum(map(int, values))
            self.marks[seat][0] += 5 * (self.holds[seat]["K"] > self.holds[1 - seat]["K"])
        return self.marks

    def draw(self, what: str, n: int, seen: bool = True) -> Counter[str]:
        cards = Counter(self.next(f"{what}:(?=.{{{n}}}$){GOODS if seen else '[?]*'}K*"))
        self.ensure(cards - Counter("?" * n) <= self.pool)
        self.pool, self.deck = self.pool - cards, self.deck - n
        self.ensure(self.pool["K"] <= self.deck)  # no camel is in a hand
        return cards

    def ends(self, move: str) -> bool:
        """Plays a move, and the event that follows. Returns whether the round ends with them."""
        cards = self.cards(move)
        self.ensure(cards)
        taken, given, shown = cards
        self.pool, self.market, hold = self.pool - shown, self.market - taken, self.holds[self.turn]
        self.holds[self.turn] = hold - given - Counter("?" * shown.total()) + taken
        if taken and given:
            self.market += given
        elif taken and self.deck:
            self.market += self.draw("fill", min(self.deck, 5 - self.market.total()))
        elif not taken:
            self.sell(move[0], given.total())
        return self.market.total() < 5 or list(self.tokens.values()).count("") > 2

    def sell(self, good: str, number: int) -> None:
        marks, tokens = self.marks[self.turn], self.tokens[good][:number]
        self.tokens = self.tokens | {good: self.tokens[good][number:]}
        marks[0], marks[2] = marks[0] + sum(map(int, tokens)), marks[2] + len(tokens)
        if self.piles[pile := min(number, 5)]:
            value = self.next(f"bonus:{BONUS[pile] if self.seen[self.turn] else '[?]'}")
            self.ensure(value == "?" or self.unseen[value])
            self.piles[pile], self.unseen = self.piles[pile] - 1, self.unseen - Counter([value])
            self.bonus[self.turn].append(BONUS[pile] if value == "?" else value)
            marks[1] += 1

    def cards(self, move: str) -> list[Counter[str]]:
        """What is taken, given, and shown for the first time. Nothing if it can't be played."""
        hold, (first, _, second) = self.holds[self.turn], move.partition(">")
        taken, given = Counter(first or "K" * self.market["K"]), Counter(second)
        if "x" in move:
            taken, given = Counter(), Counter(move[0] * int(move[2:]))
        shown, hand = given - hold, hold + taken
        room = hand.total() - hand["K"] - given.total() + given["K"] <= 7
        known = shown <= self.pool and shown.total() <= hold["?"] and not shown["K"]
        fits = (taken or given) and taken <= self.market and room
        return [taken, given, shown] if fits and known else []

    def legal(self) -> list[str]:
        sides = [self.market - Counter("KKKKK"), self.holds[self.turn]]
        market, hold = ("".join(card * min(side[card], 7) for card in DECK) for side in sides)
        moves = ["camels", *(f"take:{good}" for good in "DGSCPL")]
        moves += [f"sell:{good}x{number}" for good in "DGSCPL" for number in range(1, 8)]
        for n in range(2, 6):
            parts = (dict.fromkeys(map("".join, combinations(side, n))) for side in (market, hold))
            moves += [f"swap:{taken}>{given}" for taken, given in product(*parts)]
        return [m for m in moves if re.fullmatch(TURN, m) and self.cards(m.partition(":")[2])]


class Engine:
    def __init__(self) -> None:
        self.options = {"Seed": "0", "Trusted": "false"}
        self.game: Game | None = None
        self.searching, self.stopped, self.args = False, False, dict[str, str]()
        self.thread = Thread()
        self.thread.start()

    def run(self) -> None:
        for line in sys.stdin.buffer:
            self.handle(line.removesuffix(b"\n").removesuffix(b"\r"))
        self.stopped |= "infinite" in self.args
        self.thread.join()

    def handle(self, line: bytes) -> None:
        text = line.decode(errors="surrogateescape")  # what is not UTF-8 becomes U+DC80 to U+DCFF
        name, *words = re.findall("[^ \t]+", text) or ["#"]
        id = re.match(r"go (?:.*? )??(id [^ ]{1,64})(?= |$)", " ".join([name, *words]))
        try:
            bad = re.search("[\0-\x08\x0a-\x1f\x7f-\x9f\udc80-\udcff]", text) or len(line) > 1 << 20
            check(not bad, "bad-line", "not UTF-8, a control character, or too long")
            if name[0] != "#":
                self.obey(name, words, f" {id[1]}" if id else "")
        except ValueError as error:
            code, text, field = error.args
            say(f"error {code}{f' {id[1]}' if id else ''}{field} {text}")

    def obey(self, name: str, words: list[str], id: str) -> None:
        check(name in KEYS, "unknown-command", f"the commands are {' '.join(KEYS)}")
        fine = not self.searching or name in ("hgi", "isready", "stop", "quit")
        check(fine, "busy", "a search is running")
        first = {"isready": ["token"], "position": ["game"]}.get(name, []) if words else []
        args, rest = dict[str, str](), iter(first + words)
        for key in rest:
            fine = key in KEYS[name] and key not in args
            check(fine, "bad-argument", "it is unknown, or there twice", key)
            long, none = key in ("events", "value"), not KEYS[name][key]
            args[key] = " ".join(rest) if long else "" if none else next(rest, "")
            code = "bad-position" if name == "position" else "bad-argument"
            check(re.fullmatch(KEYS[name][key], args[key]), code, "it can't be that", key)
        if name == "hgi":
            say(HELLO)
        elif name == "isready":
            say(" ".join(["readyok", *args.values()]))
        elif name == "stop" and args.get("id", self.args.get("id")) == self.args.get("id"):
            self.stopped = True
            self.thread.join()
        elif name == "quit":
            os._exit(0)
        elif name == "newgame":
            self.game = None
        elif name == "setoption":
            check([*args][:1] == ["name"], "bad-argument", "it needs name NAME value VALUE", "name")
            option, value = args["name"], args.get("value", "")
            fine = bool(re.fullmatch(OPTIONS.get(option, "(?!)"), value))
            check(fine, "bad-option", "there is no such option, or it can't be that", option)
            self.options[option] = value
            if self.game and self.game.seat == "all" and self.options["Trusted"] == "false":
                self.game = None
        elif name == "position":
            last = [key for key in args if key != "events"][-1:]
            fine = {"seats", "seat"} <= args.keys() and last == ["start"]
            check(fine, "bad-argument", "needs a game, seats, seat, and then start")
            fine = args["seat"] != "all" or self.options["Trusted"] == "true"
            check(fine, "not-trusted", "seat all needs the option Trusted", "seat")
            events = re.findall("[^ ]+", args.get("events", ""))
            self.game = Game(args["seat"], "single" in args.get("rules", ""), events)
        elif name == "go":
            self.go(args, id)

    def go(self, args: dict[str, str], id: str) -> None:
        limits = args.keys() & LIMITS.keys()
        check(limits, "bad-argument", f"no limit; give one of {' '.join(LIMITS)}")
        fine = "infinite" not in args or len(limits) == 1
        check(fine, "bad-argument", "has no other limit beside it", "infinite")
        check("clock" in args or "inc" not in args, "bad-argument", "needs clock", "inc")
        game = self.game
        if not game or game.due != TURN or not game.seen[game.turn]:
            reason = "no-position" if not game else "over" if game.due == "over" else "not-to-move"
            return say(f"bestmove none{id} reason {reason}")
        legal = game.legal()
        for key in [key for key in ("only", "also") if key in args]:
            moves = args[key].split(",")
            check(len(moves) == len(set(moves)), "bad-argument", "a move is there twice", key)
            for move in moves:
                code = "illegal-move" if re.fullmatch(MOVE, move) else "bad-move"
                check(move in legal, code, "not a legal move", key)
        self.thread.join()
        self.searching, self.stopped, self.args = True, False, args
        self.thread = Thread(target=self.search, args=(legal, id), daemon=True)
        self.thread.start()

    def search(self, legal: list[str], id: str) -> None:
        """Change this to make a player of it. A random one needs no clock, and is sure at once."""
        only, also = (self.args.get(key, "").split(",") for key in ("only", "also"))
        only = [move for move in legal if "only" not in self.args or move in only]
        ranking = Random(self.options["Seed"] + " ".join(legal)).sample(legal, len(legal))
        ranking.sort(key=lambda move: move not in only)
        shown = min(int(self.args.get("multipv", 1)), len(only))
        limits = ("iterations", "movetime", "every")
        most, end, every = (float(self.args.get(key, "inf")) for key in limits)
        start, due, n, last = perf_counter(), every, 0, False
        while not last:
            n, ms = n + 1, int((perf_counter() - start) * 1000)
            sure = "clock" in self.args or "confidence" in self.args
            last = self.stopped or sure or n >= most or ms >= end
            if last or ms >= due:
                due += every
                report = f"info{id} time {ms} iterations {n} ips {n * 1000 // max(ms, 1)} depth 0"
                report += " maxdepth 0 nodes 0 memory 0 determinizations 0 full 0"
                for place, move in enumerate(ranking, 1):
                    if place <= shown or move in also:
                        report += f"\ninfo{id} multipv {place} move {move} visits 0 available 0"
                        report += f" prior {(move in only) / len(only):.4f} pv {move}"
                self.searching = not last
                say(report + (f"\nbestmove {ranking[0]}{id}" if last else ""))


if __name__ == "__main__":
    Engine().run()
