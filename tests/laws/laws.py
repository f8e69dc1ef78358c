"""The laws of information, checked at every node of random games (CONTRIBUTING.md lists them).

`check_game` plays one game and calls `check_node` at each node; both raise AssertionError. Law 6
is in the comparison with the plain Python rules, law 9 and the exact form of law 3 in walk.py,
the frequencies of law 7 in frequencies.py.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sarai import ALL, CHANCE, NOTHING, OVER, WIN, Game, Move, Rng, State
from sarai.errors import IllegalMove, InvalidMove, InvalidPosition, WrongState
from tests.laws.insight import Insight, shuffled
from tests.laws.tables import check_parts, check_public

FEW = 3
"""Words looked at closely, and plies played on from a determinization, at each node."""


@dataclass(slots=True)
class Stock:
    """Words of earlier nodes, to be tried where they may not fit."""

    words: list[int] = field(default_factory=list)

    def add(self, words: Sequence[int], rng: Rng) -> None:
        self.words += pick(words, rng)
        if len(self.words) > 200:
            self.words = shuffled(self.words, rng)[:100]


@dataclass(frozen=True, slots=True)
class Report:
    nodes: int
    digest: str
    """A digest of the words played and the outcome: the same for the same seed on every build."""


def legal(state: State) -> list[Move]:
    """The words that may be played in a full state."""
    return state.moves() or [word for word, _ in state.outcomes()]


def pick(words: Sequence[int], rng: Rng, n: int = FEW) -> list[int]:
    """Some of the words; all if there are few."""
    return list(words) if len(words) <= n else [words[rng.below(len(words))] for _ in range(n)]


def played(state: State, word: int) -> State:
    after = state.copy()
    after.play_unchecked(word)
    return after


def heard(view: State, word: int) -> State:
    """The view after an observed word; law 3: it is accepted."""
    if word == NOTHING:
        return view
    reason = view.illegal_reason(word)
    assert reason is None, f"law 3: seat {view.viewer} refuses {word:#x}: {reason}"
    return played(view, word)


def refuses(error: type[Exception], call: Callable[[], object]) -> str:
    """The text of the exception that the call must raise."""
    try:
        call()
    except error as raised:
        assert str(raised), "a refusal without a reason"
        return str(raised)
    raise AssertionError(f"no {error.__name__}")


# ---- the lists, chance, and what a state is made of ----


def check_lists(state: State, words: Sequence[int]) -> None:
    actor = state.actor
    assert state.viewer == ALL and actor in (*range(state.game.seats), CHANCE, OVER)
    assert list(words) == sorted(set(words)), "words are sorted and different"
    assert (not words) == (actor == OVER) and NOTHING not in words
    assert len(words) <= state.game.core.max_moves
    assert all(state.illegal_reason(word) is None for word in words)
    assert all(weight > 0 for _, weight in state.outcomes())
    if actor >= 0:
        assert state.count() == len(words)
        weights, view = state.priors(words), state.view(actor)
        assert all(1 <= weight <= 2**24 for weight in weights)
        assert weights == view.priors(words), "law 4: prior"
        check_parts(state, view, words)


def check_chance(state: State, words: Sequence[int], rng: Rng) -> None:
    """Law 7, the part without frequencies."""
    if state.actor != CHANCE:
        refuses(WrongState, lambda: state.sample(rng))
        refuses(WrongState, lambda: state.deal(0))
        return
    assert state.sample(rng) in words, "law 7: sample"
    seed = rng.next()
    assert state.deal(seed) in words and state.deal(seed) == state.deal(seed), "law 7: deal"


def check_value(state: State) -> None:
    """Law 5 for a state or view; the check of states accepts it."""
    game, text = state.game, state.snapshot()
    try:
        assert game.state(state.fields()) == state
        assert game.snapshot(text) == state, f"law 5: {text}"
    except InvalidPosition as error:
        raise AssertionError(f"the check refuses {text}: {error}") from None


def check_worth(state: State) -> None:
    """Wins add up, except at a table of one; what a game is worth is public."""
    settled = state.settled()
    views = [state.view(seat) for seat in range(state.game.seats)]
    assert all(view.settled() == settled for view in views)
    if settled is not None:
        assert min(settled.wins) >= 0
        assert sum(settled.wins) == WIN or (state.game.seats == 1 and settled.wins[0] < WIN)
    if state.actor != OVER:
        refuses(WrongState, state.returns)
        return
    assert settled is not None and state.returns().wins == settled.wins
    assert all(view.returns() == state.returns() for view in views)


# ---- refusals ----


def near(word: int, rng: Rng) -> int:
    """A word that differs in a bit or in a half byte by one."""
    if rng.below(2):
        return word ^ 1 << rng.below(64)
    shift = 4 * rng.below(16)
    return word & ~(15 << shift) | (((word >> shift) + (rng.below(2) or 15)) & 15) << shift


def candidates(words: Sequence[int], stock: Sequence[int], rng: Rng) -> list[int]:
    """Words to be refused, or, once in a while, accepted."""
    some = pick(words, rng, 2) + pick(stock, rng, 2)
    return [0, 2**64 - 1, rng.next(), *pick(stock, rng), *(near(word, rng) for word in some)]


def check_refusals(state: State, words: Sequence[int], tries: Sequence[int]) -> None:
    """What is not in the list is refused, with a reason, and changes nothing."""
    before = bytes(state)
    for word in tries:
        accepted = state.illegal_reason(word) is None
        assert accepted == (word in words), f"law 3: {word:#x} in a full state"
        if word in words:
            continue
        refuses(IllegalMove, lambda word=word: state.play(word))  # type: ignore[misc]
        check_text(state.game, word)
    assert bytes(state) == before


def check_view_refusals(state: State, view: State, tries: Sequence[int], rng: Rng) -> None:
    """A seat's own moves are known exactly; what else its view takes, some deal allows."""
    seat, own = view.viewer, state.moves() if state.actor == view.viewer else None
    for word in tries:
        accepted = view.illegal_reason(word) is None
        assert own is None or accepted == (word in own), f"law 3: {word:#x} in seat {seat}'s view"
        if not accepted:
            continue
        after = played(view, word)
        check_value(after)
        assert after.determinize(rng).view(seat) == after, "law 1, after an accepted word"


# ---- text ----


def check_text(game: Game, word: int) -> None:
    """Law 5 for any word: no two words share a text that can be read."""
    try:
        assert game.parse(game.text(word)) == word, f"law 5: {game.text(word)}"
    except InvalidMove:
        return


def check_legal_text(game: Game, words: Sequence[int]) -> None:
    for word in words:
        assert game.parse(game.text(word)) == word, f"law 5: {game.text(word)}"


def mangled(text: str, rng: Rng) -> str:
    """A character left out, doubled, or replaced by another of the text or by a strange one."""
    at, letters = rng.below(len(text)), text + "?~0"
    middle = ("", text[at] * 2, letters[rng.below(len(letters))])[rng.below(3)]
    return text[:at] + middle + text[at + 1 :]


def check_mangled(state: State, words: Sequence[int], rng: Rng) -> None:
    """Law 5: what is not as the engine writes it cannot be read."""
    game = state.game
    for word in pick(words, rng, 1):
        text = mangled(game.text(word), rng)
        try:
            assert game.text(game.parse(text)) == text, f"law 5: {text}"
        except InvalidMove as error:
            assert str(error)
    text = mangled(state.snapshot(), rng)
    try:
        read = game.snapshot(text)
    except InvalidPosition as error:
        assert str(error)
        return
    assert read.snapshot() == text, f"law 5: {text}"
    exercise(read, rng)


def check_altered(state: State, rng: Rng) -> None:
    """The check of states refuses all on which a function could fail: some numbers are changed."""
    fields = {name: list(values) for name, values in state.fields().items()}
    for _ in range(1 + rng.below(3)):
        values = fields[list(fields)[rng.below(len(fields))]]
        at = rng.below(len(values))
        values[at] += (1, -1, 1 << 4 * rng.below(12))[rng.below(3)]
    try:
        exercise(state.game.state(fields), rng)
    except InvalidPosition as error:
        assert str(error)


def exercise(state: State, rng: Rng) -> None:
    """No function fails on what the check of states lets in (asserts and sanitizers watch)."""
    full = state if state.viewer == ALL else state.determinize(rng)
    assert state.viewer == ALL or full.view(state.viewer) == state, f"law 1: {state.snapshot()}"
    words = legal(full)
    check_lists(full, words)
    for seat in range(state.game.seats):
        view = full.view(seat)
        assert view.determinize(rng).view(seat) == view, f"law 1: {view.snapshot()}"
        check_hearing(full, view, pick(words, rng))
    full.playout(rng.below(len(full.game.core.policies)), rng)


# ---- who knows what ----


def check_hearing(state: State, view: State, words: Sequence[int]) -> None:
    """Laws 2 and 3 for one seat: its view follows from what it hears, which it accepts."""
    seat, game = view.viewer, state.game
    choices = view.moves() if view.actor == seat else []  # another may choose the same, hidden
    for word in words:
        told = state.observed(word, seat)
        assert played(state, word).view(seat) == heard(view, told), (
            f"law 2: seat {seat} after {game.text(word)} of {state.snapshot()}"
        )
        own = seat == state.actor or (state.actor >= 0 and game.core.public_moves)
        assert told == word or not own, "a seat is told its own move whole"
        if told != word and not (told == NOTHING and word in choices):
            assert view.illegal_reason(word), f"seat {seat} cannot see {game.text(word)}"
        if told not in (word, NOTHING):
            assert state.illegal_reason(told) is not None, "a masked event in a full state"
            check_legal_text(game, [told])


def choosing(state: State) -> bool:
    """Is this a choice that others do not observe?"""
    seats = range(state.game.seats)
    return any(state.observed(w, seat) == NOTHING for w in legal(state) for seat in seats)


def check_determinization(state: State, view: State, sample: State, insight: Insight) -> None:
    """Law 1, and who acts is common knowledge except in a simultaneous choice."""
    seat = view.viewer
    assert sample.view(seat) == view, f"law 1: {view.snapshot()}"
    assert sample.viewer == ALL and sample.actor == view.actor, "law 1: actor"
    assert insight.cards(sample) == insight.cards(state), "law 1: cards"
    assert view.actor == state.actor or choosing(sample), "who acts is common knowledge"


def check_doors(state: State, view: State) -> None:
    """A view is not a full state, nor another seat's."""
    assert view.view(view.viewer) == view
    if state.game.seats > 1:
        other = (view.viewer + 1) % state.game.seats
        refuses(WrongState, lambda: view.view(other))
    refuses(WrongState, lambda: state.determinize(Rng(0)))
    refuses(WrongState, lambda: view.playout(0, Rng(0)))
    if view.actor == CHANCE:
        refuses(WrongState, view.outcomes)
        refuses(WrongState, lambda: view.sample(Rng(0)))
        refuses(WrongState, lambda: view.deal(0))


def check_twin(state: State, twin: State, seat: int, rng: Rng) -> None:
    """Law 4: two states that a seat cannot tell apart stay so, whatever is played in both."""
    for _ in range(FEW):
        assert twin.view(seat) == state.view(seat), f"law 4: seat {seat} of {state.snapshot()}"
        words, actor = legal(state), state.actor
        if actor == twin.actor == seat:
            assert twin.moves() == words, f"law 3: moves of seat {actor} of {state.snapshot()}"
        both = sorted(set(words).intersection(legal(twin)))
        if not both or actor != twin.actor:  # one word of two seats is not one move
            return
        for word in pick(both, rng):
            assert state.observed(word, seat) == twin.observed(word, seat), "law 4: told"
        word = both[rng.below(len(both))]
        state, twin = played(state, word), played(twin, word)
        assert state.actor != seat or twin.actor == seat or choosing(state)


def permuted(insight: Insight, state: State, seat: int, rng: Rng) -> State:
    try:
        return insight.permute(state, seat, rng)
    except InvalidPosition as error:
        raise AssertionError(f"the check refuses what seat {seat} cannot tell: {error}") from None


def check_told(state: State, words: Sequence[int], seat: int, insight: Insight, rng: Rng) -> None:
    """Law 4: two events whose outcomes a seat must not tell apart are told in the same word."""
    if state.actor >= 0 and state.game.core.public_moves:
        return
    for word in pick(words, rng) * 2:
        after = played(state, word)
        twin = permuted(insight, after, seat, rng)
        if twin == after:
            continue
        for other in words:
            if played(state, other) == twin:
                assert state.observed(other, seat) == state.observed(word, seat), "law 4: told"


# ---- nodes and games ----


def check_node(state: State, insight: Insight, rng: Rng, stock: Sequence[int] = ()) -> None:
    """All laws at one full state; `stock` are words to be tried."""
    words = legal(state)
    some = pick(words, rng)
    check_lists(state, words)
    check_chance(state, words, rng)
    check_value(state)
    check_worth(state)
    check_legal_text(state.game, some)
    check_mangled(state, words, rng)
    check_altered(state, rng)
    tries = candidates(words, stock, rng)
    check_refusals(state, words, tries)
    for seat in range(state.game.seats):
        view = state.view(seat)
        sample = view.determinize(rng)
        twin = permuted(insight, state, seat, rng)
        assert twin.actor == state.actor, "law 4: who acts"
        check_value(view)
        check_public(state, view)
        check_doors(state, view)
        check_determinization(state, view, sample, insight)
        if state.actor == seat:
            assert view.moves() == words, "law 3: the own moves"
        check_view_refusals(state, view, tries, rng)
        check_altered(view, rng)
        check_hearing(state, view, some)
        check_hearing(sample, view, pick(legal(sample), rng))
        for word in legal(sample):
            heard(view, sample.observed(word, seat))
        check_twin(state, sample, seat, rng)
        check_twin(state, twin, seat, rng)
        check_told(state, words, seat, insight, rng)


def choose(state: State, rng: Rng, deal_seed: int | None) -> int:
    """The next word of a random game: a kind of word first, so that games come to an end."""
    if state.actor == CHANCE:
        return state.sample(rng) if deal_seed is None else state.deal(deal_seed)
    words = state.moves()
    kinds = sorted({word >> 56 for word in words})
    kind = kinds[rng.below(len(kinds))]
    return pick([word for word in words if word >> 56 == kind], rng, 1)[0]


def check_game(game: Game, insight: Insight, seed: int, limit: int = 10**9) -> Report:
    """Play one random game, or the first `limit` nodes of it, and check every law at each node.

    Odd seeds play from a deal fixed in advance, even ones sample chance as it comes.
    """
    rng, ways = Rng(seed, 1), Rng(seed, 2)
    deal_seed = seed if seed % 2 else None
    state, stock, nodes = game.start(), Stock(), 0
    views = [game.start(seat) for seat in range(game.seats)]
    digest = hashlib.sha256()
    while nodes < limit:
        nodes += 1
        check_node(state, insight, rng, stock.words)
        assert all(state.view(view.viewer) == view for view in views), "law 2, from the start"
        if state.actor == OVER:
            digest.update(repr(state.returns()).encode())
            break
        stock.add(legal(state), rng)
        word = choose(state, ways, deal_seed)
        views = [heard(view, state.observed(word, view.viewer)) for view in views]
        state.play(word)
        digest.update(word.to_bytes(8, "little"))
    return Report(nodes, digest.hexdigest()[:16])
