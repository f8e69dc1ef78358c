"""Settings are declared once: players, HGI and the document agree, and games give the defaults."""

from dataclasses import fields
from pathlib import Path

import pytest

from sarai import InvalidGame, Settings, game, player
from sarai.core import WIN
from sarai.games import CORE, REGISTRY
from sarai.search.settings import Tuning
from sarai_protocol.hgi.server.options import OPTIONS

DOCUMENT = Path(__file__).resolve().parents[2] / "protocol" / "HGI.md"


@pytest.mark.parametrize("setting", fields(Tuning), ids=lambda setting: setting.name)
def test_the_document_has_the_declaration(setting: object) -> None:
    name, metadata = setting.name, setting.metadata  # type: ignore[attr-defined]
    option = OPTIONS[name.capitalize()]
    most = f" (0 to {metadata['most']:g})" if metadata["most"] else ""
    row = f"| `{option.name}` | {option.type} | {metadata['help']}{most} |"
    assert row in DOCUMENT.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", REGISTRY)
def test_what_is_left_open_is_as_the_game_has_it(name: str) -> None:
    facts = CORE[name].search
    for seats in range(CORE[name].min_seats, CORE[name].max_seats + 1):
        plan = Settings().plan(game(name, seats, seed=1))
        standard = facts.exploration_alone if seats == 1 else facts.exploration
        assert plan.exploration == standard * WIN and plan.widening == facts.widening
        assert plan.open == (facts.tree == "open") and plan.by_prior == (facts.selection == "puct")
        assert plan.policy == 0 and plan.others_by_prior == (facts.others == "prior")


def test_what_is_given_counts() -> None:
    rules = game("jaipur")
    plan = Settings("closed", "ucb", 0.25, 3.0, "uniform", "prior", 7, 5).plan(rules)
    assert (plan.open, plan.by_prior, plan.exploration) == (False, False, WIN / 4)
    assert (plan.widening, plan.seed, plan.depth) == (3.0, 7, 5)
    assert rules.core.policies[plan.policy] == "uniform" and plan.others_by_prior
    made = player("ismcts:exploration=0.25,widening=3,tree=closed", rules)
    assert made.settings(7).plan(rules).exploration == WIN / 4  # type: ignore[attr-defined]
    with pytest.raises(InvalidGame, match=r"widening: 101.0 is not within 0\.\.100"):
        player("ismcts:widening=101", rules)
