"""Writes the data files of tests/games/ anew, all of them: `python -m tests.support.make_data`.

The tests call the same functions and compare. Whoever changes the rules, the notation or the greedy
player on purpose runs this once and reads the difference. Random choices come from the core's own
generator, so that the files depend on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import sarai
from sarai import CHANCE, OVER, Game, Rng, State, games

GAMES = Path(__file__).resolve().parents[1] / "games"
Values = Mapping[str, str]
"""A snapshot by key."""
Pick = Callable[[State, Rng], int]


def values(state: State) -> Values:
    return dict(pair.split("=") for pair in state.snapshot().split(";"))


# ---- games by simple players ----


def uniform(state: State, rng: Rng) -> int:
    moves = state.moves()
    return moves[rng.below(len(moves))]


def by_kind(state: State, rng: Rng) -> int:
    """A random kind of move, then a random one of it: fewer exchanges, so rounds come to an end."""
    moves = state.moves()
    kinds = sorted({word >> 56 for word in moves})
    kind = kinds[rng.below(len(kinds))]
    moves = [word for word in moves if word >> 56 == kind]
    return moves[rng.below(len(moves))]


def most_cards(state: State, rng: Rng) -> int:
    """The largest sale of three cards and more, if there is one."""
    sales = [word for word in state.moves() if word >> 56 == 3 and word & 0xFF >= 3]
    return max(sales, key=lambda word: (word & 0xFF, word)) if sales else by_kind(state, rng)


def greedy(state: State, rng: Rng) -> int:
    return games.greedy(state.view(state.actor))


def walk(game: Game, seed: int, players: tuple[Pick, ...]) -> Iterator[State]:
    """Every state of one game, each a copy. The deal and the players follow from the seed."""
    state, rng = game.start(), Rng(seed, 1)
    yield state.copy()
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.play(state.deal(seed))
        else:
            state.play(players[state.actor](state, rng))
        yield state.copy()


# ---- perft ----


@dataclass(frozen=True, slots=True)
class Wanted:
    """A position: the first of the games from `seed` on where `here` is true; counts to `depth`."""

    name: str
    options: Mapping[str, str | int]
    here: Callable[[Values], bool]
    depth: int
    seed: int = 0
    players: tuple[Pick, ...] = (by_kind, by_kind)
    game: str = "jaipur"

    def find(self) -> State:
        game = sarai.game(self.game, len(self.players), self.options)
        for seed in range(self.seed, self.seed + 5000):
            for state in walk(game, seed, self.players):
                if self.here(values(state)):
                    return state
        raise LookupError(f"{self.name}: no game comes there")


def _turn(v: Values) -> bool:
    return v["phase"] == "turn"


def _deck(size: int) -> Callable[[Values], bool]:
    return lambda v: _turn(v) and v["deck"] == str(size)


def _phase(name: str) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == name


def _last_round(v: Values) -> bool:
    return _turn(v) and v["seals"] == "1/1" and int(v["deck"]) <= 2


def _two_to_reveal(v: Values) -> bool:
    return v["phase"] == "reveal0" and v["bonus1"].count("/") >= 1


SALES = (most_cards, most_cards)
SEAT0: Mapping[str, str | int] = {"starter": "seat0"}
CAP: Mapping[str, str | int] = {"max_plies": 24}
EMPTY: Mapping[str, str | int] = {"deck_end": "empty"}


def _plies(number: int) -> Callable[[Values], bool]:
    return lambda v: _turn(v) and v["plies"] == str(number)


def _fill(deck: int) -> Callable[[Values], bool]:
    return lambda v: v["phase"] == "fill" and v["deck"] == str(deck)


def _full_hands(v: Values) -> bool:
    return _turn(v) and len(v["hand0"]) == len(v["hand1"]) == len("DGSCP+LL")


def _late_bonus(v: Values) -> bool:
    return v["phase"] == "bonus3" and v["bonus0"].count("/") >= 2


def _near_tie(counted: str) -> Callable[[Values], bool]:
    """Before the only move of a round, a full tie unless it takes camels or sells."""

    def here(v: Values) -> bool:
        herds = v["herds"].split("/")
        return _turn(v) and herds[0] == herds[1] and (v["seals"], v["counted"]) == ("1/0", counted)

    return here


WANTED = (
    Wanted("start-dealt", {}, _phase("starter"), 3),
    Wanted("start-seat0", SEAT0, _phase("deal0"), 3),
    Wanted("start-seat1", {"starter": "seat1"}, _phase("deal0"), 2),
    Wanted("second-hand", SEAT0, _phase("deal1"), 3, 3),
    Wanted("first-market", SEAT0, _phase("market"), 4, 4),
    Wanted("first-turn", SEAT0, _turn, 5, 5),
    Wanted("first-turn-camels", SEAT0, lambda v: _turn(v) and "KKKK" in v["market"], 4, 6),
    *(Wanted(f"middle-{n}", {}, _plies(n), 4, 10 + n) for n in (4, 9, 14, 19, 25)),
    Wanted("middle-greedy-7", {}, _plies(7), 4, 7, (greedy, by_kind)),
    Wanted("middle-greedy-12", {}, _plies(12), 4, 12, (by_kind, greedy)),
    Wanted("middle-greedy-16", {}, _plies(16), 5, 16, (greedy, greedy)),
    Wanted("full-hands", {}, _full_hands, 4, 40),
    Wanted("no-camels-left", {}, lambda v: _turn(v) and v["herds"] == "0/0", 4, 50),
    *(Wanted(f"deck-{n}", {}, _deck(n), 5, 60 + n) for n in (0, 1, 2, 3)),
    # There a round with an empty deck is over.
    *(Wanted(f"deck-{n}-empty", EMPTY, _deck(n), 5, 60 + n) for n in (1, 2, 3)),
    *(Wanted(f"fill-{n}", {}, _fill(n), 5, 80) for n in (1, 2, 4)),
    *(Wanted(f"fill-{n}-empty", EMPTY, _fill(n), 5, 80) for n in (1, 2)),
    *(Wanted(f"draw-bonus-{n}", {}, _phase(f"bonus{n}"), 5, 90 + n, SALES) for n in (3, 4, 5)),
    Wanted("draw-bonus-late", {}, _late_bonus, 5, 100, SALES),
    Wanted("reveal-seat0", {}, _phase("reveal0"), 4, 110, SALES),
    Wanted("reveal-both", {}, _two_to_reveal, 4, 112, SALES),
    Wanted("reveal-seat1", {}, _phase("reveal1"), 3, 114, SALES),
    Wanted("second-round", {}, lambda v: _turn(v) and v["round"] == "1", 4, 120),
    *(
        Wanted(f"match-end-{tie.replace('_', '-')}", {"full_tie": tie}, _last_round, 5, 130, SALES)
        for tie in ("replay", "non_starter", "draw")
    ),
    Wanted("single-end", {"rounds": "single"}, _deck(1), 6, 140, SALES),
    Wanted("match-over", {}, _phase("over"), 2, 150, SALES),
    *(Wanted(f"cap-{24 - n}-left", CAP, _plies(n), 4, 160) for n in (22, 23)),
    Wanted("cap-single", {"max_plies": 24, "rounds": "single"}, _plies(23), 4, 164),
    *(
        Wanted(f"full-tie-{tie.replace('_', '-')}", {"max_plies": 1, "full_tie": tie}, near, 4, 170)
        for tie, near in (
            ("replay", _near_tie("1")),
            ("non_starter", _near_tie("1")),
            ("draw", _near_tie("2")),
        )
    ),
    Wanted("cap-last-move", {"max_plies": 1, "starter": "seat1"}, _turn, 3, 166),
    Wanted("after-a-cap", CAP, lambda v: _turn(v) and v["capped"] == "1", 4, 168),
)

MOST_LEAVES = 60_000_000
"""Of one line: a position is counted ply by ply up to its depth, or to this."""


def options_text(options: Mapping[str, str | int]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "-"


def perft_text(all_wanted: Sequence[Wanted] = WANTED) -> str:
    lines = [
        "# id, options, snapshot, depth, sequences of so many plies (each chance event is one)"
    ]
    for wanted in all_wanted:
        state = wanted.find()
        before, growth = 1, 1.0
        for depth in range(1, wanted.depth + 1):
            if before * growth > MOST_LEAVES:
                break
            count = state.perft(depth)
            lines.append(
                f"{wanted.name} {options_text(wanted.options)} {state.snapshot()} {depth} {count}"
            )
            before, growth = count, max(growth, count / max(before, 1))
    return "\n".join(lines) + "\n"


# ---- a playthrough ----

PLAYTHROUGH_SEED = 11
BOARD_EVERY = 16


def turn_about(state: State, rng: Rng) -> int:
    """Greedy against random; they change seats after each round, as greedy wins every one."""
    greedy_seat = state.fields()["round"][0] % 2
    return (greedy if state.actor == greedy_seat else uniform)(state, rng)


def playthrough_text(
    game: Game,
    pick: Pick = turn_about,
    who: str = "greedy against random, who change seats after each round",
) -> str:
    """A whole game with all that is seen of it: the events, the views, now and then the board."""
    lines = [
        f"# {game.name}: {options_text(game.options)}",
        f"# deal {PLAYTHROUGH_SEED}; {who}",
    ]
    state, rng, step = game.start(), Rng(PLAYTHROUGH_SEED, 1), 0
    lines += _position(state, step)
    while state.actor != OVER:
        event = state.deal(PLAYTHROUGH_SEED) if state.actor == CHANCE else pick(state, rng)
        step += 1
        lines += ["", f"{step} {game.text(event)}"]
        lines += [f"  seat {i} {game.text(state.observed(event, i))}" for i in range(game.seats)]
        state.play(event)
        lines += _position(state, step)
    outcome = state.returns()
    lines += ["", f"shares {outcome.shares} scores {outcome.scores}"]
    return "\n".join(lines) + "\n"


def _position(state: State, step: int) -> list[str]:
    views = [state.view(seat) for seat in range(state.game.seats)]
    lines = [f"  view {seat} {view.snapshot()}" for seat, view in enumerate(views)]
    if step % BOARD_EVERY == 0 or state.actor == OVER:
        boards = [("all", state), *((str(seat), view) for seat, view in enumerate(views))]
        name, shown = boards[step // BOARD_EVERY % len(boards)]
        lines += [f"  board {name}", *(f"    {line}".rstrip() for line in str(shown).split("\n"))]
    return lines


# ---- the greedy player ----

GREEDY_GAMES = (
    (greedy, uniform),
    (uniform, greedy),
    (greedy, by_kind),
    (by_kind, greedy),
    (greedy, greedy),
    (by_kind, by_kind),
    (most_cards, greedy),
    (greedy, most_cards),
)
GREEDY_POSITIONS = 200
GREEDY_PER_GAME = 10


def greedy_text() -> str:
    """Choices at places spread evenly over the turns of a game, whoever played it."""
    game = sarai.game("jaipur")
    lines = ["# the view of the seat to move, and the greedy player's move"]
    for seed in range(GREEDY_POSITIONS // GREEDY_PER_GAME):
        players = GREEDY_GAMES[seed % len(GREEDY_GAMES)]
        turns = [state for state in walk(game, 1000 + seed, players) if state.actor >= 0]
        for i in range(GREEDY_PER_GAME):
            state = turns[(2 * i + 1) * len(turns) // (2 * GREEDY_PER_GAME)]
            view = state.view(state.actor)
            lines.append(f"{view.snapshot()} {game.text(games.greedy(view))}")
    return "\n".join(lines) + "\n"


FILES: Mapping[str, Callable[[], str]] = {
    "jaipur/data/perft.txt": perft_text,
    "jaipur/data/playthrough.txt": lambda: playthrough_text(sarai.game("jaipur")),
    "jaipur/data/greedy.txt": greedy_text,
}


def read(name: str) -> str:
    return (GAMES / name).read_text(encoding="utf-8")


def main() -> None:
    from tests.games.bazaar import data_files as bazaar_data

    for name, text in {**FILES, **bazaar_data.FILES}.items():
        (GAMES / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
