"""Domains: text and value of a word give the word back, and a text that is wrong says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarai.core.domains import Domain, Kind

LETTERS = Domain(Kind.MULTISET, bits=12, lanes=3, highest=2047, names=("R", "W", "B"))
RUNS = Domain(Kind.MULTISET, bits=8, lanes=3, highest=15, names=("D", "L", "K"))
TOKENS = Domain(Kind.MULTISET, bits=4, lanes=5, highest=15, names=("1", "2", "", "8", "10"))
CARDS = Domain(Kind.CELLS, lanes=100, names=tuple(f"c{n}" for n in range(100)))
SEATS = Domain(Kind.SEATS, lanes=3, names=("0", "1", "2"))
NUMBER = Domain(Kind.NUMBER, lowest=2, highest=300)
CHOICE = Domain(Kind.CHOICE, highest=2, names=("red", "blue", "green"))
VIEWER = Domain(Kind.SEAT, lowest=-1, highest=2)


@st.composite
def words(draw: st.DrawFn, domain: Domain) -> int:
    if domain.kind in (Kind.NUMBER, Kind.CHOICE, Kind.SEAT):
        return draw(st.integers(domain.lowest, domain.highest))
    most = domain.highest if domain.kind == Kind.MULTISET else 1
    lanes = (draw(st.integers(0, most)) if name else 0 for name in domain.names)
    return domain.packed(tuple(lanes))


@pytest.mark.parametrize(
    "domain", [LETTERS, RUNS, TOKENS, CARDS, SEATS, NUMBER, CHOICE, VIEWER], ids=lambda d: d.kind
)
@given(data=st.data())
def test_text_and_value_give_the_word_back(domain: Domain, data: st.DataObject) -> None:
    word = data.draw(words(domain))
    assert domain.holds(word)
    assert domain.parse(domain.text(word)) == word
    assert domain.word(domain.value(word)) == word


@pytest.mark.parametrize(
    ("domain", "text", "reason"),
    [
        (LETTERS, "WR", "'WR' is not letters in the order RWB"),
        (LETTERS, "R" * 10, "is not letters in the order RWB"),
        (LETTERS, "R*9", "is not letters in the order RWB"),
        (LETTERS, "R*2048", "R is there 2048 times, 2047 is the most"),
        (RUNS, "", "is not letters in the order DLK"),
        (RUNS, "L" * 16, "L is there 16 times, 15 is the most"),
        (RUNS, "L*10", "is not letters in the order DLK"),
        (TOKENS, "3", "'3' is not one of 1/2/8/10"),
        (TOKENS, "2/1", "'2/1' is not in the order 1/2/8/10"),
        (TOKENS, "1/", "'' is not one of 1/2/8/10"),
        (CARDS, "c1/c1", "c1 is there 2 times, 1 is the most"),
        (CARDS, "c100", "is not one of c0/c1/c2/c3/.../c99"),
        (SEATS, "20", "is not seats in the order 012"),
        (NUMBER, "01", "is not a number"),
        (NUMBER, "\u0663", "is not a number"),
        (NUMBER, "301", "301 is not a number from 2 to 300"),
        (CHOICE, "pink", "'pink' is not one of red blue green"),
        (VIEWER, "3", "'3' is not one of 0 1 2 all"),
    ],
)
def test_a_wrong_text_says_why(domain: Domain, text: str, reason: str) -> None:
    with pytest.raises(ValueError) as error:
        domain.parse(text)
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("domain", "word"),
    [(TOKENS, 1 << 8), (TOKENS, 1 << 20), (RUNS, 16), (NUMBER, 301), (CHOICE, -1), (VIEWER, 3)],
)
def test_a_word_outside_has_no_text(domain: Domain, word: int) -> None:
    assert not domain.holds(word)
    with pytest.raises(ValueError, match="is not"):
        domain.text(word)
