"""The notation of the tests' own games: snapshots straight from the fields."""

import struct

from sarai.core import Game, State
from sarai.errors import InvalidPosition


class PlainSnapshots:
    """Snapshots as `name=1/2/3;...`, field by field."""

    def snapshot(self, state: State) -> str:
        return ";".join(
            f"{name}={'/'.join(map(str, values))}" for name, values in state.fields().items()
        )

    def parse_snapshot(self, game: Game, text: str) -> State:
        try:
            pairs = [pair.split("=") for pair in text.split(";")]
            fields = {name: [int(n) for n in values.split("/")] for name, values in pairs}
            state = game.state(fields)
        except (ValueError, KeyError, struct.error) as error:
            raise InvalidPosition(f"snapshot: {error}") from None
        if state.snapshot() != text:
            raise InvalidPosition("snapshot: not as the engine writes it")
        return state

    def describe(self, state: State) -> str:
        return self.snapshot(state)
