"""The parts of moves, named once more from the forms and fields of a game and compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

import sarai
from sarai import OVER, Game, IllegalMove, Rng, State
from sarai.core.domains import Domain, Kind
from sarai.core.fields import Field, Per, Seen
from sarai.core.library import lib
from tests.core.test_forms import GAMES, a_game
from tests.laws import small
from tests.laws.laws import check_lists, played
from tests.laws.tables import check_public
from tests.support import native

POSITIONS, MOVES = 220, 8
"""How many positions of a game, and moves of each, are compared."""


def row(name: str, width: int, numbers: str, rest: str) -> str:
    """A row of the toy game's table of fields."""
    place = f".offset = offsetof(toy_state, {name}), .width = {width}, .count = {numbers}"
    return f'{{.name = "{name}", {place}, {rest}}}'


SETS: native.Edits = {
    "game.c": [
        (
            "FIELD(may, 2, CARDS + 1)",
            row("may", 2, "CARDS + 1", '.domain = {CORE_CELLS, .names = "a|b|c|d|e|f|g|h|i|j"}'),
        ),
        (
            "FIELD(size, 1, PLACES)",
            row("size", 1, "PLACES", ".items = 1, .domain = {CORE_MULTISET, 8, PLACES, 0, 0, ")[:-1]
            + '"a|b|c|d|e|f|g|h|i|j"}},'
            + row("size", 1, "PLACES", ".items = 1, .domain = {CORE_ROW, 8, PLACES, 0, 0, ")[
                :-1
            ].replace('"size"', '"row"')
            + '"0|1|2|3|4|5|6"}}',
        ),
        (
            "FIELD(step, 1, 1)",
            row("step", 1, "1", ".domain = {CORE_SEATS}")
            + ","
            + row("step", 1, "1", ".domain = {CORE_SEAT}").replace('"step"', '"again"'),
        ),
    ],
    "forms.c": [
        (
            '{CORE_CHOICE, .names = "|deck|hand0|hand1|hand2|gift|fresh0|fresh1|fresh2|open"}',
            '{CORE_CELLS, .names = "a|b|c|d"}',
        ),
        ("{CORE_NUMBER, .lowest = 1, .highest = CARDS}", "{CORE_SEATS}"),
    ],
}
"""The toy game with sets, seats, a long multiset and a row in place of its numbers."""


# ---- the plain counterpart ----


def bucket(number: int) -> str:
    """A number above 15 stands with all up to the next power of two."""
    return str(max(number, 0)) if number < 16 else f"{1 << number.bit_length() - 1}+"


def seat_from(mover: int, seat: int, seats: int) -> str:
    return "=all" if seat < 0 else f"=seat{(seat - mover) % seats}"


def members(domain: Domain, word: int, mover: int) -> Iterator[tuple[str, str]]:
    """The counter of each name; of a set of seats, from the mover on; the value of each cell."""
    counts = domain.counts(word)
    if domain.kind == Kind.ROW:
        yield from ((f".{cell}", domain.names[value]) for cell, value in enumerate(counts))
        return
    if domain.kind == Kind.SEATS:
        counts = counts[mover:] + counts[:mover]
    for lane, number in enumerate(counts):
        yield f".{domain.names[lane] or lane}", bucket(number)


def single(domain: Domain, word: int, mover: int, seats: int) -> str:
    if domain.kind == Kind.CHOICE:
        return f"={domain.names[word] or word}"
    return seat_from(mover, word, seats) if domain.kind == Kind.SEAT else f"={bucket(word)}"


def of_form(state: State, word: int) -> Iterator[str]:
    form, mover = state.game.forms.of(word), state.actor
    yield form.pattern
    for lane in form.lanes:
        name, number = f"{form.pattern} {lane.name}", lane.of(word)
        if lane.domain.kind in (Kind.NUMBER, Kind.CHOICE, Kind.SEAT):
            yield name + single(lane.domain, number, mover, state.game.seats)
        else:
            for member, times in members(lane.domain, number, mover):
                if times != "0":
                    yield f"{name}{member}={times}"


def of_field(field: Field, before: State, after: State) -> Iterator[str]:
    mover, seats = before.actor, before.game.seats
    old, new = (field.words(memoryview(bytes(state)), seats) for state in (before, after))
    if field.per == Per.SEAT:
        old, new = (words[mover:] + words[:mover] for words in (old, new))
    for at, was, now in zip(count(), old, new, strict=False):
        name = field.name if field.per == Per.ONE and len(new) == 1 else f"{field.name}[{at}]"
        if field.domain.kind in (Kind.NUMBER, Kind.CHOICE, Kind.SEAT):
            if was != now:
                yield name + single(field.domain, now, mover, seats)
            continue
        earlier = dict(members(field.domain, was, mover))
        for member, times in members(field.domain, now, mover):
            if times != earlier[member]:
                yield f"{name}{member}={times}"


def named(state: State, word: int) -> list[str]:
    after, fields = played(state, word), state.game.fields.values()
    changed = (of_field(field, state, after) for field in fields if field.seen == Seen.PUBLIC)
    return [*of_form(state, word), *(name for names in changed for name in names)]


def positions(game: Game, wanted: int) -> Iterator[State]:
    """Full states of random games in which a seat is to move."""
    for seed in count():
        rng, state = Rng(seed), game.start()
        while state.actor != OVER:
            words = state.moves()
            if words:
                yield state
                wanted -= 1
                if not wanted:
                    return
            state.play_unchecked(words[rng.below(len(words))] if words else state.sample(rng))


def compare(game: Game, wanted: int, by_tables: bool = False) -> None:
    rng, names = Rng(1), game.part_names
    for state in positions(game, wanted):
        words = state.moves()
        some = sorted({words[rng.below(len(words))] for _ in range(MOVES)})
        for seen in (state, state.view(state.actor)):
            found = seen.parts(some, by_tables)
            assert all(parts == sorted(set(parts)) for parts in found)
            expected = [named(seen, word) for word in some]
            assert [[names[i] for i in parts] for parts in found] == expected


# ---- comparisons ----


@pytest.mark.parametrize("name", GAMES)
def test_parts_are_those_that_forms_and_fields_say(name: str) -> None:
    compare(a_game(name), POSITIONS)


@pytest.mark.parametrize("name", GAMES)
def test_every_part_has_a_name_of_its_own(name: str) -> None:
    game = a_game(name)
    assert len(set(game.part_names)) == len(game.part_names)
    assert len(game.part_names) == lib.core_part_count(game.core.pointer, game.seats)


def test_sets_and_seats() -> None:
    """Kinds of values that no registered game has, over the memory of the toy game."""
    game = small.toy(6, native.mutated(native.TOY, SETS))
    compare(game, 60, by_tables=True)


# ---- a game's own function ----


def check_toy(edits: native.Edits) -> None:
    game = small.toy(6, native.mutated(native.TOY, edits))
    for state in positions(game, 60):
        check_lists(state, state.moves())


WRONG = (
    ("after.size[place]);", "after.size[place] + 1);"),
    ("number >= 16)", "number > 16)"),
    ("STEP, s->step, after.step)", "STEP - 1, s->step, after.step)"),
    ("s->may[card], after.may[card]", "after.may[card], s->may[card]"),
)


def test_a_function_of_the_game_is_held_to_the_tables() -> None:
    check_toy({})


@pytest.mark.parametrize("edit", WRONG)
def test_a_wrong_function_is_found(edit: tuple[str, str]) -> None:
    with pytest.raises(AssertionError, match="parts: not those of the tables"):
        check_toy({"parts.c": [edit]})


def test_a_leak_is_found() -> None:
    """A public field that a move fills with what its seat does not see."""
    leak = ("case DECLINE: s->step++;", "case DECLINE: s->fresh = s->place[1]; s->step++;")
    with pytest.raises(AssertionError, match="law 4: parts"):
        check_toy({"rules.c": [leak], "game.c": [(".parts = toy_parts,", "")]})


def test_a_field_that_is_public_in_name_alone_is_found() -> None:
    edits: native.Edits = {"game.c": [("MASKED(place,", "FIELD(place,")]}
    state = next(positions(small.toy(6, native.mutated(native.TOY, edits)), 1))
    with pytest.raises(AssertionError, match="place is not public"):
        check_public(state, state.view(0))


# ---- what a learned file keeps ----


def test_the_digest_follows_tables_and_seats_alone() -> None:
    game = sarai.game("bazaar", 3)
    assert game.parts_digest == sarai.game("bazaar", 3, {"hand_limit": 4}).parts_digest
    others = [sarai.game("bazaar", 2), sarai.game("jaipur"), small.toy(5)]
    renamed = {"forms.c": [('"show:{place}:{card}"', '"shew:{place}:{card}"')]}
    others.append(small.toy(5, native.mutated(native.TOY, renamed)))
    assert len({game.parts_digest, *(other.parts_digest for other in others)}) == 5


def test_only_legal_moves_have_parts() -> None:
    state = next(positions(a_game("jaipur"), 1))
    word = state.moves()[0]
    assert state.parts([]) == []
    with pytest.raises(IllegalMove, match="there twice"):
        state.parts([word, word])
    with pytest.raises(IllegalMove):
        state.parts([0])
