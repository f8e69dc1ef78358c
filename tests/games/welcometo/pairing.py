"""Welcome To played twice, by the engine and by the plain rules of oracle.py, and compared.

Both play the same texts; after each the whole table is compared. Seats and options are random, and
so are the moves, by styles of play that lead to different ends.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import generate_tables
import sarai
from sarai import OVER, WIN, Game, State
from tests.games.welcometo.oracle import CHANCE, WelcomeTo
from tests.games.welcometo.plain_sheet import SPOTS, gap_name, spot_name

DATA = generate_tables.read("welcometo")
OPTIONS: dict[str, tuple[str, ...]] = {
    "mode": ("standard", "standard", "expert"),
    "advanced": ("no", "yes"),
    "refusal": ("printed", "stuck"),
    "reshuffle": ("first_plan", "each_plan", "never"),
    "pile": ("discards", "all"),
    "ends_roundabout": ("counts", "no"),
}
SHEET = ("top", "middle", "bottom")


def random_game(rng: random.Random) -> Game:
    """A game of random seats and options."""
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    seats = rng.choice((1, 1, 2, 2, 3, 4, 6))
    if seats == 1:
        options["mode"] = "standard"
    return sarai.game("welcometo", seats, options, seed=rng.randrange(2**32))


def oracle_of(game: Game) -> WelcomeTo:
    return WelcomeTo(game.seats, game.options, DATA)


# ---- the whole table, from both sides ----


def engine_table(state: State) -> dict[str, object]:
    """All that the oracle knows too, in the oracle's words."""
    d = state.mapping()
    over = state.actor == OVER
    hands = [[card for card in hand if card != "-"] for hand in d["hand"]]
    return {
        "actor": state.actor,
        "phase": d["phase"],
        "turns": d["turns"],
        "pairs": [[c for c in d[name] if c != "-"] for name in ("effects", "numbers")],
        "hands": [sorted(hand) for hand in hands],
        "pile": dict(d["pile"]),
        "streets": [list(street) for name in SHEET for street in d[name]],
        "fences": d["fences"],
        "used": d["used"],
        "pools": d["pools"],
        "parks": [[n.get(letter, 0) for letter in "ABC"] for n in d["parks"]],
        "agents": [[n.get(size, 0) for size in "123456"] for n in d["agents"]],
        "temps": [d["temps"], d["refusals"]],
        "plans": d["plans"],
        "taken": d["taken"],
        "shares": [Fraction(win, WIN) for win in state.returns().wins] if over else None,
        "points": list(state.returns().scores) if over else None,
    }


def oracle_table(oracle: WelcomeTo, alone: object) -> dict[str, object]:
    over, sheets = oracle.phase == "over", oracle.sheets
    hands = [[*hand, *filter(None, [oracle.left[i]])] for i, hand in enumerate(oracle.hands)]
    return {
        "actor": oracle.actor,
        "phase": oracle.phase,
        "turns": oracle.turns,
        "pairs": [oracle.effects, oracle.numbers],
        "hands": [sorted(hand) for hand in hands],
        "pile": {card: n for card, n in oracle.pile.items() if n},
        "streets": [list(map(str, s.houses[i])) for i in range(3) for s in sheets],
        "fences": [[gap_name(s) for s in SPOTS if s in sheet.fences] for sheet in sheets],
        "used": [[spot_name(s) for s in SPOTS if s in sheet.used] for sheet in sheets],
        "pools": [[spot_name(s) for s in SPOTS if s in sheet.pools] for sheet in sheets],
        "parks": [sheet.parks for sheet in sheets],
        "agents": [sheet.agents for sheet in sheets],
        "temps": [[s.temps for s in sheets], [s.refusals for s in sheets]],
        "plans": [sheet.plans for sheet in sheets],
        "taken": sorted(map(str, oracle.taken)),
        # What a game alone is worth is the engine's own scale: test_rules.py.
        "shares": (alone if oracle.seats == 1 else oracle.shares()) if over else None,
        "points": oracle.points() if over else None,
    }


def compare(state: State, oracle: WelcomeTo, played: str) -> None:
    ours = engine_table(state)
    theirs = oracle_table(oracle, ours["shares"])
    differ = {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]}
    assert not differ, f"after {played}, engine and oracle: {differ}\n{state!r}"


# ---- random games ----

STYLES = ("uniform", "planner", "planner", "bold", "crowded")


def choose(state: State, texts: Sequence[str], style: str, rng: random.Random) -> str:
    """A move by a style of play."""
    claims = [text for text in texts if text.startswith(("claim", "estate"))]
    if style in ("planner", "crowded", "bold"):
        if claims and rng.random() < 0.8:
            return rng.choice(claims)
        if "reshuffle" in texts and rng.random() < 0.5:
            return "reshuffle"
        wanted = {"crowded": ("bis",), "bold": ("round", "fence")}.get(style, ())
        some = [text for text in texts if wanted and text.startswith(wanted)]
        if some and rng.random() < 0.4:
            return rng.choice(some)
        words = [state.game.parse(text) for text in texts]
        weights = state.priors(sorted(words))
        best = sorted(words)[weights.index(max(weights))]
        return state.game.text(best) if rng.random() < 0.9 else rng.choice(texts)
    kind = rng.choice(sorted({text.split(":")[0] for text in texts}))
    return rng.choice([text for text in texts if text.split(":")[0] == kind])


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
                text = choose(state, texts, styles[state.actor], self.rng)
            else:
                text = self.rng.choices(texts, weights=list(oracle.outcomes().values()))[0]
            self.note(oracle, text)
            state.play(text)
            oracle.play(text)
            compare(state, oracle, text)
            self.counts["plies"] += 1
        if state.actor == OVER:
            self.note_end(oracle)

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
            self.counts[f"plan {oracle.plans[int(rest) - 1]['id']}"] += 1
        if word == "card" or word[:4] == "draw":
            self.counts[f"card {rest}"] += 1
        if oracle.phase == "draw" and oracle.turns >= 26 and oracle.seats > 1:
            self.counts["after the pile was renewed"] += 1

    def note_end(self, oracle: WelcomeTo) -> None:
        for sheet in oracle.sheets:
            self.counts["ends by refusals"] += sheet.refusals == 3
            self.counts["ends by plans"] += "-" not in sheet.plans
            self.counts["ends by houses"] += all(sheet.at(spot).filled for spot in SPOTS)
            houses = [house for row in sheet.houses for house in row]
            for name, n in (
                ("bis", sum(house.bis for house in houses)),
                ("roundabouts", sum(house.roundabout for house in houses)),
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

    def check_successors(self, state: State, oracle: WelcomeTo, texts: Sequence[str]) -> None:
        for text in texts[:40]:
            after, other = state.copy(), oracle.copy()
            after.play(text)
            other.play(text)
            compare(after, other, text)
            self.counts["successors"] += 1


SEED = 4
"""A seed with which all of WANTED happens in 6,000 plies."""

WANTED = (
    *(f"{seats} seats" for seats in (1, 2, 3, 4, 6)),
    *(f"{name}={value}" for name, values in OPTIONS.items() for value in values),
    *(f"word {w}" for w in ("round", "use", "play", "refuse", "build", "fence", "bis", "agent")),
    *(f"word {w}" for w in ("skip", "claim", "estate", "done", "reshuffle", "turn", "expert")),
    *(f"word {w}" for w in ("refusal", "fold", "plans", "pass", "card", "draw")),
    "ends by refusals",
    "ends by houses",
    "ends by the pile",
    "after the pile was renewed",
    "card solo",
)
"""What a comparison must have come across to be worth its name."""
