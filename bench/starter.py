"""How often the starter of a round wins between equal players: the constant of jaipur.c.

    python bench/starter.py [--rounds 4000] [--iterations 1000] [--seed 1]

Both seats search with the default settings. Prints the share with its standard error.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor

from sarai import CHANCE, game, player


def starter_share(deal: int, iterations: int) -> float:
    """1, 0 or 1/2 for the starter of one round between two searchers."""
    rules = game("jaipur", options={"rounds": "single", "starter": "seat0"})
    searcher = player(f"ismcts:iterations={iterations}", rules)
    state = rules.start()
    for decision in range(10**6):
        while state.actor == CHANCE:
            state.play(state.deal(deal))
        if state.actor < 0:
            break
        view = state.view(state.actor)
        state.play(searcher.choose(view, deal * 1000 + decision).move)
    return state.returns().shares[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=4000)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    deals = range(arguments.seed * 10**6, arguments.seed * 10**6 + arguments.rounds)
    with ProcessPoolExecutor() as pool:
        shares = list(
            pool.map(starter_share, deals, [arguments.iterations] * len(deals), chunksize=20)
        )
    mean = sum(shares) / len(shares)
    error = (sum((share - mean) ** 2 for share in shares) / len(shares) / len(shares)) ** 0.5
    print(f"starter wins {mean:.4f} +- {error:.4f} of {len(shares)} rounds")


if __name__ == "__main__":
    main()
