"""Who learns what by each of Négoces 2's events: the table that its seals must agree with."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2 import moves
from companion.kit.disclosure import Disclosure, Only, everybody

SELLER: Final = Only(("seller",), face_up=True)
BUYER: Final = Only(("buyer",), face_up=True)
BOTH: Final = Only(("seller", "buyer"), face_up=True)  # 4.3: each has had the other's card in hand.

DISCLOSURE: Final[Disclosure] = {
    moves.GoodsDealt: everybody("seat", "goods"),  # 2: all cards are shown as they are dealt.
    moves.OpenerNamed: everybody("seat"),
    moves.BidMade: everybody("seat", "amount"),
    moves.Dropped: everybody("seat"),
    moves.ContrabandSold: everybody("buyer", "price"),
    moves.CardLaid: everybody("seller") | {"card": SELLER},
    moves.CoinsSet: everybody("seller", "coins"),
    moves.CoinsHidden: everybody("seat"),  # N7: that they are hidden; how many lay there was seen by all.
    moves.OfferMade: everybody("buyer", "coins", "revision") | {"card": BUYER},
    moves.OfferWithdrawn: everybody("buyer"),
    moves.StoodBack: everybody("buyer"),
    moves.DealMade: everybody("seller", "buyer", "coins", "price") | {"sold": BOTH, "paid": BOTH},
    moves.SaleForced: everybody("seller", "good", "shown") | {"card": Only(("seller",))},  # 4.4: face down, always.
    moves.CardPicked: everybody("seller", "owner", "good") | {"cards": Only(("seller", "owner"), face_up=True)},
    moves.Answered: everybody("seat") | {"declares": Only(("seat",))},  # N5: to the barkeep alone.
    moves.NobodyDeclared: {},
    moves.WinsDeclared: everybody("claims"),
    moves.GameEnded: everybody("cause", "winners", "coins"),
}
