"""A second opinion on Négoces 2, from its RULEBOOK alone, whose numbers these are. News, and who is awaited, aren't judged."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tests.proof.rules.referees.negoces2_books import CARDS, CONTRABAND, GOODS, PLAYERS, Bid, Books, OnMarket, Sale
from tests.proof.rules.referees.records import Plain, allowed, event, same, sealed


class Negoces2(Books):
    """The referee of one game of Négoces 2."""

    def do_hide_coins(self, by: str) -> list[Plain]:
        """Hide one player's coins, if players decide that for themselves and this one hasn't yet (N7)."""
        same("coins", self.options["coins"], "each")
        allowed("a player whose coins lie open", by in set(self.seats) - self.hidden)
        self.hidden.add(by)
        return [event("CoinsHidden", seat=by)]

    def do_deal_goods(self, by: str, seat: str, first: str, second: str) -> list[Plain]:
        allowed("goods are dealt now", self.phase == "dealing")
        if self.options["deal"] == "companion":
            allowed("chance deals to one after the other", by == "chance" and seat == self.seats[len(self.dealt)])
        else:
            same("who deals", by, seat)
        allowed("two goods in their order", (first, second) in combinations(GOODS, 2))
        allowed("each player is dealt goods once", seat in self.seats and seat not in self.dealt)
        allowed("no good goes to two players", not {first, second} & {good for pair in self.dealt.values() for good in pair})
        self.dealt[seat] = [first, second]
        self.hands[seat].update({first: 4, second: 4})
        if len(self.dealt) == PLAYERS:
            self.phase = "opening"
        return [event("GoodsDealt", seat=seat, goods=[first, second])]

    def do_name_opener(self, by: str, seat: str) -> list[Plain]:
        allowed("the opener is due", self.phase == "opening")
        may_say = ["chance"] if self.options["opener"] == "drawn" else [*self.seats, "table"]  # N12
        allowed("who says who opens", by in may_say)
        allowed("the opener plays", seat in self.seats)
        self.phase, self.turn = "auctioning", seat
        return [event("OpenerNamed", seat=seat)]

    def do_bid_coins(self, by: str, amount: int) -> list[Plain]:
        self._bids(by)
        allowed("a bid is 1 at first, and 1 or 2 more later", amount - self.bid in ((1, 2) if self.leader else (1,)))
        allowed("no bid above the own coins", amount <= self.coins[by])
        self.bid, self.leader, self.bids[by] = amount, by, amount
        self.turn = self._next_in(by)
        return [event("BidMade", seat=by, amount=amount)]

    def do_drop(self, by: str) -> list[Plain]:
        self._bids(by)
        allowed("whoever opens says 1", self.leader is not None)
        self.out.append(by)
        self.turn = buyer = self._next_in(by)
        dropped = event("Dropped", seat=by)
        if len(self.out) < PLAYERS - 1:
            return [dropped]
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
        allowed("a card or a coin, and the own ones", (0 if card else 1) <= coins <= self.coins[by])
        allowed("what lies face down is a card", card != "" or not face_down)
        laid = self._lay(by, card, face_down=face_down) if card else None
        self.coins[by] -= coins
        sale.made += 1
        sale.offers[by] = Bid(laid, coins, sale.made)
        sale.away.discard(by)
        return [event("OfferMade", buyer=by, card=laid and self._laid(laid), coins=coins, revision=sale.made)]

    def do_withdraw(self, by: str) -> list[Plain]:
        sale = self._buying(by)
        allowed("no is said once", by not in sale.away)
        told = event("OfferWithdrawn" if by in sale.offers else "StoodBack", buyer=by)
        self._take_back(by)
        sale.away.add(by)  # N15
        return [told]

    def do_accept(self, by: str, buyer: str, revision: int) -> list[Plain]:
        sale = self._selling(by)
        allowed("there is such an offer", buyer in sale.offers)
        card, coins, made = sale.offers.pop(buyer)
        same("the offer that is taken", revision, made)  # 4.3: as it lies there
        self._all_back()
        self._receive(buyer, sale.card, sale.coins)
        self._receive(by, card, coins)
        self.sale = None
        sold, paid = self._laid(sale.card, buyer), card and self._laid(card, by)
        deal = event("DealMade", seller=by, buyer=buyer, sold=sold, coins=sale.coins, paid=paid, price=coins)
        return [deal, *self._finished(by, buyer)]

    def do_force_sale(self, by: str, card: str, good: str) -> list[Plain]:
        sale = self._selling(by)
        self._all_back()
        self.coins[by] += sale.coins  # N3
        sale.coins = 0
        sale.second, sale.good = self._lay(by, card, face_down=True), good
        allowed("the good is not in the hand", good in GOODS and not self.hands[by][good])  # N13
        sale.shown = {seat: self.hands[seat][good] for seat in self.seats if self.hands[seat][good]}
        allowed("somebody has the good", bool(sale.shown))
        self.phase = "picking"
        return [event("SaleForced", seller=by, card=self._laid(sale.second), good=good, shown=sale.shown)]

    def do_pick_card(self, by: str, owner: str) -> list[Plain]:
        sale = self.sale
        allowed("a card is to be picked", self.phase == "picking" and by == sale.card.owner)
        allowed("they show such a card", owner in sale.shown)
        self.hands[owner].subtract([sale.good])
        self.hands[by].update([sale.good])
        self.hands[owner].update([sale.card.name, sale.second.name])
        self.sale, cards = None, [self._laid(card, owner) for card in (sale.card, sale.second)]
        return [event("CardPicked", seller=by, owner=owner, good=sale.good, cards=cards), *self._finished(by, owner)]

    def _selling(self, by: str) -> Sale:
        allowed("they sell now", self.phase == "negotiating" and by == self.sale.card.owner)
        return self.sale

    def _buying(self, by: str) -> Sale:
        allowed("they may buy now", self.phase == "negotiating" and by in self.seats and by != self.sale.card.owner)
        return self.sale

    def _lay(self, owner: str, card: str, *, face_down: bool) -> OnMarket:
        allowed("the card is in the hand", self.hands[owner][card] > 0)
        self.hands[owner][card] -= 1
        return OnMarket(owner, card, face_down)

    def _receive(self, seat: str, card: OnMarket | None, coins: int) -> None:
        self.coins[seat] += coins
        if card:
            self.hands[seat][card.name] += 1

    def _take_back(self, buyer: str) -> None:
        card, coins, _ = self.sale.offers.pop(buyer, Bid())
        self._receive(buyer, card, coins)

    def _all_back(self) -> None:
        for buyer in list(self.sale.offers):
            self._take_back(buyer)

    def _laid(self, card: OnMarket, *others: str) -> Plain:
        """Return the card as recorded in an event: face down, only its owner and *others* may know it."""
        eyes = (card.owner, *others) if card.face_down else (*self.seats, "table")
        return event("Laid", card=sealed(card.name, eyes, 1), face_down=card.face_down)

    # RULEBOOK 5: who may declare, who has won, and what is shown then.

    def _finished(self, seller: str, buyer: str) -> list[Plain]:
        """Return what follows a sale at once: no win before everybody has sold, and, with that option, a question to all."""
        self.have_sold.add(seller)
        self.last_buyer, self.answers, self.phase = buyer, {}, "selling"
        if len(self.have_sold) == PLAYERS or self.was_last():  # N6: then not everybody needs to have sold.
            if self.options["declare"] == "by_choice":
                self.phase = "declaring"
                return []
            if winning := [seat for seat in self.seats if self.can_win(seat)]:
                return self._won(winning)
        return self._limit_reached()

    def do_declare(self, by: str) -> list[Plain]:
        allowed("they play, and have what it takes", by in self.seats and self.can_win(by))
        return self.do_keep_silent(by, declares=True)

    def do_keep_silent(self, by: str, *, declares: bool = False) -> list[Plain]:
        allowed("they are asked, and have not answered", self.phase == "declaring" and by not in self.answers)  # N10
        allowed("a player answers", by in self.seats)
        self.answers[by] = declares
        answered = event("Answered", seat=by, declares=sealed(declares, [by], 0))
        return [answered, *(self._opened() if len(self.answers) == PLAYERS else [])]

    def do_open_answers(self, by: str) -> list[Plain]:
        allowed("answers are waited for", self.phase == "declaring")
        one_missing = by in self.answers and len(self.answers) == PLAYERS - 1  # N17
        allowed("they may go on", by == "table" or one_missing)
        return self._opened()

    def _opened(self) -> list[Plain]:
        if winning := [seat for seat in self.seats if self.answers.get(seat)]:
            return self._won(winning)
        self.phase = "selling"
        return [event("NobodyDeclared"), *self._limit_reached()]

    def _won(self, winning: Sequence[str]) -> list[Plain]:
        """End the game. Each of *winning* shows just enough goods, because everything else stays hidden (N11)."""
        goods = {seat: self.has_all_goods(seat) for seat in winning}
        coins = {seat: self.coins[seat] for seat in winning if len(winning) > 1 or not goods[seat]}
        claims = {seat: event("Claim", goods=goods[seat], coins=coins.get(seat)) for seat in winning}
        winners = self._richest(winning)
        winners = [self.last_buyer] if self.last_buyer in winners else winners
        cause = "goods" if any(goods[seat] for seat in winners) else "coins"
        return [event("WinsDeclared", claims=claims), *self._over(cause, winners, coins, claims)]

    def _limit_reached(self) -> list[Plain]:
        """Return the end of the longest game (N6), if this is it: all coins are shown."""
        return self._over("limit", self._richest(self.seats), self.coins, {}) if self.was_last() else []

    def _over(self, cause: str, winners: list[str], shown: Mapping[str, int], claims: Plain) -> list[Plain]:
        self.phase = "over"
        coins = {seat: self.coins[seat] for seat in self.seats if seat in shown or seat not in self.hidden}
        self.outcome = event("Outcome", cause=cause, winners=winners, coins=coins, claims=claims)
        ended = event("GameEnded", cause=cause, winners=winners, coins=coins)
        hands = {seat: sorted(hand.elements(), key=CARDS.index) for seat, hand in self.hands.items()}
        return [ended, *([event("HandsOpened", hands=hands)] if self.all_shown() else [])]

    def _richest(self, seats: Sequence[str]) -> list[str]:
        return [seat for seat in seats if self.coins[seat] == max(self.coins[one] for one in seats)]
