"""Snapshots of Jaipur that no game has made: random pieces whose sums agree.

`Game.snapshot` may take or refuse them. What it takes must be safe: `exercise` does with it all
that a caller can do.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import sarai
from sarai import CHANCE, Game, Move, Rng, State, WrongState, games
from sarai.core import ALL
from sarai.games.jaipur.cards import CAMEL, LETTERS, PHASES, token_values

OPTIONS: dict[str, tuple[str | int, ...]] = {
    "rounds": ("match", "match", "single"),
    "deck_end": ("refill_fails", "empty"),
    "full_tie": ("replay", "non_starter", "draw"),
    "starter": ("dealt", "seat0", "seat1"),
    "max_plies": (500, 500, 1, 2, 30, 9999),
}
PLIES = 6
MOST_ROUNDS = 60_000
"""Where the number of the round stops to grow: JP_MAX_REPLAYS."""


def random_game(dice: random.Random) -> Game:
    chosen = {name: dice.choice(values) for name, values in OPTIONS.items()}
    return sarai.game("jaipur", options=chosen)


def split(snapshot: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in snapshot.split(";"))


def join(values: dict[str, str]) -> str:
    return ";".join(f"{key}={values[key]}" for key in sarai.game("jaipur").codec.wanted)


def spell(cards: list[str], unknown: int = 0) -> str:
    count = Counter(cards)
    goods = "".join(letter * count[letter] for letter in LETTERS[:CAMEL])
    return goods + "?" * unknown + "K" * count["K"] or "-"


class Forger:
    """Draws the parts of one snapshot; most of them from what fits, some from anywhere."""

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        self.rules = game.rules()
        self.cards = [
            letter
            for letter, n in zip(LETTERS, self.rules["cards"], strict=False)
            for _ in range(n)
        ]
        dice.shuffle(self.cards)

    def snapshot(self) -> str:
        dice = self.dice
        phases = [*PHASES[:6], "bonus3", "bonus4", "bonus5", *PHASES[7:]]
        phase = dice.choice(["turn"] * 6 + ["fill"] * 3 + phases)
        viewer = dice.choice(["all", "0", "1"])
        seals, counted, round_ = self._match(phase)
        values = {"seat": viewer, "phase": phase, "seals": seals, "counted": counted}
        values["round"] = round_
        values["turn"] = dice.choice("01")
        values["starter"] = values["turn"] if phase in PHASES[:4] else dice.choice("01")
        named = self.game.options["starter"]
        if round_ == "0" and (named != "dealt" or phase == "starter"):
            values["starter"] = "1" if named == "seat1" and phase != "starter" else "0"
            if phase in PHASES[:4]:
                values["turn"] = values["starter"]
        most = 65535 if dice.random() < 0.05 else 80
        finished = int(round_) + (phase == "over")
        values["total"] = f"{dice.choice((0, most)) if int(counted) else 0}/0"
        values["last"] = f"{dice.choice((0, most)) if finished else 0}/0"
        values["capped"] = dice.choice("01") if finished else "0"
        values |= self._new_round(phase, viewer) if phase in PHASES[:4] else self._table(values)
        return join(values)

    def _match(self, phase: str) -> tuple[str, str, str]:
        dice = self.dice
        seals = (
            (2, dice.choice((0, 1))) if phase == "over" else dice.choice(((0, 0), (1, 0), (1, 1)))
        )
        if self.game.options["rounds"] == "single":
            seals = (int(phase == "over"), 0)
        ties = self.game.options["full_tie"]
        counted = sum(seals) + (ties == "draw" and phase != "over" and dice.random() < 0.2)
        played = counted - (phase == "over")
        if dice.random() < (0.05 if ties != "replay" else 0.5):
            played += dice.choice((1, 5, MOST_ROUNDS))
        if phase == "starter":
            played = 0
        swapped = seals[::-1] if dice.random() < 0.5 else seals
        return "/".join(map(str, swapped)), str(counted), str(played)

    def _new_round(self, phase: str, viewer: str) -> dict[str, str]:
        hands, herds, cards = ["-+-", "-+-"], [0, 0], self.cards
        for _ in range(3):
            cards.remove("K")
        for seat in range(PHASES.index(phase) - 1):
            dealt = [cards.pop() for _ in range(5)]
            goods = [card for card in dealt if card != "K"]
            herds[seat] = 5 - len(goods)
            seen = viewer in ("all", str(seat))
            hands[seat] = f"-+{spell(goods) if seen else spell([], len(goods))}"
        out = 3 + sum(herds) + sum(len(hand.strip("-+")) for hand in hands)
        return {
            **dict.fromkeys(("rupees", "goods"), "0/0"),
            **dict.fromkeys(("sold", "bonus0", "bonus1", "revealed"), "-"),
            **{"plies": "0", "market": "KKK", "hand0": hands[0], "hand1": hands[1]},
            **{"herds": f"{herds[0]}/{herds[1]}", "deck": str(sum(self.rules["cards"]) - out)},
        }

    def _table(self, given: dict[str, str]) -> dict[str, str]:
        dice, cards, phase = self.dice, self.cards, given["phase"]
        ended = phase in ("reveal0", "reveal1", "over")
        size = dice.randint(0, 4) if phase == "fill" or (ended and dice.random() < 0.9) else 5
        values = {"market": spell([cards.pop() for _ in range(size)]), "plies": self._plies()}
        hidden, herds, tokens = 0, [0, 0], [0, 0]
        for seat in (0, 1):
            public = [cards.pop() for _ in range(dice.randint(0, 7))]
            private = [cards.pop() for _ in range(dice.randint(0, min(5, 7 - len(public))))]
            herds[seat] = (public + private).count("K")
            public = [card for card in public if card != "K"]
            private = [card for card in private if card != "K"]
            shown = spell(private)
            if given["seat"] == str(1 - seat):
                shown = spell([], len(private))
                hidden += len(private)
                cards += private
            values[f"hand{seat}"] = f"{spell(public)}+{shown}"
        dice.shuffle(cards)
        sold = self._sold(hidden, phase)
        values |= {"sold": spell(sold), "herds": f"{herds[0]}/{herds[1]}"}
        values["deck"] = str(len(cards) - hidden)
        rupees = 0
        for good, letter in enumerate(LETTERS[:CAMEL]):
            taken = min(sold.count(letter), self.rules["tokens"][good])
            rupees += self.rules["rupees"][16 * good + taken]
            tokens[0] += taken
        share, mine = dice.randint(0, rupees), dice.randint(0, tokens[0])
        values["rupees"] = f"{share}/{rupees - share}"
        values["goods"] = f"{mine}/{tokens[0] - mine}"
        return values | self._bonus(given)

    def _plies(self) -> str:
        most = int(self.game.options["max_plies"])
        return str(max(0, self.dice.choice((1, 20, 20, most - 2, most - 1, most))))

    def _sold(self, hidden: int, phase: str) -> list[str]:
        """Some goods leave the unseen cards, often so many that few or none are left."""
        goods = [i for i, card in enumerate(self.cards) if card != "K"]
        most = max(len(goods) - hidden, 0)
        number = self.dice.choice((most, most, max(most - 1, 0), self.dice.randint(0, most)))
        chosen = set(goods[:number])
        if phase in ("turn", "fill"):  # the round goes on: four goods have tokens left
            for good in self.dice.sample(range(CAMEL), 4):
                same = [i for i in chosen if self.cards[i] == LETTERS[good]]
                chosen -= set(same[self.rules["tokens"][good] - 1 :])
        sold = [card for i, card in enumerate(self.cards) if i in chosen]
        self.cards[:] = [card for i, card in enumerate(self.cards) if i not in chosen]
        return sold

    def _bonus(self, given: dict[str, str]) -> dict[str, str]:
        dice, phase = self.dice, given["phase"]
        shown = {"reveal1": (0,), "over": (0, 1)}.get(phase, ())
        pile = token_values(self.game, self.rules["bonus"][0])
        dice.shuffle(pile)
        values = {"revealed": ""}
        for seat in (0, 1):
            won = sorted(pile.pop() for _ in range(dice.choice((0, 1, 2, dice.randint(0, 9)))))
            if phase == f"reveal{seat}" and not won:
                won = [pile.pop()]
            values["revealed"] += str(seat) if won and seat in shown else ""
            seen = given["seat"] in ("all", str(seat)) or str(seat) in values["revealed"]
            words = [str(v) if seen else f"{3 if v < 4 else 4 if v < 7 else 5}?" for v in won]
            values[f"bonus{seat}"] = "/".join(words) or "-"
        values["revealed"] = values["revealed"] or "-"
        return values


# ---- all that can be done with a position ----


def exercise(state: State, seed: int = 0) -> None:
    """Use a position in every way; whatever is wrong raises, or ends an asserting core."""
    game, rng = state.game, Rng(seed)
    assert game.snapshot(state.snapshot()) == state
    assert str(state)
    _look(state)
    for seat in range(game.seats):
        if state.viewer in (ALL, seat):
            view = state.view(seat)
            assert game.snapshot(view.snapshot()) == view
    if state.viewer == ALL:
        _use(state, rng)
        return
    for _ in range(2):
        full = state.determinize(rng)
        assert full.view(state.viewer) == state
        assert game.snapshot(full.snapshot()) == full
        _use(full, rng)


def _look(state: State) -> None:
    """Lists where they are due, WrongState where this view has none."""
    foreign = state.viewer != ALL and state.actor != state.viewer
    for ask in (_checked_moves, State.outcomes):
        due = state.actor >= 0 if ask is _checked_moves else state.actor == CHANCE
        try:
            found = ask(state)
        except WrongState:
            assert due and foreign
        else:
            assert bool(found) == due


def _checked_moves(state: State) -> list[Move]:
    moves = state.moves()
    assert moves == sorted(set(moves))
    assert not any(state.illegal_reason(word) for word in moves)
    if moves:
        assert state.count() == len(moves)
        assert games.greedy(state) in moves
    return moves


def _use(full: State, rng: Rng) -> None:
    if full.actor >= 0 or full.actor == CHANCE:
        for policy in range(len(full.game.core.policies)):
            outcome = full.playout(policy, rng)
            assert sum(outcome.wins) == sarai.WIN
    state = full.copy()
    draw: Callable[[State], int]
    for _ in range(PLIES):
        if state.actor == CHANCE:
            draw = lambda now: now.sample(rng)  # noqa: E731
        elif state.actor >= 0:
            draw = lambda now: now.moves()[rng.below(now.count())]  # noqa: E731
        else:
            assert sum(state.returns().wins) == sarai.WIN
            return
        state.play(draw(state))
        assert state.game.snapshot(state.snapshot()) == state
