"""A miniature for the tests: decks that are shuffled several times; state.h says what it is for."""
