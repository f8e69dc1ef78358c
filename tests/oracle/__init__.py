"""Slow and obvious second opinions on the games, for the tests of the engine."""
