"""A small game for the tests, written against csrc/game.h; state.h says what it is for."""
