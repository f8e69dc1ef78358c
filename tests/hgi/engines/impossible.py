"""A position as a seat sees it, and what can't follow: the events, and the code of the error."""

VIEW = (
    "position jaipur rules rounds=single seats 2 seat 0 start"
    " events starter:0 deal0:DDDDL deal1:???KK market:CP"
)
IMPOSSIBLE = {
    "take:G": "illegal-move",  # no gold in the market
    "take:D fill:CP": "illegal-move",
    "sell:Lx2": "illegal-move",
    "sell:Dx1": "illegal-move",
    "sell:Dx3 bonus:?": "illegal-move",  # one's own
    "sell:Dx3 bonus:4": "illegal-move",  # of another pile
    "camels fill:DDD": "illegal-move",  # the seventh
    "camels fill:C": "illegal-move",
    "camels fill:KLC": "bad-move",  # in another order
    "take:C fill:G sell:Gx4": "illegal-move",  # the other seat has three goods
    "take:C fill:G swap:DG>KK": "illegal-move",
    "reveal0:1": "illegal-move",
    "give:D": "bad-move",
}
