"""The faults of tests/support/mutants.py fit the code as it is."""

from tests.support.mutants import mutants


def test_each_mutant_can_be_made() -> None:
    assert [f"{each.fault}: {why}" for each in mutants() if (why := each.stale())] == []
