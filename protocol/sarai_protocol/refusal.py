"""The one exception that ends a command: a line for the person, and an exit code."""

USAGE = 2
"""Exit code: what was asked for is wrong or can't be done."""
MISMATCH = 1
"""Exit code: a verification failed."""


class Refusal(Exception):
    """Ends the command with `sarai: MESSAGE` on stderr and this exit code."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code


def reason(error: OSError) -> str:
    """What the system says, without number and path."""
    return error.strerror or str(error)
