"""The end of Négoces 2 for the second opinion (RULEBOOK 5): who may declare, who has won, and what is shown."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tests.proof.rules.referees.negoces2_market import CARDS, GOODS
from tests.proof.rules.referees.records import Plain, Referee, allowed, event, sealed

PLAYERS: Final = 4
FORTUNE: Final = 31  # N4


class Ending(Referee):
    """The referee's view of the end, from the books kept by `Negoces2`."""

    hands: dict[str, Counter[str]]
    coins: dict[str, int]
    hidden: set[str]
    limit: int | None
    sales: int

    def can_win(self, seat: str) -> bool:
        return self.coins[seat] >= FORTUNE or self._has_all_goods(seat)

    def was_last(self) -> bool:
        """Return whether no sale follows the current one, or the last one (N6)."""
        return self.sales == self.limit

    def _finished(self, seller: str, buyer: str) -> list[Plain]:
        """Return what follows a sale at once: no win before everybody has sold, and, with that option, a question to all."""
        self.have_sold.add(seller)
        self.last_buyer = buyer
        self.answers = {}
        self.phase = "selling"
        if len(self.have_sold) == PLAYERS or self.was_last():  # N6: then not everybody needs to have sold.
            if self.options["declare"] == "by_choice":
                self.phase = "declaring"
                return []
            if winning := [seat for seat in self.seats if self.can_win(seat)]:
                return self._won(winning)
        return self._limit_reached() if self.was_last() else []

    def do_declare(self, by: str) -> list[Plain]:
        allowed("they play, and have what it takes", by in self.seats and self.can_win(by))
        return self._answer(by, declares=True)

    def do_keep_silent(self, by: str) -> list[Plain]:
        return self._answer(by, declares=False)

    def _answer(self, by: str, *, declares: bool) -> list[Plain]:
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
        return [event("NobodyDeclared"), *(self._limit_reached() if self.was_last() else [])]

    def _won(self, winning: list[str]) -> list[Plain]:
        claims = {seat: self._claim(seat, alone=len(winning) == 1) for seat in winning}
        winners = self._richest(winning)
        if self.last_buyer in winners:
            winners = [self.last_buyer]
        cause = "goods" if any(claims[seat]["goods"] for seat in winners) else "coins"
        shown = {seat: claim["coins"] for seat, claim in claims.items() if claim["coins"] is not None}
        return [event("WinsDeclared", claims=claims), *self._over(cause, winners, shown, claims)]

    def _claim(self, seat: str, *, alone: bool) -> Plain:
        """Return what is shown with a win (N11): just enough goods, because everything else stays hidden."""
        goods = self._has_all_goods(seat)
        return event("Claim", goods=goods, coins=None if goods and alone else self.coins[seat])

    def _limit_reached(self) -> list[Plain]:
        """Return the end of the longest game (N6): all coins are shown."""
        return self._over("limit", self._richest(self.seats), self.coins, {})

    def _over(self, cause: str, winners: list[str], shown: Mapping[str, int], claims: Plain) -> list[Plain]:
        self.phase = "over"
        coins = {seat: self.coins[seat] for seat in self.seats if seat in shown or seat not in self.hidden}
        self.outcome = event("Outcome", cause=cause, winners=winners, coins=coins, claims=claims)
        ended = event("GameEnded", cause=cause, winners=winners, coins=coins)
        return (
            [ended, event("HandsOpened", hands={seat: self.cards(seat) for seat in self.seats})]
            if self.all_shown()
            else [ended]
        )

    def all_shown(self) -> bool:
        """Return whether the game is over and all hands are shown (N22)."""
        return self.phase == "over" and self.options["hands_at_end"] == "on"

    def cards(self, seat: str) -> list[str]:
        return [name for name in CARDS for _ in range(self.hands[seat][name])]

    def _richest(self, seats: Sequence[str]) -> list[str]:
        return [seat for seat in seats if self.coins[seat] == max(self.coins[one] for one in seats)]

    def _has_all_goods(self, seat: str) -> bool:
        return all(self.hands[seat][good] for good in GOODS)
