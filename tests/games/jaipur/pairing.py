"""Jaipur played twice at once: by the engine, and by the slow plain Python of oracle.py.

Both play the same texts; after each the whole table is compared. The options and, three times in
four, the components are drawn at random, small enough that every end of a round and every tie
comes up. Whatever differs raises an AssertionError that says where.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import sarai
from sarai import OVER, Game, InvalidGame, State
from sarai.games.jaipur.cards import PHASES, token_values
from tests.games.jaipur.oracle import CAMEL, GOODS, KINDS, OPTIONS, Jaipur, Tables, spell

Options = dict[str, str | int]

MOST_ROUNDS = 6
"""Of one game: full ties that are replayed could go on for ever."""


def tables(numbers: Sequence[int]) -> Tables:
    """The oracle's tables from the flat numbers that the engine takes (generate_tables.py)."""
    at = iter(numbers)

    def take(count: int) -> tuple[int, ...]:
        return tuple(next(at) for _ in range(count))

    cards, minimum = take(6), take(6)
    camels, token, market_camels, dealt, market, hand, exchange, piles, seals = take(9)
    tokens = tuple(take(next(at)) for _ in GOODS)
    three, four, five = (take(next(at)) for _ in range(3))
    return Tables(
        cards=cards,
        minimum_sale=minimum,
        tokens=tokens,
        camel_cards=camels,
        camel_token=token,
        bonus_three=three,
        bonus_four=four,
        bonus_five=five,
        market_camels=market_camels,
        dealt_each=dealt,
        market_size=market,
        hand_limit=hand,
        exchange_minimum=exchange,
        empty_piles_to_end=piles,
        seals_to_win=seals,
    )


def oracle_of(game: Game, kind: type[Jaipur] = Jaipur) -> Jaipur:
    """The oracle with the options and the components of an engine's game."""
    chosen: dict[str, Any] = {name: game.options[name] for name in OPTIONS}
    chosen["max_plies"] = int(game.options["max_plies"])
    return kind(**chosen, tables=tables(game.table) if game.table else None)


# ---- the whole table, from both sides ----


def engine_table(state: State) -> dict[str, object]:
    """All that the oracle knows too, in the oracle's words."""
    f, game = state.fields(), state.game
    phase = PHASES[f["phase"][0]]
    hands = f["hand"][:8], f["hand"][8:]
    unseen = [f["bonus"][0] >> 16 * pile & 0xFFFF for pile in range(3)]
    everything = zip(game.rules()["cards"], *hands, f["market"], f["pool"], strict=True)
    return {
        "stage": "move" if phase == "turn" else phase,
        "actor": state.actor,
        "turn": f["turn"][0],
        "starter": f["starter"][0],
        "market": list(f["market"][:7]),
        "hands": [list(hand[:6]) for hand in hands],
        "herds": [hand[6] for hand in hands],
        "deck": list(f["pool"][:7]),
        "discards": [all_ - sum(places) for all_, *places in everything][:7],
        "tokens left": list(f["tokens"][:6]),
        "bonus left": [token_values(game, n << 16 * pile) for pile, n in enumerate(unseen)],
        "bonus won": [token_values(game, won) for won in f["won"]],
        "goods tokens": list(f["goods_tokens"]),
        "rupees": list(f["rupees"]),
        "seals": list(f["seals"]),
        "counted rupees": list(f["total"]),
        "counted rounds": f["counted"][0],
        "plies": f["plies"][0],
        "capped": bool(f["capped"][0]),
        "bonus pile": 3 + f["pending"][0] if phase == "bonus" else None,
        "shares": state.returns().shares if phase == "over" else None,
        "scores": state.returns().scores if phase == "over" else None,
    }


def _counts(cards: Counter[str], kinds: str) -> list[int]:
    return [cards[kind] for kind in kinds]


def oracle_table(oracle: Jaipur) -> dict[str, object]:
    over = oracle.actor == OVER
    return {
        "stage": oracle.stage,
        "actor": oracle.actor,
        "turn": max(oracle.turn, 0),  # the engine says 0 before the starter is drawn
        "starter": max(oracle.starter, 0),
        "market": _counts(oracle.market, KINDS),
        "hands": [_counts(hand, GOODS) for hand in oracle.hands],
        "herds": oracle.herds,
        "deck": _counts(oracle.deck, KINDS),
        "discards": _counts(oracle.discards, KINDS),
        "tokens left": [oracle.tokens_left[good] for good in GOODS],
        "bonus left": [sorted(oracle.bonus_left[size].elements()) for size in (3, 4, 5)],
        "bonus won": [sorted(values) for values in oracle.bonus_won],
        "goods tokens": oracle.goods_tokens,
        "rupees": oracle.rupees,
        "seals": oracle.seals,
        "counted rupees": oracle.counted_rupees,
        "counted rounds": oracle.counted_rounds,
        "plies": oracle.plies,
        "capped": oracle.capped,
        "bonus pile": oracle.bonus_pile if oracle.stage == "bonus" else None,
        "shares": tuple(map(float, oracle.shares())) if over else None,
        "scores": oracle.scores() if over else None,
    }


def compare(state: State, oracle: Jaipur, played: str) -> None:
    ours, theirs = engine_table(state), oracle_table(oracle)
    differ = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not differ, f"after {played}, engine and oracle: {differ}\n{state!r}"


# ---- ends of rounds, as the oracle sees them ----


class WatchedJaipur(Jaipur):
    """The oracle, noting how each round ends just before it is scored.

    It also remembers what is possible until something is played, which is four times as fast.
    """

    ends: Counter[str]
    _legal: list[str] | None = None
    _outcomes: dict[str, int] | None = None

    def legal(self) -> list[str]:
        if self._legal is None:
            self._legal = super().legal()
        return self._legal

    def outcomes(self) -> dict[str, int]:
        if self._outcomes is None:
            self._outcomes = super().outcomes()
        return self._outcomes

    def play(self, text: str) -> None:
        super().play(text)
        self._legal = self._outcomes = None

    def _score_round(self) -> None:
        emptied = [good for good in GOODS if self._pile(good) and not self.tokens_left[good]]
        if len(emptied) >= self.tables.empty_piles_to_end:
            self.ends["empty piles"] += 1
        elif self._missing() > 0:
            self.ends["refill fails"] += 1
        elif self.plies >= self.max_plies:
            self.ends["cap"] += 1
        else:
            self.ends["deck empty"] += 1
        before = list(self.seals)
        option = self.full_tie if self.rounds == "match" else f"{self.full_tie}, single"
        ranks = [
            (
                self.rupees[seat] + sum(self.bonus_won[seat]) + self._camel_rupees(seat),
                len(self.bonus_won[seat]),
                self.goods_tokens[seat],
            )
            for seat in (0, 1)
        ]
        super()._score_round()
        if ranks[0] == ranks[1]:
            self.ends[f"full tie ({option})"] += 1
            assert (self.seals == before) == (self.full_tie != "non_starter")
        elif ranks[0][0] == ranks[1][0]:
            decided = "goods" if ranks[0][1] == ranks[1][1] else "bonus"
            self.ends[f"tie decided by {decided} tokens"] += 1
        if self.stage == "over" and self.seals[0] == self.seals[1] > 0:
            self.ends["drawn match with seals"] += 1

    def _camel_rupees(self, seat: int) -> int:
        return self.tables.camel_token if self.herds[seat] > self.herds[1 - seat] else 0


# ---- random games ----

SEALS_TO_WIN = 20
"""Where that number stands in a table."""


def random_table(rng: random.Random) -> list[int]:
    """Few components in random numbers; with some, no game can be made."""
    most = rng.choice((2, 4, 7))
    market = rng.randint(1, 5)
    camels = rng.randint(0, 6)
    hand = rng.randint(2, 8)
    numbers = [rng.randint(0, most) for _ in range(6)]
    numbers += [rng.choice((1, 1, 1, 2, 3)) for _ in range(6)]
    numbers += [camels, rng.choice((0, 1, 5)), rng.randint(0, min(camels, market - 1))]
    numbers += [rng.randint(1, min(5, hand)), market, hand, rng.choice((2, 2, 3))]
    numbers += [rng.randint(1, 4), rng.choice((1, 2, 2, 3))]
    for _ in range(6):
        tokens = [rng.randint(1, 6) for _ in range(rng.randint(0, most))]
        numbers += [len(tokens), *tokens]
    value = 0
    for _ in range(3):
        pile: list[int] = []
        value += rng.randint(1, 2)
        for _ in range(rng.randint(0, 5)):
            pile.append(value)
            value += rng.randint(0, 1) if len(set(pile)) < 4 else 0
        numbers += [len(pile), *pile]
        value = max([value, *pile])
    return numbers


def random_game(rng: random.Random) -> Game:
    """A game of random options; three times in four with random small components."""
    options: Options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    options["max_plies"] = rng.choice((1, 2, 3, 6, 20, 60, 500, 500))
    if rng.random() < 0.25:
        return sarai.game("jaipur", options=options)
    while True:
        table = random_table(rng)
        # The rules text has three rounds where full ties are draws, and so has the oracle; the
        # engine has as many as the seals to win make possible, which is the same for two seals.
        if options["full_tie"] == "draw":
            table[SEALS_TO_WIN] = 2
        try:
            return sarai.game("jaipur", options=options, table=table)
        except InvalidGame:
            continue


STYLES = ("uniform", "kinds", "sales", "camels and takes", "hoard")


def choose(texts: Sequence[str], style: str, rng: random.Random) -> str:
    """A move by a style of play; the styles lead to different ends of a round."""
    if style == "uniform":
        return rng.choice(texts)
    by_kind: dict[str, list[str]] = {}
    for text in texts:
        by_kind.setdefault(text.split(":")[0], []).append(text)
    if style == "sales" and "sell" in by_kind and rng.random() < 0.7:
        return max(by_kind["sell"], key=lambda text: (int(text[-1]), rng.random()))
    if style == "hoard":
        return _hoard(texts, rng)
    if style == "camels and takes" and rng.random() < 0.8:
        taken = by_kind.get("camels", []) + by_kind.get("take", [])
        return rng.choice(taken or texts)
    return rng.choice(by_kind[rng.choice(sorted(by_kind))])


def _hoard(texts: Sequence[str], rng: random.Random) -> str:
    """All of one good into the hand, and then one large sale."""
    number, good = max(
        ((int(text[-1]), text[5]) for text in texts if text[:4] == "sell"), default=(0, "L")
    )
    if number >= rng.randint(5, 7):
        return f"sell:{good}x{number}"
    kept = [text for text in texts if text[:4] != "sell"]
    gains = [text for text in kept if good in text.partition(">")[0]]
    return rng.choice(gains or kept or texts)


def near_moves(oracle: Jaipur, rng: random.Random) -> Iterator[str]:
    """Moves that a seat might try, legal or not."""
    goods = [kind for kind in oracle.market.elements() if kind != CAMEL]
    own = [*oracle.hands[oracle.turn].elements(), *CAMEL * oracle.herds[oracle.turn], *goods]
    yield "camels"
    yield f"take:{rng.choice(GOODS)}"
    yield f"sell:{rng.choice(GOODS)}x{rng.randint(1, 8)}"
    for _ in range(8):
        taken = rng.sample(goods, rng.randint(0, len(goods)))
        size = len(taken) + rng.choice((0, 0, 0, 0, 1))
        given = rng.sample(own, min(size, len(own)))
        if taken and given:
            yield f"swap:{spell(Counter(taken))}>{spell(Counter(given))}"


class Walk:
    """Random games played twice until so many plies are compared; counts what it has seen."""

    def __init__(self, seed: int, all_successors_every: int = 50) -> None:
        self.rng = random.Random(seed)
        self.every = all_successors_every
        self.counts: Counter[str] = Counter()

    def run(self, plies: int) -> Counter[str]:
        while self.counts["plies"] < plies:
            self.play_one(random_game(self.rng))
        return self.counts

    def play_one(self, game: Game) -> None:
        self.counts["games"] += 1
        self.counts["games on random components"] += bool(game.table)
        state, oracle = game.start(), oracle_of(game, WatchedJaipur)
        assert isinstance(oracle, WatchedJaipur)
        oracle.ends = self.counts
        compare(state, oracle, f"nothing, {game!r} {game.table}")
        rounds = 0
        styles = [self.rng.choice(STYLES) for _ in range(2)]
        while state.actor != OVER and rounds < MOST_ROUNDS:
            texts = self.check_possible(state, oracle)
            if self.rng.randrange(self.every) == 0:
                self.check_successors(state, oracle, texts)
            if state.actor >= 0:
                self.check_near_moves(state, oracle, texts)
                text = choose(texts, styles[state.actor], self.rng)
            else:
                weights = oracle.outcomes().values()
                text = self.rng.choices(texts, weights=list(weights))[0]
            self.counts["sales of six and more"] += text[:4] == "sell" and int(text[-1]) >= 6
            state.play(text)
            oracle.play(text)
            compare(state, oracle, text)
            self.counts["plies"] += 1
            if oracle.stage == "deal0" and not text.startswith("starter"):
                rounds += 1
            assert state.fields()["round"] == (rounds,)

    def check_possible(self, state: State, oracle: Jaipur) -> list[str]:
        """Moves of a seat as a set, outcomes of chance with their weights."""
        game = state.game
        if state.actor >= 0:
            words = state.moves()
            texts = oracle.legal()
            assert sorted(map(game.text, words)) == sorted(texts), repr(state)
            self.counts["legal moves"] += len(words)
        else:
            ours = {game.text(word): weight for word, weight in state.outcomes()}
            theirs = oracle.outcomes()
            assert ours == theirs, repr(state)
            texts = list(theirs)
            self.counts["outcomes"] += len(texts)
        return texts

    def check_near_moves(self, state: State, oracle: Jaipur, texts: Sequence[str]) -> None:
        """The engine takes a move if and only if the oracle lists it."""
        for text in near_moves(oracle, self.rng):
            reason = state.illegal_reason(state.game.parse(text))
            assert (reason is None) == (text in texts), f"{text}: {reason}, {state!r}"
            self.counts["moves refused" if reason else "moves not refused"] += 1

    def check_successors(self, state: State, oracle: Jaipur, texts: Sequence[str]) -> None:
        self.counts["plies with all successors"] += 1
        for text in texts:
            after, other = state.copy(), oracle.copy()
            assert isinstance(other, WatchedJaipur)
            other.ends = Counter()
            after.play(text)
            other.play(text)
            compare(after, other, text)
            self.counts["successors"] += 1


SEED = 4
"""A seed with which all of WANTED happens in 6,000 plies."""

WANTED = (
    "empty piles",
    "refill fails",
    "deck empty",
    "cap",
    *(f"full tie ({option})" for option in OPTIONS["full_tie"]),
    *(f"full tie ({option}, single)" for option in OPTIONS["full_tie"]),
    "tie decided by bonus tokens",
    "tie decided by goods tokens",
    "drawn match with seals",
    "sales of six and more",
    "moves refused",
    "moves not refused",
)
"""What a comparison must have come across to be worth its name."""
