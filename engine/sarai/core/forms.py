"""The forms of a game: words of moves and events to text and back, help, dense action numbers.

A game says once, in C (`core_form` in csrc/core.h), what its moves are made of. Here these tables
are bound to a game: then the names of lanes that the rules give are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from ..errors import IllegalMove, InvalidMove
from .domains import Domain, Kind
from .library import ffi, lib, string
from .ranking import rank, size, unrank
from .words import Move

if TYPE_CHECKING:
    from .library import core_form, core_lane

Rules = Mapping[str, tuple[int, ...]]
NamesOf = Callable[[str], tuple[str, ...]]
"""The names that fields of the rules give, as of `@card`."""

MOST_ACTIONS = 2**20
"""Above it a game has no dense action numbers."""
TAG, PAYLOAD = 56, (1 << 56) - 1
SHOWN = 40
"""Characters of a text that an error repeats."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A number in the word of a move; see core_lane."""

    name: str
    shift: int
    domain: Domain
    masked: bool
    most: int | None

    def of(self, word: int) -> int:
        """The number of this lane in a word."""
        return word >> self.shift & self.mask

    @property
    def mask(self) -> int:
        if self.domain.kind in (Kind.NUMBER, Kind.CHOICE, Kind.SEAT):
            return (1 << self.domain.highest.bit_length()) - 1
        return self.domain.packed_mask()

    @property
    def _mark(self) -> bool:
        """Is a lane that is not seen written as one question mark?"""
        return self.masked and self.domain.kind != Kind.MULTISET

    def text(self, number: int) -> str:
        return "?" if self._mark and number == 0 else self.domain.text(number)

    def parse(self, text: str) -> int:
        return 0 if self._mark and text == "?" else self.domain.parse(text)

    def loose(self) -> str:
        """A pattern of what a person may type for it: any case, letters in any order."""
        domain = self.domain
        if domain.kind == Kind.NUMBER:
            return "[0-9]+"
        if domain.letters:
            return f"[{re.escape(''.join(domain.names))}]+|-"
        if domain.kind == Kind.SEAT:
            return "[0-9]"
        names = sorted(filter(None, domain.names), key=len, reverse=True)
        return "|".join(r"\s*".join(map(re.escape, name)) for name in names)

    def tidy(self, text: str) -> str:
        """What a person has typed, as the domain writes it."""
        domain, plain = self.domain, re.sub(r"\s", "", text).casefold()
        if domain.kind == Kind.NUMBER:
            return str(int(plain[:SHOWN]))
        if domain.letters:
            order = [domain.names[lane] for lane in domain.order or range(domain.lanes)]
            return "".join(name * plain.count(name.casefold()) for name in order) or "-"
        return next((name for name in domain.names if name.casefold() == plain), plain)

    def first(self) -> str:
        """A text for examples: the first number, the first two letters."""
        domain = self.domain
        if domain.letters:
            return "".join(domain.names[:2])
        return domain.text(unrank(domain, 0, self.most))


@dataclass(frozen=True)
class Form:
    """A form of moves or events, bound to a game; see core_form."""

    tag: int
    pattern: str
    meaning: str
    given_example: str
    chance: bool
    observed: int
    untracked: bool
    lanes: tuple[Lane, ...]

    @cached_property
    def example(self) -> str:
        if self.given_example:
            return self.given_example
        return self.filled({lane.name: lane.first() for lane in self.lanes})

    @cached_property
    def head(self) -> str:
        """The word that the pattern begins with."""
        return re.split("[^a-z_]", self.pattern, maxsplit=1)[0]

    def filled(self, texts: Mapping[str, str]) -> str:
        """The pattern with these texts in place of its lanes."""
        return re.sub(r"\{(\w+)\}", lambda found: texts[found[1]], self.pattern)

    def text(self, word: int) -> str | None:
        """The text of a word with this tag; None if it has none."""
        numbers = {lane.name: lane.of(word) for lane in self.lanes}
        if self._word(numbers) != word:
            return None
        try:
            return self.filled({lane.name: lane.text(numbers[lane.name]) for lane in self.lanes})
        except ValueError:
            return None

    def _word(self, numbers: Mapping[str, int]) -> int:
        return self.tag << TAG | sum(numbers[lane.name] << lane.shift for lane in self.lanes)

    @cached_property
    def _texts(self) -> re.Pattern[str]:
        pieces = re.split(r"\{(\w+)\}", self.pattern)
        return re.compile(
            "".join(f"(?P<{p}>.*?)" if i % 2 else re.escape(p) for i, p in enumerate(pieces)),
            re.DOTALL,
        )

    def parts(self, text: str) -> dict[str, str] | None:
        """The text of each lane, None if the text has not this form."""
        found = self._texts.fullmatch(text)
        return found.groupdict() if found else None

    def read(self, parts: Mapping[str, str]) -> int:
        """The word of these texts of lanes. ValueError with what is wrong with which."""
        numbers = {}
        for lane in self.lanes:
            try:
                numbers[lane.name] = lane.parse(parts[lane.name])
            except ValueError as error:
                raise ValueError(f"{lane.name} {error}") from None
        return self._word(numbers)

    @cached_property
    def _typed(self) -> re.Pattern[str]:
        lanes = {lane.name: lane for lane in self.lanes}
        pieces = re.split(r"\{(\w+)\}", self.pattern)
        made = ""
        for i, piece in enumerate(pieces):
            if i % 2:
                made += rf"\s*(?P<{piece}>{lanes[piece].loose()})"
            elif i == 0:
                letters = r"\s*".join(map(re.escape, piece.rstrip(":")))
                made += letters + (r"\s*[:=]?" if piece.endswith(":") else "")
            else:
                made += rf"\s*(?:{re.escape(piece)}|[,;:>/])?"
        return re.compile(made, re.IGNORECASE)

    def guess(self, text: str) -> str | None:
        """What a person may have meant who does not keep to case, order and punctuation."""
        found = self._typed.fullmatch(text.strip())
        if not found:
            return None
        return self.filled({lane.name: lane.tidy(found[lane.name]) for lane in self.lanes})

    @cached_property
    def actions(self) -> int:
        """How many words it has, unmasked."""
        return prod(size(lane.domain, lane.most) for lane in self.lanes)

    def action(self, word: int) -> int:
        """The number of a word among those of this form. ValueError if it has none."""
        if self.text(word) is None:
            raise ValueError(f"no word of the form {self.pattern}")
        number = 0
        for lane in self.lanes:
            number *= size(lane.domain, lane.most)
            number += rank(lane.domain, lane.of(word), lane.most)
        return number

    def word_of(self, action: int) -> int:
        """The word with this number."""
        numbers = {}
        for lane in reversed(self.lanes):
            action, number = divmod(action, size(lane.domain, lane.most))
            numbers[lane.name] = unrank(lane.domain, number, lane.most)
        return self._word(numbers)


class Forms:
    """All forms of a game with its rules."""

    def __init__(self, game: str, forms: tuple[Form, ...]) -> None:
        self.game = game
        self.all = forms
        self.seats = tuple(form for form in forms if not form.chance)
        self._by_tag = {form.tag: form for form in forms}

    @classmethod
    def bound(
        cls, game: str, c: core_form, count: int, seats: int, rules: Rules, names_of: NamesOf
    ) -> Forms:
        """The forms of C in a game with so many seats and these rules."""
        return cls(game, tuple(_form(c[i], seats, rules, names_of) for i in range(count)))

    def of(self, word: int) -> Form:
        """The form of a word. InvalidMove if it has none."""
        form = self._by_tag.get(word >> TAG)
        if form is None:
            raise InvalidMove(f"{word:#018x} is no word of {self.game}")
        return form

    def text(self, word: int) -> str:
        """A move or event in notation. InvalidMove if it is none of the game."""
        text = self.of(word).text(word)
        if text is None:
            raise InvalidMove(f"{word:#018x} is no word of {self.game}")
        return text

    def parse(self, text: str, events: bool = True) -> Move:
        """The word of a text; InvalidMove says what is wrong with it.

        Without `events` only what a seat does is read, and told in the help; an event of chance
        is then an IllegalMove.
        """
        forms, wrong = self.all if events else self.seats, ""
        for form in forms:
            parts = form.parts(text)
            if parts is None:
                continue
            try:
                return Move(form.read(parts))
            except ValueError as error:
                wrong = wrong or f"{text[:SHOWN]!r}: {error}; the form is {self._shown(form)}"
        raise InvalidMove(wrong or self._unread(text, forms, events))

    @staticmethod
    def _shown(form: Form) -> str:
        same = form.example == form.pattern
        return form.pattern if same else f"{form.pattern}, as in {form.example}"

    def _unread(self, text: str, forms: tuple[Form, ...], events: bool) -> str:
        """Why a text has no form, with the one that was nearly meant."""
        if not events and self._reads(text):
            raise IllegalMove(f"{text} is an event of chance, not a move of a seat")
        what = "move or event" if events else "move"
        wrong = f"{text[:SHOWN]!r} is no {what} of {self.game}"
        near = self.nearest(text, forms)
        if near is not None:
            meant = self.guess(text[:SHOWN], forms)
            hint = f"; did you mean {meant}?" if meant else ""
            return f"{wrong}: the form is {self._shown(near)}{hint}"
        return f"{wrong}; the forms are: {', '.join(form.example for form in forms)}"

    def nearest(self, text: str, forms: tuple[Form, ...]) -> Form | None:
        """The form that begins like the text."""
        begins = re.match(r"\s*([a-z_]+)", text[:SHOWN].casefold())
        heads = {form.head: form for form in reversed(forms)}
        close = get_close_matches(begins[1], heads, 1, 0.75) if begins else []
        return heads[close[0]] if close else None

    def guess(self, text: str, forms: tuple[Form, ...] | None = None) -> str | None:
        """The move of a seat that a person may have meant, in notation; None if nothing fits."""
        for form in self.seats if forms is None else forms:
            meant = form.guess(text)
            if meant is not None and self._reads(meant):
                return meant
        return None

    def _reads(self, text: str) -> bool:
        try:
            self.parse(text)
        except InvalidMove:
            return False
        return True

    # -- dense numbers of the actions of seats --

    @cached_property
    def actions(self) -> int | None:
        """How many actions there are; None if they are 2^20 or more."""
        count = sum(form.actions for form in self.seats)
        return count if count < MOST_ACTIONS else None

    def _from(self) -> Iterator[tuple[int, Form]]:
        if self.actions is None:
            raise ValueError(f"the actions of {self.game} are too many to be numbered")
        first = 0
        for form in self.seats:
            yield first, form
            first += form.actions

    def action(self, word: int) -> int:
        """The number of an action of a seat. InvalidMove if the word is none."""
        for first, form in self._from():
            if form.tag == word >> TAG:
                try:
                    return first + form.action(word)
                except ValueError as error:
                    raise InvalidMove(f"{word:#018x}: {error}") from None
        raise InvalidMove(f"{word:#018x} is no action of a seat in {self.game}")

    def word_of(self, action: int) -> Move:
        """The word of an action. IndexError if there is none with this number."""
        for first, form in self._from():
            if first <= action < first + form.actions:
                return Move(form.word_of(action - first))
        raise IndexError(f"the actions of {self.game} are 0 to {(self.actions or 0) - 1}")


def _form(c: core_form, seats: int, rules: Rules, names_of: NamesOf) -> Form:
    lanes = [c.lanes[i] for i in range(lib.CORE_MAX_LANES) if c.lanes[i].name != ffi.NULL]
    return Form(
        c.tag,
        string(c.pattern),
        string(c.meaning),
        string(c.example),
        bool(c.chance),
        c.observed,
        bool(c.untracked),
        tuple(_lane(lane, seats, rules, names_of) for lane in lanes),
    )


def _lane(c: core_lane, seats: int, rules: Rules, names_of: NamesOf) -> Lane:
    most = string(c.most)
    return Lane(
        string(c.name),
        c.shift,
        Domain.bound(c.domain, seats, names_of),
        bool(c.masked),
        None if not most else rules[most[1:]][0] if most[0] == "@" else int(most),
    )
