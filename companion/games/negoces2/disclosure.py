"""List who learns what from each of Négoces 2's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2 import moves
from companion.games.negoces2.model import State
from companion.kit.disclosure import EVERYBODY, Disclosure, Only, drawn, everybody, opened

SELLER: Final = Only(("seller",), face_up=True, knew=("seller",))
CLOSED: Final = Only(("seller",), knew=("seller",))
BUYER: Final = Only(("buyer",), face_up=True, knew=("buyer",))
# 4.3: each has held both cards; one that lay face up had been seen by everybody.
SOLD: Final = Only(("seller", "buyer"), face_up=True, knew=("seller", EVERYBODY))
PAID: Final = Only(("seller", "buyer"), face_up=True, knew=("buyer", EVERYBODY))

DISCLOSURE: Final[Disclosure] = {
    moves.GoodsDealt: everybody("seat") | drawn("goods"),  # 2: all cards are shown when dealt.
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
    moves.DealMade: everybody("seller", "buyer", "coins", "price") | {"sold": SOLD, "paid": PAID},
    moves.SaleForced: everybody("seller") | opened("good", "shown") | {"card": CLOSED},  # 4.4: always face down.
    moves.CardPicked: everybody("seller", "good") | opened("owner") | {"cards": Only(("seller", "owner"), face_up=True)},
    moves.Answered: everybody("seat") | {"declares": Only(("seat",), knew=("seat",))},  # N5
    moves.NobodyDeclared: {},
    moves.WinsDeclared: opened("claims"),
    moves.GameEnded: opened("cause", "winners", "coins"),
    moves.HandsOpened: opened("hands"),  # N22: told only with `hands_at_end` on.
}


def reveals(_: State, event: moves.Event) -> bool:
    """Return whether *event* opened the answers of those who were silent (N5)."""
    return isinstance(event, moves.NobodyDeclared)
