"""A second opinion on Shark, written from its RULEBOOK alone, without a look at the companion's rules.

`Books` is a banker who keeps cash, shares and map in a separate way. What everybody must be shown is in `shark`. Numbers in
comments are those of the RULEBOOK.
"""

from typing import Any, Final

from tests.proof.rules.referees.records import Plain, allowed, event
from tests.proof.rules.referees.shark_bank import CHANCE, TABLE, Bank
from tests.proof.rules.referees.shark_map import COMPANIES, legal_cells

BUYS: Final = 5  # S3, in a turn


class Books(Bank):
    """One game as the second banker keeps it."""

    def do_name_first(self, who: str, first: str) -> list[Any]:
        allowed("2: somebody is to be named who begins", self.phase == "naming" and first in self.seats)
        by = [CHANCE] if self.options["first"] == "drawn" else [*self.seats, TABLE]
        allowed("2: they may say who begins", who in by)
        self.first = self.active = first
        shares = self.options["starting_share"] != "none" and not self.on("chains_capped")  # V1
        self.phase = "taking" if shares else self.phase
        return [event("FirstNamed", seat=first), *([] if shares else [self._turn(first)])]

    def do_take_share(self, who: str, company: str) -> list[Any]:
        allowed("S2: first shares are chosen", self.options["starting_share"] == "chosen")
        return self._first_share(who, company, event("ShareTaken", seat=who, company=company))

    def do_deal_share(self, who: str, holder: str, company: str) -> list[Any]:
        allowed("S2: chance deals the first shares", self.options["starting_share"] == "random" and who == CHANCE)
        return self._first_share(holder, company, event("ShareDealt", seat=holder, company=self._secret(holder, company)))

    def _first_share(self, seat: str, company: str, told: Any) -> list[Any]:
        allowed("1: there is such a company", company in COMPANIES)
        allowed("S2: it is their turn to get a first share", self.phase == "taking" and seat == self.active)
        self.shares[seat][company] += 1
        self.active = self._others()[0]
        return [told, *([self._turn(self.active)] if self.active == self.first else [])]

    def _turn(self, seat: str) -> Plain:
        self.active, self.phase, self.rolled, self.bought, self.dice = seat, "trading", False, 0, None
        return event("TurnBegan", seat=seat, round=self.round)

    def do_end_turn(self, who: str) -> list[Any]:
        allowed("3: the dice were thrown", self.phase == "trading" and self.rolled)
        allowed("S8: it is theirs to do", who in {self.active, TABLE})
        ended, following = self.active, self._others()[0]
        self.round += self._passes_first(ended, following)
        return [event("TurnEnded", seat=ended), self._turn(following)]

    def _passes_first(self, seat: str, following: str) -> bool:
        """Return whether a new round begins: whether the way round the table passes the seat that began."""
        count, begun = len(self.seats), self.seats.index(self.first)
        return (self.seats.index(following) - begun) % count <= (self.seats.index(seat) - begun) % count

    def do_buy(self, who: str, company: str, count: int) -> list[Any]:
        cost = self._traded(who, company, count)
        allowed("S3: no more than five shares are bought in a turn", self.bought + count <= BUYS)
        allowed("S1: the bank has so many shares", count <= self.pool(company))
        allowed("4: they can pay for it", cost <= self.cash[who])
        self.bought += count
        return [self._trade("SharesBought", who, company, count)]

    def do_sell(self, who: str, company: str, count: int) -> list[Any]:
        self._traded(who, company, count)
        allowed("4: they have so many shares", count <= self.shares[who][company])
        return [self._trade("SharesSold", who, company, -count)]

    def _traded(self, who: str, company: str, count: int) -> int:
        allowed("4: they trade now", self.phase == "trading" and who == self.active)
        allowed("1: there is such a company", company in COMPANIES)
        allowed("4: it is about a share at least", count >= 1)
        allowed("4: the company is traded", self.prices[company] >= 1)
        return count * self.prices[company]

    def _trade(self, kind: str, who: str, company: str, count: int) -> Plain:
        self.shares[who][company] += count
        self.cash[who] -= count * self.prices[company]
        return event(kind, seat=who, company=company, price=self.prices[company], count=self._secret(who, abs(count)))

    def do_roll_dice(self, who: str) -> list[Any]:
        allowed("5: the companion throws the dice", self.options["dice"] == "companion")
        self._dice_are_theirs(who)
        self.phase = "throwing"
        return [event("DiceShaken", seat=self.active)]

    def do_throw_dice(self, who: str, number: int, colour: str) -> list[Any]:
        if self.options["dice"] == "companion":
            allowed("5: chance throws the dice", self.phase == "throwing" and who == CHANCE)
        else:
            self._dice_are_theirs(who)
        colours = [""] if self.on("no_colour_die") else [*COMPANIES, "black", "white"]
        allowed("1: there are such dice", number in range(1, 7) and colour in colours)
        self.dice = {"number": number, "colour": colour}
        self.statement, self.was = None, dict(self.prices)
        meant = self._meant(colour)
        self.may_build = tuple(company for company in meant if legal_cells(self.map, company, number))
        allowed("S5: of all companies one can always be built", len(meant) < len(COMPANIES) or bool(self.may_build))
        rolled = event("DiceRolled", seat=self.active, number=number, colour=colour, companies=list(self.may_build))
        if self.may_build:
            self.phase = "building"
            return [rolled]
        return [rolled, self._nothing_built(number, colour)]

    def _dice_are_theirs(self, who: str) -> None:
        allowed("3: the dice are to be thrown", self.phase == "trading" and not self.rolled)
        allowed("S8: it is theirs to do", who in {self.active, TABLE})

    def _meant(self, colour: str) -> list[str]:
        """Return the companies that the colour die leaves to the player, whether or not they can be built (5, V2, V3)."""
        if colour in COMPANIES:
            return [colour]
        if colour == "black" and self.on("black_is_scarcest"):
            fewest = min(self.standing(company) for company in COMPANIES)
            return [company for company in COMPANIES if self.standing(company) == fewest]
        return list(COMPANIES)

    def _nothing_built(self, number: int, colour: str) -> Plain:
        self.phase, self.rolled = "trading", True
        self.history.append(dict(self.prices))
        self._open_statement("", "", [], self.prices, 0)
        return event("NothingBuilt", seat=self.active, zone=number, colour=colour)
