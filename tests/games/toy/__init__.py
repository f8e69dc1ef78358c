"""A small game for the tests, written against csrc/game.h; toy.h says what it is for."""
