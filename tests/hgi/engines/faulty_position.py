"""Engines that keep a wrong position, take a wrong one, or refuse a right one. See faulty.py."""

from collections import Counter

import sound
from sound_rules import Game, Refused


class HalfPosition(sound.Engine):
    def position(self, words: list[str], start: int) -> Game:
        try:
            return super().position(words, start)
        except Refused as refused:
            for end in range(len(words) - 1, start + 1, -1):
                try:
                    self.game = super().position(words[:end], start)
                    break
                except Refused:
                    continue
            raise refused


class DroppedPosition(sound.Engine):
    def position(self, words: list[str], start: int) -> Game:
        try:
            return super().position(words, start)
        except Refused:
            self.game = None
            raise


class UntrustedAll(sound.Engine):
    def position(self, words: list[str], start: int) -> Game:
        options = self.options
        self.options = options | {"Trusted": "true"}
        try:
            return super().position(words, start)
        finally:
            self.options = options


class TrustedKept(sound.Engine):
    def set_option(self, name: str, value: list[str]) -> None:
        game = self.game
        super().set_option(name, value)
        self.game = game


class NewgameKept(sound.Engine):
    def command(self, words: list[str]) -> None:
        if self.search or words != ["newgame"]:
            super().command(words)


class AnyEvent(Game):
    """Skips what is not possible."""

    def __init__(self, rules: dict[str, str], seat: int | None) -> None:
        super().__init__(rules, seat)
        self.played: list[str] = []

    def play(self, event: str) -> None:
        try:
            super().play(event)
            self.played.append(event)
        except Refused as refused:
            if refused.code != "illegal-move":
                raise
            played = self.played
            self.__init__(self.rules, self.seat)  # type: ignore[misc]
            for earlier in played:
                self.play(earlier)


class Unmasked(Game):
    """Takes the open cards of the other seat's deal."""

    def draw(self, text: str, number: int, seen: bool = True) -> Counter[str]:
        return super().draw(text, number, seen or "?" not in text)


class TooManyCards(Game):
    """Takes a card more often than there are such cards."""

    def draw(self, text: str, number: int, seen: bool = True) -> Counter[str]:
        self.pool += Counter(text) - Counter("?????") - self.pool
        return super().draw(text, number, seen)


class EightCards(Game):
    """Lets a seat take an eighth good."""

    def possible(self, move: str) -> bool:
        taken = move.removeprefix("take:")
        return super().possible(move) or (taken != move and self.market[taken] > 0)


class NoCamelsGiven(Game):
    """Refuses a swap in which camels are given."""

    def play(self, event: str) -> None:
        if event.startswith("swap") and event.endswith("K"):
            raise Refused("illegal-move", f"{event} is not possible here")
        super().play(event)


class OneRound(Game):
    """Takes a match to be over after a round."""

    def __init__(self, rules: dict[str, str], seat: int | None) -> None:
        super().__init__(rules | {"rounds": "single"}, seat)


class NoDraws(sound.Engine):
    def position(self, words: list[str], start: int) -> Game:
        game = super().position(words, start)
        if game.rules["full_tie"] == "draw":
            raise Refused("bad-position", "full_tie can't be draw", "rules")
        return game
