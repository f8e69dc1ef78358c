"""A position by events and by snapshot is the same position: same answers, to the last digit."""

import random
from collections.abc import Sequence

import pytest

import sarai
from sarai import CHANCE, NOTHING, OVER, Game, Rng
from tests.hgi.dialogue import Engine, comparable
from tests.support.positions import pick

STYLES = "uniform", "kinds", "greedy"
QUESTIONS = ("legal", "d", "belief", "result", "eval", "go iterations 200 multipv 5 id 1")


def some_rules(rng: random.Random) -> dict[str, str]:
    """Rules options of which each value comes often."""
    given = {
        "rounds": rng.choice(("match", "single")),
        "deck_end": rng.choice(("refill_fails", "empty")),
        "full_tie": rng.choice(("replay", "non_starter", "draw")),
        "starter": rng.choice(("dealt", "seat0", "seat1")),
        "max_plies": rng.choice(("500", "500", "30", "7")),
    }
    return {name: value for name, value in given.items() if rng.random() < 0.7}


def histories(game: Game, rng: random.Random, seed: int) -> tuple[list[list[str]], int]:
    """What each seat, and at the end a referee, was told of a random game up to a random event.

    With it the actor: a seat, CHANCE or OVER.
    """
    state, dice = game.start(), Rng(seed)
    told: list[list[str]] = [[] for _ in range(game.seats + 1)]
    style = rng.choice(STYLES)
    rest = rng.choice((rng.randrange(12), rng.randrange(80), rng.randrange(400)))
    while state.actor != OVER and (rest > 0 or (state.actor == CHANCE and rng.random() < 0.9)):
        word = state.sample(dice) if state.actor == CHANCE else pick(state, style, rng)
        for seat in range(game.seats):
            seen = state.observed(word, seat)
            if seen != NOTHING:
                told[seat].append(game.text(seen))
        told[-1].append(game.text(word))
        state.play(word)
        rest -= 1
    return told, state.actor


def ask(engine: Engine, questions: Sequence[str]) -> list[object]:
    return [comparable(f"< {line}", False) for q in questions for line in engine.ask(q)]


def check_forms(engine: Engine, seed: int) -> None:
    """A random position of a random seat, or of all, in both forms."""
    rng = random.Random(seed)
    options = some_rules(rng)
    game = sarai.game("jaipur", options=options)
    told, actor = histories(game, rng, seed)
    # Half of the time the seat that is to move, so that there is something to search.
    number = rng.choice((actor if actor >= 0 else 0, rng.randrange(game.seats + 1)))
    seat = "all" if number == game.seats else str(number)
    rules = f"rules {','.join(f'{name}={value}' for name, value in options.items())} "
    head = f"position jaipur {rules if options else ''}seats 2 seat {seat}"
    assert engine.ask(f"setoption name Seed value {rng.getrandbits(64)}") == []
    assert engine.ask(f"{head} start events {' '.join(told[number])}") == []
    by_events = ask(engine, QUESTIONS)
    word = engine.ask("d")[-1].split()[1]
    between = rng.choice(("newgame", "position jaipur seats 2 seat 1 start", "stop", ""))
    engine.send(between)
    assert engine.ask(f"{head} view {word}") == []
    assert ask(engine, QUESTIONS) == by_events, f"seed {seed}"
    cut = rng.randrange(len(told[number]) + 1)
    assert engine.ask(f"{head} start events {' '.join(told[number][:cut])}") == []
    word = engine.ask("d")[-1].split()[1]
    assert engine.ask(f"{head} view {word} events {' '.join(told[number][cut:])}") == []
    assert ask(engine, QUESTIONS) == by_events, f"seed {seed}: {cut} events before the snapshot"


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(range(1000, 2000), marks=pytest.mark.slow)], ids=len
)
def test_events_and_snapshots(seeds: range) -> None:
    with Engine() as engine:
        engine.ask("setoption name Trusted value true")
        for seed in seeds:
            check_forms(engine, seed)
        assert engine.errors == ""


def test_the_random_positions_differ() -> None:
    """Seats to move, chance events, games that are over, and most rules are among them."""
    actors, lengths = set(), set()
    for seed in range(60):
        rng = random.Random(seed)
        told, actor = histories(sarai.game("jaipur", options=some_rules(rng)), rng, seed)
        actors.add(actor)
        lengths.add(len(told[-1]))
    assert actors == {0, 1, CHANCE, OVER} and len(lengths) > 30 and max(lengths) > 100


# ---- seats of one game in one process ----


def test_one_seat_learns_nothing_from_another() -> None:
    """Whatever it was told of seat 0 or of all, it answers for seat 1 as a fresh engine does."""
    game = sarai.game("jaipur")
    rules = "position jaipur seats 2 seat"
    with Engine() as engine, Engine() as fresh:
        for seed in range(10):
            told, _ = histories(game, random.Random(seed), seed)
            engine.ask("setoption name Trusted value true")
            for seat, heard in (("0", told[0]), ("all", told[-1])):
                assert engine.ask(f"{rules} {seat} start events {' '.join(heard)}") == []
                engine.ask("go iterations 500")
                engine.ask("eval")
            engine.ask("setoption name Trusted value false")
            for each in (engine, fresh):
                assert each.ask(f"{rules} 1 start events {' '.join(told[1])}") == []
            assert ask(engine, QUESTIONS) == ask(fresh, QUESTIONS)
