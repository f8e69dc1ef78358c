"""Writes the data files of tests/games/ anew, all of them: `python -m tests.support.make_data`.

The tests call the same functions and compare. Anyone who changes the rules, the notation or the
greedy player on purpose runs this once and reads the difference. Random choices come from the
core's own generator, so that the files depend on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import sarai
from sarai import CHANCE, NOTHING, OVER, Game, Rng, State, games
from tests.support.folders import GAMES, modules

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
    seed: int
    players: tuple[Pick, ...]
    game: str

    def find(self) -> State:
        game = sarai.game(self.game, len(self.players), self.options)
        for seed in range(self.seed, self.seed + 5000):
            for state in walk(game, seed, self.players):
                if self.here(values(state)):
                    return state
        raise LookupError(f"{self.name}: no game comes there")


MOST_LEAVES = 60_000_000
"""Of one line: a position is counted ply by ply up to its depth, or to this."""


def options_text(options: Mapping[str, str | int]) -> str:
    return ",".join(f"{name}={value}" for name, value in options.items()) or "-"


def perft_text(all_wanted: Sequence[Wanted]) -> str:
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


def told(state: State, event: int, seat: int) -> str:
    """What a seat observes of an event, `-` if nothing."""
    word = state.observed(event, seat)
    return "-" if word == NOTHING else state.game.text(word)


def playthrough_text(game: Game, pick: Pick, who: str, views_every: int = 1) -> str:
    """A whole game with all that is seen of it: the events, the views, now and then the board."""
    lines = [
        f"# {game.name}: {options_text(game.options)}",
        f"# deal {PLAYTHROUGH_SEED}; {who}",
    ]
    state, rng, step = game.start(), Rng(PLAYTHROUGH_SEED, 1), 0
    lines += _position(state, step, views_every)
    while state.actor != OVER:
        event = state.deal(PLAYTHROUGH_SEED) if state.actor == CHANCE else pick(state, rng)
        step += 1
        lines += ["", f"{step} {game.text(event)}"]
        lines += [f"  seat {i} {told(state, event, i)}" for i in range(game.seats)]
        state.play(event)
        lines += _position(state, step, views_every)
    outcome = state.returns()
    lines += ["", f"shares {outcome.shares} scores {outcome.scores}"]
    return "\n".join(lines) + "\n"


def _position(state: State, step: int, views_every: int) -> list[str]:
    views = [state.view(seat) for seat in range(state.game.seats)]
    lines = []
    if step % views_every == 0 or state.actor == OVER:
        lines = [f"  view {seat} {view.snapshot()}" for seat, view in enumerate(views)]
    if step % BOARD_EVERY == 0 or state.actor == OVER:
        boards = [("all", state), *((str(seat), view) for seat, view in enumerate(views))]
        name, shown = boards[step // BOARD_EVERY % len(boards)]
        lines += [f"  board {name}", *(f"    {line}".rstrip() for line in str(shown).split("\n"))]
    return lines


def files() -> Mapping[str, Callable[[], str]]:
    """What each data file has; a game names its own in data_files.py among its tests."""
    return {
        f"{game}/data/{file}": text
        for game, module in modules("data_files").items()
        for file, text in module.FILES.items()
    }


def read(name: str) -> str:
    return (GAMES / name).read_text(encoding="utf-8")


def main() -> None:
    for name, text in files().items():
        (GAMES / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
