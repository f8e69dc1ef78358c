"""Luck as a control variate: its mean is zero whatever the evaluation, and it corrects rightly."""

import json
import math
import random
import statistics as standard
import zlib
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

import sarai
from sarai import CHANCE, OVER, State
from sarai.games import REGISTRY
from sarai_protocol.arena.play.match import new_match, run
from sarai_protocol.arena.rate import luck as luck_module
from sarai_protocol.arena.rate.adjusting import Adjusted, facts
from sarai_protocol.arena.rate.luck import Playouts, evaluation, event_luck, luck
from sarai_protocol.arena.rate.statistics import Moments
from sarai_protocol.arena.record.records import GameRecord
from sarai_protocol.arena.record.replay import Step
from sarai_protocol.cli.arguments import open_game
from tests.games.jaipur.small import THREE_GOODS, TWO_GOODS, mini
from tests.support.command import inline, ok

SINGLE = ("--rules", "rounds=single")


def nonsense(state: State) -> tuple[int, ...]:
    """An evaluation that knows nothing: whole numbers by a checksum of the state."""
    mixed = zlib.crc32(bytes(state))
    return mixed % 1009, mixed // 7 % 1013


# ---- mean zero ----


def expected_luck(state: State, seat: int, seen: dict[State, Fraction]) -> Fraction:
    """The exact expectation of all luck from here on, where seats play their lowest moves."""
    if state.actor == OVER:
        return Fraction(0)
    if state not in seen:
        seen[state] = _expected(state, seat, seen)
    return seen[state]


def _expected(state: State, seat: int, seen: dict[State, Fraction]) -> Fraction:
    after = state.copy()
    if state.actor != CHANCE:
        after.play(state.moves()[0])
        return expected_luck(after, seat, seen)
    outcomes = state.outcomes()
    total, weights = Fraction(0), sum(weight for _, weight in outcomes)
    for word, weight in outcomes:
        after.assign(state)
        after.play(word)
        term = Fraction(event_luck(Step(0, CHANCE, word, state), nonsense)[seat])
        total += Fraction(weight, weights) * (term + expected_luck(after, seat, seen))
    return total


@pytest.mark.parametrize("cards", [TWO_GOODS, THREE_GOODS])
def test_luck_has_mean_zero_over_a_whole_game(cards: list[int]) -> None:
    """Exactly, but for the rounding of the expectation within each event."""
    seen: dict[State, Fraction] = {}
    mean = expected_luck(mini(cards).start(), 0, seen)
    assert len(seen) > 100
    assert abs(float(mean)) < 1e-9


def games(players: tuple[str, str], count: int, seed: int) -> list[GameRecord]:
    game = open_game("jaipur", {"rounds": "single"})
    return list(run(new_match(game, players, seed, count), 1, None, lambda: 1))


@pytest.mark.parametrize("specification", ["value", "playouts:count=1,policy=kinds"])
def test_luck_has_mean_zero_over_games(specification: str) -> None:
    """Of unequal players too: within three standard errors of 16 games, the seed fixed."""
    game = open_game("jaipur", {"rounds": "single"})
    evaluate = evaluation(specification, game)
    found = [luck(game, record, evaluate)[0] for record in games(("greedy", "random"), 16, 4)]
    assert standard.stdev(found) > 0.1
    assert abs(standard.fmean(found)) < 3 * standard.stdev(found) / math.sqrt(16)


# ---- evaluations ----


def states(count: int) -> list[State]:
    game = open_game("jaipur", {"rounds": "single"})
    rng, state = random.Random(1), game.start()
    found: list[State] = []
    while len(found) < count and state.actor != OVER:
        found.append(state.copy())
        state.play(state.deal(3) if state.actor == CHANCE else rng.choice(state.moves()))
    return found


def test_an_evaluation_depends_on_the_state_alone() -> None:
    for evaluate in (Playouts(5, 0), REGISTRY["jaipur"].value):
        assert evaluate is not None
        forward = [tuple(evaluate(state)) for state in states(30)]
        backward = [tuple(evaluate(state)) for state in reversed(states(30))]
        assert forward == backward[::-1]
        assert len(set(forward)) > 5


def test_the_value_of_jaipur_by_hand() -> None:
    game = sarai.game("jaipur", options={"rounds": "single", "starter": "seat0"})
    state = game.start()
    for event in ("deal0:DDLKK", "deal1:GSCCP", "market:DL"):
        state.play(event)
    value = REGISTRY["jaipur"].value
    assert value is not None
    # Sales: two diamonds 14, a leather 4; two camels. A third diamond brings 5 and the mean bonus
    # 2. Seat 1: gold 6 and silver 5 are too few to sell, two cloths 8, a spice 5.
    assert value(state) == pytest.approx((0.8 * 18 + 2 + 7, 0.8 * (3 + 2.5 + 8 + 5)))


def test_playouts_at_the_end_are_the_result() -> None:
    state = mini(TWO_GOODS).start()
    while state.actor != OVER:
        state.play(state.deal(1) if state.actor == CHANCE else state.moves()[0])
    assert Playouts(3, 0)(state) == state.returns().shares


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("nonsense", "'nonsense' is no evaluation; give value, or playouts"),
        ("value:x=1", "is no evaluation"),
        ("playouts:x=1", "'x=1' is no option=value; options: count, policy"),
        ("playouts:count=0", "count='0' is not a whole number above 0"),
        ("playouts:policy=best", "policy 'best' is not value|direct|kinds|uniform"),
    ],
)
def test_evaluations_that_are_none(given: str, told: str) -> None:
    with pytest.raises(ValueError, match=told.replace("|", r"\|")):
        evaluation(given, open_game("jaipur", {}))


def test_events_with_too_many_outcomes_are_no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(s for s in states(3) if s.actor == CHANCE and len(s.outcomes()) > 100)
    step = Step(0, CHANCE, state.deal(1), state)
    assert event_luck(step, nonsense) != [0, 0]
    monkeypatch.setattr(luck_module, "MOST_OUTCOMES", 100)
    assert event_luck(step, nonsense) == [0, 0]


# ---- the correction ----


def drawn(n: int, slope: float, noise: float, rng: random.Random) -> Moments:
    """y = 0.5 + slope x + noise, x of mean 0."""
    made = Moments()
    for _ in range(n):
        x = rng.gauss(0, 2)
        made.add(x, 0.5 + slope * x + rng.gauss(0, noise))
    return made


def test_the_correction_is_least_squares() -> None:
    rng = random.Random(8)
    numbers = [(rng.gauss(0, 1), rng.gauss(0, 1)) for _ in range(20)]
    made = Moments()
    for x, y in numbers:
        made.add(x, y)
    slope, intercept = standard.linear_regression(*zip(*numbers, strict=True))
    assert made.adjusted().value == pytest.approx(intercept)
    rest = sum((y - intercept - slope * x) ** 2 for x, y in numbers) / 18
    xs = [x for x, _ in numbers]
    spread = 1 / 20 + standard.fmean(xs) ** 2 / (19 * standard.variance(xs))
    assert made.adjusted().error == pytest.approx(math.sqrt(rest * spread))
    assert made.explained() == pytest.approx(1 - rest / standard.variance(y for _, y in numbers))


def test_a_control_that_knows_all_explains_all() -> None:
    made = drawn(50, 1.5, 0.0, random.Random(1))
    assert made.explained() == pytest.approx(1)
    assert made.adjusted().value == pytest.approx(0.5)
    assert made.adjusted().error == pytest.approx(0, abs=1e-6)


def test_adjusted_intervals_cover_the_truth() -> None:
    rng = random.Random(2)
    means = [drawn(60, 0.3, 0.5, rng).adjusted() for _ in range(500)]
    held = sum(abs(mean.value - 0.5) < 1.96 * mean.error for mean in means)
    assert 0.91 <= held / 500 <= 0.98
    plain = standard.stdev(drawn(60, 0.3, 0.5, rng).y / 60 for _ in range(500))
    assert standard.stdev(mean.value for mean in means) < 0.75 * plain


def test_a_control_of_nothing_saves_nothing() -> None:
    rng = random.Random(3)
    saved = [drawn(40, 0.0, 1.0, rng).explained() for _ in range(400)]
    assert abs(standard.fmean(saved)) < 0.01


def test_luck_is_that_of_the_player_not_of_the_seat() -> None:
    adjusted = Adjusted("value")
    one, two = games(("greedy", "random"), 2, 1)
    adjusted.add(one, (3.0, 1.0))
    adjusted.add(two, (10.0, 4.0))
    assert (adjusted.games.x, adjusted.points.x) == (2 - 6, (2 - 6) / 2)
    assert adjusted.points.y == (one.shares[0] + two.shares[1]) / 2


# ---- the command ----


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("luck") / "record.jsonl"
    ok(
        inline(
            "match",
            "ismcts:iterations=4",
            "ismcts:iterations=5",
            *SINGLE,
            "--games",
            "6",
            "--record",
            path,
        )
    )
    return path


def test_the_score_without_luck(record: Path) -> None:
    out = ok(inline("score", record, "--luck", "value"))
    for line in ("luck of A", "without it", "saves", "by value"):
        assert line in out
    told = [
        json.loads(ok(inline("score", record, "--luck", "value", "--json", *more)))
        for more in ((), ("--jobs", "2"))
    ]
    assert told[0] == told[1]
    assert told[0]["luck"]["evaluation"] == "value"
    assert told[0]["luck"]["score"]["error"] > 0
    assert told[0]["score"] == json.loads(ok(inline("score", record, "--json")))["score"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--luck", "x"), "--luck: 'x' is no evaluation"),
        (("--luck", "playouts:count=x"), "--luck: count='x'"),
        (("--jobs", "2"), "--jobs: only --luck takes so long"),
    ],
)
def test_wrong_requests(record: Path, given: tuple[str, ...], told: str) -> None:
    done = inline("score", record, *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr and done.stderr.count("\n") == 1


def test_where_nothing_varies_nothing_is_saved() -> None:
    adjusted = Adjusted("value")
    for record, terms in zip(games(("greedy", "random"), 8, 1), range(8), strict=True):
        adjusted.add(msgspec.structs.replace(record, shares=(0.5, 0.5)), (terms, 0.0))
    told = dict(facts(adjusted))
    assert "nothing of the pairs" in told["  saves"] and "nan" not in str(told)
    assert adjusted.points.variances()[0] == 0, "luck was the same in all pairs"
    mean = adjusted.points.adjusted()
    assert mean.value == 0.5 and math.isnan(mean.error)


def test_two_pairs_are_too_few() -> None:
    adjusted = Adjusted("value")
    for record in games(("greedy", "random"), 4, 1):
        adjusted.add(record, (float(record.number), 0.0))
    assert list(facts(adjusted)) == [("luck of A", "2 whole pairs are too few; 3 are needed")]


def test_luck_is_of_two_players(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    three = ("match", "greedy", "random", "random", "--tournament", "gauntlet", "--games", "4")
    ok(inline(*three, *SINGLE, "--record", path))
    assert "--luck: it is for two players" in inline("score", path, "--luck", "value").stderr


def test_a_forged_record_has_no_luck(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    path.write_text(record.read_text().replace('"plies":', '"plies":1'))
    done = inline("score", path, "--luck", "value")
    assert done.returncode == 1 and "game 1: plies" in done.stderr
