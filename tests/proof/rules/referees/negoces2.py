"""A second opinion on Négoces 2, from its RULEBOOK alone; the numbers in here are those of that book.

The books are a table as one sees it: hands, coins in front of the players, and the market, whose contents are in nobody's hand
meanwhile. A command determines everything, so each method returns the events that must come of it.

Not judged: the sentences that people are told (`news`, `latest`), and whom the table waits for, which is not recorded.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.proof.rules.referees.negoces2_end import PLAYERS, Ending
from tests.proof.rules.referees.negoces2_market import CONTRABAND, GOODS, Bid, OnMarket, Sale
from tests.proof.rules.referees.negoces2_shown import view as must_see
from tests.proof.rules.referees.records import Plain, allowed, event, same, sealed

COINS: Final = 15  # 2: for each player
DEFAULTS: Final = {
    "deal": "companion", "opener": "drawn", "coins": "open", "declare": "by_choice", "tags": "off", "sale_limit": "200",
    "hands_at_end": "off", "head_start": "none", "head_start_size": "small",
}  # fmt: skip


class Negoces2(Ending):
    """The referee of one game of Négoces 2."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        """Give everybody 15 coins (2)."""
        allowed("four players", len(seats) == PLAYERS)
        super().__init__(sorted(seats), {**DEFAULTS, **options})  # 3: clockwise is the order of the letters.
        limit = self.options["sale_limit"]
        self.limit = None if limit == "none" else int(limit)
        self.hands: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.coins = dict.fromkeys(self.seats, COINS)
        if (child := self.options["head_start"]) in self.seats:  # N23
            given = {"small": 4, "large": 5}[self.options["head_start_size"]]
            self.coins = {seat: COINS + (3 * given if seat == child else -given) for seat in self.seats}
        self.hidden = set(self.seats if self.options["coins"] == "hidden" else ())  # N7
        self.spent = 0
        self.dealt: dict[str, list[str]] = {}
        self.phase = "dealing"
        self.turn, self.bid, self.leader, self.out = "", 0, None, list[str]()
        self.bids = dict[str, int]()  # The last one of each player.
        self.sale: Sale | None = None
        self.sales = 0  # begun
        self.have_sold: set[str] = set()
        self.last_buyer = ""
        self.answers: dict[str, bool] = {}
        self.outcome: Plain | None = None

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        super().follow(seat, command, events)
        self._count()

    def view(self, viewer: str) -> Plain:
        return must_see(self, viewer)

    def seller(self) -> str | None:
        """Return the seat that sells, or lays the next card: the one that holds nine (N2)."""
        if self.sale:
            return self.sale.card.owner
        nine = [seat for seat in self.seats if self.hands[seat].total() == 9]
        return nine[0] if nine and self.phase != "over" else None

    def _count(self) -> None:
        """Count our own cards and coins: a referee who loses some has no opinion."""
        sale = self.sale
        laid = [sale.card, sale.second, *(offer.card for offer in sale.offers.values())] if sale else []
        cards = sum(hand.total() for hand in self.hands.values()) + sum(card is not None for card in laid)
        coins = sum(self.coins.values()) + self.spent
        coins += sale.coins + sum(offer.coins for offer in sale.offers.values()) if sale else 0
        same("the cards in my books", cards, 8 * len(self.dealt) + (self.phase not in ("dealing", "opening", "auctioning")))
        same("the coins in my books", coins, PLAYERS * COINS)

    def do_hide_coins(self, by: str) -> list[Plain]:
        """Hide one player's coins, if players decide that for themselves and this one hasn't yet (N7)."""
        allowed("the game goes on", self.phase != "over")
        same("coins", self.options["coins"], "each")
        allowed("a player whose coins lie open", by in set(self.seats) - self.hidden)
        self.hidden.add(by)
        return [event("CoinsHidden", seat=by)]

    def do_deal_goods(self, by: str, seat: str, first: str, second: str) -> list[Plain]:
        allowed("goods are dealt now", self.phase == "dealing")
        companion_deals = self.options["deal"] == "companion"
        allowed("who deals", by == ("chance" if companion_deals else seat))
        allowed("who is dealt to next", not companion_deals or seat == self.seats[len(self.dealt)])
        allowed("there are such goods", first in GOODS and second in GOODS)
        allowed("two goods in their order", GOODS.index(first) < GOODS.index(second))
        allowed("each player is dealt goods once", seat in self.seats and seat not in self.dealt)
        allowed("no good goes to two players", not {first, second} & {good for pair in self.dealt.values() for good in pair})
        self.dealt[seat] = [first, second]
        self.hands[seat].update({first: 4, second: 4})
        if len(self.dealt) == PLAYERS:
            self.phase = "opening"
        return [event("GoodsDealt", seat=seat, goods=[first, second])]

    def do_name_opener(self, by: str, seat: str) -> list[Plain]:
        allowed("the opener is due", self.phase == "opening")
        drawn = self.options["opener"] == "drawn"  # N12
        allowed("who says who opens", by == "chance" if drawn else by in (*self.seats, "table"))
        allowed("the opener plays", seat in self.seats)
        self.phase, self.turn = "auctioning", seat
        return [event("OpenerNamed", seat=seat)]

    def do_bid_coins(self, by: str, amount: int) -> list[Plain]:
        self._bids(by)
        allowed(
            "a bid is 1 at first, and 1 or 2 more later", amount == 1 if self.leader is None else amount - self.bid in (1, 2)
        )
        allowed("no bid above the own coins", amount <= self.coins[by])
        self.bid, self.leader, self.bids[by] = amount, by, amount
        self.turn = self._next_in(by)
        return [event("BidMade", seat=by, amount=amount)]

    def do_drop(self, by: str) -> list[Plain]:
        self._bids(by)
        allowed("whoever opens says 1", self.leader is not None)
        self.out.append(by)
        dropped = event("Dropped", seat=by)
        if len(self.out) < PLAYERS - 1:
            self.turn = self._next_in(by)
            return [dropped]
        (buyer,) = set(self.seats) - set(self.out)
        same("who is left", buyer, self.leader)
        self.coins[buyer] -= self.bid  # N1
        self.spent += self.bid
        self.hands[buyer][CONTRABAND] += 1
        self.phase = "selling"
        return [dropped, event("ContrabandSold", buyer=buyer, price=self.bid)]

    def _bids(self, by: str) -> None:
        allowed("the auction is on, and it is their turn", self.phase == "auctioning" and by == self.turn)

    def _next_in(self, seat: str) -> str:
        place = self.seats.index(seat)
        return next(one for one in self.seats[place + 1 :] + self.seats[:place] if one not in self.out)

    def do_lay_card(self, by: str, card: str, face_down: bool) -> list[Plain]:
        allowed("a card is due", self.phase in ("selling", "declaring") and by == self.seller())
        allowed("no card follows the last sale", not self.was_last())  # N16
        allowed("the card is in the hand", self.hands[by][card] > 0)
        opened = self._opened() if self.phase == "declaring" else []  # N5
        if self.outcome:
            return opened  # N5: the card stays in the hand.
        self.sale = Sale(self._lay(by, card, face_down=face_down))
        self.sales += 1
        self.phase = "negotiating"
        return [*opened, event("CardLaid", seller=by, card=self._laid(self.sale.card))]

    def do_set_coins(self, by: str, coins: int) -> list[Plain]:
        sale = self._selling(by)
        allowed("the own coins", 0 <= coins <= self.coins[by] + sale.coins)
        self.coins[by] += sale.coins - coins
        sale.coins = coins  # N8: the offers stay as they are.
        return [event("CoinsSet", seller=by, coins=coins)]

    def do_offer(self, by: str, card: str, face_down: bool, coins: int) -> list[Plain]:
        sale = self._buying(by)
        self._take_back(by)
        allowed("a card or a coin", coins >= 0 and (card != "" or coins > 0))
        allowed("what lies face down is a card", card != "" or not face_down)
        allowed("the own coins", coins <= self.coins[by])
        allowed("the card is in the hand", not card or self.hands[by][card] > 0)
        laid = self._lay(by, card, face_down=face_down) if card else None
        self.coins[by] -= coins
        sale.made += 1
        sale.offers[by] = Bid(laid, coins, sale.made)
        sale.away.discard(by)
        shown = self._laid(laid) if laid else None
        return [event("OfferMade", buyer=by, card=shown, coins=coins, revision=sale.made)]

    def do_withdraw(self, by: str) -> list[Plain]:
        sale = self._buying(by)
        offered = by in sale.offers
        allowed("no is said once", by not in sale.away)
        self._take_back(by)
        sale.away.add(by)  # N15
        return [event("OfferWithdrawn" if offered else "StoodBack", buyer=by)]

    def do_accept(self, by: str, buyer: str, revision: int) -> list[Plain]:
        sale = self._selling(by)
        allowed("there is such an offer", buyer in sale.offers)
        offer = sale.offers.pop(buyer)
        same("the offer that is taken", revision, offer.revision)  # 4.3: as it lies there
        self._all_back()
        self.hands[buyer][sale.card.name] += 1
        self.coins[buyer] += sale.coins
        self.coins[by] += offer.coins
        if offer.card:
            self.hands[by][offer.card.name] += 1
        self.sale = None
        sold, paid = self._laid(sale.card, buyer), self._laid(offer.card, by) if offer.card else None
        deal = event("DealMade", seller=by, buyer=buyer, sold=sold, coins=sale.coins, paid=paid, price=offer.coins)
        return [deal, *self._finished(by, buyer)]

    def do_force_sale(self, by: str, card: str, good: str) -> list[Plain]:
        sale = self._selling(by)
        allowed("the card is in the hand", self.hands[by][card] > 0)
        self._all_back()
        self.coins[by] += sale.coins  # N3
        sale.coins = 0
        sale.second = self._lay(by, card, face_down=True)
        allowed("the good is not in the hand", good in GOODS and not self.hands[by][good])  # N13
        sale.good = good
        sale.shown = {seat: self.hands[seat][good] for seat in self.seats if self.hands[seat][good]}
        allowed("somebody has the good", bool(sale.shown))
        self.phase = "picking"
        return [event("SaleForced", seller=by, card=self._laid(sale.second), good=good, shown=sale.shown)]

    def do_pick_card(self, by: str, owner: str) -> list[Plain]:
        sale = self.sale
        allowed("a card is to be picked", self.phase == "picking" and by == sale.card.owner)
        allowed("they show such a card", owner in sale.shown)
        self.hands[owner][sale.good] -= 1
        self.hands[by][sale.good] += 1
        both = (sale.card, sale.second)
        self.hands[owner].update(card.name for card in both)
        self.sale = None
        cards = [self._laid(card, owner) for card in both]
        return [event("CardPicked", seller=by, owner=owner, good=sale.good, cards=cards), *self._finished(by, owner)]

    def _selling(self, by: str) -> Sale:
        allowed("they sell now", self.phase == "negotiating" and by == self.sale.card.owner)
        return self.sale

    def _buying(self, by: str) -> Sale:
        allowed("they may buy now", self.phase == "negotiating" and by in self.seats and by != self.sale.card.owner)
        return self.sale

    def _lay(self, owner: str, card: str, *, face_down: bool) -> OnMarket:
        self.hands[owner][card] -= 1
        return OnMarket(owner, card, face_down)

    def _take_back(self, buyer: str) -> None:
        if offer := self.sale.offers.pop(buyer, None):
            self.coins[buyer] += offer.coins
            if offer.card:
                self.hands[buyer][offer.card.name] += 1

    def _all_back(self) -> None:
        for buyer in list(self.sale.offers):
            self._take_back(buyer)

    def _laid(self, card: OnMarket, *others: str) -> Plain:
        """Return the card as recorded in an event: face down, only its owner and *others* may know it."""
        eyes = (card.owner, *others) if card.face_down else (*self.seats, "table")
        return event("Laid", card=sealed(card.name, eyes, 1), face_down=card.face_down)
