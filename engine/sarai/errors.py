"""What can be wrong with what a caller hands in."""


class InvalidGame(ValueError):
    """No such game, option, value or player."""


class InvalidMove(ValueError):
    """The text cannot be read as a move or event of this game."""


class IllegalMove(ValueError):
    """A move or event of this game, but not possible here; the state is unchanged."""


class InvalidPosition(ValueError):
    """A snapshot that cannot be read, or that no game can reach."""


class WrongState(RuntimeError):
    """The call needs another kind of state: a full one, a view, or a game that is over."""
