"""List who learns what from each of Shark's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.shark import moves
from companion.games.shark.model import POOL_SHOWN, State
from companion.kit.disclosure import OWN, Disclosure, Only, drawn, everybody, opened

OPENLY: Final = ("holdings", "open")  # S9: with this choice cash and shares are public.
DEALT: Final = Only(("seat",), option=OPENLY)
HOLDER: Final = Only(("seat",), option=OPENLY, knew=("seat",))  # Its own choice, or worked out from its own shares.
EACH: Final = Only((OWN,), option=OPENLY, knew=(OWN,))  # Each works it out from its own shares.

DISCLOSURE: Final[Disclosure] = {
    moves.FirstNamed: drawn("seat", option=("first", "drawn")),
    moves.ShareTaken: everybody("seat", "company"),
    moves.ShareDealt: everybody("seat") | {"company": DEALT},
    moves.TurnBegan: everybody("seat", "round"),
    moves.SharesBought: everybody("seat", "company", "price") | {"count": HOLDER},
    moves.SharesSold: everybody("seat", "company", "price") | {"count": HOLDER},
    moves.DiceShaken: everybody("seat"),
    moves.DiceRolled: everybody("seat", "companies") | drawn("number", "colour"),
    moves.NothingBuilt: everybody("seat", "zone", "colour"),
    moves.Built: everybody("seat", "company", "cell", "cluster", "removed", "companies", "before", "after"),
    moves.BonusPaid: everybody("seat", "bonus"),
    moves.GainsPaid: everybody("company", "rise") | {"gains": EACH},
    moves.LossesPaid: everybody("drops") | opened("short") | {"losses": EACH},
    moves.FellShort: opened("seat") | {"debt": HOLDER},
    moves.SharesSoldForDebt: everybody("seat") | {"sold": HOLDER, "brought": HOLDER, "debt": HOLDER},
    moves.WentOut: opened("seat") | {"sold": HOLDER, "brought": HOLDER, "debt": HOLDER, "paid": HOLDER},
    moves.TurnEnded: everybody("seat"),
    moves.MarketClosed: everybody("prices", "brought") | opened("cash", "sold"),  # S9: everything is shown at the end.
    moves.GameEnded: opened("cause", "winners", "ranking", "money"),
}


def reveals(state: State, event: moves.Event) -> bool:
    """Return whether the bank's pool told everybody something by *event*, with hidden holdings (S9).

    Whoever buys sees whether the bank then still has 5, and could otherwise feel how many there are. Where it shows fewer,
    everybody sees what is bought and sold.
    """
    if not state.options.hidden:
        return False
    match event:
        case moves.SharesBought():
            return True
        case moves.SharesSold(_, company, _, count):
            return state.pool[company].open() - count.open() < POOL_SHOWN
        case moves.SharesSoldForDebt(_, sold):
            given = ((company, number) for company, number in sold.open().items() if number)
            return any(state.pool[company].open() - number < POOL_SHOWN for company, number in given)
    return False
