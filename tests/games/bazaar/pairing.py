"""Bazaar played twice, by the engine and by the plain rules of oracle.py, and compared.

Both play the same texts; after each the whole table is compared. Seats, options and equations are
random, and so are the moves, by styles of play that lead to different ends.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import generate_tables
import sarai
from sarai import OVER, WIN, Game, State, games
from sarai.games.bazaar.gems import PHASES, counts
from tests.games.bazaar.oracle import CHANCE, COLOURS, POINTS, Bazaar, shape, spell

OPTIONS: dict[str, tuple[str | int, ...]] = {
    "exchange": ("house_cards", "random_equations", "fixed"),
    "market": ("distinct_multisets", "iid_gems", "weighted_shapes"),
    "p_choice": ("original_die", "rare", "none"),
    "hand_limit": (0, 0, 0, 10, 10, 5, 1),
    "gems_per_colour": (0, 0, 0, 20, 7, 2, 1),
    "cards_per_pile": (6, 6, 5, 3, 2, 1),
    "end": ("all_cards_claimed", "two_piles_exhausted"),
    "first_player": ("random", "seat0"),
    "max_turns": (300, 300, 500, 120, 60, 10, 1),
}


HOUSE_CARDS: dict[str, list[str]] = generate_tables.read("bazaar")["exchange"]["cards"]


def equations_of(game: Game) -> list[str]:
    """The ten equations that the options name, as the rules write them."""
    if game.options["equations"] != "-":
        return [item.replace(":", "=") for item in game.options["equations"].split("/")]
    numbers = game.options["house_cards"].split("/")
    return [equation for n in numbers for equation in HOUSE_CARDS[f"card_{int(n):02}"]]


def oracle_of(game: Game) -> QuickBazaar:
    o = game.options
    weights = o["shape_weights"]
    shapes = {} if weights == "-" else {"shape_weights": [int(n) for n in weights.split("/")]}
    return QuickBazaar(
        game.seats,
        equations_of(game),
        market=o["market"],
        p_choice=o["p_choice"],
        hand_limit=int(o["hand_limit"]),
        gems_per_colour=int(o["gems_per_colour"]),
        cards_per_pile=int(o["cards_per_pile"]),
        end=o["end"],
        first_player=o["first_player"],
        max_turns=int(o["max_turns"]),
        **shapes,
    )


class QuickBazaar(Bazaar):
    """The oracle, remembering what is possible until something is played: four times as fast."""

    _legal: list[str] | None = None
    _outcomes: dict[str, Fraction] | None = None

    def legal(self) -> list[str]:
        if self._legal is None:
            self._legal = super().legal()
        return self._legal

    def outcomes(self) -> dict[str, Fraction]:
        if self._outcomes is None:
            self._outcomes = super().outcomes()
        return self._outcomes

    def play(self, text: str) -> None:
        super().play(text)
        self._legal = self._outcomes = None


# ---- the whole table, from both sides ----


def engine_table(state: State) -> dict[str, object]:
    """All that the oracle knows too, in the oracle's words."""
    f, game = state.fields(), state.game
    cards = game.rules()["card"]
    phase = PHASES[f["phase"][0]]
    tops = [spell_word(cards[top - 1]) if top else "" for top in f["top"]]
    waiting = [pile for pile in range(4) if f["left"][pile] and not tops[pile]]
    over = phase == "over"
    return {
        "stage": f"card{waiting[0]}" if phase in ("deal", "card") else phase,
        "actor": state.actor,
        "turn": f["turn"][0],
        "hands": [spell_word(word) for word in f["hand"][: game.seats]],
        "scores": list(f["score"][: game.seats]),
        "tops": tops,
        "in piles": list(f["left"]),
        "turns": f["turns"][0],
        "capped": bool(f["capped"][0]),
        "shares": [Fraction(win, WIN) for win in state.returns().wins] if over else None,
        "points": list(state.returns().scores) if over else None,
    }


def spell_word(word: int) -> str:
    return "".join(colour * n for colour, n in zip(COLOURS, counts(word), strict=True))


def oracle_table(oracle: Bazaar, alone: object) -> dict[str, object]:
    over = oracle.stage == "over"
    return {
        "stage": oracle.stage,
        "actor": oracle.actor,
        "turn": oracle.turn,
        "hands": [spell(hand) for hand in oracle.hands],
        "scores": oracle.scores,
        "tops": oracle.tops,
        "in piles": [oracle.in_pile(pile) for pile in range(4)],
        "turns": oracle.turns,
        "capped": oracle.capped,
        # What a game alone is worth is the engine's own scale: test_bazaar_rules.py.
        "shares": (alone if oracle.seats == 1 else list(oracle.shares())) if over else None,
        "points": oracle.scores if over else None,
    }


def compare(state: State, oracle: Bazaar, played: str) -> None:
    ours = engine_table(state)
    theirs = oracle_table(oracle, ours["shares"])
    differ = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not differ, f"after {played}, engine and oracle: {differ}\n{state!r}"


# ---- random games ----

STYLES = ("uniform", "kinds", "greedy", "greedy", "greedy", "trader", "hoard")


def random_game(rng: random.Random) -> Game:
    """A game of random seats and options."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    seed = rng.randrange(2**32)
    if options["exchange"] == "fixed":
        drawn = sarai.game("bazaar", options={"exchange": "random_equations"}, seed=seed)
        options["equations"] = drawn.options["equations"]
    if options["market"] == "weighted_shapes" and rng.random() < 0.7:
        weights = [rng.choice((0, 1, 5, 60)) for _ in range(7)]
        weights[rng.choice((0, 1, 1, rng.randrange(7)))] = 20  # many high cards
        options["shape_weights"] = "/".join(map(str, weights))
    return sarai.game("bazaar", rng.randint(1, 6), options, seed=seed)


def choose(state: State, texts: Sequence[str], style: str, rng: random.Random) -> str:
    """A move by a style of play."""
    claims = [text for text in texts if text[:5] == "claim"]
    if style == "greedy" and rng.random() < 0.9:
        return state.game.text(games.greedy(state))
    if style == "hoard" and "draw" in texts:
        return "draw"
    if style == "trader" and (claims or rng.random() < 0.8):
        return rng.choice(claims or [t for t in texts if t[:5] == "trade"] or texts)
    if style == "kinds":
        kind = rng.choice(sorted({text.split(":")[0] for text in texts}))
        texts = [text for text in texts if text.split(":")[0] == kind]
    return rng.choice(texts)


def near_moves(game: Game, rng: random.Random) -> Iterator[str]:
    """Moves that a seat might try, legal or not."""
    yield from ("draw", "end", f"claim:{rng.randrange(4)}", f"return:{rng.choice(COLOURS)}")
    yield f"choose:{rng.choice(COLOURS)}"
    left, right = rng.choice(equations_of(game)).split("=")
    yield from (f"trade:{left}>{right}", f"trade:{right}>{left}")


class Walk:
    """Random games played twice until so many plies are compared; counts what it has seen."""

    def __init__(self, seed: int, all_successors_every: int = 50) -> None:
        self.rng = random.Random(seed)
        self.every = all_successors_every
        self.counts: Counter[str] = Counter()

    def run(self, plies: int) -> Counter[str]:
        while self.counts["plies"] < plies:
            self.play_one(random_game(self.rng), plies)
        return self.counts

    def play_one(self, game: Game, plies: int) -> None:
        state, oracle = game.start(), oracle_of(game)
        self.note_game(game)
        compare(state, oracle, f"nothing, {game!r}")
        styles = [self.rng.choice(STYLES) for _ in range(game.seats)]
        while state.actor != OVER and self.counts["plies"] < plies + 1000:
            texts = self.check_possible(state, oracle)
            if self.rng.randrange(self.every) == 0:
                self.check_successors(state, oracle, texts)
            if state.actor >= 0:
                self.check_near_moves(state, oracle)
                text = choose(state, texts, styles[state.actor], self.rng)
            else:
                text = self.rng.choices(texts, weights=list(oracle.outcomes().values()))[0]
            self.note_claim(oracle, text)
            turns = oracle.turns
            state.play(text)
            oracle.play(text)
            compare(state, oracle, text)
            self.counts["plies"] += 1
            self.counts["step left out"] += oracle.turns > turns + (oracle.stage != "claim")
            self.counts[f"stage {oracle.stage}"] += 1
        if state.actor == OVER:
            self.counts["ends by " + ("turns" if oracle.capped else oracle.end)] += 1
            best = max(oracle.scores)
            self.counts["shared win"] += game.seats > 1 and oracle.scores.count(best) > 1

    def note_game(self, game: Game) -> None:
        self.counts["games"] += 1
        self.counts[f"{game.seats} seats"] += 1
        for name, value in game.options.items():
            if name not in ("house_cards", "equations", "shape_weights"):
                self.counts[f"{name}={value}"] += 1

    def note_claim(self, oracle: Bazaar, text: str) -> None:
        """Which cell of the table of points the claim is scored by."""
        if text[:5] != "claim":
            return
        pile = int(text[6])
        card = oracle.tops[pile]
        gone, high = oracle.empty_piles() > 0, shape(card)[0] in "45"
        left = min(len(oracle.hand) - 5, 3)
        self.counts[cell(gone, high, left)] += 1
        if not gone and oracle.in_pile(pile) == 1:
            self.counts["claims that empty the first pile"] += 1

    def check_possible(self, state: State, oracle: Bazaar) -> list[str]:
        """Moves of a seat as a set, outcomes of chance with their probabilities."""
        game = state.game
        if oracle.actor == CHANCE:
            ours = {game.text(word): weight for word, weight in state.outcomes()}
            total = sum(ours.values())
            theirs = oracle.outcomes()
            assert set(ours) == set(theirs), repr(state)
            assert all(weight == theirs[text] * total for text, weight in ours.items()), repr(state)
            return list(theirs)
        texts = oracle.legal()
        assert sorted(map(game.text, state.moves())) == sorted(texts), repr(state)
        return texts

    def check_near_moves(self, state: State, oracle: Bazaar) -> None:
        """The engine takes a move if and only if the oracle lists it."""
        texts = oracle.legal()
        for text in near_moves(state.game, self.rng):
            reason = state.illegal_reason(state.game.parse(text))
            assert (reason is None) == (text in texts), f"{text}: {reason}, {state!r}"
            self.counts["moves refused" if reason else "moves not refused"] += 1

    def check_successors(self, state: State, oracle: Bazaar, texts: Sequence[str]) -> None:
        for text in texts:
            after, other = state.copy(), oracle.copy()
            after.play(text)
            other.play(text)
            compare(after, other, text)
            self.counts["successors"] += 1


def cell(gone: bool, high: bool, left: int) -> str:
    piles = "a pile gone" if gone else "four piles"
    return (
        f"{POINTS[gone][high][left]} points: {piles}, {'high' if high else 'normal'}, {left} left"
    )


SEED = 1
"""A seed with which all of WANTED happens in 6,000 plies."""

WANTED = (
    *(f"{seats} seats" for seats in range(1, 7)),
    *(f"{name}={value}" for name, values in OPTIONS.items() for value in values),
    *(
        cell(gone, high, left)
        for gone in (False, True)
        for high in (False, True)
        for left in range(4)
    ),
    *(f"stage {name}" for name in ("act", "gem", "choose", "claim", "return", "over", "card3")),
    "claims that empty the first pile",
    "ends by turns",
    "ends by all_cards_claimed",
    "ends by two_piles_exhausted",
    "shared win",
    "step left out",
    "moves refused",
    "moves not refused",
)
"""What a comparison must have come across to be worth its name."""
