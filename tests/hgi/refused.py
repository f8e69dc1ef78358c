"""Commands that the server refuses: each with the code, the field and a part of the text."""

EVENTS = "starter:0 deal0:DDDDL deal1:???KK market:CP"
ROUND = "position jaipur rules rounds=single seats 2 seat 0 start"
POSITION = f"{ROUND} events {EVENTS}"
FULL = "position jaipur rules rounds=single,starter=seat1 seats 2 seat all start"
TURN = f"{FULL} events deal0:DGSCK deal1:CPLLK market:DG"
OVER = f"{FULL.replace('single', 'single,max_plies=1')} events deal0:DGSCK deal1:CPLLK market:DG"
OVER += " sell:Cx1"
LONG = "y" * 65

NUMBERS = "0", "-1", "+1", "1.0", "1e3", "01", "0x10", "1_0", "1000000001", "9" * 400, "\u0663", "x"

GO = [
    ("go", "", "give one of iterations, movetime"),
    ("go depth 3", "depth", "it cuts the tree"),
    ("go multipv 3", "", "no limit"),
    ("go iteratons 5", "iteratons", "the keys are iterations"),
    ("go iterations 5 5", "5", "the keys are"),
    ("go infinite 5", "5", "the keys are"),
    ("go iterations", "iterations", "no value"),
    ("go iterations 5 only", "only", "no value"),
    ("go iterations 5 iterations 5", "iterations", "twice"),
    ("go infinite infinite", "infinite", "twice"),
    ("go infinite id 1 id 2", "id", "twice"),
    ("go infinite iterations 5", "infinite", "contradicts iterations"),
    ("go confidence 0.9 infinite", "infinite", "contradicts confidence"),
    ("go iterations 5 inc 1,1", "inc", "needs a clock"),
    ("go clock 5", "clock", "1 values, but there are 2 seats"),
    ("go clock 5,5,5", "clock", "3 values"),
    ("go clock 5,5 inc 1", "inc", "1 values"),
    ("go clock 5,-5", "clock", "whole number from 0"),
    ("go clock 5,", "clock", "whole number from 0"),
    ("go clock 5 5", "5", "the keys are"),
    *((f"go iterations {n}", "iterations", "from 1 to 1000000000") for n in NUMBERS),
    *((f"go movetime {n}", "movetime", "from 1 to 1000000000") for n in NUMBERS),
    *((f"go iterations 5 depth {n}", "depth", "from 1 to 1000") for n in NUMBERS),
    *((f"go iterations 5 multipv {n}", "multipv", "from 1 to 1000") for n in NUMBERS),
    *((f"go iterations 5 every {n}", "every", "from 1 to 1000000000") for n in NUMBERS),
    *(
        (f"go confidence {n}", "confidence", "between 0.5 and 1")
        for n in ("0", "0.5", "1", "1.0", "-0.9", "+0.9", ".9", "0.", "9e-1", "0,9", "nan", "inf")
    ),
    (f"go iterations 5 id {LONG}", "id", "64 characters"),
    ("go iterations 5 only camels,camels", "only", "twice"),
    ("go iterations 5 also camels,take:C,camels", "also", "twice"),
]

REFUSED = [
    ("Go infinite", "unknown-command", "", "commands are hgi isready"),
    ("x" * 10_000, "unknown-command", "", "..."),
    ("go\u00a0infinite", "unknown-command", "", "the commands are"),
    ("go\u2028infinite", "unknown-command", "", "the commands are"),
    ("hgi now", "bad-argument", "", "no argument, not 'now'"),
    ("legal 1", "bad-argument", "", "no argument"),
    ("bench 1", "bad-argument", "", "no argument"),
    ("newgame 7", "bad-argument", "", "no argument"),
    ("isready a b", "bad-argument", "token", "one word"),
    (f"isready {LONG}", "bad-argument", "token", "64 characters"),
    ("stop now", "bad-argument", "id", "stop [id X]"),
    ("stop id", "bad-argument", "id", "stop [id X]"),
    ("stop id 1 2", "bad-argument", "id", "stop [id X]"),
    *((command, "bad-argument", field, text) for command, field, text in GO),
    ("go iterations 5 only take:G", "illegal-move", "only", "the market does not have"),
    ("go iterations 5 also take:G", "illegal-move", "also", "the market does not have"),
    ("go iterations 5 only bonus:9", "illegal-move", "only", "bonus:9"),
    ("go iterations 5 only take:?", "bad-move", "only", "take:D"),
    ("go iterations 5 only camels,", "bad-move", "only", "the forms are"),
    ("go iterations 5 only ,", "bad-move", "only", "the forms are"),
    ("setoption", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption Threads 2", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name Threads 2", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name", "bad-argument", "name", "setoption name NAME value VALUE"),
    ("setoption name Hash value 2", "bad-option", "Hash", "the options are Threads"),
    ("setoption name threads value 2", "bad-option", "threads", "the options are Threads"),
    ("setoption name Threads", "bad-option", "Threads", "needs a value"),
    ("setoption name Threads value", "bad-option", "Threads", "from 1 to 64"),
    *(
        (f"setoption name {name} value {n}", "bad-option", name, f"from {low} to {high}")
        for name, low, high in (("Threads", 1, 64), ("Memory", 1, 32_000), ("Seed", 0, 2**64 - 1))
        for n in (
            "-1",
            "1.5",
            "007",
            "1 2",
            "1e1",
            "\u0663",
            "\u00b2",
            "9" * 5000,
            "",
            str(high + 1),
        )
    ),
    *((f"setoption name Level value {n}", "bad-option", "Level", "1 to 10") for n in (0, 11, "x")),
    ("setoption name Memory value 0", "bad-option", "Memory", "from 1 to"),
    ("setoption name Trusted value True", "bad-option", "Trusted", "one of true false"),
    ("setoption name Format value xml", "bad-option", "Format", "one of text json"),
    ("setoption name Tree value", "bad-option", "Tree", "one of default open closed"),
    ("setoption name Policy value best", "bad-option", "Policy", "one of default"),
    *(
        (f"setoption name Exploration value {n}", "bad-option", "Exploration", "from 0 to 100")
        for n in ("100.1", "-1", "1e1", ".5", "1.", ".", "007", "nan", "1.2.3", "1" * 500, "0,7")
    ),
    ("perft", "bad-argument", "N", "from 0 to 20"),
    ("perft 21", "bad-argument", "N", "from 0 to 20"),
    ("perft 02", "bad-argument", "N", "from 0 to 20"),
    ("perft 1 1", "bad-argument", "N", "from 0 to 20"),
    ("perft 1", "bad-position", "seat", "seat all"),
]

BAD_POSITIONS = [
    ("position", "bad-position", "game", "the games are jaipur"),
    ("position Jaipur seats 2 seat 0 start", "bad-position", "game", "the games are jaipur"),
    (
        "position jaipur seats 2 seat 0 events a:1",
        "bad-argument",
        "events",
        "start or view is missing",
    ),
    ("position jaipur seats 2 seat -1 start", "bad-position", "seat", "'-1' is not a seat (0, 1, "),
    (
        "position jaipur seats -1 seat 0 start",
        "bad-position",
        "seats",
        "'-1' is not a number of se",
    ),
    ("position jaipur", "bad-argument", "", "start or view is missing"),
    ("position jaipur seats 2 seat 0", "bad-argument", "", "start or view is missing"),
    ("position jaipur seats", "bad-argument", "seats", "no value"),
    ("position jaipur colour red start", "bad-argument", "", "the form is: position GAME"),
    ("position jaipur seats 2 seats 2 seat 0 start", "bad-argument", "seats", "twice"),
    ("position jaipur seat 0 start", "bad-argument", "seats", "missing"),
    ("position jaipur seats 2 start", "bad-argument", "seat", "missing"),
    ("position jaipur seats 3 seat 0 start", "bad-position", "seats", "2 to 2 seats"),
    ("position jaipur seats two seat 0 start", "bad-position", "seats", "not a number of seats"),
    ("position jaipur seats 02 seat 0 start", "bad-position", "seats", "not a number of seats"),
    ("position jaipur seats 2 seat 2 start", "bad-position", "seat", "0 to 1, or all"),
    ("position jaipur seats 2 seat -1 start", "bad-position", "seat", "is not a seat"),
    ("position jaipur seats 2 seat all start", "not-trusted", "seat", "Trusted value true"),
    ("position jaipur seats 2 seat 0 start starter:0", "bad-argument", "", "the form is"),
    *(
        (f"position jaipur rules {rules} seats 2 seat 0 start", "bad-position", "rules", text)
        for rules, text in (
            ("rounds", "NAME=VALUE"),
            ("rounds=single,", "NAME=VALUE"),
            ("rounds=single,rounds=single", "each name once"),
            ("rounds=three", "match|single"),
            ("cards=9", "no option"),
            ("max_plies=0", "1..9999"),
            ("max_plies=0500", "1..9999"),
            ("max_plies=10000", "1..9999"),
            ("max_plies=" + "9" * 5000, "1..9999"),
            ("x" * 100_000 + "=1", "..."),
        )
    ),
    (f"{ROUND} events {EVENTS} take:G", "illegal-move", "events", "event 5: take:G: the market"),
    (f"{ROUND} events {EVENTS} {EVENTS}", "illegal-move", "events", "event 5: starter:0"),
    (f"{ROUND} events starter:2", "bad-move", "events", "event 1"),
    (f"{ROUND} events starter:0 deal0:LDDDD", "bad-move", "events", "order"),
    (f"{ROUND} events starter:0 deal0:DDD??", "illegal-move", "events", "event 2"),
    (f"{ROUND} events starter:0 deal0:DDDDL deal1:CPLKK", "illegal-move", "events", "event 3"),
    (f"{ROUND} events {'z' * 100_000}", "bad-move", "events", "the forms are"),
    ("position jaipur seats 2 seat 0 view", "bad-position", "view", "missing"),
    ("position jaipur seats 2 seat 0 view seat=0", "bad-position", "view", "lacks phase"),
    (f"position jaipur seats 2 seat 0 view {'z' * 100_000}", "bad-position", "view", "key=value"),
]
