"""From what the engine found to the lines of HGI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sarai import OVER, WIN, Game, Move, Rng, SearchResult, State, belief
from sarai.core import CoreGame
from sarai.games import CORE, REGISTRY
from sarai.options import Option as RulesOption
from sarai.search.results import Event

from ..messages import Message, Value
from .options import OPTIONS

FEATURES = (
    "view",
    "wait",
    "legal",
    "belief",
    "result",
    "d",
    "structured",
    "eval",
    "perft",
    "bench",
    "help",
    "json",
)
EVAL_PLAYOUTS = 1000


def handshake(version: str) -> Iterator[Message]:
    """The answer to `hgi`."""
    yield Message("id", {"name": f"Sarai {version}"})
    yield Message("id", {"author": "the Sarai developers"})
    yield Message("protocol", {"version": 1})
    yield Message("feature", {"names": list(FEATURES)})
    for name in REGISTRY:
        yield _game(CORE[name])
    yield from (option.message() for option in OPTIONS.values())
    yield Message("hgiok")


def _game(core: CoreGame) -> Message:
    rules = rules_words(core)
    values: dict[str, Value] = {
        "name": core.name,
        "seats": f"{core.min_seats}-{core.max_seats}",
    }
    return Message("game", values | ({"rules": rules} if rules else {}))


def rules_words(core: CoreGame) -> list[str]:
    """Each rules option with its values, the default first."""
    return [f"{option.name}={_values(option)}" for option in core.options]


def _values(option: RulesOption) -> str:
    """The default first, then the others, or the range."""
    if option.length:
        return f"{option.default}|*"
    if not option.choices:
        return f"{option.default}|{option.lowest}..{option.highest}"
    others = [choice for choice in option.choices if choice != option.default]
    return "|".join([option.default, *others])


# ---- a search ----


def search_info(result: SearchResult, id_: str) -> Message:
    """The search as a whole."""
    return Message(
        "info",
        {
            **_named(id_),
            "time": round(1000 * result.seconds),
            "iterations": result.iterations,
            "ips": round(result.iterations / max(result.seconds, 1e-6)),
            "depth": result.mean_depth,
            "maxdepth": result.max_depth,
            "nodes": result.nodes,
            "memory": result.memory // 1024,
            "determinizations": result.iterations,
            "full": int(result.full),
        },
    )


def candidates(
    game: Game, result: SearchResult, id_: str, count: int, also: Mapping[Move, float]
) -> Iterator[Message]:
    """The `count` best, then those of `also` (moves with their priors) that are not among them."""
    ranks = {candidate.move: rank for rank, candidate in enumerate(result.candidates, 1)}
    for rank in range(1, min(count, len(ranks)) + 1):
        yield _candidate(game, result, id_, rank)
    last = len(ranks)
    for move, prior in also.items():
        rank = ranks.get(move, 0)
        if rank > count:
            yield _candidate(game, result, id_, rank)
        elif not rank:
            last += 1
            yield _unvisited(game, move, prior, id_, last)


def _candidate(game: Game, result: SearchResult, id_: str, rank: int) -> Message:
    candidate = result.candidates[rank - 1]
    win = {"win": candidate.win, "se": candidate.error[result.seat]}
    score = {"score": candidate.score, "sd": candidate.deviation}
    return Message(
        "info",
        {
            **_named(id_),
            "multipv": rank,
            "move": game.text(candidate.move),
            "visits": candidate.visits,
            "available": candidate.available,
            **win,
            **score,
            "prior": candidate.prior,
            "pv": [
                f"[{game.text(step.word)}]" if isinstance(step, Event) else game.text(step)
                for step in candidate.variation
            ],
        },
    )


def _unvisited(game: Game, move: int, prior: float, id_: str, rank: int) -> Message:
    text = game.text(move)
    none = {"visits": 0, "available": 0, "prior": prior, "pv": [text]}
    return Message("info", {**_named(id_), "multipv": rank, "move": text, **none})


def best_move(game: Game, result: SearchResult, id_: str) -> Message:
    return Message("bestmove", {"move": game.text(result.move), **_named(id_)})


def no_move(reason: str, id_: str) -> Message:
    return Message("bestmove", {"move": "none", **_named(id_), "reason": reason})


def _named(id_: str) -> dict[str, str]:
    return {"id": id_} if id_ else {}


# ---- what is known of a position ----


def legal(view: State) -> Message:
    return Message("legal", {"moves": [view.game.text(move) for move in view.moves()]})


def result(state: State) -> Message:
    if state.actor != OVER:
        return Message("result", {"state": "running"})
    outcome = state.returns()
    return Message(
        "result", {"state": "over", "shares": outcome.shares, "scores": list(outcome.scores)}
    )


def beliefs(state: State) -> Iterator[Message]:
    """The answer to `belief`."""
    found = belief(state)
    for pool in found.pools:
        count = sum(pool.cards.values())
        yield Message("belief", {"pool": pool.name, "count": count, "cards": pool.cards})
    for zone in found.zones:
        yield Message(
            "belief",
            {
                "zone": zone.name,
                "pool": zone.pool,
                "hidden": zone.hidden,
                "known": zone.known,
                "chance": zone.chance,
                "mean": zone.mean,
            },
        )
    yield Message("beliefok")


def board(state: State) -> Iterator[Message]:
    """The answer to `d`."""
    yield from (Message("info", {"string": line}) for line in str(state).splitlines())
    yield Message("d", {"snapshot": state.snapshot()})


def structured(state: State) -> Message:
    """The answer to `d json`."""
    return Message("d", {"snapshot": state.snapshot(), "view": state.mapping()})


def evaluation(state: State, policy: int, seed: int) -> Message:
    """The mean of playouts from determinizations of a view, or from a full state itself."""
    seats, seat = range(state.game.seats), max(state.viewer, 0)
    wins, scores, squares, rng = [0 for _ in seats], [0 for _ in seats], 0, Rng(0)
    for k in range(EVAL_PLAYOUTS):
        rng.seed(seed, k)
        sample = state.determinize(rng) if state.viewer >= 0 else state
        outcome = sample.playout(policy, rng)
        squares += outcome.wins[seat] ** 2
        for s in seats:
            wins[s] += outcome.wins[s]
            scores[s] += outcome.scores[s]
    n = EVAL_PLAYOUTS
    variance = max(0, n * squares - wins[seat] ** 2) / (n * (n - 1))
    return Message(
        "eval",
        {
            "win": [win / n / WIN for win in wins],
            "se": (variance / n) ** 0.5 / WIN,
            "score": [score / n for score in scores],
        },
    )
