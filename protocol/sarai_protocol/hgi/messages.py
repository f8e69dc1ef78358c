"""What an engine says: each line as a `Message`, as text and as JSON.

`FORMS` is the grammar of section 5 of HGI.md, and serves the server, the client and the conformance
check: values that come without a key, values with one, and free text at the end. Every key is
followed by one word, except those whose kind is `rest`: they take the rest of the line. So a reader
can skip a key that it does not know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Value = Any
"""int, float, str, a list of these, or a dict from kinds to numbers: what JSON has."""


class Malformed(ValueError):
    """A line that is no message of HGI; the text says why."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of value: how it is written as words, and read."""

    write: Callable[[Value], str]
    read: Callable[[str], Value]
    rest: bool = False
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """A line of an engine: its first word, and its values by name."""

    name: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Value:
        return self.values[key]

    def get(self, key: str, default: Value = None) -> Value:
        return self.values.get(key, default)


def split_words(line: str) -> list[str]:
    """The words of a line; only space and tab separate them, other white space does not."""
    return [word for word in line.replace("\t", " ").split(" ") if word]


# ---- kinds of values ----


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Malformed(f"{text[:40]!r} is not a whole number")
    return int(text)


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise Malformed(f"{text[:40]!r} is not a number") from None
    if not abs(number) < 1e300:
        raise Malformed(f"{text[:40]!r} is not a finite number")
    return number


def _signed(text: str) -> int:
    return -_whole(text[1:]) if text.startswith("-") else _whole(text)


def _list_of(read: Callable[[str], Value]) -> Callable[[str], list[Value]]:
    return lambda text: [read(item) for item in text.split(",")]


def _pairs_of(read: Callable[[str], Value]) -> Callable[[str], dict[str, Value]]:
    def pairs(text: str) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for pair in text.split(",") if text != "-" else []:
            key, colon, value = pair.rpartition(":")
            if not colon or not key or key in found:
                raise Malformed(f"{pair[:40]!r} is not KIND:NUMBER, each kind once")
            found[key] = read(value)
        return found

    return pairs


def _write_pairs(write: Callable[[Value], str]) -> Callable[[Mapping[str, Value]], str]:
    return lambda pairs: ",".join(f"{key}:{write(value)}" for key, value in pairs.items()) or "-"


def _word_or_whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def _write_object(value: Value) -> str:
    return json.dumps(value, separators=(",", ":"))


def _read_object(text: str) -> dict[str, Value]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed(f"no JSON: {error}: {text[:80]!r}") from None
    if not isinstance(found, dict):
        raise Malformed(f"{text[:80]!r} is no JSON object")
    return found


def _decimals(digits: int) -> Callable[[float], str]:
    return lambda number: f"{number:.{digits}f}"


def _decimal(digits: int) -> Kind:
    return Kind(_decimals(digits), _number)


def _decimal_list(digits: int) -> Kind:
    write = _decimals(digits)
    return Kind(lambda numbers: ",".join(map(write, numbers)), _list_of(_number))


WORD = Kind(str, str)
WHOLE = Kind(str, _whole)
SIGNED = Kind(str, _signed)
WHOLE_OR_WORD = Kind(str, _word_or_whole)
WHOLES = Kind(lambda numbers: ",".join(map(str, numbers)), _list_of(_signed))
COUNTS = Kind(_write_pairs(str), _pairs_of(_whole))
CHANCES = Kind(_write_pairs(_decimals(3)), _pairs_of(_number))
TEXT = Kind(str, str, rest=True)
OBJECT = Kind(_write_object, _read_object, rest=True)
WORDS = Kind(" ".join, split_words, rest=True)
EACH = Kind(str, str, repeated=True)


# ---- the grammar ----


@dataclass(frozen=True, slots=True)
class Form:
    """A message: the values without a key in order, those with one, the name of a text at the end.

    The first `needed` of the values without a key must be there.
    """

    plain: Mapping[str, Kind] = field(default_factory=dict)
    keyed: Mapping[str, Kind] = field(default_factory=dict)
    needed: int = 0
    text: str = ""


_SEARCH = {
    "id": WORD,
    "time": WHOLE,
    "iterations": WHOLE,
    "ips": WHOLE,
    "depth": _decimal(2),
    "maxdepth": WHOLE,
    "nodes": WHOLE,
    "memory": WHOLE,
    "determinizations": WHOLE,
    "full": WHOLE,
}
_CANDIDATE = {
    "multipv": WHOLE,
    "move": WORD,
    "visits": WHOLE,
    "available": WHOLE,
    "win": _decimal_list(4),
    "se": _decimal(4),
    "score": _decimal_list(2),
    "sd": _decimal_list(2),
    "prior": _decimal(4),
    "pv": WORDS,
}

FORMS: Mapping[str, Form] = {
    "id": Form(keyed={"name": TEXT, "author": TEXT}),
    "protocol": Form({"version": WHOLE}, needed=1),
    "feature": Form({"names": WORDS}),
    "game": Form({"name": WORD}, {"seats": WORD, "rules": WORDS}, needed=1),
    "option": Form(
        keyed={
            "name": WORD,
            "type": WORD,
            "default": WORD,
            "min": SIGNED,
            "max": SIGNED,
            "var": EACH,
        }
    ),
    "hgiok": Form(),
    "readyok": Form({"token": WORD}),
    "info": Form(keyed={"string": TEXT, **_SEARCH, **_CANDIDATE}),
    "bestmove": Form({"move": WORD}, {"id": WORD, "reason": WORD}, needed=1),
    "legal": Form({"moves": WORDS}),
    "belief": Form(
        keyed={
            "zone": WORD,
            "pool": WORD,
            "count": WHOLE,
            "cards": COUNTS,
            "hidden": WHOLE,
            "known": WORD,
            "chance": CHANCES,
            "mean": CHANCES,
        }
    ),
    "beliefok": Form(),
    "result": Form({"state": WORD, "shares": _decimal_list(4)}, {"scores": WHOLES}, needed=1),
    "d": Form({"snapshot": WORD}, {"view": OBJECT}, needed=1),
    "eval": Form(keyed={"win": _decimal_list(4), "se": _decimal(4), "score": _decimal_list(2)}),
    "perft": Form({"depth": WHOLE, "count": WHOLE_OR_WORD}, needed=2),
    "bench": Form({"signature": WHOLE_OR_WORD}, needed=1),
    "help": Form(),
    "error": Form({"code": WORD}, {"id": WORD, "field": WORD}, needed=1, text="text"),
}

VOLATILE = ("time", "ips", "memory")
"""Keys of `info` that are not part of the canonical form."""


def canonical(message: Message) -> Message:
    """The message without what may differ from run to run."""
    if message.name != "info":
        return message
    return Message("info", {k: v for k, v in message.values.items() if k not in VOLATILE})


# ---- text ----


def to_text(message: Message) -> str:
    """The line, without its end."""
    form = FORMS[message.name]
    words = [message.name]
    for name, kind in form.plain.items():
        if name in message.values:
            words.append(kind.write(message.values[name]))
    for name, kind in form.keyed.items():
        if name in message.values:
            values = message.values[name] if kind.repeated else [message.values[name]]
            for value in values:
                words += [name, kind.write(value)]
    if form.text and form.text in message.values:
        words.append(message.values[form.text])
    return " ".join(word for word in words if word)


def from_text(line: str) -> Message | None:
    """The message of a line; None for a comment, an empty line, or a first word not known here.

    Malformed if a value is missing or can't be read.
    """
    words = split_words(line)
    if not words or words[0] not in FORMS:  # of a comment, too
        return None
    form, values, at = FORMS[words[0]], dict[str, Value](), 1
    for name, kind in form.plain.items():
        if kind.rest:
            values[name], at = kind.read(" ".join(words[at:])), len(words)
        elif at < len(words) and words[at] not in form.keyed:
            values[name], at = kind.read(words[at]), at + 1
    missing = [name for name in list(form.plain)[: form.needed] if name not in values]
    if missing:
        raise Malformed(f"{words[0]} lacks its {missing[0]}: {line[:80]!r}")
    keys = list(form.keyed)
    while at < len(words):
        key, at = words[at], at + 1
        known = form.keyed.get(key)
        if form.text and key not in keys:
            values[form.text] = _tail(line, at - 1)
            break
        if form.text:  # its keys come in order; the text may begin with the name of one
            del keys[: keys.index(key) + 1]
        if at == len(words) and not (known and known.rest):
            raise Malformed(f"{words[0]} {key} has no value: {line[:80]!r}")
        if known is None:
            at += 1
        elif known.rest:
            values[key], at = known.read(_tail(line, at)), len(words)
        elif known.repeated:
            values.setdefault(key, []).append(known.read(words[at]))
            at += 1
        elif key in values:
            raise Malformed(f"{words[0]} has {key} twice: {line[:80]!r}")
        else:
            values[key], at = known.read(words[at]), at + 1
    return Message(words[0], values)


def _tail(line: str, words: int) -> str:
    """What follows the first `words` words and one blank, as it is written."""
    found = re.match(rf"(?:[ \t]*[^ \t]+){{{words}}}[ \t](.*)", line)
    return found[1].rstrip(" \t") if found else ""


# ---- JSON ----


def to_json(message: Message) -> str:
    """The line as a JSON object."""
    form = FORMS[message.name]
    values = {name: _rounded(form, name, value) for name, value in message.values.items()}
    return json.dumps({"message": message.name, **values}, separators=(",", ":"))


def _rounded(form: Form, name: str, value: Value) -> Value:
    """The value as the text has it, so that both formats say the same."""
    kind = form.plain.get(name) or form.keyed.get(name)
    if kind is None or kind.rest or kind.repeated:
        return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value
    return kind.read(kind.write(value))


def from_json(line: str) -> Message | None:
    """The message of a JSON line; as `from_text`."""
    if not line.strip(" \t") or line.lstrip(" \t").startswith("#"):
        return None
    try:
        found = json.loads(line)
    except ValueError as error:
        raise Malformed(f"no JSON: {error}: {line[:80]!r}") from None
    if not isinstance(found, dict) or not isinstance(found.get("message"), str):
        raise Malformed(f"no object with a `message`: {line[:80]!r}")
    name = found.pop("message")
    return Message(name, found) if name in FORMS else None
