"""The notation of the tests' own games: words as `what:place:card`, snapshots from the fields."""

import struct
from collections.abc import Mapping

from sarai.core import Game, Move, State
from sarai.errors import InvalidMove, InvalidPosition


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


class PlainNotation(PlainSnapshots):
    """Words with a name for bits 56-63 and numbers in bits 8-15 and 0-7."""

    def __init__(self, whats: Mapping[int, str]) -> None:
        self.whats = whats
        self.codes = {name: code for code, name in whats.items()}

    def move_text(self, game: Game, word: int) -> str:
        what = self.whats.get(word >> 56)
        if what is None or word >> 16 & 0xFF_FFFF_FFFF:
            raise InvalidMove(f"{word:#018x} is no word of this game")
        return f"{what}:{word >> 8 & 0xFF}:{word & 0xFF}"

    def move_word(self, game: Game, text: str) -> Move:
        what, *numbers = text.split(":")
        word = self.codes.get(what, 0) << 56
        if len(numbers) == 2 and all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
            word |= (int(numbers[0]) & 0xFF) << 8 | int(numbers[1]) & 0xFF
        if self.move_text(game, word) != text:
            raise InvalidMove(f"{text!r} is no move or event of this game")
        return Move(word)
