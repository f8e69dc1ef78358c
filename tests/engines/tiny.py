"""A tiny HGI engine in one file, to copy and start from: it plays random legal moves of Jaipur.

It does the mandatory part of protocol/HGI.md. `Game` is what one seat knows; an event that can't
be is refused. `Engine` talks; it takes the lines that come during a search between two iterations.
"""

import os
import re
import sys
from collections import Counter
from contextlib import suppress
from itertools import chain, combinations, product
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import perf_counter

UNSEEN = Counter(D=6, G=6, S=6, C=8, P=8, L=10, K=8)  # the other three camels lie in the market
UNSEEN += Counter([*"1122233445566889", "10", "10"])  # the bonus tokens
TOKENS = dict(D="77555", G="66555", S="55555", C="5332211", P="5332211", L="432111111")
BONUS = {3: "(1|2|3)", 4: "(4|5|6)", 5: "(8|9|10)"}  # patterns, as all that follows
GOODS, CARDS = "D*G*S*C*P*L*", "D*G*S*C*P*L*K*"
MOVE = rf"take:[DGSCPL]|camels|sell:[DGSCPL]x[1-9]|swap:(?=[^>]){CARDS}>(?=.){CARDS}"
EVENT = rf"{MOVE}|starter:[01]|(deal[01]|market|fill):(?=.){GOODS}\?*K*|bonus:([1-9]|10|\?)"
EVENT += "|reveal[01]:([1-9]|10)(/([1-9]|10))*"
NUMBER, SMALL, WORD = "[1-9][0-9]{0,8}|10{9}", "[1-9][0-9]{0,2}|1000", ".{1,64}"
TIMES = f"(0|{NUMBER}),(0|{NUMBER})"
LIMITS = {"iterations": NUMBER, "movetime": NUMBER, "clock": TIMES, "infinite": ""}
LIMITS["confidence"] = "0[.](?!50*$)[5-9][0-9]*"
KEYS = {"hgi": {}, "isready": {"token": WORD}, "stop": {"id": WORD}, "quit": {}, "newgame": {}}
KEYS["setoption"] = {"name": ".+", "value": ".*"}
KEYS["position"] = {"game": "jaipur", "rules": "rounds=(match|single)", "seats": "2"}
KEYS["position"] |= {"seat": "0|1|all", "start": "", "events": ".*"}
KEYS["go"] = LIMITS | {"inc": TIMES, "depth": SMALL, "id": WORD, "multipv": SMALL}
KEYS["go"] |= {"only": ".+", "also": ".+", "every": NUMBER}
OPTION = f"Seed (0|{NUMBER})|Trusted (true|false)"
HELLO = """id name Tiny\nid author the Sarai developers\nprotocol 1\nfeature
game jaipur seats 2-2 rules rounds=match|single
option name Seed type spin default 0 min 0 max 1000000000
option name Trusted type check default false\nhgiok"""


def check(fine: object, message: str) -> None:
    if not fine:
        raise ValueError(message)


def say(text: str) -> None:
    sys.stdout.buffer.write(f"{text}\n".encode())
    sys.stdout.buffer.flush()


class Game:
    """What one seat knows, or all. Cards are multisets; "?" are those it can't see."""

    def __init__(self, seat: str, single: bool, events: list[str]) -> None:
        self.seen, self.turn = (seat != "1", seat != "0"), 0  # whose cards and tokens
        self.events = enumerate(events, 1)
        with suppress(StopIteration):  # where the events end
            starter, seals = int(self.next("starter:[01]")), [0, 0]
            while 2 not in seals:
                first, second = self.round(starter)
                if single:
                    break
                if first != second:  # else the round is dealt again
                    starter = int(first > second)  # the loser
                    seals[1 - starter] += 1
            self.next("over")

    def next(self, due: str) -> str:
        """What stands behind the colon of the next event, which has to fit the pattern."""
        self.due = due
        number, event = next(self.events)
        self.now = f"field events event {number}, {event[:64]},"
        check(re.fullmatch(EVENT, event), f"bad-move {self.now} is none")
        self.ensure(re.fullmatch(due, event))
        return event.partition(":")[2]

    def ensure(self, possible: object) -> None:
        check(possible, f"illegal-move {self.now} is not possible here")

    def round(self, starter: int) -> list[tuple[int, int, int]]:
        """Plays a round; rupees, bonus tokens and goods tokens of each seat."""
        self.unseen, self.deck, self.piles = UNSEEN, 52, Counter({3: 7, 4: 6, 5: 5})
        self.tokens, self.goods, self.bonus = dict(TOKENS), ["", ""], [list[str](), list[str]()]
        self.holds = [self.draw(f"deal{seat}", 5, self.seen[seat]) for seat in (0, 1)]
        self.market, self.turn, plies = Counter("KKK") + self.draw("market", 2), starter, 0
        while plies < 500 and not self.ends(self.next(MOVE)):
            self.turn, plies = 1 - self.turn, plies + 1
        marks = []
        for seat, (goods, bonus) in enumerate(zip(self.goods, self.bonus, strict=True)):
            if bonus:  # values, or the patterns of those that are not seen
                pattern = "/".join(sorted(bonus, key=lambda token: (len(token), token)))
                bonus = self.next(f"reveal{seat}:{pattern}").split("/")
                self.ensure(self.seen[seat] or Counter(bonus) <= self.unseen)
                self.ensure(bonus == sorted(bonus, key=int))
            herd = 5 * (self.holds[seat]["K"] > self.holds[1 - seat]["K"])
            marks.append((sum(map(int, [*goods, *bonus])) + herd, len(bonus), len(goods)))
        return marks

    def draw(self, what: str, n: int, seen: bool = True) -> Counter[str]:
        cards = Counter(self.next(f"{what}:(?=.{{{n}}}$){GOODS if seen else '[?]*'}K*"))
        self.ensure(cards <= self.unseen + Counter("?" * n))
        self.unseen, self.deck = self.unseen - cards, self.deck - n
        self.ensure(self.unseen["K"] <= self.deck)  # no camel is in a hand
        return cards

    def ends(self, move: str) -> bool:
        """Plays a move, and the event that follows. Returns whether the round ends with them."""
        self.ensure(cards := self.cards(move))
        taken, given, shown = cards
        hold = self.holds[self.turn] - given - Counter("?" * shown.total()) + taken
        self.unseen, self.holds[self.turn] = self.unseen - shown, hold
        self.market = self.market - taken + (given if taken else Counter())
        if self.deck and (missing := 5 - self.market.total()):
            self.market += self.draw("fill", min(self.deck, missing))
        if not taken:
            good, number = move[0], given.total()
            self.goods[self.turn] += self.tokens[good][:number]
            self.tokens[good] = self.tokens[good][number:]
            if self.piles[pile := min(number, 5)]:
                value = self.next(f"bonus:{BONUS[pile] if self.seen[self.turn] else '[?]'}")
                self.ensure(value == "?" or self.unseen[value])
                self.piles[pile], self.unseen = self.piles[pile] - 1, self.unseen - Counter([value])
                self.bonus[self.turn].append(BONUS[pile] if value == "?" else value)
        return self.market.total() < 5 or list(self.tokens.values()).count("") > 2

    def cards(self, move: str) -> list[Counter[str]]:
        """What is taken, given, and shown for the first time. Nothing if it can't be played."""
        hold, (first, _, second) = self.holds[self.turn], move.partition(">")
        taken, given = Counter(first or "K" * self.market["K"]), Counter(second)
        if "x" in move:
            taken, given = Counter(), Counter(move[0] * int(move[2:]))
        shown, hand = given - hold, hold + taken - given
        known = shown <= self.unseen and shown.total() <= hold["?"] and not shown["K"]
        room = hand.total() - hand["K"] - shown.total() <= 7
        fair = given.total() > 1 or given <= Counter("CPL")
        if taken and given:
            fair = taken.total() == given.total() > 1 and not taken & given and not taken["K"]
        fits = (taken or given) and taken <= self.market and known and room and fair
        return [taken, given, shown] if fits else []

    def legal(self) -> list[str]:
        moves = ["camels", *(f"take:{good}" for good in TOKENS)]
        moves += [f"sell:{good}x{number}" for good in TOKENS for number in range(1, 8)]
        sides = [sorted(side.elements()) for side in (self.market, self.holds[self.turn])]
        for n in range(2, 6):
            parts = (set(combinations(sorted(side, key="DGSCPLK".index), n)) for side in sides)
            moves += [f"swap:{''.join(taken)}>{''.join(given)}" for taken, given in product(*parts)]
        return sorted(move for move in moves if self.cards(move.partition(":")[2]))


class Engine:
    game: Game | None = None
    search: dict[str, str] | None = None  # the arguments of the go that is searched
    stopped = ended = False

    def __init__(self) -> None:
        self.options, self.lines = {"Seed": "0", "Trusted": "false"}, SimpleQueue[bytes]()
        Thread(target=self.read, daemon=True).start()
        while not self.ended:
            self.handle(self.lines.get())

    def read(self) -> None:
        for line in chain(sys.stdin.buffer, [b""]):
            self.lines.put(line)

    def handle(self, line: bytes) -> None:
        if not line:  # the end of the input
            self.ended, self.stopped = True, self.stopped or "infinite" in (self.search or {})
        line = line.removesuffix(b"\n").removesuffix(b"\r")
        text = line.decode(errors="surrogateescape")  # what is not UTF-8 becomes U+DC80 to U+DCFF
        if re.search("[\0-\x08\x0a-\x1f\x7f-\x9f\udc80-\udcff]", text) or len(line) > 1 << 20:
            return say("error bad-line not UTF-8, a control character, or too long")
        words = re.findall("[^ \t]+", text)
        found = re.match("go( .*?)??( id [^ ]{1,64})( |$)", " ".join(words))
        id = found[2] if found else ""
        try:
            if words and words[0][0] != "#":
                self.obey(words[0], words[1:], id)
        except ValueError as error:
            code, _, reason = str(error).partition(" ")
            say(f"error {code}{id} {reason}")

    def obey(self, name: str, words: list[str], id: str) -> None:
        check(name in KEYS, f"unknown-command the commands are {' '.join(KEYS)}")
        fine = self.search is None or name in ("hgi", "isready", "stop", "quit")
        check(fine, "busy a search is running")
        first = {"isready": ["token"], "position": ["game"]}.get(name, []) if words else []
        args, rest = dict[str, str](), iter(first + words)
        for key in rest:
            fine = key in KEYS[name] and key not in args
            check(fine, f"bad-argument field {key[:64]} it is unknown, or there twice")
            long, none = key in ("events", "value"), not KEYS[name][key]
            args[key] = " ".join(rest) if long else "" if none else next(rest, "")
            code = "bad-position" if name == "position" else "bad-argument"
            check(re.fullmatch(KEYS[name][key], args[key]), f"{code} field {key} it can't be that")
        if name == "hgi":
            say(HELLO)
        elif name == "isready":
            say(" ".join(["readyok", *args.values()]))
        elif name == "stop":
            running = (self.search or {}).get("id")
            self.stopped |= args.get("id", running) == running
        elif name == "quit":
            os._exit(0)
        elif name == "newgame":
            self.game = None
        elif name == "setoption":
            check("name" in args, "bad-argument field name it needs name NAME value VALUE")
            option, value = args["name"], args.get("value", "")
            fine = re.fullmatch(OPTION, f"{option} {value}")
            check(fine, f"bad-option field {option[:64]} there is none, or it can't be that")
            self.options[option] = value
            if self.game and all(self.game.seen) and self.options["Trusted"] == "false":
                self.game = None
        elif name == "position":
            fine = " ".join(args).removesuffix(" events").endswith(" start")
            fine = fine and {"seats", "seat"} <= args.keys()
            check(fine, "bad-argument it needs a game, seats, seat, and then start")
            fine = args["seat"] != "all" or self.options["Trusted"] == "true"
            check(fine, "not-trusted field seat all needs the option Trusted")
            events = args.get("events", "").split(" ") if args.get("events") else []
            self.game = Game(args["seat"], "single" in args.get("rules", ""), events)
        elif name == "go":
            self.go(args, id)

    def go(self, args: dict[str, str], id: str) -> None:
        limits = args.keys() & LIMITS.keys()
        check(limits, f"bad-argument no limit; give one of {' '.join(LIMITS)}")
        fine = "infinite" not in args or len(limits) == 1
        check(fine, "bad-argument field infinite has no other limit beside it")
        check("clock" in args or "inc" not in args, "bad-argument field inc needs clock")
        game = self.game
        if not game or game.due != MOVE or not game.seen[game.turn]:
            reason = "no-position" if not game else "over" if game.due == "over" else "not-to-move"
            return say(f"bestmove none{id} reason {reason}")
        legal = game.legal()
        for key in args.keys() & {"only", "also"}:
            moves = args[key].split(",")
            fine = len(moves) == len(set(moves))
            check(fine, f"bad-argument field {key} a move is there twice")
            for move in moves:
                code = "illegal-move" if re.fullmatch(MOVE, move) else "bad-move"
                check(move in legal, f"{code} field {key} {move[:64]} is not legal here")
        self.search, self.stopped = args, False
        self.report(args, legal, id)
        self.search = None

    def report(self, args: dict[str, str], legal: list[str], id: str) -> None:
        """Change this to make a player of it. A random one needs no clock, and is sure at once."""
        only, also = (args.get(key, "").split(",") for key in ("only", "also"))
        only = [move for move in legal if "only" not in args or move in only]
        ranking = Random(self.options["Seed"] + " ".join(legal)).sample(legal, len(legal))
        ranking.sort(key=lambda move: move not in only)
        shown = min(int(args.get("multipv", 1)), len(only))
        limits = ("iterations", "movetime", "every")
        most, end, every = (float(args.get(key, "inf")) for key in limits)
        sure = "clock" in args or "confidence" in args
        start, due, n, last = perf_counter(), every, 0, False
        while not last:
            n, ms = n + 1, int((perf_counter() - start) * 1000)
            if n % 1000 == 0 and not self.lines.empty():
                self.handle(self.lines.get())
            last = self.stopped or sure or n >= most or ms >= end
            if last or ms >= due:
                due += every
                text = f"info{id} time {ms} iterations {n} ips {n * 1000 // max(ms, 1)} depth 0"
                text += " maxdepth 0 nodes 0 memory 0 determinizations 0 full 0"
                for place, move in enumerate(ranking, 1):
                    if place <= shown or move in also:
                        text += f"\ninfo{id} multipv {place} move {move} visits 0 available 0"
                        text += f" prior {(move in only) / len(only):.4f} pv {move}"
                say(text + (f"\nbestmove {ranking[0]}{id}" if last else ""))


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        Engine()
    os._exit(0)
