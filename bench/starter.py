"""How often the starter of a round wins between equal players: the constant of jaipur/setup.c.

    python bench/starter.py [--rounds 4000] [--iterations 1000] [--seed 1] [--jobs N]

Each deal is played twice, from either seat, and both search with the default settings. Prints the
share with its standard error, and how often rupees were equal, where tokens decide, and how often
those were too (a full tie). `--rules deck_end=empty` measures under other rules.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import fmean, pstdev

from sarai import CHANCE, InvalidGame, game, player
from sarai_protocol.cli.arguments import rules as rules_options
from sarai_protocol.cli.arguments import whole

FIXED = ("rounds", "starter")
"""Rules that are the same in every measurement."""


def play_round(number: int, iterations: int, options: dict[str, str]) -> tuple[float, bool]:
    """1, 0 or 1/2 for the starter of one round between two searchers; were rupees equal?"""
    deal, starter = divmod(number, 2)
    rules = game(
        "jaipur", options={**options, "rounds": "single", "starter": ("seat0", "seat1")[starter]}
    )
    searcher = player(f"ismcts:iterations={iterations}", rules)
    state = rules.start()
    for decision in range(10**6):
        while state.actor == CHANCE:
            state.play(state.deal(deal))
        if state.actor < 0:
            break
        view = state.view(state.actor)
        state.play(searcher.choose(view, deal * 1000 + decision).move)
    outcome = state.returns()
    return outcome.shares[starter], outcome.scores[0] == outcome.scores[1]


def check_rules(text: str) -> dict[str, str]:
    """A reader of options of the rules for argparse."""
    options = rules_options(text)
    for name in FIXED:
        if name in options:
            raise argparse.ArgumentTypeError(
                f"{name} is fixed here: single rounds, each deal from either seat"
            )
    try:
        game("jaipur", options=options)
    except InvalidGame as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return options


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=whole(1, 10**6), default=4000, metavar="N")
    parser.add_argument("--iterations", type=whole(1, 10**9), default=1000, metavar="N")
    parser.add_argument("--seed", type=whole(0, 10**6), default=1, metavar="N")
    parser.add_argument(
        "--jobs",
        type=whole(1, 256),
        metavar="N",
        help="processes; as many as processors by default",
    )
    parser.add_argument("--rules", type=check_rules, default={}, metavar="K=V,...")
    arguments = parser.parse_args()
    first = 2 * arguments.seed * 10**6
    play = partial(play_round, iterations=arguments.iterations, options=arguments.rules)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        played = list(pool.map(play, range(first, first + arguments.rounds), chunksize=20))
    shares = [share for share, _ in played]
    mean, error = fmean(shares), pstdev(shares) / len(shares) ** 0.5
    print(f"starter wins {mean:.4f} +- {error:.4f} of {len(shares)} rounds")
    print(f"equal rupees in {sum(equal for _, equal in played)}, full ties {shares.count(0.5)}")


if __name__ == "__main__":
    main()
