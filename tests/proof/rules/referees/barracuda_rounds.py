"""Barracuda's rounds for its referee: the bag, rent, last order and the end of the game, by the numbers of the rule book."""

from tests.proof.rules.referees.barracuda_books import DEAREST_PILE, NO_NOTES, PAWNS, Books, Seat, notes, worth
from tests.proof.rules.referees.records import Events, Plain, allowed, event, same, sealed


class Rounds(Books):
    """The books, and everything around the actions."""

    def _begin_round(self, number: int) -> None:
        self.round, self.phase = number, "drawing"
        self.bag, self.order = [list(self.seats)], []
        self.hand_in_bag = self.order_called = False
        self.declined: set[Seat] = set()

    def do_shuffle_bars(self, seat: Seat, order: list[str]) -> Events:
        self.deck = order
        allowed("the deck is shuffled by chance, and once", seat == "chance" and self.phase == "shuffling")
        allowed("there are such bar cards, not left out", set(order) <= self.cards.keys() - self.left_out)
        same("places of the ten bars", sorted(self.cards[bar][2] for bar in set(order)), [1] * 5 + [2] * 5)
        allowed("each card is there once", len(order) == 10)
        self.phase = "drawing"
        return [event("BarsShuffled", deck=sealed(self.deck, ["chance"], 0))]

    def _may_draw(self) -> None:
        allowed("a draw is due", self.phase == "drawing" and not self.hand_in_bag)
        if self.options["last_order_window"] == "everyone" and self._order_may_be_called():
            allowed("all have declined last order (B12)", self.declined == set(self.seats))

    def do_call_draw(self, seat: Seat) -> Events:
        self._at_table(seat)
        self._may_draw()
        same("who draws", self.options["draw"], "companion")
        self.hand_in_bag, self.revealed = True, None
        return [event("DrawCalled")]

    def do_draw_pawn(self, seat: Seat, pawn: Seat) -> Events:
        if self.options["draw"] == "companion":
            allowed("the hand is in the bag, and takes what it finds", seat == "chance" and self.hand_in_bag)
        else:
            self._at_table(seat)
            self._may_draw()
        self.hand_in_bag, self.revealed = False, None
        allowed(f"{pawn} is in the bag", pawn in self.bag[0])
        self.bag[0].remove(pawn)
        self.bag = [group for group in self.bag if group]
        told = event("PawnDrawn", pawn=pawn)
        if self.options["turn_order"] != "whole":
            return [told, *self._turn_of(pawn)]
        self.next_up.append(pawn)
        self.hand_in_bag = bool(self.bag) and self.options["draw"] == "companion"
        return [told, *([] if self.bag else self._next_turn())]

    def _next_turn(self) -> Events:
        """Begin the turn of the next pawn in the order drawn (B4)."""
        seat = self.next_up.pop(0)
        return [event("TurnBegan", seat=seat), *self._turn_of(seat)]

    def _turn_of(self, seat: Seat) -> Events:
        """Check whether five pawns win, take the rent, and check whether any action is possible (B5, B6, B11)."""
        self.order.append(seat)
        self.phase = "acting"
        if self.round == 1:
            return []
        if seat in self.lasting:
            return self._end("five", [seat], None)
        rents, free = self.bill(seat)
        due = sum(rents) - free
        if due > self.purses[seat].real:
            return self._bankrupt(seat, "rent", due)
        self.pay(seat, due)
        told = event("RentPaid", seat=seat, rents=rents, free=free, paid=due)
        return [told, *([] if self.can_act(seat) else self._bankrupt(seat, "no_action", 0))]

    def _end_turn(self) -> Events:
        if self.standing(self.order[-1]) == PAWNS:
            self.lasting.add(self.order[-1])
        self.keep_lasting()  # Before the next turn begins by itself.
        self.phase = "drawing"
        if self.bag:
            return []
        if self.next_up:
            return self._next_turn()
        self._begin_round(self.round + 1)
        return [event("RoundBegan", round=self.round)]

    def _order_may_be_called(self) -> bool:
        rounds = self.round > 1 or self.options["first_last_order"] == "every_round"
        return rounds and not (self.order or self.next_up or self.order_called or self.hand_in_bag)

    def do_call_last_order(self, seat: Seat) -> Events:
        self._at_table(seat)
        allowed("last order may be called (B12, B17)", self.phase == "drawing" and self._order_may_be_called())
        self.order_called, self.stakes, self.phase = True, {}, "staking"
        return [event("LastOrderCalled", seat=seat), *self._reveal_if_all_lie()]

    def do_decline_last_order(self, seat: Seat) -> Events:
        same("last_order_window", self.options["last_order_window"], "everyone")
        allowed("last order may be called", self.phase == "drawing" and self._order_may_be_called())
        allowed("they play, and haven't declined", seat in self.seats and seat not in self.declined)
        self.declined.add(seat)
        return [event("LastOrderDeclined", seat=seat)]

    def do_stake(self, seat: Seat, pile: Plain) -> Events:
        allowed("they are asked to stake", self.stakes is not None and seat in self.purses and seat not in self.stakes)
        allowed("a stake is worth at most 12", worth(pile).real <= DEAREST_PILE)
        self._lays(seat, pile)
        self.stakes[seat] = pile
        told = event("StakeLaid", seat=seat, pile=sealed(pile, [seat], notes(pile)))
        return [told, *self._reveal_if_all_lie()]

    def _reveal_if_all_lie(self) -> Events:
        """Reveal the stakes if none is missing: without notes a player counts as 0 (B18). The bank gets all of them (B13)."""
        stakes = self.stakes
        if any(any(self.purses[seat]) for seat in self.seats if seat not in stakes):
            return []
        values = {seat: worth(stakes[seat]).real if seat in stakes else 0 for seat in self.seats}
        self.bag = [[seat for seat in self.seats if values[seat] == value] for value in sorted(set(values.values()))]
        for pile in stakes.values():
            self.bank += worth(pile)
        stakes = {seat: stakes.get(seat, NO_NOTES) for seat in self.seats}
        shown = {"groups": [list(group) for group in self.bag], "stakes": stakes}
        self.revealed, self.stakes, self.phase = event("Reveal", **shown), None, "drawing"
        return [event("StakesRevealed", **shown)]

    def _lays(self, seat: Seat, pile: Plain) -> None:
        """Lay down a pile by B8: at least a note; with that option also a fake, from a player who has one."""
        allowed("there is a note in the pile", notes(pile) > 0)
        if self.options["stake_minimum"] == "one_fake":
            allowed("there is a fake in the pile", pile["fakes"] > 0 or self.purses[seat].fakes == 0)
        self.purses[seat] -= worth(pile)

    def _at_table(self, seat: Seat) -> None:
        allowed("they play, or it was a key (B16)", seat in self.seats or seat == "table")

    def _bankrupt(self, loser: Seat, cause: str, due: int) -> Events:
        """Rank the others: most pawns, then most real money, then the last tie-break; players still equal share the win."""
        last = sum if self.options["last_tiebreak"] == "total_rent" else max
        rents = {seat: last([bar.rent for bar in self.leases(seat)] or [0]) for seat in self.seats}
        score = {seat: (self.standing(seat), self.purses[seat].real, rents[seat]) for seat in self.seats if seat != loser}
        winners = [seat for seat in score if score[seat] == max(score.values())]
        return [event("WentBankrupt", seat=loser, cause=cause, due=due), *self._end(cause, winners, loser)]

    def _end(self, cause: str, winners: list[Seat], loser: Seat | None) -> Events:
        self.phase = "over"
        pawns = {seat: self.standing(seat) for seat in self.seats}
        ended = {"cause": cause, "winners": winners, "loser": loser, "pawns": pawns}
        self.outcome = event("Outcome", **ended)
        self.books_open = self.options["reveal_at_end"] == "on"
        purses = {seat: purse.plain() for seat, purse in self.purses.items()}
        books = [event("BooksOpened", purses=purses, bank=self.bank.plain())] if self.books_open else []
        return [event("GameEnded", **ended), *books]
