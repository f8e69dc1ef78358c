"""Engines that misbehave on the line: how they start, what they take, how they end.

The table is in faulty.py."""

import os
import re
import time

import tiny
from tiny_rules import Refused


class Greeting(tiny.Engine):
    def run(self) -> None:
        self.say("Tiny 1.0, good morning")
        super().run()


class NoHgiok(tiny.Engine):
    def say(self, *lines: str) -> None:
        super().say(*(line.removesuffix("\nhgiok") for line in lines))


class HgiBusy(tiny.Engine):
    def command(self, words: list[str]) -> None:
        if self.search and words[0] == "hgi":
            raise Refused("busy", "a search is running")
        super().command(words)


class Unflushed(tiny.Engine):
    kept = ""

    def say(self, *lines: str) -> None:
        self.kept += "".join(f"{line}\n" for line in lines)

    def quit(self) -> None:
        super().say(self.kept.removesuffix("\n"))
        super().quit()


class Garbage(tiny.Engine):
    def go(self, args: dict[str, str], id: str) -> None:
        self.say("DEBUG thinking")
        super().go(args, id)


class TokenLost(tiny.Engine):
    def say(self, *lines: str) -> None:
        super().say(*("readyok" if line.startswith("readyok ") else line for line in lines))


class FieldMissing(tiny.Engine):
    def say(self, *lines: str) -> None:
        super().say(*(re.sub("^(error .*?) field [^ ]+", r"\1", line) for line in lines))


class CrashOnGarbage(tiny.Engine):
    def handle(self, line: bytes) -> None:
        try:
            tiny.words_of(line)
        except Refused:
            os._exit(1)
        super().handle(line)


class ControlStripped(tiny.Engine):
    def handle(self, line: bytes) -> None:
        super().handle(re.sub(b"[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]", b"", line))


class NoCarriageReturn(tiny.Engine):
    def handle(self, line: bytes) -> None:
        super().handle(re.sub(b"\r\n$", b"\\0\n", line))


class NoComments(tiny.Engine):
    def handle(self, line: bytes) -> None:
        if line.startswith(b"#"):
            self.say("error unknown-command # is not known here")
        else:
            super().handle(line)


class LastLineLost(tiny.Engine):
    def handle(self, line: bytes) -> None:
        if line.endswith(b"\n"):
            super().handle(line)


class SilentUnknown(tiny.Engine):
    def command(self, words: list[str]) -> None:
        if words[0] in tiny.COMMANDS:
            super().command(words)


class CaseBlind(tiny.Engine):
    def command(self, words: list[str]) -> None:
        super().command([words[0].lower(), *words[1:]])


class MistypedLimit(tiny.Engine):
    def command(self, words: list[str]) -> None:
        kept, rest, dropped = words[:1], iter(words[1:]), False
        if self.search or words[0] != "go":
            return super().command(words)
        for key in rest:
            if key in tiny.GO:
                kept += [key, *([next(rest, "")] if tiny.GO[key] else [])]
            else:
                next(rest, "")
                dropped = True
        if dropped and not tiny.LIMITS.keys() & kept:
            kept.append("infinite")
        super().command(kept)


class LastKeyWins(tiny.Engine):
    def command(self, words: list[str]) -> None:
        if words[0] == "go" and words.count("iterations") > 1:
            first = words.index("iterations")
            return self.command(words[:first] + words[first + 2 :])
        super().command(words)


class LeadingZeros(tiny.Engine):
    def command(self, words: list[str]) -> None:
        pairs = zip(["", *words], words, strict=False)
        numbers = ("iterations", "movetime", "depth", "multipv", "every")
        super().command(
            [re.sub("^0+(?=[0-9])", "", w) if last in numbers else w for last, w in pairs]
        )


class NoLimit(tiny.Engine):
    def go(self, args: dict[str, str], id: str) -> None:
        unlimited = not args.keys() & {*tiny.LIMITS, "depth"}
        super().go(args | {"infinite": ""} if unlimited else args, id)


class OptionIgnored(tiny.Engine):
    def set_option(self, name: str, value: list[str]) -> None:
        if name in tiny.OPTIONS:
            super().set_option(name, value)


def waits(engine: tiny.Engine, words: list[str]) -> bool:
    """Whether the right answer is that a search is running."""
    later = words[0] in tiny.COMMANDS and words[0] not in tiny.AT_ONCE
    return engine.search is not None and later


class NoBusy(tiny.Engine):
    def command(self, words: list[str]) -> None:
        if not waits(self, words):
            super().command(words)


class Queueing(tiny.Engine):
    later: list[list[str]] | None = None

    def command(self, words: list[str]) -> None:
        if waits(self, words):
            self.later = [*(self.later or []), words]
        else:
            super().command(words)

    def finish(self, search: tiny.Search) -> None:
        super().finish(search)
        later, self.later = self.later or [], None
        for words in later:
            self.handle(" ".join(words).encode())


class BusyObeyed(tiny.Engine):
    def command(self, words: list[str]) -> None:
        search = self.search
        if search and words[0] == "position":
            self.search = None
        try:
            super().command(words)
        finally:
            if search and words[0] == "position":
                self.search = search


class SlowQuit(tiny.Engine):
    def quit(self) -> None:
        if self.search:
            time.sleep(5)
        super().quit()


class ExitCode(tiny.Engine):
    def command(self, words: list[str]) -> None:
        if words == ["quit"]:
            os._exit(1)
        super().command(words)


class HangingEnd(tiny.Engine):
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


class DeafEnd(tiny.Engine):
    def end_of_input(self) -> None:
        self.quit()


class EndlessEnd(tiny.Engine):
    def end_of_input(self) -> None:
        pass
