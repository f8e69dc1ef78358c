"""`sarai play`: a person at the terminal, or a script on a pipe."""

import re

from tests.support.command import ok, sarai

PLAY = ("play", "--opponent", "greedy", "--seed", "3")


def test_play_against_a_level() -> None:
    """The opponent is the player of that level; only one of the two ways to name it can be used."""
    level, named = (
        ok(sarai("play", *opponent, "--seed", "3", stdin="1\n" * 5))
        for opponent in (("--level", "2"), ("--opponent", "sparring:level=2"))
    )
    assert level == named and "against sparring:level=2" in level
    for given, told in (
        (("--level", "11"), "argument --level: '11' is not a whole number from 1 to 10"),
        (("--level", "2", "--opponent", "greedy"), "--opponent: not allowed with argument --level"),
    ):
        done = sarai("play", *given)
        assert done.returncode == 2 and told in done.stderr and done.stderr.count("\n") == 1


def test_play_to_the_end_on_a_pipe() -> None:
    out = ok(sarai(*PLAY, stdin="1\n" * 200))
    assert re.search(r"result: (you win|you lose|a draw); scores: seat 0 \d+, seat 1 \d+", out)
    assert out.count("seat 0> 1") == out.count("  you ")
    assert "  seat 1  " in out


def test_play_shows_what_the_seat_may_know_and_no_more() -> None:
    out = ok(sarai(*PLAY, "--seat", "1"))
    assert re.search(r"deal0:\?", out)
    assert re.search(r"^ seat 0  hand [^?]*\?", out, re.MULTILINE)
    assert "deal1:?" not in out


def test_play_ends_cleanly() -> None:
    for stdin in ("", "quit\n", "hint\n"):
        done = sarai(*PLAY, stdin=stdin)
        assert ok(done).endswith("the game ends here\n")
        assert done.stderr == ""


def test_play_explains_wrong_input_and_asks_again() -> None:
    typed = b"nonsense|0|999|-1|fill:D|sell:Dx7|take:D ||\xff|?".split(b"|")
    out = ok(sarai(*PLAY, stdin=b"\n".join(typed) + b"\nquit\n"))
    assert "'nonsense' is no move" in out
    for number in ("0", "999", "-1"):
        assert f"{number}: the moves have the numbers 1 to" in out
    assert "fill:D is an event of chance, not a move of a seat" in out
    assert "sell:Dx7: " in out
    assert "type a move or its number" in out
    assert "the engine would play" in out
    assert out.count("seat 0> ") == len(typed) + 1
    assert "  you " not in out


def test_play_takes_moves_as_people_type_them() -> None:
    """Other case and blanks; the help has the moves of this game, and no event of chance."""
    out = ok(sarai(*PLAY, stdin="TAKE s\nCamels\n?\nundo\nQUIT\n"))
    assert "did you mean" not in out and out.count("  you ") >= 1
    told = ok(sarai("play", "--game", "bazaar", "--opponent", "greedy", stdin="?\nundo\nquit\n"))
    assert "pay for the card on top of a pile" in told and "take:D" not in told
    assert "'undo' is no move of bazaar; the forms are: draw, trade:" in told
    assert "starter:0," not in told and "gem:R" not in told


def test_a_long_line_on_a_pipe_is_read_in_pieces() -> None:
    out = ok(sarai(*PLAY, stdin="x" * 2500 + "\nquit\n"))
    assert out.count("is no move") == 3 and out.count("seat 0> ") == 4


def test_play_lists_moves_and_hints() -> None:
    out = ok(sarai(*PLAY, stdin="moves\nhint\nboard\ncamels\nquit\n"))
    assert re.search(r"^ +\d+ camels$", out, re.MULTILINE)
    assert len(re.findall(r"wins \d+\.\d \+- \d+\.\d %", out)) >= 1
    assert "  you     camels" in out


def test_a_hint_does_not_change_the_game() -> None:
    play = ("play", "--opponent", "ismcts:iterations=30", "--seed", "3")
    plain = ok(sarai(*play, stdin="1\n" * 4 + "quit\n"))
    asked = ok(sarai(*play, stdin="hint\n1\n" * 4 + "quit\n"))
    told = re.compile(r"^  (?:chance|you|seat 1) .*", re.MULTILINE)
    assert told.findall(plain) == told.findall(asked)


def test_play_has_new_cards_each_time_and_the_same_on_request() -> None:
    cards = [ok(sarai("play", "--opponent", "greedy")) for _ in range(2)]
    assert cards[0] != cards[1]
    seed = re.search(r"--seed (\d+)", cards[0])
    assert seed is not None
    assert ok(sarai("play", "--opponent", "greedy", "--seed", seed[1])) == cards[0]


def test_play_is_one_round_unless_asked() -> None:
    assert "seat 0 0 and seat 1 1" in ok(sarai(*PLAY, stdin="1\n" * 200))
    out = ok(sarai(*PLAY, "--rules", "rounds=match", stdin="1\n" * 400))
    assert "round 2" in out
