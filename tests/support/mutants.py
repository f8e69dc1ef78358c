"""Puts small faults into copies of the tree, one each, and says which of them the tests find.

    python -m tests.support.mutants [--slow] [--files] [WORD ...]

The faults are data: `mutants.toml` in the folders of tests/ has for each what is wrong with it, the
file, the text to be replaced, the new text, and the tests that should find it. A mutant is caught
if one of those tests fails; `--slow` runs the slow ones too where the quick ones do not catch it,
and `--files` goes on after the first failure and names every file of tests that catches it. WORDs
choose: a mutant runs if its file, its folder or its fault has one of them. The exit code is 1 if a
mutant is not caught, or if a text no longer stands in its file just once.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = Path("engine/sarai/_core.abi3.so")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault; `area` is the folder of tests that lists it."""

    area: str
    fault: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def stale(self, root: Path = ROOT) -> str:
        """Why it can't be made any more; empty if it can."""
        if not (root / self.file).is_file():
            return f"{self.file} is not there"
        count = (root / self.file).read_text(encoding="utf-8").count(self.old)
        gone = [name for name in self.tests if not (root / name).exists()]
        if gone:
            return f"{gone[0]} is not there"
        return "" if count == 1 else f"the text stands {count} times in {self.file}: {self.old!r}"

    def apply(self, root: Path) -> None:
        path = root / self.file
        path.write_text(path.read_text(encoding="utf-8").replace(self.old, self.new), "utf-8")


def mutants() -> list[Mutant]:
    """All of them, folder by folder."""
    return [
        Mutant(path.parent.relative_to(ROOT).as_posix(), **{**row, "tests": tuple(row["tests"])})
        for path in sorted((ROOT / "tests").rglob("mutants.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    ]


def copied(target: Path) -> None:
    """The files that git knows or could know, and the core."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    for name in [*listed.strip("\0").split("\0"), str(CORE)]:
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = [str(root / folder) for folder in ("engine", "protocol", "csrc")]
    return subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def failures(root: Path, tests: tuple[str, ...], *options: str) -> list[str]:
    """The tests that fail or break off; one word for a run that ends otherwise, such as a crash."""
    done = run(root, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", *options, *tests)
    found = re.findall(r"^(?:FAILED|ERROR) (tests/\S+)", done.stdout, re.MULTILINE)
    return found or ([] if done.returncode in (0, 5) else [f"exit code {done.returncode}"])


def verdicts(mutant: Mutant, slow: bool, files: bool) -> Iterator[str]:
    """Who catches it, nothing if nobody does."""
    first = () if files else ("-x",)
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        copied(root)
        mutant.apply(root)
        if mutant.file.startswith("csrc/"):
            built = run(root, "csrc/build_core.py")
            if built.returncode:
                raise SystemExit(f"{mutant.file} does not compile:\n{built.stderr}")
        found = failures(root, mutant.tests, *first)
        suite = "quick"
        if not found and slow:
            found, suite = failures(root, mutant.tests, "-m", "slow", *first), "slow"
        names = dict.fromkeys(name.partition("::")[0] for name in found) if files else found[:1]
        yield from (f"{suite}: {name}" for name in names)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m tests.support.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--slow", action="store_true", help="run the slow tests too")
    parser.add_argument("--files", action="store_true", help="name every file that catches it")
    parser.add_argument("words", nargs="*", metavar="WORD", help="run only faults with such a word")
    given = parser.parse_args(words)
    missed = 0
    for mutant in mutants():
        name = f"{mutant.area} {mutant.file} {mutant.fault}"
        if given.words and not any(word in name for word in given.words):
            continue
        started = time.monotonic()
        stale = mutant.stale()
        found = [] if stale else list(verdicts(mutant, given.slow, given.files))
        told = f"STALE: {stale}" if stale else ", ".join(found) or "NOT CAUGHT"
        missed += not found
        seconds = time.monotonic() - started
        print(f"{mutant.file}: {mutant.fault}\n    {told} ({seconds:.0f} s)", flush=True)
    print(f"{missed} not caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
