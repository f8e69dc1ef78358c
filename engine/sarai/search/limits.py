"""When a search ends."""

import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """The first limit reached ends the search; at least one must be given.

    `iterations` in all, `seconds` of wall-clock time. ValueError if none is given or one is not
    positive.

    >>> Limits(iterations=100).reached(99)
    False
    """

    iterations: int | None = None
    seconds: float | None = None
    _started: float = field(default_factory=time.monotonic, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a search needs a limit: iterations or seconds")
        if self.iterations is not None and self.iterations < 1:
            raise ValueError(f"iterations: {self.iterations} is not positive")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds: {self.seconds} is not positive")

    def elapsed(self) -> float:
        """Seconds since these limits were made."""
        return time.monotonic() - self._started

    def reached(self, iterations: int) -> bool:
        """Has a search with so many iterations come to its end? Never before the first one."""
        if self.iterations is not None and iterations >= self.iterations:
            return True
        return self.seconds is not None and iterations > 0 and self.elapsed() >= self.seconds
