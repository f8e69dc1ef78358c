"""Rules options of Bazaar that go together, by name."""

from collections.abc import Mapping

PRESETS: Mapping[str, Mapping[str, str]] = {
    "original_like": {
        "hand_limit": "10",
        "gems_per_colour": "20",
        "cards_per_pile": "5",
        "end": "two_piles_exhausted",
    },
    "rare": {"p_choice": "rare"},
    "solo_benchmark": {"max_turns": "120"},
}
