"""A position of Jaipur for a person, in a few lines of text."""

from ...core import State
from .cards import CAMEL, GOODS, LETTERS, PHASES, PILES, SLOTS, lanes, token_values, write_cards


def _spaced(cards: str) -> str:
    return " ".join(cards.replace("-", "")) or "-"


def describe(state: State) -> str:
    """A position in a few lines of text."""
    f, rules = state.fields(), state.game.rules()
    seals = " and ".join(f"seat {seat} {n}" for seat, n in enumerate(f["seals"]))
    phase = PHASES[f["phase"][0]]
    turn = f"seat {f['turn'][0]} to move" if phase == "turn" else f"next: {phase}"
    market, deck = _spaced(write_cards(f["market"])), sum(f["pool"]) - sum(f["hidden"])
    lines = [
        f"round {f['round'][0] + 1}, {f['plies'][0]} moves played, {turn} (seals: {seals})",
        f"market   {market}      deck {deck}",
    ]
    tokens = []
    for good, name in enumerate(GOODS):
        total, left = rules["tokens"][good], f["tokens"][good]
        sums = rules["rupees"][16 * good : 16 * good + 16]
        values = [sums[i + 1] - sums[i] for i in range(total - left, total)]
        tokens.append(f"{LETTERS[good]} {name} " + (" ".join(map(str, values)) or "-"))
    lines.append("tokens   " + " | ".join(tokens[:3]))
    lines.append("         " + " | ".join(tokens[3:]))
    hidden = f["hidden_won"]
    left_ = []
    for lane, pile in enumerate(PILES):
        unseen = sum(lanes(f["bonus"][0] >> 16 * lane, SLOTS))
        left_.append(f"{pile}: {unseen - sum(h >> 4 * lane & 15 for h in hidden)} left")
    lines.append("bonus    " + "  ".join(left_))
    for seat in (0, 1):
        hand = f["hand"][8 * seat : 8 * seat + 8]
        cards = _spaced(write_cards(hand[:CAMEL], f["hidden"][seat]))
        bonus = [str(v) for v in token_values(state.game, f["won"][seat])]
        bonus += ["?"] * sum(lanes(hidden[seat], 3))
        mark = ">" if phase == "turn" and f["turn"][0] == seat else " "
        lines.append(
            f"{mark}seat {seat}  hand {cards:<15} herd {hand[CAMEL]:<3} "
            f"rupees {f['rupees'][seat]:<4} bonus {' '.join(bonus) or '-'}"
        )
    return "\n".join(lines)
