"""List who learns what from each of Négoces 2's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2 import moves
from companion.kit.disclosure import Disclosure, Only, everybody

SELLER: Final = Only(("seller",), face_up=True)
BUYER: Final = Only(("buyer",), face_up=True)
BOTH: Final = Only(("seller", "buyer"), face_up=True)  # 4.3: each has held both cards.

DISCLOSURE: Final[Disclosure] = {
    moves.GoodsDealt: everybody("seat", "goods"),  # 2: all cards are shown when dealt.
    moves.OpenerNamed: everybody("seat"),
    moves.BidMade: everybody("seat", "amount"),
    moves.Dropped: everybody("seat"),
    moves.ContrabandSold: everybody("buyer", "price"),
    moves.CardLaid: everybody("seller") | {"card": SELLER},
    moves.CoinsSet: everybody("seller", "coins"),
    moves.CoinsHidden: everybody("seat"),  # N7: everybody sees that they are hidden; until then they were open.
    moves.OfferMade: everybody("buyer", "coins", "revision") | {"card": BUYER},
    moves.OfferWithdrawn: everybody("buyer"),
    moves.StoodBack: everybody("buyer"),
    moves.DealMade: everybody("seller", "buyer", "coins", "price") | {"sold": BOTH, "paid": BOTH},
    moves.SaleForced: everybody("seller", "good", "shown") | {"card": Only(("seller",))},  # 4.4: always face down.
    moves.CardPicked: everybody("seller", "owner", "good") | {"cards": Only(("seller", "owner"), face_up=True)},
    moves.Answered: everybody("seat") | {"declares": Only(("seat",))},  # N5: known only to the companion and the player.
    moves.NobodyDeclared: {},
    moves.WinsDeclared: everybody("claims"),
    moves.GameEnded: everybody("cause", "winners", "coins"),
}
