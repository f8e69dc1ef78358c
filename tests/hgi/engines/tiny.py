"""A tiny HGI engine, to copy and start from: it plays random legal moves of Jaipur."""

import os
import re
import sys
from collections import Counter
from contextlib import suppress
from itertools import chain, combinations, product
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import perf_counter, sleep

UNSEEN = Counter([*"?" * 99, "10", "10", *"1122233445566889", *"DGS" * 6, *"CPK" * 8, *"L" * 10])
TOKENS = dict(D="77555", G="66555", S="55555", C="5332211", P="5332211", L="432111111")
BONUS = {3: "[123]", 4: "[456]", 5: "(8|9|10)"}  # patterns, as all that follows
GOODS, CARDS = "D*G*S*C*P*L*", "D*G*S*C*P*L*K*"
MOVE = rf"take:[DGSCPL]|camels|sell:[DGSCPL]x[1-9]|swap:(?=[^>]){CARDS}>(?=.){CARDS}"
EVENT = rf"{MOVE}|starter:[01]|(deal[01]|market|fill):(?=.){GOODS}\?*K*"
EVENT += r"|bonus:([1-9]|10|\?)|reveal[01]:([1-9]|10)(/([1-9]|10))*"
BIG, SMALL, SHARE = "[1-9][0-9]{0,8}|10{9}", "[1-9][0-9]{0,2}|1000", "0[.](?!50*$)[5-9][0-9]*"
WORD, REST, TIMES = ".{1,64}", ".*", f"(0|{BIG}),(0|{BIG})"
RULES, SEAT, OPTION = "rounds=(match|single)", "0|1|all", f"Seed (0|{BIG})|Trusted (true|false)"
LIMITS = {"iterations": BIG, "movetime": BIG, "clock": TIMES, "infinite": "", "confidence": SHARE}
KEYS = {"hgi": {}, "isready": {"token": WORD}, "stop": {"id": WORD}, "quit": {}, "newgame": {}}
KEYS |= {"setoption": {"name": ".+", "value": REST}, "go": LIMITS | {"every": BIG, "inc": TIMES}}
KEYS["position"] = dict(game="jaipur", rules=RULES, seats="2", seat=SEAT, start="", events=REST)
KEYS["go"] |= dict(id=WORD, depth=SMALL, multipv=SMALL, only=".+", also=".+")
HELLO = """id name Tiny\nid author the Sarai developers\nprotocol 1\nfeature
game jaipur seats 2-2 rules rounds=match|single\noption name Trusted type check default false
option name Seed type spin default 0 min 0 max 1000000000\nhgiok"""


def check(fine: object, message: str) -> None:
    if not fine:
        raise ValueError(message)


class Game:  # what one seat knows, or all; cards are multisets, and "?" those that it can't see
    def __init__(self, seat: str, single: bool, events: list[str]) -> None:
        self.seen, self.turn, self.events = (seat != "1", seat != "0"), 0, enumerate(events, 1)
        with suppress(StopIteration):  # where the events end
            starter, seals = int(self.next("starter:[01]")), [0, 0]
            while max(seals) < 2 - single:
                first, second = self.round(starter)
                if single or first != second:  # a match deals a tied round again
                    starter = int(first > second)  # the loser
                    seals[1 - starter] += 1
            self.next("over")

    def next(self, due: str) -> str:  # what stands behind the colon of the next event
        self.due = due
        number, event = next(self.events)
        self.fault = f"illegal-move field events event {number}, {event[:64]}, can't be here"
        check(re.fullmatch(EVENT, event), self.fault.replace("illegal", "bad"))
        check(re.fullmatch(due, event), self.fault)
        return event.partition(":")[2]

    def round(self, starter: int) -> list[tuple[int, int, int]]:  # rupees and numbers of tokens
        self.unseen, self.deck, self.piles, marks = UNSEEN, 52, Counter({3: 7, 4: 6, 5: 5}), []
        self.tokens, self.goods, self.bonus = dict(TOKENS), ["", ""], [list[str](), list[str]()]
        self.holds = [self.draw(f"deal{seat}", 5, self.seen[seat]) for seat in (0, 1)]
        self.market, self.turn, plies = Counter("KKK") + self.draw("market", 2), starter, 0
        while plies < 500 and self.market.total() == 5 and [*self.tokens.values()].count("") < 3:
            self.play(self.next(MOVE))
            self.turn, plies = 1 - self.turn, plies + 1
        for seat, bonus in enumerate(self.bonus):
            if bonus:  # values, or the patterns of those that are not seen
                pattern = "/".join(sorted(bonus, key=lambda token: (len(token), token)))
                values = self.next(f"reveal{seat}:{pattern}").split("/")
                check(Counter(values) <= self.unseen + Counter(bonus), self.fault)
                check((bonus := sorted(values, key=int)) == values, self.fault)
            herd = 5 * (self.holds[seat]["K"] > self.holds[1 - seat]["K"])
            rupees = herd + sum(map(int, [*bonus, *self.goods[seat]]))
            marks.append((rupees, len(bonus), len(self.goods[seat])))
        return marks

    def draw(self, what: str, n: int, seen: bool = True) -> Counter[str]:
        cards = Counter(self.next(f"{what}:(?=.{{{n}}}$){GOODS if seen else '[?]*'}K*"))
        camels, self.deck = self.unseen["K"] - cards["K"], self.deck - n  # none is in a hand
        check(cards <= self.unseen and camels <= self.deck, self.fault)
        self.unseen = self.unseen - cards
        return cards

    def play(self, move: str) -> None:
        check(cards := self.cards(move), self.fault)
        taken, given, shown, self.holds[self.turn] = cards
        self.unseen, self.market = self.unseen - shown, self.market - taken
        if taken and given:
            self.market += given
        elif taken and self.deck:
            self.market += self.draw("fill", min(self.deck, 5 - self.market.total()))
        elif given:
            good, n = move[0], given.total()
            self.goods[self.turn] += self.tokens[good][:n]
            self.tokens[good] = self.tokens[good][n:]
            if self.piles[pile := min(n, 5)]:
                value = self.next(f"bonus:{BONUS[pile] if self.seen[self.turn] else '[?]'}")
                check(self.unseen[value], self.fault)
                self.piles[pile], self.unseen = self.piles[pile] - 1, self.unseen - Counter([value])
                self.bonus[self.turn].append(BONUS[pile] if value == "?" else value)

    def cards(self, move: str) -> list[Counter[str]]:  # taken, given, shown, held; none if illegal
        first, _, second = re.sub("(.)x(.)", lambda x: ">" + x[1] * int(x[2]), move).partition(">")
        taken, given = Counter(first if move else "K" * self.market["K"]), Counter(second)
        shown = given - (hold := self.holds[self.turn])
        hand = hold + taken - given - Counter("?" * shown.total())
        known = shown <= self.unseen and shown.total() <= hold["?"] and not shown["K"]
        swap = taken.total() == given.total() > 1 and not taken & given and not taken["K"]
        fair = swap if taken and given else taken or given & Counter("CPL") or given.total() > 1
        fits = known and fair and taken <= self.market and hand.total() - hand["K"] <= 7
        return [taken, given, shown, hand] if fits else []

    def legal(self) -> list[str]:
        moves = ["camels", *(f"take:{good}" for good in TOKENS)]
        moves += [f"sell:{good}x{number}" for good in TOKENS for number in range(1, 8)]
        sides = [[*side.elements()] for side in (self.market, self.holds[self.turn])]
        for n in range(2, 6):
            parts = (set(combinations(sorted(side, key="DGSCPLK".index), n)) for side in sides)
            moves += [f"swap:{''.join(taken)}>{''.join(given)}" for taken, given in product(*parts)]
        return sorted(move for move in moves if self.cards(move.partition(":")[2]))


class Engine:
    def __init__(self) -> None:
        self.options, self.lines = {"Seed": "0", "Trusted": "false"}, SimpleQueue[bytes]()
        self.game: Game | None = None
        self.search = dict[str, str]()  # the arguments of the go that is searched
        lines = chain(sys.stdin.buffer, [b""])
        Thread(target=lambda: [*map(self.lines.put, lines)], daemon=True).start()
        for line in iter(self.lines.get, b""):
            self.handle(line)

    def handle(self, line: bytes) -> None:
        if not line:  # the end of the input, which the main loop has to see too
            self.lines.put(line)
            self.search = {} if "infinite" in self.search else self.search
        text = line.decode(errors="surrogateescape").removesuffix("\n").removesuffix("\r")
        bad = re.search("[\0-\x08\x0a-\x1f\x7f-\x9f\udc80-\udcff]", text)  # U+DC..: not UTF-8
        if bad or len(line.rstrip(b"\r\n")) > 1 << 20:
            return print("error bad-line not UTF-8, a control character, or too long")
        name, *words = re.findall("[^ \t]+", text) or ["#"]
        id = "".join(re.findall("^go(?: .*?)??( id [^ ]{1,64})(?= |$)", " ".join([name, *words])))
        try:
            if name[0] != "#":
                self.obey(name, words, id)
        except ValueError as error:
            print(f"error {str(error).replace(' ', f'{id} ', 1)}")

    def obey(self, name: str, words: list[str], id: str) -> None:
        check(name in KEYS, f"unknown-command the commands are {' '.join(KEYS)}")
        check(not self.search or name in ("hgi", "isready", "stop", "quit"), "busy it searches")
        first = {"isready": ["token"], "position": ["game"]}.get(name, []) if words else []
        code = "bad-position" if name == "position" else "bad-argument"
        args, keys, rest = dict[str, str](), KEYS[name], iter(first + words)
        for key in rest:
            check(key in keys and key not in args, f"bad-argument field {key[:64]} is unexpected")
            args[key] = " ".join(rest) if keys[key] == REST else keys[key] and next(rest, "")
            check(re.fullmatch(keys[key], args[key]), f"{code} field {key} it can't be that")
        if name == "hgi":
            print(HELLO)
        elif name == "isready":
            print("readyok", *args.values())
        elif name == "stop" and args.get("id") in (None, self.search.get("id")):
            self.search = {}
        elif name == "quit":
            os._exit(0)
        elif name == "newgame":
            self.game = None
        elif name == "setoption":
            option, value = args.get("name", "name"), args.get("value", "")
            known = re.fullmatch(OPTION, f"{option} {value}")
            check(known, f"bad-option field {option[:64]} no such option, or not such a value")
            self.options[option] = value
            if self.game and all(self.game.seen) and value == "false":
                self.game = None
        elif name == "position":
            order = re.fullmatch("game(?=.* seats)(?=.* seat ).* start( events)?", " ".join(args))
            check(order, "bad-argument it needs a game, seats, seat, and then start")
            trusted = args["seat"] != "all" or self.options["Trusted"] == "true"
            check(trusted, "not-trusted field seat all needs the option Trusted")
            events = re.findall("[^ ]+", args.get("events", ""))
            self.game = Game(args["seat"], "single" in args.get("rules", ""), events)
        elif name == "go":
            self.go(args, id)

    def go(self, args: dict[str, str], id: str) -> None:
        limits, game = args.keys() & LIMITS.keys(), self.game
        check(limits, f"bad-argument no limit; give one of {' '.join(LIMITS)}")
        check("infinite" not in args or len(limits) == 1, "bad-argument field infinite goes alone")
        check("clock" in args or "inc" not in args, "bad-argument field inc needs clock")
        if not game or game.due != MOVE or not game.seen[game.turn]:
            reason = "no-position" if not game else "over" if game.due == "over" else "not-to-move"
            return print(f"bestmove none{id} reason {reason}")
        legal = game.legal()
        lists = {key: args[key].split(",") for key in ("only", "also") if key in args}
        for key, moves in lists.items():
            for move in moves:
                code = "illegal-move" if re.fullmatch(MOVE, move) else "bad-move"
                check(move in legal, f"{code} field {key} {move[:64]} is not legal here")
                check(moves.count(move) == 1, f"bad-argument field {key} {move} is there twice")
        # Change what follows to make a player of it: a random one is sure at once.
        only, also = lists.get("only", legal), lists.get("also", [])
        order = Random(self.options["Seed"] + " ".join(legal)).sample(legal, len(legal))
        order.sort(key=lambda move: move not in only)
        text = " depth 0 maxdepth 0 nodes 0 memory 0 determinizations 0 full 0"
        for k, move in enumerate(order, 1):
            if k <= min(int(args.get("multipv", 1)), len(only)) or move in also:
                text += f"\ninfo{id} multipv {k} move {move} visits 0 available 0"
                text += f" prior {1 / len(legal)} pv {move}"
        most, end, every = (float(args.get(k, "inf")) for k in ("iterations", "movetime", "every"))
        start, due, n, self.search = perf_counter(), every, 0, args
        while self.search:
            n, ms = n + 1, int((perf_counter() - start) * 1000)
            if (n % 1000 == 0 or ms >= due) and not self.lines.empty():
                self.handle(self.lines.get())
            if n >= most or ms >= end or limits & {"clock", "confidence"}:
                self.search = {}
            if not self.search or ms >= due:
                due = ms + every
                print(f"info{id} time {ms} iterations {n} ips {n * 1000 // max(ms, 1)}{text}")
                sleep(0.0001)  # else the thread that reads may never get its turn
        print(f"bestmove {order[0]}{id}")


if __name__ == "__main__":
    with suppress(BrokenPipeError), open(1, "w", 1, "utf-8") as sys.stdout:
        Engine()
    os._exit(0)
