"""Barracuda's screens, each drawn from a position that occurs in a game."""

from dataclasses import replace
from functools import cache

from companion.games import barracuda
from companion.games.barracuda import moves
from companion.games.barracuda.model import Leaving, Outcome
from companion.kit import TABLE, Log, Pile, Purse, Screen
from tests.companion.barracuda.positions import bar, draw, position
from tests.companion.playing import act, play, sight
from tests.companion.playing import shown as screen

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}
BARS = {"A": "Karambole", "B": "Lagoon Bar", "C": "Reef Bar", "D": "Octopus", "E": "Banana Bar"}
PURSES = {"A": Purse(9, 7), "B": Purse(38, 7), "C": Purse(33, 7)}
ONE, FAKE = Pile(ones=1), Pile(fakes=1)
STAKES = {"A": FAKE, "B": FAKE, "C": Pile(twos=1), "D": Pile(twos=2), "E": Pile(ones=4)}
NONE = Log((), TABLE)  # Nothing has happened.


def look(state):
    return sight(state, TABLE)


def turn(state, seat, *acts):
    """Draw the pawn of *seat*, and let *acts* follow."""
    return play(draw(state, seat)[0], *acts)


def five(**more):
    return position("ABCDE", bars=[bar(name, seat) for seat, name in BARS.items()], **more)


def three(round_, albatros):
    """Return three players with six bars: Noor leases three, and *albatros* leases the last one."""
    mine, others = ("Lagoon Bar", "Tide Bar", "Reef Bar"), [bar("Karambole", "B", "B"), bar("Octopus", "C", "C")]
    bars = [*(bar(name, "A") for name in mine), *others, bar("Albatros", *albatros)]
    return position("ABC", round_=round_, bars=bars, purses=PURSES)


def staked(state, stakes):
    return play(state, ("D", moves.CallLastOrder()), *((seat, moves.Stake(pile)) for seat, pile in stakes.items()))


@cache
def scenes() -> dict[str, Screen]:
    start, shuffled = barracuda.setup(tuple("ABCDE"), {}), barracuda.setup(tuple("ABC"), {"deal": "companion"})
    bag = play(barracuda.setup(tuple("ABC"), {"draw": "bag"}), (TABLE, moves.DrawPawn("B")))
    round_2, partner, takeover = five(), moves.OfferPartnership, moves.OfferTakeover
    offered = ("A", partner("Octopus", ONE)), ("D", moves.AcceptOffer())
    taken_over = ("A", takeover("Banana Bar", Pile(ones=1, twos=1))), ("E", moves.AcceptOffer())
    auction = turn(three(4, "B"), "A", ("A", moves.AuctionBar("Lagoon Bar")))
    ended = look(turn(replace(three(6, "AA"), five_held=frozenset("A")), "A"))
    shared = Outcome("rent", ("A", "C"), "B", {"A": 3, "B": 1, "C": 3})
    return {
        "shuffling": screen(shuffled), "first-draw": screen(start), "first-turn": screen(turn(start, "E")),
        "opened": screen(turn(start, "E", ("E", moves.OpenBar("Banana Bar")))),
        "opened-bag": screen(act(bag, "B", moves.OpenBar("Harbour Bar"))),
        "counted": screen(act(five(bank="once"), "B", moves.CountBank())).announces[0],
        "round-of-five": screen(round_2), "accepted": screen(turn(round_2, "A", *offered)),
        "refused": screen(turn(round_2, "A", ("A", partner("Octopus", Pile(tens=1, twos=1))), ("D", moves.RefuseOffer()))),
        "round-of-three": screen(three(6, "AA")),
        "bank-hidden": screen(five(bank="hidden")), "turn-one-bar": screen(turn(round_2, "A")),
        "turn-no-bar": screen(turn(turn(round_2, "A", *taken_over), "E")), "turn-four-bars": screen(turn(three(5, "A"), "A")),
        "offer-partner": screen(turn(round_2, "A", ("A", partner("Octopus", Pile(twos=1, fakes=3))))),
        "offer-lease": screen(turn(round_2, "E", ("E", takeover("Karambole", Pile(fives=1))))),
        "offer-thick": screen(turn(round_2, "A", ("A", partner("Octopus", Pile(ones=5, fakes=7))))),
        "last-order": screen(staked(round_2, {})), "revealed-ties": screen(staked(round_2, STAKES)),
        "last-order-3-of-5": screen(staked(round_2, dict(list(STAKES.items())[:3]))),
        "revealed-no-ties": screen(staked(five(bank="once"), {**STAKES, "B": ONE, "E": Pile(tens=1, twos=1)})),
        "auction": screen(act(auction, "B", moves.Bid(Pile(ones=2, fakes=1)))),
        "auction-opened": screen(play(auction, ("B", moves.Bid(Pile(ones=5, fakes=7))), ("C", moves.Bid(FAKE)))),
        "stay-or-leave": screen(replace(round_2, phase=Leaving("Harbour Bar", "D"))), "won-five": barracuda.screen(ended, NONE),
        "won-rent": screen(turn(turn(five(purses={"B": Purse(0, 0)}), "A", *offered), "B")),
        "won-no-action": barracuda.screen(replace(ended, outcome=replace(ended.outcome, cause="no_action")), NONE),
        "won-shared": barracuda.screen(replace(ended, outcome=shared), NONE),
    }  # fmt: skip
