"""List who learns what from each of Barracuda's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.barracuda import moves
from companion.kit.disclosure import NOBODY, OWN, Disclosure, Only, everybody

PARTIES: Final = Only(("bidder", "lessee"))  # 6.3, 6.4: the seat that pushed the pile and the one it was pushed to.

DISCLOSURE: Final[Disclosure] = {
    moves.BarsShuffled: {"deck": NOBODY},
    moves.RoundBegan: everybody("round"),
    moves.DrawCalled: {},
    moves.PawnDrawn: everybody("pawn"),
    moves.TurnBegan: everybody("seat"),
    moves.RentPaid: everybody("seat", "rents", "free", "paid"),
    moves.WentBankrupt: everybody("seat", "cause", "due"),
    moves.BarOpened: everybody("seat", "bar", "place", "rent"),
    moves.PartnerPlaced: everybody("seat", "bar"),
    moves.PartnershipOffered: everybody("bidder", "bar", "lessee") | {"pile": PARTIES},
    moves.PartnershipAccepted: everybody("bidder", "bar", "lessee") | {"pile": PARTIES},
    # 6.3: everybody sees the doubled sum go to the bank; the pile's fakes stay secret.
    moves.PartnershipRefused: everybody("bidder", "bar", "lessee", "amount") | {"pile": PARTIES},
    moves.TakeoverOffered: everybody("bidder", "bar", "lessee") | {"pile": PARTIES},
    moves.TakeoverAccepted: everybody("bidder", "bar", "lessee", "evicted") | {"pile": PARTIES},
    moves.TakeoverRefused: everybody("bidder", "bar", "lessee") | {"pile": PARTIES},
    moves.AuctionOpened: everybody("seller", "bar", "bidders"),
    moves.BidLaid: everybody("bidder") | {"pile": Only(("bidder",))},
    moves.BidsOpened: everybody("seller", "bar") | {"bids": Only(("seller", OWN))},
    moves.BarSold: everybody("seller", "bar", "buyer") | {"pile": Only(("seller", "buyer"))},
    moves.BarRenovated: everybody("seller", "bar", "evicted"),
    moves.PartnerStayed: everybody("seat", "bar"),
    moves.PartnerLeft: everybody("seat", "bar"),
    moves.Passed: everybody("seat"),
    moves.LastOrderCalled: everybody("seat"),
    moves.LastOrderDeclined: everybody("seat"),
    moves.StakeLaid: everybody("seat") | {"pile": Only(("seat",))},
    moves.StakesRevealed: everybody("stakes", "groups"),  # B13
    moves.BankCounted: everybody("seat") | {"bank": Only(("seat",))},  # B15
    moves.GameEnded: everybody("cause", "winners", "loser", "pawns"),
    moves.BooksOpened: everybody("purses", "bank"),  # Told only with `reveal_at_end` on.
}
