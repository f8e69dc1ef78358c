"""Welcome To played twice, by the engine and by the plain rules of oracle.py, and compared.

Both play the same texts; after each the whole table is compared. Seats and options are random, and
so are the moves, by styles of play that lead to different ends.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import sarai
from sarai import NOTHING, OVER, WIN, Game, State
from tests.games.welcometo.oracle import CHANCE, WelcomeTo
from tests.games.welcometo.plain_sheet import GAP_OF, GAPS, PLACES, gap_name, place_name
from tests.games.welcometo.plain_tables import LENGTHS, POOLS

OPTIONS: dict[str, tuple[str, ...]] = {
    "mode": ("standard", "standard", "expert"),
    "advanced": ("no", "yes"),
    "refusal": ("printed", "stuck"),
    "reshuffle": ("first_plan", "each_plan", "never"),
    "pile": ("discards", "all"),
    "ends_roundabout": ("counts", "no"),
}
STREETS = ("top", "middle", "bottom")


def random_game(rng: random.Random) -> Game:
    """A game of random seats and options."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    seats = rng.choice((1, 1, 2, 2, 3, 4, 6))
    if seats == 1:
        options["mode"] = "standard"
    return sarai.game("welcometo", seats, options, seed=rng.randrange(2**32))


def oracle_of(game: Game) -> QuickWelcomeTo:
    return QuickWelcomeTo(game.seats, game.options)


class QuickWelcomeTo(WelcomeTo):
    """The oracle, remembering what is possible until something is played."""

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
    d = state.mapping()
    over = state.actor == OVER
    hands = [sorted(card for card in hand if card != "-") for hand in d["hand"]]
    return {
        "phase": d["phase"],
        "turns": d["turns"],
        "pairs": [[c for c in d[name] if c != "-"] for name in ("effects", "numbers")],
        "hands": hands,
        "pile": dict(d["pile"]),
        "streets": [list(street) for name in STREETS for street in d[name]],
        "fences": d["fences"],
        "used": d["used"],
        "pools": d["pools"],
        "parks": [[n.get(letter, 0) for letter in "ABC"] for n in d["parks"]],
        "agents": [[n.get(size, 0) for size in "123456"] for n in d["agents"]],
        "temps": d["temps"],
        "refusals": d["refusals"],
        "plans": d["plans"],
        "taken": d["taken"],
        "shares": [Fraction(win, WIN) for win in state.returns().wins] if over else None,
        "points": list(state.returns().scores) if over else None,
    }


def oracle_table(oracle: WelcomeTo, viewer: int | None, alone: object) -> dict[str, object]:
    """As all is, or as a seat sees it; `alone` is what a game of one seat is worth."""
    over, sheets = oracle.actor == OVER, oracle.sheets
    if viewer is None:
        hands, pile = [[card.text for card in hand] for hand in oracle.hands], +oracle.pile
    else:
        hands, pile = oracle.seen_hands(viewer), oracle.unseen_cards(viewer)
    return {
        "phase": oracle.phase,
        "turns": oracle.turns,
        "pairs": [oracle.effects, oracle.numbers],
        "hands": [sorted(hand) for hand in hands],
        "pile": dict(pile),
        "streets": [sheet.streets[i] for i in range(3) for sheet in sheets],
        "fences": [[gap_name(gap) for gap in GAPS if gap in sheet.fences] for sheet in sheets],
        "used": [[place_name(p) for p in PLACES if p in sheet.used] for sheet in sheets],
        "pools": [[place_name(p) for p in PLACES if p in sheet.pools] for sheet in sheets],
        "parks": [sheet.parks for sheet in sheets],
        "agents": [sheet.agents for sheet in sheets],
        "temps": [sheet.temps for sheet in sheets],
        "refusals": [sheet.refusals for sheet in sheets],
        "plans": [sheet.plans for sheet in sheets],
        "taken": [str(n) for n in sorted(oracle.taken)],
        # The scale of a game alone is the engine's own: test_rules.py.
        "shares": (alone if oracle.seats == 1 else oracle.shares()) if over else None,
        "points": oracle.points() if over else None,
    }


def compare(state: State, oracle: WelcomeTo, played: str, viewer: int | None = None) -> None:
    ours = engine_table(state)
    theirs = oracle_table(oracle, viewer, ours["shares"])
    differ = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not differ, f"after {played}, engine and oracle: {differ}\n{state!r}"
    if viewer is None:
        assert state.actor == oracle.actor, f"after {played}: {state!r}"


# ---- random games ----

STYLES = ("uniform", "planner", "tidy", *"SPTBLA", "bold")
"""The planner of the engine, one that never errs, one for each effect, one for roundabouts."""


def choose(state: State, oracle: WelcomeTo, style: str, rng: random.Random) -> str:
    """A move by a style of play."""
    texts = oracle.legal()
    if style == "uniform":
        kind = rng.choice(sorted({text.split(":")[0] for text in texts}))
        return rng.choice([text for text in texts if text.split(":")[0] == kind])
    liked = [text for text in texts if text.startswith(("claim", "estate", "reshuffle"))]
    if not liked and len(style) == 1:
        liked = [text for text in texts if text.startswith(("use", "play")) and text[-1] == style]
        liked += [text for text in texts if text.startswith("bis") and style == "B"]
        liked += [text for text in texts if text[-2:] == ":6" and style == "A"]
    if not liked and style == "P":
        liked = [text for text in texts if text.partition("@")[2] in POOL_NAMES]
    if not liked and style == "S" and texts[0].startswith("fence"):
        worths = {text: fence_worth(oracle, GAP_OF[text[6:]]) for text in texts if text != "skip"}
        liked = [text for text, worth in worths.items() if worth == max(worths.values())]
    if not liked and style == "bold":
        liked = [text for text in texts if text.startswith(("round", "fence", "bis"))]
    if liked and rng.random() < 0.7:
        return rng.choice(liked)
    words = sorted(state.game.parse(text) for text in texts)
    weights = state.priors(words)
    best = words[weights.index(max(weights))]
    return state.game.text(best) if style == "tidy" or rng.random() < 0.95 else rng.choice(texts)


POOL_NAMES = {place_name((street, house)) for street in range(3) for house in POOLS[street]}


def fence_worth(oracle: WelcomeTo, gap: tuple[int, int]) -> int:
    """Groups of sizes that the plans in play ask for, of the fenced street."""
    sizes = [size for plan in oracle.plans for size in plan.sizes]
    fences = {
        house
        for street, house in oracle.drafts[oracle.actor].sheet.fences | {gap}
        if street == gap[0]
    }
    ends = [-1, *sorted(fences), LENGTHS[gap[0]] - 1]
    return sum(b - a in sizes for a, b in pairwise(ends))


class Walk:
    """Random games played twice until so many plies are compared; counts what it has seen."""

    def __init__(self, seed: int, all_successors_every: int = 200) -> None:
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
                text = choose(state, oracle, styles[state.actor], self.rng)
            else:
                text = self.rng.choices(texts, weights=list(oracle.outcomes().values()))[0]
            self.step(state, oracle, text)
        if state.actor == OVER:
            self.note_end(oracle)

    def step(self, state: State, oracle: WelcomeTo, text: str) -> None:
        """Play it on both sides."""
        self.note(oracle, text)
        if self.rng.randrange(20) == 0:
            self.check_told(state, oracle, text)
        state.play(text)
        oracle.play(text)
        compare(state, oracle, text)
        self.counts["plies"] += 1

    def note_game(self, game: Game) -> None:
        self.counts["games"] += 1
        self.counts[f"{game.seats} seats"] += 1
        for name, value in game.options.items():
            if name != "plans":
                self.counts[f"{name}={value}"] += 1

    def note(self, oracle: WelcomeTo, text: str) -> None:
        word, _, rest = text.partition(":")
        self.counts[f"word {word.rstrip('0123456')}"] += 1
        if word == "claim":
            self.counts[f"plan {oracle.plan_ids[int(rest) - 1]}"] += 1
        if word == "card" or word[:4] == "draw":
            self.counts[f"card {rest}"] += 1
        if word == "reshuffle":
            self.counts[f"reshuffle {'expert' if oracle.expert else 'standard'}"] += 1
        if oracle.phase == "draw" and oracle.turns >= 26 and oracle.seats > 1:
            self.counts["after the pile was renewed"] += 1

    def note_end(self, oracle: WelcomeTo) -> None:
        for sheet in oracle.sheets:
            self.counts["ends by refusals"] += sheet.refusals == 3
            self.counts["ends by plans"] += "-" not in sheet.plans
            self.counts["ends by houses"] += not sheet.empty()
            houses = [house for street in sheet.streets for house in street]
            for name, n in (
                ("bis", sum(house.endswith("b") for house in houses)),
                ("roundabouts", sheet.roundabouts()),
                ("pools", len(sheet.pools)),
                ("temps", sheet.temps),
                *((f"parks {street}", n) for street, n in enumerate(sheet.parks)),
                *((f"agents {size + 1}", n) for size, n in enumerate(sheet.agents)),
            ):
                self.counts[f"{name} at {n}"] += 1
        self.counts["ends by the pile"] += oracle.seats == 1 and not sum(oracle.pile.values())
        self.counts["shared win"] += oracle.seats > 1 and 1 not in oracle.shares()

    def check_possible(self, state: State, oracle: WelcomeTo) -> list[str]:
        """Moves of a seat as a set, outcomes of chance with their probabilities."""
        game = state.game
        if oracle.actor == CHANCE:
            ours = {game.text(word): weight for word, weight in state.outcomes()}
            total = sum(ours.values())
            theirs = oracle.outcomes()
            assert set(ours) == set(theirs), (set(ours) ^ set(theirs), repr(state))
            assert all(weight == theirs[text] * total for text, weight in ours.items()), repr(state)
            return list(theirs)
        texts = oracle.legal()
        ours_ = sorted(map(game.text, state.moves()))
        assert ours_ == sorted(texts), (set(ours_) ^ set(texts), repr(state))
        return texts

    def check_told(self, state: State, oracle: WelcomeTo, text: str) -> None:
        """What each seat sees, may do, and hears of what is played."""
        game = state.game
        for seat in range(game.seats):
            view = state.view(seat)
            compare(view, oracle, f"... before {text}, in the eyes of {seat}", seat)
            if oracle.phase == "turn" and oracle.drafts[seat].stage != "done":
                assert view.actor == seat, f"in a simultaneous choice: {view!r}"
                ours = sorted(map(game.text, view.moves()))
                assert ours == sorted(oracle.legal_of(seat)), f"in the eyes of {seat}: {view!r}"
            word = state.observed(game.parse(text), seat)
            heard = None if word == NOTHING else game.text(word)
            assert heard == oracle.observed(text, seat), f"{text}, told {seat}: {heard}"
            self.counts["views"] += 1

    def check_successors(self, state: State, oracle: WelcomeTo, texts: Sequence[str]) -> None:
        for text in texts[:40]:
            after, other = state.copy(), oracle.copy()
            after.play(text)
            other.play(text)
            compare(after, other, text)
            self.counts["successors"] += 1


SEED = 3
"""A seed with which all of WANTED happens in 6,000 plies."""

WANTED = (
    *(f"{seats} seats" for seats in (1, 2, 3, 4, 6)),
    *(f"{name}={value}" for name, values in OPTIONS.items() for value in values),
    *(f"word {w}" for w in ("round", "use", "play", "refuse", "build", "fence", "bis", "agent")),
    *(f"word {w}" for w in ("skip", "claim", "estate", "done", "reshuffle", "turn", "expert")),
    *(f"word {w}" for w in ("refusal", "fold", "plans", "pass", "card", "draw")),
    "views",
    "successors",
    "ends by refusals",
    "ends by houses",
    "ends by the pile",
    "after the pile was renewed",
    "card solo",
)
"""What a comparison must have come across to be worth its name."""
