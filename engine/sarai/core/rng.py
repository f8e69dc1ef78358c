"""The random generator of the core."""

from __future__ import annotations

from .library import ffi, lib


class Rng:
    """The core's random generator (xoshiro256++), one stream of a seed.

    >>> Rng(1).below(10) == Rng(1).below(10)
    True
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._c = ffi.new("core_rng *")
        self.seed(seed, stream)

    def __getstate__(self) -> tuple[int, ...]:
        return tuple(self._c.s[i] for i in range(4))

    def __setstate__(self, words: tuple[int, ...]) -> None:
        self._c = ffi.new("core_rng *")
        for i, word in enumerate(words):
            self._c.s[i] = word

    def seed(self, seed: int, stream: int = 0) -> None:
        """Start again; both numbers are taken modulo 2**64."""
        lib.core_rng_seed(self._c, seed & (2**64 - 1), stream & (2**64 - 1))

    def next(self) -> int:
        """64 random bits."""
        return lib.core_rng_next(self._c)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1, for 0 < bound < 2**32."""
        return lib.core_rng_below(self._c, bound)
