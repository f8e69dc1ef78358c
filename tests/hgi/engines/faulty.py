"""Engines with one fault each, to test a conformance check: `python faulty.py NAME`.

Each is the sound engine with a small change that breaks one sentence of protocol/HGI.md or of the
page of the game. A check must find it, and must pass the sound engine itself. Without a name it
prints the table.
"""

import sys
from dataclasses import dataclass

import faulty_position as position
import faulty_search as search
import faulty_session as session
import sound
from sound_rules import Game


@dataclass(frozen=True, slots=True)
class Fault:
    what: str
    breaks: str  # words of HGI.md or of a page of a game
    part: type[sound.Engine] | type[sound.Search] | type[Game]  # what takes the place of sound's


ONE_BESTMOVE = "Searches the position and ends with exactly one `bestmove`."
UNKNOWN = "**From the client**, what is unknown is an error"
NOTHING_CHANGES = "**a command that is refused changes nothing**"
POSSIBLE = "each event must be possible for a seat that knows only this"
OWN_VIEW = "the engine's answers depend on nothing else"
SAME_ANSWER = "gives the same answer on every run, on every machine, however often it is asked"
BUSY = "refuses the others with `error busy`"
ID = "is a word of at most 64 characters that every answer to this `go` carries"
INFO = "An `info` line of the search and at least one candidate precede each `bestmove`"
FIRST_LIMIT = "the first one reached ends the search"
GOES_ON = "a search with limits goes on to its `bestmove`"
STOPPED = "or that has no limit but `confidence`, is stopped and answered"
EXIT = "Then the engine ends with exit code 0"
ONCE = "The keys come in any order, each at most once."

FAULTS = {
    # ---- a search and its answers ----
    "late-readyok": Fault(
        "answers isready after the search", "during a search at once", search.LateReady
    ),
    "no-readyok": Fault(
        "never answers an isready that comes during a search",
        "during a search at once",
        search.NoReady,
    ),
    "early-bestmove": Fault(
        "ends an infinite search by itself", "at `stop`; it excludes", search.EarlyBestmove
    ),
    "two-bestmoves": Fault("says bestmove twice", ONE_BESTMOVE, search.TwoBestmoves),
    "no-bestmove": Fault("ends a search without bestmove", ONE_BESTMOVE, search.NoBestmove),
    "none-as-error": Fault(
        "refuses go where no move is to be made",
        "the answer is not an error but `bestmove none`",
        search.NoneAsError,
    ),
    "stale-stop": Fault(
        "obeys a stop with another id", "a late `stop id 7` can't hit search 8", search.StaleStop
    ),
    "leaking-stop": Fault(
        "a stop without a search ends the next one", "With no search", search.LeakingStop
    ),
    "slow-stop": Fault(
        "goes on for five seconds after stop", "its `bestmove` follows soon", search.SlowStop
    ),
    "illegal-move": Fault(
        "plays an illegal move", "the legal moves of the seat to move", search.IllegalMove
    ),
    "outside-only": Fault(
        "plays a move outside only",
        "nothing but these moves is considered at the root",
        search.OutsideOnly,
    ),
    "only-unchecked": Fault(
        "drops illegal moves of only and also silently",
        "`bad-move` and `illegal-move` for `only` and `also`",
        search.OnlyUnchecked,
    ),
    "wrong-id": Fault("the last report carries another id", ID, search.WrongId),
    "missing-id": Fault("bestmove carries no id", ID, search.MissingId),
    "info-without-id": Fault("info lines carry no id", ID, search.InfoWithoutId),
    "refusal-without-id": Fault("the error of a go has no id", ID, search.RefusalWithoutId),
    "no-info": Fault("says bestmove without any info", INFO, search.NoInfo),
    "no-candidate": Fault("reports the search, but no candidate", INFO, search.NoCandidate),
    "win-range": Fault(
        "reports a win share of 1.2",
        "the mean part of the win that each seat had, 0 to 1",
        search.WinRange,
    ),
    "visits": Fault(
        "reports more visits than iterations", "never more than the iterations", search.Visits
    ),
    "shares": Fault("reports shares of 0.9 in all", "which add up to 1", search.Shares),
    "depth": Fault("reports a mean depth above the maximum", "the mean and the", search.Depth),
    "one-candidate": Fault(
        "reports one candidate whatever multipv says",
        "how many candidates are reported, best first",
        search.OneCandidate,
    ),
    "also-ignored": Fault(
        "does not report the moves of also",
        "these moves are reported too, after the K best",
        search.AlsoIgnored,
    ),
    "every-ignored": Fault(
        "makes no intermediate reports",
        "intermediate reports about each MS milliseconds",
        search.EveryIgnored,
    ),
    "every-unasked": Fault(
        "makes intermediate reports unasked",
        "Without it there is only the last one.",
        search.EveryUnasked,
    ),
    "last-limit": Fault(
        "of iterations and movetime, it heeds only movetime", FIRST_LIMIT, search.LastLimit
    ),
    "overtime": Fault(
        "takes five seconds more than movetime", "after so many milliseconds", search.Overtime
    ),
    "flag-fall": Fault(
        "takes a second more than is left on the clock",
        "of the time that its seat has left for the game",
        search.FlagFall,
    ),
    "nondeterministic": Fault("draws anew each time", SAME_ANSWER, search.Nondeterministic),
    "memory": Fault(
        "each search depends on how many came before", "whatever was asked before", search.Memory
    ),
    "peeking": Fault(
        "in a position of all seats, plays by the other hand",
        "from the view of that seat alone",
        search.Peeking,
    ),
    "remembering": Fault(
        "keeps the hands of a position of all seats, over newgame too",
        OWN_VIEW,
        search.Remembering,
    ),
    # ---- the line: start, words, commands, end ----
    "greeting": Fault(
        "says something before hgi",
        "Nothing is sent by an engine before it is asked.",
        session.Greeting,
    ),
    "no-hgiok": Fault("does not end its answer to hgi", "and ends with `hgiok`", session.NoHgiok),
    "hgi-busy": Fault(
        "refuses hgi during a search",
        "It may come at any time and changes nothing.",
        session.HgiBusy,
    ),
    "unflushed": Fault("keeps its lines till the end", "each line is flushed", session.Unflushed),
    "garbage": Fault(
        "writes notes to standard output", "Standard output carries HGI only", session.Garbage
    ),
    "token-lost": Fault(
        "readyok without the token", "with the token if there was one", session.TokenLost
    ),
    "field-missing": Fault(
        "errors don't name the field", "`bad-argument` with the field", session.FieldMissing
    ),
    "crash-on-garbage": Fault(
        "dies of a line that is not UTF-8",
        "Whatever the client sends, the engine neither ends nor hangs",
        session.CrashOnGarbage,
    ),
    "control-stripped": Fault(
        "drops control characters and obeys the rest",
        "is answered by `error bad-line`, and is skipped as a whole",
        session.ControlStripped,
    ),
    "no-carriage-return": Fault(
        "refuses lines that end in CR LF", "ended by LF or CR LF", session.NoCarriageReturn
    ),
    "no-comments": Fault("answers comments", "is `#` are ignored", session.NoComments),
    "last-line-lost": Fault(
        "ignores a last line without LF", "A last line without LF is a line.", session.LastLineLost
    ),
    "silent-unknown": Fault(
        "ignores a command that it does not know", UNKNOWN, session.SilentUnknown
    ),
    "case-blind": Fault("obeys GO", "Everything is case-sensitive.", session.CaseBlind),
    "mistyped-limit": Fault(
        "searches without a limit if it is mistyped",
        "A mistyped limit must never become a search without one.",
        session.MistypedLimit,
    ),
    "last-key-wins": Fault("takes a limit that is given twice", ONCE, session.LastKeyWins),
    "leading-zeros": Fault(
        "takes 010 for 10", "digits without a leading zero", session.LeadingZeros
    ),
    "no-limit": Fault(
        "takes go for go infinite", "At least one limit must be given", session.NoLimit
    ),
    "option-ignored": Fault(
        "takes options that it does not have",
        "no such option, it does not take that value",
        session.OptionIgnored,
    ),
    "no-busy": Fault("drops commands during a search silently", BUSY, session.NoBusy),
    "queueing": Fault(
        "keeps commands till after the search", "Nothing is kept for later.", session.Queueing
    ),
    "busy-obeyed": Fault("takes a position during a search", BUSY, session.BusyObeyed),
    "slow-quit": Fault(
        "takes five seconds to quit a search",
        "ends with exit code 0 within a second",
        session.SlowQuit,
    ),
    "exit-code": Fault(
        "quits with exit code 1", "The engine ends with exit code 0", session.ExitCode
    ),
    "hanging-end": Fault("stays when the input has ended", EXIT, session.HangingEnd),
    "exit-code-at-end": Fault("exit code 1 at the end of the input", EXIT, session.ExitCodeAtEnd),
    "deaf-end": Fault("leaves at the end of the input without an answer", GOES_ON, session.DeafEnd),
    "endless-end": Fault(
        "searches on for ever when the input has ended", STOPPED, session.EndlessEnd
    ),
    # ---- positions ----
    "half-position": Fault(
        "keeps the good events of a refused position", NOTHING_CHANGES, position.HalfPosition
    ),
    "dropped-position": Fault(
        "a refused position drops the old one",
        "The old position stays",
        position.DroppedPosition,
    ),
    "untrusted-all": Fault(
        "takes seat all without Trusted",
        "it is refused with `error not-trusted` unless the option `Trusted` is `true`",
        position.UntrustedAll,
    ),
    "trusted-kept": Fault(
        "keeps a position of all seats when Trusted goes",
        "setting it to `false` drops such a position",
        position.TrustedKept,
    ),
    "newgame-kept": Fault(
        "keeps the position over newgame", "Forgets the position", position.NewgameKept
    ),
    "any-event": Fault("skips events that are not possible", POSSIBLE, position.AnyEvent),
    "unmasked": Fault("takes the open hand of the other seat", POSSIBLE, position.Unmasked),
    "too-many-cards": Fault("takes a seventh diamond", POSSIBLE, position.TooManyCards),
    "eight-cards": Fault(
        "lets a hand have eight goods", "fewer than seven goods in hand", position.EightCards
    ),
    "no-camels-given": Fault(
        "refuses swaps that give camels",
        "goods from the hand, camels from the herd, in any mixture",
        position.NoCamelsGiven,
    ),
    "one-round": Fault(
        "takes a match to be over after a round", "first to two seals", position.OneRound
    ),
    "no-draws": Fault(
        "refuses a value of a rule that it announced",
        "then the other values that the engine knows (others it refuses)",
        position.NoDraws,
    ),
}


def engine(part: type[sound.Engine] | type[sound.Search] | type[Game]) -> sound.Engine:
    """The sound engine with this part in place of its own."""
    made = part() if issubclass(part, sound.Engine) else sound.Engine()
    if issubclass(part, sound.Search):
        made.new_search = part
    elif issubclass(part, Game):
        made.new_game = part
    return made


def main(words: list[str]) -> None:
    if len(words) == 1 and words[0] in FAULTS:
        engine(FAULTS[words[0]].part).run()
    for name, fault in FAULTS.items():
        print(f"{name:20} {fault.what}\n{'':20} against: {fault.breaks}", file=sys.stderr)
    sys.exit("one name is needed" if words else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
