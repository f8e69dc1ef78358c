"""The ten levels in Elo: neighbours meet in pairs of single rounds, and all are rated together.

    python bench/strength/levels.py [--pairs 200] [--reach 2] [--seed 9] [--jobs 2]
        [--records FOLDER]

Levels meet those up to `--reach` below; the anchors `random` and `greedy` meet the levels around
them. (A round robin of all would spend its time on meetings that one side always wins.) Each
meeting has a seed of its own (--seed, and so many more as meetings came before), so that all pairs
are independent. bench/meetings.py plays them.

Elo is the most likely one in the model of Bradley and Terry, level 1 at 0, with standard errors
that hold for any distribution of pair scores (sarai_protocol/arena/rate/bradleyterry.py). The
error of a step, from one level to the next, is that of the difference: the lower one is taken as
the anchor.
The last column is the step by its error; it should be above 2 everywhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meetings import Meeting, add_options, cpu_seconds, kept, play, score

from sarai.players import LEVELS
from sarai_protocol.arena.rate.bradleyterry import ratings
from sarai_protocol.arena.rate.duel import DuelResult
from sarai_protocol.arena.rate.statistics import Z
from sarai_protocol.cli.arguments import whole
from sarai_protocol.refusal import Refusal

ANCHORS = {"random": (1, 2), "greedy": (2, 3, 4, 5)}
"""Players beside the levels, and whom they meet; see where greedy stands in LADDER.md."""
HEAD = """\
| player | Elo | above the level below | score against it | ms a move | step / error |
|---|---|---|---|---|---|"""


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference of strength with its standard error."""

    value: float
    error: float

    def text(self) -> str:
        return f"{self.value:.0f} +- {self.error:.0f}"


def name(level: int) -> str:
    return f"sparring:level={level}"


PLAYERS = (*map(name, range(1, len(LEVELS) + 1)), *ANCHORS)


def meetings(reach: int, seed: int) -> list[Meeting]:
    """Who meets whom, the stronger one first as far as that is known."""
    levels = range(1, len(LEVELS) + 1)
    pairs = [(name(a), name(b)) for a in levels for b in levels if 0 < a - b <= reach]
    pairs += [(name(a), anchor) for anchor, met in ANCHORS.items() for a in met]
    return [Meeting(one, two, seed + k) for k, (one, two) in enumerate(pairs)]


def rated(
    players: Sequence[str], matches: Mapping[tuple[str, str], DuelResult], anchor: str
) -> dict[str, Elo]:
    """Elo of each player against one of them, by pair scores in half points.

    Refusal if it would be infinite.
    """
    order = [anchor, *(player for player in players if player != anchor)]
    counts = dict[tuple[int, int], Sequence[int]]()
    for (one, two), match in matches.items():
        a, b = order.index(one), order.index(two)
        counts[min(a, b), max(a, b)] = match.counts if a < b else match.counts[::-1]
    found = ratings(len(order), counts)
    if found is None or not all(map(found.rated, range(len(order)))):
        raise Refusal("someone has all points against the others, or none: give more pairs")
    return {
        player: Elo(elo.value, (elo.high - elo.low) / (2 * Z))
        for player, elo in zip(order, found.estimates, strict=True)
    }


def rows(matches: Mapping[tuple[str, str], DuelResult]) -> list[str]:
    """The lines of the table: the levels from the top, then the anchors."""
    from_first = rated(PLAYERS, matches, name(1))
    lines = []
    for level in range(len(LEVELS), 0, -1):
        step = won = apart = ""
        if level > 1:
            match, below = matches[name(level), name(level - 1)], name(level - 1)
            above = rated(PLAYERS, matches, below)[name(level)]
            step, won = above.text(), score(match)
            apart = f"{above.value / above.error:.1f}"
        lines.append(_row(name(level), from_first, step, won, matches, apart))
    return lines + [_row(anchor, from_first, "", "", matches, "") for anchor in ANCHORS]


def _row(
    player: str,
    elo: Mapping[str, Elo],
    step: str,
    won: str,
    matches: Mapping[tuple[str, str], DuelResult],
    apart: str,
) -> str:
    ms = milliseconds(player, matches)
    return f"| `{player}` | {elo[player].text()} | {step} | {won} | {ms:.3g} | {apart} |"


def milliseconds(player: str, matches: Mapping[tuple[str, str], DuelResult]) -> float:
    """CPU time a move over all meetings of a player."""
    sides = [
        side
        for names, match in matches.items()
        for name, side in zip(names, match.sides, strict=True)
        if name == player
    ]
    moves = sum(side.cpu.moves for side in sides)
    return sum(side.cpu.milliseconds for side in sides) / max(moves, 1)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--reach", type=whole(1, len(LEVELS) - 1), default=2, metavar="N")
    add_options(parser, pairs=200, seed=9)
    arguments = parser.parse_args()
    matches = dict[tuple[str, str], DuelResult]()
    with kept(arguments.records) as folder:
        for meeting in meetings(arguments.reach, arguments.seed):
            match = play(meeting, arguments.pairs, arguments.jobs, folder)
            matches[meeting.first, meeting.second] = match
            told = f"{meeting.first} v. {meeting.second}, seed {meeting.seed}: {score(match)}"
            print(told, file=sys.stderr, flush=True)
    try:
        print("\n".join([HEAD, *rows(matches)]))
    except Refusal as error:
        sys.exit(str(error))
    total = sum(cpu_seconds(match) for match in matches.values())
    print(
        f"\n{arguments.pairs} pairs a meeting, seeds {arguments.seed} to "
        f"{arguments.seed + len(matches) - 1}, {total:.0f} CPU seconds in all"
    )


if __name__ == "__main__":
    main()
