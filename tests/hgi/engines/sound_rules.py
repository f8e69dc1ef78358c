"""Jaipur for the sound engine: what one seat knows of a game, and which events it allows.

`Game` is a walk through the rules, written as a generator: it stops where an event is due, and goes
on with the event as the seat observes it. Whatever can't be, by what the seat knows, is refused.
"""

import re
from collections import Counter
from collections.abc import Generator
from itertools import combinations, product

GOODS = "DGSCPL"
DECK = Counter(D=6, G=6, S=6, C=8, P=8, L=10, K=8)  # the other three camels lie in the market
TOKENS = dict(D="77555", G="66555", S="55555", C="5332211", P="5332211", L="432111111")
BONUS = {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]}
CARDS, MASKED, VALUE = "(?=[^>])D*G*S*C*P*L*K*", r"(?=.)D*G*S*C*P*L*\?*K*", "(10|[1-9])"
MOVE = re.compile(f"take:[{GOODS}]|camels|sell:[{GOODS}]x[1-9]|swap:{CARDS}>{CARDS}")
CHANCE = rf"starter:[01]|(deal[01]|market|fill):{MASKED}|bonus:(\?|{VALUE})|reveal[01]:{VALUE}"
EVENT = re.compile(rf"{MOVE.pattern}|{CHANCE}(/{VALUE})*")
RULES = dict(rounds="match|single", deck_end="refill_fails|empty", starter="dealt|seat0|seat1")
RULES |= dict(full_tie="replay|non_starter|draw", max_plies="500|1..9999")


class Refused(Exception):
    """Becomes an error line. A Game that raised it is spent."""

    def __init__(self, code: str, text: str, field: str = "") -> None:
        self.code, self.text, self.field = code, text, f" field {field[:64]}" if field else ""


def ensure(possible: bool) -> None:
    if not possible:
        raise Refused("illegal-move", "not possible here")


def goods(cards: Counter[str]) -> int:
    return cards.total() - cards["K"]


def parts(cards: str, number: int) -> list[str]:
    return list(dict.fromkeys(map("".join, combinations(cards, number))))


class Game:
    """What a seat knows, or all (seat None). Cards are multisets; "?" are those it can't see."""

    def __init__(self, rules: dict[str, str], seat: int | None) -> None:
        self.rules, self.seat, self.turn, self.seals = rules, seat, 0, [0, 0]
        self.flow = self.match()
        self.due = next(self.flow)  # "turn", "over", or the chance event that comes next

    def play(self, event: str) -> None:
        if not EVENT.fullmatch(event):
            raise Refused("bad-move", f"{event[:64]} can't be read")
        what, _, text = event.partition(":")
        move = bool(MOVE.fullmatch(event))
        try:
            ensure(self.due == ("turn" if move else what))
            self.due = self.flow.send(event if move else text)
        except Refused as refused:
            refused.text = f"{event[:64]} is {refused.text}; due is: {self.due}"
            raise

    def idle(self) -> str:
        """Why there is no move to be made here, if there is none."""
        if self.due == "over":
            return "over"
        return "" if self.due == "turn" and self.seat in (None, self.turn) else "not-to-move"

    def match(self) -> Generator[str, str, None]:
        """Yields what is due, and is sent what happened. So do its parts, `round` and `move`."""
        starter = int(self.rules["starter"] == "seat1")
        if self.rules["starter"] == "dealt":
            starter = int((yield "starter"))
        over = False
        while not over:
            marks = yield from self.round(starter)
            tie = self.rules["full_tie"] if marks[0] == marks[1] else ""
            if tie == "replay" and self.rules["rounds"] == "match":
                continue  # a single round is a draw then
            winner = 1 - starter if tie else int(marks[1] > marks[0])
            self.seals[winner] += tie != "draw"
            starter = 1 - starter if tie == "draw" else 1 - winner
            over = self.rules["rounds"] == "single" or 2 in self.seals
        while True:
            yield "over"

    def round(self, starter: int) -> Generator[str, str, list[tuple[int, int, int]]]:
        self.turn, self.pool, self.market = starter, Counter(DECK), Counter("KKK")
        self.holds = [Counter[str](), Counter[str]()]  # hand and herd of each seat
        self.tokens, self.rupees, self.taken = dict(TOKENS), [0, 0], [0, 0]
        self.piles: list[list[int]] = [[], []]  # where the bonus tokens of each seat come from
        self.values = [Counter[int](), Counter[int]()]  # what those are worth that are known
        self.unseen = Counter(value for pile in BONUS.values() for value in pile)
        for seat in (0, 1):
            self.holds[seat] = self.draw((yield f"deal{seat}"), 5, self.knows(seat))
        self.market += self.draw((yield "market"), 2)
        plies, over = 0, False
        while not over and plies < int(self.rules["max_plies"]):
            over = yield from self.move((yield "turn"))
            plies, self.turn = plies + 1, 1 - self.turn
        for seat in (0, 1):
            if self.piles[seat]:
                self.rupees[seat] += self.reveal(seat, (yield f"reveal{seat}"))
            self.rupees[seat] += 5 * (self.holds[seat]["K"] > self.holds[1 - seat]["K"])
        return [(self.rupees[seat], len(self.piles[seat]), self.taken[seat]) for seat in (0, 1)]

    def move(self, move: str) -> Generator[str, str, bool]:
        """Returns whether the round ends with it."""
        ensure(self.possible(move))
        seat, (taken, given) = self.turn, self.sides(move)
        hidden = given - self.holds[seat]
        self.pool -= hidden
        self.holds[seat] = self.holds[seat] - given - Counter({"?": hidden.total()}) + taken
        self.market -= taken
        if move.startswith("sell"):
            return (yield from self.sale(move[5], given.total()))
        if move.startswith("swap"):
            self.market += given
        elif self.deck():
            room = min(5 - self.market.total(), self.deck())
            self.market += self.draw((yield "fill"), room)
            if self.rules["deck_end"] == "empty" and not self.deck():
                return True
        return self.market.total() < 5

    def sale(self, good: str, number: int) -> Generator[str, str, bool]:
        tokens, self.tokens[good] = self.tokens[good][:number], self.tokens[good][number:]
        self.rupees[self.turn] += sum(map(int, tokens))
        self.taken[self.turn] += len(tokens)
        pile = min(number, 5)
        if pile > 2 and (self.piles[0] + self.piles[1]).count(pile) < len(BONUS[pile]):
            value = yield "bonus"
            ensure((value != "?") == self.knows(self.turn))
            self.piles[self.turn].append(pile)
            if value != "?":
                ensure(int(value) in BONUS[pile] and self.unseen[int(value)] > 0)
                self.unseen[int(value)] -= 1
                self.values[self.turn][int(value)] += 1
        return list(self.tokens.values()).count("") > 2

    def reveal(self, seat: int, text: str) -> int:
        tokens = [int(value) for value in text.split("/")]
        ensure(tokens == sorted(tokens))
        ensure(Counter(tokens) <= (self.values[seat] if self.knows(seat) else self.unseen))
        ensure([min(5, 3 + token // 4) for token in tokens] == sorted(self.piles[seat]))
        return sum(tokens)

    def knows(self, seat: int) -> bool:
        return self.seat in (None, seat)

    def deck(self) -> int:
        return self.pool.total() - sum(holds["?"] for holds in self.holds)

    def draw(self, text: str, number: int, seen: bool = True) -> Counter[str]:
        cards = Counter(text)
        ensure(cards.total() == number and cards["?"] == (0 if seen else goods(cards)))
        ensure(cards - Counter("?????") <= self.pool)
        self.pool -= cards
        ensure(self.pool["K"] <= self.deck())  # no camel is in a hand
        return cards

    def sides(self, move: str) -> tuple[Counter[str], Counter[str]]:
        """The cards that leave the market, and those that the seat gives away."""
        what, _, text = move.partition(":")
        if what == "sell":
            return Counter(), Counter({text[0]: int(text[2:])})
        taken, _, given = text.partition(">")
        return Counter(taken or "K" * self.market["K"]), Counter(given)

    def possible(self, move: str) -> bool:
        """Whether the seat whose turn it is can play this, as far as it is known here."""
        taken, given = self.sides(move)
        holds = self.holds[self.turn]
        if ">" in move:
            fits = taken.total() == given.total() > 1 and not taken["K"] and not taken & given
        else:
            fits = bool(taken) or given.total() > 1 or move[5] in "CPL"
        hidden = given - holds
        known = hidden <= self.pool and hidden.total() <= holds["?"] and not hidden["K"]
        room = goods(holds) + goods(taken) - goods(given) <= 7
        return fits and known and room and taken <= self.market

    def legal(self) -> list[str]:
        holds = "".join(card * self.holds[self.turn][card] for card in GOODS + "K")
        market = "".join(good * self.market[good] for good in GOODS)
        moves = [f"take:{good}" for good in GOODS] + ["camels"]
        moves += [f"sell:{good}x{number}" for good in GOODS for number in range(1, 8)]
        for n in range(2, 6):
            moves += [f"swap:{a}>{b}" for a, b in product(parts(market, n), parts(holds, n))]
        return [move for move in moves if self.possible(move)]
