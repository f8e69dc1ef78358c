"""The text of a state and its structured view, by the tables of fields and keys of its game.

A snapshot is one word of `key=value` pairs between semicolons. `core_key` in csrc/core.h says what
kinds of keys there are; a game without a table of keys has one for each field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import InvalidPosition
from . import formulas
from .domains import Domain, Kind
from .fields import Field, Per
from .formulas import Quantity
from .keys import Key, KeyKind
from .library import ffi

if TYPE_CHECKING:
    from .library import CData

NUMBER = Domain(Kind.NUMBER, highest=2**63 - 1)
UNSEEN = "?"


class Values:
    """The values of the fields of one state, by name; made to be read, or filled in."""

    def __init__(self, codec: Codec, rules: CData, memory: CData | None = None) -> None:
        self.codec = codec
        self.rules = ffi.buffer(rules)
        self.memory = None if memory is None else ffi.buffer(memory)
        self.words: dict[str, list[int]] = {}
        self.derived: dict[str, Quantity] = {}

    def __getitem__(self, name: str) -> list[int]:
        """The values of a field; zeros where none are known yet."""
        found = self.words.get(name)
        if found is None:
            field = self.codec.fields[name]
            if self.memory is not None:
                found = field.words(self.memory, self.codec.seats)
            else:
                found = [0] * (self.codec.seats if field.per == Per.SEAT else field.items)
            self.words[name] = found
        return found

    def lookup(self, name: str) -> Quantity | str:
        """A name in a formula."""
        if name.endswith("="):
            field = self.codec.fields[name[:-1]]
            return field.domain.text(self[field.name][0])
        if name in self.derived:
            return self.derived[name]
        if name.startswith("rules."):
            if name not in self.codec.constants:
                field = self.codec.rules[name[6:]]
                words = field.words(self.rules, field.items)
                self.codec.constants[name] = _sum(field.domain, words)
            return self.codec.constants[name]
        if name in self.codec.fields:
            return _sum(self.codec.fields[name].domain, self[name])
        key = next(key for key in self.codec.keys if key.name == name)
        return formulas.evaluate(key.detail, self.lookup)


def _sum(domain: Domain, words: Sequence[int]) -> Quantity:
    if domain.kind != Kind.MULTISET:
        return sum(words)
    if len(words) == 1:
        return domain.counts(words[0])
    columns = zip(*(domain.counts(word) for word in words), strict=True)
    return tuple(map(sum, columns))


class Codec:
    """Reads and writes the states of one game with its options."""

    def __init__(
        self,
        fields: Mapping[str, Field],
        rules: Mapping[str, Field],
        keys: Sequence[Key],
        seats: int,
    ) -> None:
        self.fields, self.rules, self.seats = fields, rules, seats
        self.keys = tuple(keys)
        self.constants: dict[str, Quantity] = {}
        """What formulas have asked of the rules."""
        self.named = tuple((key, self._names(key)) for key in self.keys)
        self.wanted = tuple(name for _, names in self.named for name in names)
        printed = {name for key in keys if key.kind != KeyKind.DERIVED for name in key.fields}
        self.computed = [f for f in fields.values() if f.formula]
        self.checked = [
            key
            for key in keys
            if key.kind == KeyKind.DERIVED
            and not any(key.name in formulas.names(field.formula) for field in self.inputs())
        ]
        left_out = set(fields) - printed - {field.name for field in self.computed}
        assert not left_out, f"no key and no formula for {', '.join(sorted(left_out))}"

    def inputs(self) -> Iterator[Field]:
        """Computed fields that no key prints: they are what derived keys are read for."""
        printed = {name for key in self.keys for name in key.fields}
        yield from (f for f in self.computed if f.name not in printed)

    def _names(self, key: Key) -> list[str]:
        return [f"{key.stem}{seat}" for seat in range(self.seats)] if key.by_seat else [key.name]

    # -- to text and to structured values --

    def text(self, rules: CData, memory: CData) -> str:
        """The snapshot."""
        values = Values(self, rules, memory)
        pairs = [
            f"{name}={text}"
            for key, names in self.named
            for name, text in zip(names, self._texts(values, key), strict=True)
        ]
        return ";".join(pairs)

    def _texts(self, values: Values, key: Key) -> list[str]:
        """The texts of a key: one for each seat, or one in all."""
        if key.kind == KeyKind.PLAIN:
            text = self.fields[key.fields[0]].domain.text
            texts = [text(word) for word in values[key.fields[0]]]
            return texts if key.by_seat else [self._between(key).join(texts)]
        if not key.by_seat and key.kind == KeyKind.LANE:
            items = range(len(values[key.fields[0]]))
            return [self._between(key).join(self._item(values, key, i) for i in items)]
        return [self._item(values, key, i) for i in (range(self.seats) if key.by_seat else [0])]

    def _between(self, key: Key) -> str:
        """What stands between the values of a list: not what stands between the names of one."""
        domain = self.fields[key.fields[0]].domain
        many = key.kind == KeyKind.PLAIN and domain.kind in (Kind.CELLS, Kind.MULTISET, Kind.ROW)
        return "," if many and not domain.letters else "/"

    def _item(self, values: Values, key: Key, i: int) -> str:
        fields = [self.fields[name] for name in key.fields]
        if key.kind == KeyKind.DERIVED:
            return self._derived_text(key, formulas.evaluate(key.detail, values.lookup))
        words = [values[fields[0].name][i]]
        domain = fields[0].domain
        if key.kind == KeyKind.LANE:
            return str(domain.counts(words[0])[domain.names.index(key.detail)])
        if key.kind == KeyKind.WORDS:
            word, (first, others) = domain.text(words[0]), self._word_list(key)
            return others[values[key.fields[1]][0]] if word == first else word
        if key.kind == KeyKind.REST:
            listed = {values_word - 1 for values_word in values[key.fields[1]]}
            rest = [n for n in range(domain.lanes) if words[0] >> n & 1 and n not in listed]
            return "/".join(domain.names[n] for n in rest) or "-"
        second = values[key.fields[1]][i]
        if key.kind == KeyKind.TOKENS:
            return "/".join(_members(domain, words[0]) + _members(fields[1].domain, second)) or "-"
        both = formulas.combine(domain.counts(second), domain.counts(words[0]), -1)
        private = domain.packed(_covered(domain, both, key.detail))
        text = domain.text(private).replace("-", "") + UNSEEN * values[key.fields[2]][i]
        return f"{domain.text(words[0])}+{text or '-'}"

    def _derived_text(self, key: Key, value: Quantity) -> str:
        if isinstance(value, int):
            return str(value)
        domain = self.fields[key.fields[0]].domain
        return domain.text(domain.packed(value))

    def _word_list(self, key: Key) -> tuple[str, list[str]]:
        first, _, others = key.detail.partition("=")
        return first, others.split(",")

    def mapping(self, rules: CData, memory: CData) -> dict[str, Any]:
        """The structured view: a value for each key, of seats a list."""
        values = Values(self, rules, memory)
        found: dict[str, Any] = {}
        for key in self.keys:
            items = [self._value(values, key, i) for i in self._places(values, key)]
            single = not key.by_seat and self._is_single(key)
            found[key.stem] = items[0] if single else items
        return found

    def _is_single(self, key: Key) -> bool:
        many = key.kind in (KeyKind.PLAIN, KeyKind.LANE)
        if not many:
            return True
        field = self.fields[key.fields[0]]
        return field.per == Per.ONE and field.items == 1

    def _places(self, values: Values, key: Key) -> range:
        if key.by_seat:
            return range(self.seats)
        return range(1 if self._is_single(key) else len(values[key.fields[0]]))

    def _value(self, values: Values, key: Key, i: int) -> Any:
        if key.kind == KeyKind.PLAIN:
            return self.fields[key.fields[0]].domain.value(values[key.fields[0]][i])
        text = self._item(values, key, i)
        if key.kind == KeyKind.LANE:
            return int(text)
        if key.kind == KeyKind.DERIVED:
            value = formulas.evaluate(key.detail, values.lookup)
            domain = self.fields[key.fields[0]].domain if key.fields else NUMBER
            return value if isinstance(value, int) else domain.value(domain.packed(value))
        if key.kind in (KeyKind.TOKENS, KeyKind.REST):
            return [] if text == "-" else text.split("/")
        if key.kind == KeyKind.WORDS:
            return text
        domain = self.fields[key.fields[1]].domain
        public, _, private = text.partition("+")
        return {
            "public": domain.value(domain.parse(public)),
            "private": domain.value(domain.parse(private.replace(UNSEEN, "") or "-")),
            "unseen": private.count(UNSEEN),
        }

    # -- from text --

    def read(self, text: str, rules: CData, memory: CData) -> None:
        """Fill the memory of a state. InvalidPosition says which key is wrong, and why."""
        given = split(text, self.wanted)
        values = Values(self, rules)
        for key, names in self.named:
            for i, name in enumerate(names):
                try:
                    self._parse(values, key, i, given[name])
                except ValueError as error:
                    raise InvalidPosition(f"snapshot field {name}: {error}") from None
        for field in self.computed:
            self._compute(values, field)
        for key in self.checked:
            computed = self._derived_text(key, formulas.evaluate(key.detail, values.lookup))
            if computed != given[key.name]:
                told = given[key.name][:40]
                raise InvalidPosition(
                    f"snapshot field {key.name}: {told}, but the others leave {computed}"
                )
        buffer = ffi.buffer(memory)
        for name, words in values.words.items():
            try:
                self.fields[name].write(buffer, words)
            except OverflowError:
                raise InvalidPosition(f"snapshot: {name} is too large") from None

    def _parse(self, values: Values, key: Key, i: int, text: str) -> None:
        if key.kind == KeyKind.DERIVED:
            domain = self.fields[key.fields[0]].domain if key.fields else NUMBER
            word = domain.parse(text)
            if key not in self.checked:
                counts = domain.kind == Kind.MULTISET
                values.derived[key.name] = domain.counts(word) if counts else word
            return
        fields = [self.fields[name] for name in key.fields]
        domain = fields[0].domain
        if key.kind in (KeyKind.PLAIN, KeyKind.LANE) and not key.by_seat:
            self._parse_list(values, key, text)
        elif key.kind == KeyKind.PLAIN:
            values[fields[0].name][i] = domain.parse(text)
        elif key.kind == KeyKind.WORDS:
            first, others = self._word_list(key)
            names = [name for name in domain.names if name != first] + others
            if text not in names:
                raise ValueError(f"{text[:40]!r} is not one of {' '.join(names)}")
            values[key.fields[0]][0] = domain.parse(first if text in others else text)
            values[key.fields[1]][0] = others.index(text) if text in others else 0
        elif key.kind == KeyKind.REST:
            self._parse_rest(values, key, text)
        elif key.kind == KeyKind.TOKENS:
            self._parse_tokens(values, key, i, text)
        else:
            self._parse_hand(values, key, i, text)

    def _parse_list(self, values: Values, key: Key, text: str) -> None:
        field = self.fields[key.fields[0]]
        between = self._between(key)
        words, count = text.split(between), len(values[field.name])
        if count == 1:
            words = [text]
        if len(words) != count:
            what = f"{count} values with {between!r} between them"
            raise ValueError(f"{text[:40]!r} is not {what}: {field.domain.describe()}")
        for i, word in enumerate(words):
            if key.kind == KeyKind.PLAIN:
                values[field.name][i] = field.domain.parse(word)
            else:
                lane = field.domain.names.index(key.detail)
                most = field.domain.highest
                number = Domain(Kind.NUMBER, highest=most).parse(word)
                values[field.name][i] |= number << field.domain.bits * lane

    def _parse_rest(self, values: Values, key: Key, text: str) -> None:
        domain = self.fields[key.fields[0]].domain
        members = domain.parse(text)
        flag = self.rules[key.detail].words(values.rules, 1)[0]
        for word in values[key.fields[1]]:
            if word:
                members |= 1 << (word - 1)
        values[key.fields[0]][0] = members if flag else 0

    def _parse_tokens(self, values: Values, key: Key, i: int, text: str) -> None:
        seen, unseen = (self.fields[name].domain for name in key.fields)
        words = [] if text == "-" else text.split("/")
        masked = [word for word in words if word in unseen.names]
        open_ = words[: len(words) - len(masked)]
        values[key.fields[0]][i] = seen.parse("/".join(open_)) if open_ else 0
        values[key.fields[1]][i] = unseen.parse("/".join(masked) or "-")

    def _parse_hand(self, values: Values, key: Key, i: int, text: str) -> None:
        domain = self.fields[key.fields[0]].domain
        public, plus, private = text.partition("+")
        if not plus:
            letters = key.detail[:2]
            raise ValueError(
                f"{text[:40]!r} is not of the form public+private, like {letters}+{letters[:1]} "
                f"or {letters}+??"
            )
        unseen = private.count(UNSEEN)
        known, dealt = domain.parse(public), domain.parse(_without(private, unseen))
        for word in (known, dealt):
            if domain.packed(_covered(domain, domain.counts(word), key.detail)) != word:
                raise ValueError(f"a hand has {key.detail} only")
        both = formulas.combine(domain.counts(known), domain.counts(dealt), 1)
        assert isinstance(both, tuple)
        values[key.fields[0]][i] = known
        values[key.fields[1]][i] |= domain.packed(both)
        values[key.fields[2]][i] = unseen

    def _compute(self, values: Values, field: Field) -> None:
        value = formulas.evaluate(field.formula, values.lookup)
        if isinstance(value, int):
            values[field.name][0] = value
            return
        for name, n in zip(field.domain.names, value, strict=False):
            if n < 0:
                raise InvalidPosition(f"snapshot: more of {name} than there are in the game")
        try:
            values[field.name][0] = field.domain.packed(value)
        except ValueError as error:
            raise InvalidPosition(f"snapshot: {field.name}: {error}") from None


def _without(text: str, unseen: int) -> str:
    """A multiset without its `?`, which stand behind the letters."""
    letters = text.removesuffix(UNSEEN * unseen) if unseen else text
    if UNSEEN in letters:
        raise ValueError(f"{text[:40]!r}: `?` stands behind the letters")
    if not text:
        raise ValueError("nothing is written `-`")
    return letters or "-"


def _covered(domain: Domain, counts: Quantity, letters: str) -> tuple[int, ...]:
    """The counters of these letters; the others are for another key."""
    assert isinstance(counts, tuple)
    return tuple(n if name in letters else 0 for name, n in zip(domain.names, counts, strict=True))


def _members(domain: Domain, word: int) -> list[str]:
    named = zip(domain.names, domain.counts(word), strict=True)
    return [name for name, count in named for _ in range(count)]


def split(text: str, wanted: Sequence[str]) -> dict[str, str]:
    """The values by key; InvalidPosition if a key is missing, unknown or there twice."""
    given: dict[str, str] = {}
    for pair in text.split(";"):
        key, equals, value = pair.partition("=")
        if not equals or key not in wanted:
            raise InvalidPosition(
                f"snapshot: {pair[:40]!r} is no key=value; the keys are: {' '.join(wanted)}"
            )
        if key in given:
            raise InvalidPosition(f"snapshot field {key}: given twice")
        given[key] = value
    missing = [key for key in wanted if key not in given]
    if missing:
        raise InvalidPosition(f"snapshot: lacks {', '.join(missing)}")
    return given
