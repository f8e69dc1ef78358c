"""Engines that search wrongly, or report wrongly what they found. The table is in faulty.py."""

import random
import re
from collections import Counter

import sound
from sound_rules import GOODS, Game


class LateReady(sound.Engine):
    late: list[str] | None = None

    def command(self, words: list[str]) -> None:
        if self.search and words[0] == "isready":
            self.late = [*(self.late or []), " ".join(["readyok", *words[1:]])]
        else:
            super().command(words)

    def finish(self, search: sound.Search) -> None:
        super().finish(search)
        self.say(*(self.late or []))
        self.late = None


class NoReady(sound.Engine):
    def command(self, words: list[str]) -> None:
        if not self.search or words[0] != "isready":
            super().command(words)


class EarlyBestmove(sound.Engine):
    def step(self, search: sound.Search) -> None:
        super().step(search)
        if "infinite" in search.args and search.iterations == 1000:
            self.finish(search)


class TwoBestmoves(sound.Engine):
    def finish(self, search: sound.Search) -> None:
        super().finish(search)
        self.say(f"bestmove {search.ranking()[0]}{search.id}")


class NoBestmove(sound.Engine):
    def finish(self, search: sound.Search) -> None:
        self.search = None
        self.say(*search.report())


class NoneAsError(sound.Engine):
    def say(self, *lines: str) -> None:
        none = lines[0].startswith("bestmove none")
        super().say(*(["error not-to-move there is nothing to search"] if none else lines))


class StaleStop(sound.Engine):
    def stop(self, id: str) -> None:
        super().stop("")


class LeakingStop(sound.Engine):
    stopped = False

    def stop(self, id: str) -> None:
        self.stopped = not self.search
        super().stop(id)

    def go(self, args: dict[str, str], id: str) -> None:
        super().go(args, id)
        if self.search and self.stopped:
            self.finish(self.search)
        self.stopped = False


class SlowStop(sound.Engine):
    def stop(self, id: str) -> None:
        if self.search and id in ("", self.search.id):
            self.search.most, self.search.end = sound.NEVER, self.search.time() + 5000


class IllegalMove(sound.Search):
    def ranking(self) -> list[str]:
        return ["sell:Dx7", *super().ranking()]


class OutsideOnly(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        self.outside = [move for move in game.legal() if move not in self.only]

    def ranking(self) -> list[str]:
        return self.outside[:1] + super().ranking()


class OnlyUnchecked(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        legal = game.legal()
        some = {key: [m for m in args.get(key, "").split(",") if m in legal] for key in args}
        names = [key for key in args if key not in ("only", "also") or some[key]]
        chosen = {k: ",".join(some[k]) if k in ("only", "also") else args[k] for k in names}
        super().__init__(id, chosen, game, seed)


class WrongId(sound.Engine):
    def finish(self, search: sound.Search) -> None:
        search.id = search.id and search.id[:-1] + ("y" if search.id.endswith("x") else "x")
        super().finish(search)


class MissingId(sound.Engine):
    def finish(self, search: sound.Search) -> None:
        self.search = None
        self.say(*search.report(), f"bestmove {search.ranking()[0]}")


class InfoWithoutId(sound.Search):
    def report(self) -> list[str]:
        return [re.sub("^info id [^ ]+", "info", line) for line in super().report()]


class RefusalWithoutId(sound.Engine):
    def say(self, *lines: str) -> None:
        super().say(*(re.sub("^(error [^ ]+) id [^ ]+", r"\1", line) for line in lines))


class NoInfo(sound.Search):
    def report(self) -> list[str]:
        return []


class NoCandidate(sound.Search):
    def report(self) -> list[str]:
        return super().report()[:1]


class WinRange(sound.Search):
    def report(self) -> list[str]:
        seen = "visits 1 available 1 win 1.2,-0.2 se 0 score 60,50 sd 0,0"
        return [line.replace("visits 0 available 0", seen) for line in super().report()]


class Visits(sound.Search):
    """Each candidate has one visit more than there were iterations."""

    def report(self) -> list[str]:
        seen = f"visits {self.iterations + 1} available 0 win 0.5,0.5 se 0 score 60,50 sd 0,0"
        return [line.replace("visits 0 available 0", seen) for line in super().report()]


class Shares(sound.Search):
    def report(self) -> list[str]:
        seen = "visits 1 available 1 win 0.5,0.4 se 0 score 60,50 sd 0,0"
        counted = "determinizations 1 full"
        return [
            line.replace("visits 0 available 0", seen).replace("determinizations 0 full", counted)
            for line in super().report()
        ]


class Depth(sound.Search):
    def report(self) -> list[str]:
        return [line.replace(" depth 0 ", " depth 3 ") for line in super().report()]


class OneCandidate(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args | {"multipv": "1"}, game, seed)


class AlsoIgnored(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        self.also = []


class EveryIgnored(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        self.next_report = sound.NEVER


class EveryUnasked(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        if "every" not in args:
            self.every = self.next_report = 10


class LastLimit(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        if sound.NEVER not in (self.most, self.end):
            self.most = sound.NEVER


class Overtime(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        if "movetime" in args:
            self.end += 5000


class FlagFall(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        if "clock" in args:
            self.end = int(args["clock"].split(",")[game.turn]) + 1000


class Nondeterministic(sound.Search):
    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        self.random = random.SystemRandom()


class Memory(sound.Search):
    """Each search prefers the next move of the list, as if it had learned from the last one."""

    count = 0

    def __init__(self, id: str, args: dict[str, str], game: Game, seed: str) -> None:
        super().__init__(id, args, game, seed)
        self.drawn[self.only[Memory.count % len(self.only)]] = sound.NEVER
        Memory.count += 1


def prefer(search: sound.Search, hidden: Counter[str]) -> None:
    """Lets the best move depend on these cards: a card more of another kind, another move."""
    kind = sum(number * GOODS.index(good) for good, number in hidden.items() if good in GOODS)
    search.drawn[search.only[kind % len(search.only)]] = sound.NEVER


class Peeking(sound.Engine):
    """In a position of all seats it looks into the other hand."""

    def go(self, args: dict[str, str], id: str) -> None:
        super().go(args, id)
        if self.search and self.game and self.game.seat is None:
            prefer(self.search, self.game.holds[1 - self.game.turn])


class Remembering(sound.Engine):
    """It remembers the hands of the last position of all seats, over `newgame` too."""

    hands: list[Counter[str]] | None = None

    def position(self, words: list[str], start: int) -> Game:
        game = super().position(words, start)
        if game.seat is None and game.due == "turn":
            self.hands = [Counter(holds) for holds in game.holds]
        return game

    def go(self, args: dict[str, str], id: str) -> None:
        super().go(args, id)
        if self.search and self.game and self.game.seat is not None and self.hands:
            prefer(self.search, self.hands[1 - self.game.turn])
