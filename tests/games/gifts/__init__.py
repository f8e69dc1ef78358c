"""A miniature for the tests: unique cards handed over face down; state.h says what it is for."""
