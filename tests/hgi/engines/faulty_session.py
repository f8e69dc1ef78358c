"""Engines that misbehave on the line: how they start, what they take, how they end.

The table is in faulty.py."""

import os
import re
import time

import sound
from sound_rules import Refused


class Greeting(sound.Engine):
    def run(self) -> None:
        self.say("Sound 1.0, good morning")
        super().run()


class NoHgiok(sound.Engine):
    def say(self, *lines: str) -> None:
        super().say(*(line.removesuffix("\nhgiok") for line in lines))


class HgiBusy(sound.Engine):
    def command(self, words: list[str]) -> None:
        if self.search and words[0] == "hgi":
            raise Refused("busy", "a search is running")
        super().command(words)


class Unflushed(sound.Engine):
    kept = ""

    def say(self, *lines: str) -> None:
        self.kept += "".join(f"{line}\n" for line in lines)

    def quit(self) -> None:
        super().say(self.kept.removesuffix("\n"))
        super().quit()


class Garbage(sound.Engine):
    def go(self, args: dict[str, str], id: str) -> None:
        self.say("DEBUG thinking")
        super().go(args, id)


class TokenLost(sound.Engine):
    def say(self, *lines: str) -> None:
        super().say(*("readyok" if line.startswith("readyok ") else line for line in lines))


class FieldMissing(sound.Engine):
    def say(self, *lines: str) -> None:
        super().say(*(re.sub("^(error .*?) field [^ ]+", r"\1", line) for line in lines))


class CrashOnGarbage(sound.Engine):
    def handle(self, line: bytes) -> None:
        try:
            sound.words_of(line)
        except Refused:
            os._exit(1)
        super().handle(line)


class ControlStripped(sound.Engine):
    def handle(self, line: bytes) -> None:
        super().handle(re.sub(b"[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]", b"", line))


class NoCarriageReturn(sound.Engine):
    def handle(self, line: bytes) -> None:
        super().handle(re.sub(b"\r\n$", b"\\0\n", line))


class NoComments(sound.Engine):
    def handle(self, line: bytes) -> None:
        if line.startswith(b"#"):
            self.say("error unknown-command # is not known here")
        else:
            super().handle(line)


class LastLineLost(sound.Engine):
    def handle(self, line: bytes) -> None:
        if line.endswith(b"\n"):
            super().handle(line)


class SilentUnknown(sound.Engine):
    def command(self, words: list[str]) -> None:
        if words[0] in sound.COMMANDS:
            super().command(words)


class CaseBlind(sound.Engine):
    def command(self, words: list[str]) -> None:
        super().command([words[0].lower(), *words[1:]])


class MistypedLimit(sound.Engine):
    def command(self, words: list[str]) -> None:
        kept, rest, dropped = words[:1], iter(words[1:]), False
        if self.search or words[0] != "go":
            return super().command(words)
        for key in rest:
            if key in sound.GO:
                kept += [key, *([next(rest, "")] if sound.GO[key] else [])]
            else:
                next(rest, "")
                dropped = True
        if dropped and not sound.LIMITS.keys() & kept:
            kept.append("infinite")
        super().command(kept)


class LastKeyWins(sound.Engine):
    def command(self, words: list[str]) -> None:
        if words[0] == "go" and words.count("iterations") > 1:
            first = words.index("iterations")
            return self.command(words[:first] + words[first + 2 :])
        super().command(words)


class LeadingZeros(sound.Engine):
    def command(self, words: list[str]) -> None:
        pairs = zip(["", *words], words, strict=False)
        numbers = ("iterations", "movetime", "depth", "multipv", "every")
        super().command(
            [re.sub("^0+(?=[0-9])", "", w) if last in numbers else w for last, w in pairs]
        )


class NoLimit(sound.Engine):
    def go(self, args: dict[str, str], id: str) -> None:
        unlimited = not args.keys() & {*sound.LIMITS, "depth"}
        super().go(args | {"infinite": ""} if unlimited else args, id)


class OptionIgnored(sound.Engine):
    def set_option(self, name: str, value: list[str]) -> None:
        if name in sound.OPTIONS:
            super().set_option(name, value)


def waits(engine: sound.Engine, words: list[str]) -> bool:
    """Whether the right answer is that a search is running."""
    later = words[0] in sound.COMMANDS and words[0] not in sound.AT_ONCE
    return engine.search is not None and later


class NoBusy(sound.Engine):
    def command(self, words: list[str]) -> None:
        if not waits(self, words):
            super().command(words)


class Queueing(sound.Engine):
    later: list[list[str]] | None = None

    def command(self, words: list[str]) -> None:
        if waits(self, words):
            self.later = [*(self.later or []), words]
        else:
            super().command(words)

    def finish(self, search: sound.Search) -> None:
        super().finish(search)
        later, self.later = self.later or [], None
        for words in later:
            self.handle(" ".join(words).encode())


class BusyObeyed(sound.Engine):
    def command(self, words: list[str]) -> None:
        search = self.search
        if search and words[0] == "position":
            self.search = None
        try:
            super().command(words)
        finally:
            if search and words[0] == "position":
                self.search = search


class SlowQuit(sound.Engine):
    def quit(self) -> None:
        if self.search:
            time.sleep(5)
        super().quit()


class ExitCode(sound.Engine):
    def command(self, words: list[str]) -> None:
        if words == ["quit"]:
            os._exit(1)
        super().command(words)


class HangingEnd(sound.Engine):
    ended = False

    def end_of_input(self) -> None:
        super().end_of_input()
        self.ended = True

    def quit(self) -> None:
        while self.ended:
            time.sleep(60)
        super().quit()


class ExitCodeAtEnd(HangingEnd):
    def quit(self) -> None:
        os._exit(1 if self.ended else 0)


class DeafEnd(sound.Engine):
    def end_of_input(self) -> None:
        self.quit()


class EndlessEnd(sound.Engine):
    def end_of_input(self) -> None:
        pass
