"""The faults of tests/support/mutants.py fit the code as it is."""

import pytest

from tests.support.mutants import mutants


@pytest.mark.slow
def test_each_mutant_can_be_made() -> None:
    assert [f"{each.fault}: {why}" for each in mutants() if (why := each.stale())] == []
