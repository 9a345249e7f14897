"""Barracuda's referee: the events that the rules require of every command. Numbers such as B5 are those of the rule book."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.proof.rules.referees.barracuda_books import DEAREST_PILE, Auction, Bar, Money, Offer, Seat, notes, worth
from tests.proof.rules.referees.barracuda_rounds import Rounds
from tests.proof.rules.referees.records import Events, Plain, allowed, event, same, sealed


class Barracuda(Rounds):
    """A referee for one game."""

    def __init__(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self._begin_round(1)
        self.phase = "shuffling" if options["deal"] == "companion" else "drawing"

    def comparable(self, name: str, value: Any) -> Any:
        """Sort the parts whose order no rule fixes: the bars named in a bill, and leases."""
        if name == "seats":
            return [{**one, "rents": 0, "leases": sorted(zip(one["leases"], one["rents"], strict=True))} for one in value]
        return {**value, "rents": sorted(value["rents"])} if name == "RentPaid" else value

    def _acts(self, seat: Seat) -> None:
        allowed("it is their turn to act", self.phase == "acting" and seat == self.order[-1])

    def _acts_on(self, seat: Seat, name: str) -> Bar:
        """Check that it is *seat*'s turn and that no bar must be opened first; return the bar *name*, which must be open."""
        self._acts(seat)
        allowed("the first round is for opening, and so is a turn without a lease",
                self.round > 1 and not (self.can_open(seat) and not self.leases(seat)))  # fmt: skip
        allowed("the bar is open", name in self.bars and self.bars[name].is_open)
        return self.bars[name]

    def do_open_bar(self, seat: Seat, bar: str) -> Events:
        same("deal", self.options["deal"], "cards")
        allowed("there is such a bar card, not left out", bar in self.cards.keys() - self.left_out)
        kind = [one for one in self.bars.values() if one.places == self.cards[bar][2]]
        allowed("it isn't the sixth of its kind (B2)", bar in self.bars or len(kind) < 5)
        return self._open(seat, bar, len(self.bars) + 1)

    def do_open_place(self, seat: Seat, place: int) -> Events:
        same("deal", self.options["deal"], "companion")
        allowed("cards lie on ten places", 1 <= place <= len(self.deck))
        return self._open(seat, self.deck[place - 1], place)

    def _open(self, seat: Seat, name: str, place: int) -> Events:
        self._acts(seat)
        allowed("a bar can be opened", self.can_open(seat))
        bar = self.bars.setdefault(name, Bar(*self.cards[name], place=place, is_open=False))
        allowed("it is closed", not bar.is_open)
        bar.is_open, bar.lessee = True, seat
        return [event("BarOpened", seat=seat, bar=name, place=bar.place, rent=bar.rent), *self._end_turn()]

    def do_place_partner(self, seat: Seat, bar: str) -> Events:
        own = self._acts_on(seat, bar)
        allowed("a pawn is free", self.free_pawn(seat))
        allowed("it is their own, with a vacant place", own.lessee == seat and own.has_room)
        own.partner = seat
        return [event("PartnerPlaced", seat=seat, bar=bar), *self._end_turn()]

    def do_offer_partnership(self, seat: Seat, bar: str, pile: Plain) -> Events:
        allowed("there is a vacant place", self._acts_on(seat, bar).has_room)
        return self._push(seat, bar, pile, takeover=False)

    def do_offer_takeover(self, seat: Seat, bar: str, pile: Plain) -> Events:
        return self._push(seat, bar, pile, takeover=True)

    def _push(self, seat: Seat, name: str, pile: Plain, *, takeover: bool) -> Events:
        bar = self._acts_on(seat, name)
        allowed("a pawn is free", self.free_pawn(seat))
        allowed("it is somebody else's", bar.lessee != seat)
        allowed("the pile is within bounds", (bar.rent if takeover else 1) <= worth(pile).real <= DEAREST_PILE)
        self.purses[seat] -= worth(pile)
        self.offer, self.phase = Offer(takeover, bar, seat, bar.lessee, pile), "offered"
        return [self._of_offer(self.offer, "TakeoverOffered" if takeover else "PartnershipOffered")]

    def do_accept_offer(self, seat: Seat) -> Events:
        offer = self._answered(seat)
        self.purses[seat] += worth(offer.pile)
        if not offer.takeover:
            offer.bar.partner = offer.bidder
            return [self._of_offer(offer, "PartnershipAccepted"), *self._end_turn()]
        evicted = offer.bar.partner if offer.bar.partner != offer.bidder else None
        offer.bar.lessee, offer.bar.partner = offer.bidder, None if evicted else offer.bar.partner
        return [self._of_offer(offer, "TakeoverAccepted", evicted=evicted), *self._end_turn()]

    def do_refuse_offer(self, seat: Seat) -> Events:
        offer = self._answered(seat)
        real, fakes = worth(offer.pile)
        allowed("the lessee can match it (B10)", self.purses[seat].real >= real)
        self.purses[seat] += Money(-real, fakes)  # B7
        if offer.takeover:
            self.purses[offer.bidder] += Money(2 * real)
            return [self._of_offer(offer, "TakeoverRefused"), *self._end_turn()]
        self.bank += Money(2 * real)
        return [self._of_offer(offer, "PartnershipRefused", amount=real), *self._end_turn()]

    def _answered(self, seat: Seat) -> Offer:
        offer, self.offer = self.offer, None
        allowed("a pile lies before them", offer is not None and seat == offer.lessee)
        return offer

    def _of_offer(self, offer: Offer, kind: str, **more: Any) -> Plain:
        pile = sealed(offer.pile, [offer.bidder, offer.lessee], notes(offer.pile))
        return event(kind, bidder=offer.bidder, bar=offer.bar.name, lessee=offer.lessee, pile=pile, **more)

    def do_pass(self, seat: Seat) -> Events:
        self._acts(seat)
        allowed("all five stand (B11)", not self.free_pawn(seat))
        allowed("no auction comes first (B11)", not (self.options["five_standing"] == "must_act" and self.can_auction(seat)))
        return [event("Passed", seat=seat), *self._end_turn()]

    def do_auction_bar(self, seat: Seat, bar: str) -> Events:
        own = self._acts_on(seat, bar)
        allowed("it is their own, of three or more", own.lessee == seat and self.can_auction(seat))
        self.auction, self.phase = Auction(own, seat, self.bidders_against(seat)), "auctioning"
        own.lessee = None
        told = event("AuctionOpened", seller=seat, bar=bar, bidders=self.auction.bidders)
        return [told, *([] if self.auction.bidders else self._close())]

    def do_bid(self, seat: Seat, pile: Plain) -> Events:
        auction = self.auction
        allowed("they are asked to bid", auction is not None and seat in auction.bidders and seat not in auction.bids)
        self._lays(seat, pile)
        auction.bids[seat] = pile
        told = [event("BidLaid", bidder=seat, pile=sealed(pile, [seat], notes(pile)))]
        if not auction.opened:
            return told
        bids = {one: sealed(bid, [one, auction.seller], notes(bid)) for one, bid in auction.bids.items()}
        return [*told, event("BidsOpened", seller=auction.seller, bar=auction.bar.name, bids=bids)]

    def do_sell_to(self, seat: Seat, bidder: Seat) -> Events:
        auction = self._sells(seat)
        allowed("the buyer has bid", bidder in auction.bids)
        if self.options["auction_to"] == "highest":
            best = max(worth(bid).real for bid in auction.bids.values())
            same("the buyer's bid (B21)", best, worth(auction.bids[bidder]).real)
        pile = auction.bids.pop(bidder)
        self.purses[seat] += worth(pile)
        self._hand_back()
        auction.bar.lessee, self.auction = bidder, None
        sold = sealed(pile, [bidder, seat], notes(pile))
        told = event("BarSold", seller=seat, bar=auction.bar.name, buyer=bidder, pile=sold)
        if self.options["auctioned_partner"] != "may_leave" or auction.bar.partner in (None, bidder):
            return [told, *self._end_turn()]
        self.phase, self.sold = "leaving", auction.bar
        return [told]

    def do_stay_in_bar(self, seat: Seat, told: str = "PartnerStayed") -> Events:
        bar, self.sold = self.sold, None
        allowed("they are the partner in the bar that was sold (B25)", bar is not None and seat == bar.partner)
        bar.partner = seat if told == "PartnerStayed" else None
        return [event(told, seat=seat, bar=bar.name), *self._end_turn()]

    def do_leave_bar(self, seat: Seat) -> Events:
        return self.do_stay_in_bar(seat, "PartnerLeft")

    def do_renovate(self, seat: Seat) -> Events:
        self._sells(seat)
        return self._close()

    def _sells(self, seat: Seat) -> Auction:
        auction = self.auction
        allowed("they look at the bids", auction is not None and seat == auction.seller and auction.opened)
        return auction

    def _close(self) -> Events:
        auction, bar = self.auction, self.auction.bar
        self._hand_back()
        self.pay(auction.seller, 1)
        told = event("BarRenovated", seller=auction.seller, bar=bar.name, evicted=bar.partner)
        bar.is_open, bar.partner, self.auction = False, None, None
        return [told, *self._end_turn()]

    def _hand_back(self) -> None:
        for bidder, pile in self.auction.bids.items():
            self.purses[bidder] += worth(pile)

    def do_count_bank(self, seat: Seat) -> Events:
        same("bank (B15)", self.options["bank"], "once")
        allowed("they play, and haven't counted it", seat in self.seats and seat not in self.counted)
        self.counted.add(seat)
        return [event("BankCounted", seat=seat, bank=sealed(self.bank.plain(), [seat], 0))]
