"""Several record files as one: games of the same players under the same rules, none of them twice.

Files may be parts of one match, or matches that differ in seed and number of games only. Games with
the same seed and number are one game; if they are not equal, apart from the clock, that is refused.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ...refusal import Refusal
from .reading import Section, sections
from .records import GameRecord, Header, canonical, differences, encode

FREE = ("seed", "games")
"""What may differ between matches whose games count together."""


@dataclass(frozen=True, slots=True)
class Part:
    """All games of one seed, from any number of sections; `header.games` is the most of any."""

    header: Header
    sections: tuple[Section, ...]

    def games(self) -> Iterator[GameRecord]:
        """Its games by number. Refusal where two files disagree on one."""
        last: GameRecord | None = None
        last_path = Path()
        for game, path in heapq.merge(*map(_named, self.sections), key=lambda pair: pair[0].number):
            if last is not None and last.number == game.number:
                if canonical(encode(last)) != canonical(encode(game)):
                    raise Refusal(
                        f"{path}: game {game.number} of seed {self.header.seed} is not the one in "
                        f"{last_path} (is a player limited by time?); a game can't count twice"
                    )
                continue
            last, last_path = game, path
            yield game


def _named(section: Section) -> Iterator[tuple[GameRecord, Path]]:
    return ((game, section.path) for game in section.games())


def merged(paths: Sequence[Path]) -> list[Part]:
    """The parts of some files, by seed. Refusal if they are not of the same contest."""
    found = [section for path in paths for section in sections(path)]
    first = found[0]
    seeds: dict[int, list[Section]] = {}
    for section in found:
        told = differences(first.header, section.header, FREE)
        if told:
            raise Refusal(
                f"{section.path}: it is the record of another match than {first.path} "
                f"({'; '.join(told).replace(' there', ' before')})"
            )
        seeds.setdefault(section.header.seed, []).append(section)
    return [_part(group) for _, group in sorted(seeds.items())]


def _part(group: Sequence[Section]) -> Part:
    most = max(section.header.games for section in group)
    return Part(msgspec.structs.replace(group[0].header, games=most), tuple(group))
