"""HGI.md and the pages of the games are true: sessions are played, tables come from the code."""

import re
import tomllib

import pytest

import build_core
from sarai.games import REGISTRY
from sarai_protocol.hgi.messages import FORMS, from_json, from_text, to_json, to_text
from sarai_protocol.hgi.server.commands import COMMANDS, document
from sarai_protocol.hgi.server.faults import Code
from sarai_protocol.hgi.server.options import OPTIONS
from tests.hgi import dialogue, pages

TEXT = dialogue.DOCUMENT.read_text(encoding="utf-8")
SESSIONS = dialogue.sessions()


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_session(number: int) -> None:
    session = SESSIONS[number]
    endless = "infinite" in session
    assert [dialogue.comparable(line, endless) for line in session.splitlines()] == [
        dialogue.comparable(line, endless) for line in dialogue.play(session)
    ], "if that is meant, run `python -m tests.hgi.dialogue`"


def test_there_are_sessions() -> None:
    assert len(SESSIONS) >= 3
    assert sum(session.count("\n> ") for session in SESSIONS) > 20


def test_list_of_commands() -> None:
    found = dialogue.LIST.search(TEXT)
    assert found and found[0] == document() + "\n"
    for command in COMMANDS.values():
        assert re.search(rf"^### `{command.name}\b", TEXT, re.MULTILINE), command.name


def test_everything_has_its_place() -> None:
    for code in Code:
        assert f"| `{code}` |" in TEXT
    for form in FORMS:
        assert f"`{form}" in TEXT, form
    for name in OPTIONS:
        assert f"| `{name}` |" in TEXT, name


@pytest.mark.parametrize("game", REGISTRY)
def test_page_of_a_game(game: str) -> None:
    text = pages.path(game).read_text(encoding="utf-8")
    assert text == pages.renewed(game), "run `python -m tests.hgi.dialogue`"
    assert len(pages.TABLE.findall(text)) == 1 and f"| {pages.UNKNOWN} |" not in text
    assert dialogue.SESSION.search(text)


def test_house_cards_of_bazaar() -> None:
    table = build_core.CSRC / "games" / "bazaar" / "bazaar.toml"
    data = tomllib.loads(table.read_text(encoding="utf-8"))
    text = pages.path("bazaar").read_text(encoding="utf-8")
    for name, equations in data["exchange"]["cards"].items():
        shown = " ".join(f"`{equation}`" for equation in equations)
        assert f"| {int(name.removeprefix('card_'))} | {shown} |" in text


def test_both_formats_say_the_same() -> None:
    lines = [line[2:] for session in SESSIONS for line in session.splitlines() if line[:2] == "< "]
    messages = [message for line in lines if (message := dialogue.read(line)) is not None]
    assert len(messages) == len(lines) >= 100
    for line, message in zip(lines, messages, strict=True):
        assert line == (to_json if line.startswith("{") else to_text)(message)
        assert from_json(to_json(message)) == message
        again = from_text(to_text(message))
        assert again and to_text(again) == to_text(message)
