"""List who learns what from each of Barracuda's events. The seals must agree with this table."""

from __future__ import annotations

from typing import Final

from companion.games.barracuda import moves
from companion.kit.disclosure import NOBODY, OWN, Disclosure, Only, drawn, everybody, opened

# 6.3, 6.4: the seat that pushed the pile, which knows it, and the one it was pushed to. Both know it when that one answers.
PUSHED: Final = Only(("bidder", "lessee"), knew=("bidder",))
ANSWERED: Final = Only(("bidder", "lessee"), knew=("bidder", "lessee"))

DISCLOSURE: Final[Disclosure] = {
    moves.BarsShuffled: {"deck": NOBODY},
    moves.RoundBegan: everybody("round"),
    moves.DrawCalled: {},
    moves.PawnDrawn: drawn("pawn"),
    moves.TurnBegan: everybody("seat"),
    moves.RentPaid: everybody("seat", "rents", "free", "paid"),
    moves.WentBankrupt: opened("seat", "cause") | everybody("due"),
    moves.BarOpened: everybody("seat") | drawn("bar", "place", "rent", option=("deal", "companion")),
    moves.PartnerPlaced: everybody("seat", "bar"),
    moves.PartnershipOffered: everybody("bidder", "bar", "lessee") | {"pile": PUSHED},
    moves.PartnershipAccepted: everybody("bidder", "bar", "lessee") | {"pile": ANSWERED},
    # 6.3: everybody sees the doubled sum go to the bank; the pile's fakes stay secret.
    moves.PartnershipRefused: everybody("bidder", "bar", "lessee") | opened("amount", knew=("bidder",)) | {"pile": ANSWERED},
    moves.TakeoverOffered: everybody("bidder", "bar", "lessee") | {"pile": PUSHED},
    moves.TakeoverAccepted: everybody("bidder", "bar", "lessee", "evicted") | {"pile": ANSWERED},
    moves.TakeoverRefused: everybody("bidder", "bar", "lessee") | {"pile": ANSWERED},
    moves.AuctionOpened: everybody("seller", "bar", "bidders"),
    moves.BidLaid: everybody("bidder") | {"pile": Only(("bidder",), knew=("bidder",))},
    moves.BidsOpened: everybody("seller", "bar") | {"bids": Only(("seller", OWN), knew=(OWN,))},
    moves.BarSold: everybody("seller", "bar", "buyer") | {"pile": Only(("seller", "buyer"), knew=("seller", "buyer"))},
    moves.BarRenovated: everybody("seller", "bar", "evicted"),
    moves.PartnerStayed: everybody("seat", "bar"),
    moves.PartnerLeft: everybody("seat", "bar"),
    moves.Passed: everybody("seat"),
    moves.LastOrderCalled: everybody("seat"),
    moves.LastOrderDeclined: everybody("seat"),
    moves.StakeLaid: everybody("seat") | {"pile": Only(("seat",), knew=("seat",))},
    moves.StakesRevealed: opened("stakes", knew=(OWN,)) | everybody("groups"),  # B13
    moves.BankCounted: everybody("seat") | {"bank": Only(("seat",))},  # B15
    moves.GameEnded: opened("cause", "winners", "loser") | everybody("pawns"),
    moves.BooksOpened: opened("purses", "bank"),  # Told only with `reveal_at_end` on.
}
