"""List who learns what from each of Shark's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.shark import moves
from companion.kit.disclosure import OWN, Disclosure, Only, everybody

OPENLY: Final = ("holdings", "open")  # S9: with this choice cash and shares are public.
HOLDER: Final = Only(("seat",), option=OPENLY)
EACH: Final = Only((OWN,), option=OPENLY)

DISCLOSURE: Final[Disclosure] = {
    moves.FirstNamed: everybody("seat"),
    moves.ShareTaken: everybody("seat", "company"),
    moves.ShareDealt: everybody("seat") | {"company": HOLDER},
    moves.TurnBegan: everybody("seat", "round"),
    moves.SharesBought: everybody("seat", "company", "price") | {"count": HOLDER},
    moves.SharesSold: everybody("seat", "company", "price") | {"count": HOLDER},
    moves.DiceShaken: everybody("seat"),
    moves.DiceRolled: everybody("seat", "number", "colour", "companies"),
    moves.NothingBuilt: everybody("seat", "zone", "colour"),
    moves.Built: everybody("seat", "company", "cell", "cluster", "removed", "companies", "before", "after"),
    moves.BonusPaid: everybody("seat", "bonus"),
    moves.GainsPaid: everybody("company", "rise") | {"gains": EACH},
    moves.LossesPaid: everybody("drops", "short") | {"losses": EACH},
    moves.FellShort: everybody("seat") | {"debt": HOLDER},
    moves.SharesSoldForDebt: everybody("seat") | {"sold": HOLDER, "brought": HOLDER, "debt": HOLDER},
    moves.WentOut: everybody("seat") | {"sold": HOLDER, "brought": HOLDER, "debt": HOLDER, "paid": HOLDER},
    moves.TurnEnded: everybody("seat"),
    moves.MarketClosed: everybody("prices", "cash", "sold", "brought"),  # S9: everything is shown at the end.
    moves.GameEnded: everybody("cause", "winners", "ranking", "money"),
}
