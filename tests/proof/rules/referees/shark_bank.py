"""A second opinion on Shark, from its RULEBOOK alone, whose numbers these are; it keeps cash, shares and map in its own way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.proof.rules.referees.records import Plain, Referee, allowed, event, sealed
from tests.proof.rules.referees.shark_map import COMPANIES, TOP, Placing, placing, zone

SHARES: Final = 40  # S1, of each company
BUILDINGS: Final = 18  # of each company
BUYS: Final = 5  # S3, in a turn


class Bank(Referee):
    """The books of one game, and the events that follow from each command."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, str]) -> None:
        super().__init__(seats, {"head_start": "none", "head_start_size": "small", **options})
        self.hidden = self.options["holdings"] == "hidden"  # S9: secret to their owner
        self.capped = self.on("chains_capped")  # V1
        self.cash = dict.fromkeys(self.seats, 0)
        if (favoured := self.options["head_start"]) in self.seats:  # S14
            self.cash[favoured] = {"small": 1, "large": 2}[self.options["head_start_size"]]
        self.shares: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.map: dict[str, str] = {}
        self.gone: Counter[str] = Counter()  # buildings that were removed from the map
        self.prices = self.was = dict.fromkeys(COMPANIES, 0)
        self.history = [self.prices]
        self.phase, self.rolled, self.round, self.bought = "naming", False, 1, 0
        self.first: str | None = None
        self.active: str | None = None
        self.dice: Plain | None = None
        self.may_build: tuple[str, ...] = ()
        self.plans: dict[tuple[str, str], Placing] = {}  # by empty cell of the zone, and company
        self.owed: dict[str, int] = {}
        self.out: list[list[str]] = []  # players who are out, by turn, the earliest first
        self.statement: Plain | None = None
        self.final: Plain | None = None
        self.outcome: Plain | None = None

    def on(self, option: str) -> bool:
        return self.options[option] == "on"

    def pool(self, company: str) -> int:
        """Return how many shares of the company the bank has (S1)."""
        return SHARES - sum(held[company] for held in self.shares.values())

    def standing(self, company: str) -> int:
        return sum(one == company for one in self.map.values())

    def still_in(self) -> list[str]:
        return [seat for seat in self.seats if not any(seat in group for group in self.out)]

    def value_in_need(self, company: str) -> int:
        """Return the value of a share in a forced sale, before halving (S7)."""
        return self.prices[company] or (2 if self.options["worthless_shares"] == "one" else 0)

    def worth(self, seat: str) -> int:
        return self.cash[seat] + sum(self.prices[company] * held for company, held in self.shares[seat].items())

    def _others(self) -> list[str]:
        at = self.seats.index(self.active)
        return [seat for seat in [*self.seats[at + 1 :], *self.seats[:at]] if seat in self.still_in()]

    def do_name_first(self, who: str, first: str) -> list[Any]:
        allowed("2: somebody is to be named who begins", self.phase == "naming" and first in self.seats)
        allowed("2: they may say who", who in (["chance"] if self.options["first"] == "drawn" else [*self.seats, "table"]))
        self.first = self.active = first
        shares = self.options["starting_share"] != "none" and not self.capped  # V1
        self.phase = "taking" if shares else self.phase
        return [event("FirstNamed", seat=first), *([] if shares else [self._turn(first)])]

    def do_take_share(self, who: str, company: str) -> list[Any]:
        allowed("S2: first shares are chosen", self.options["starting_share"] == "chosen")
        return self._first_share(who, company, event("ShareTaken", seat=who, company=company))

    def do_deal_share(self, who: str, holder: str, company: str) -> list[Any]:
        allowed("S2: chance deals the first shares", self.options["starting_share"] == "random" and who == "chance")
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
        self._goes_on(who, rolled=True)
        ended, following = self.active, self._others()[0]
        place = lambda seat: (self.seats.index(seat) - self.seats.index(self.first)) % len(self.seats)
        self.round += place(following) <= place(ended)
        return [event("TurnEnded", seat=ended), self._turn(following)]

    def _goes_on(self, who: str, *, rolled: bool) -> None:
        allowed("3: the dice are thrown once in each turn", self.phase == "trading" and self.rolled == rolled)
        allowed("S8: it is theirs to do", who in {self.active, "table"})

    def do_buy(self, who: str, company: str, count: int) -> list[Any]:
        self._trades(who, company, count)
        allowed("S3: no more than five shares are bought in a turn", self.bought + count <= BUYS)
        allowed("S1: the bank has so many shares", count <= self.pool(company))
        allowed("4: they can pay for it", count * self.prices[company] <= self.cash[who])
        self.bought += count
        return [self._trade("SharesBought", who, company, count)]

    def do_sell(self, who: str, company: str, count: int) -> list[Any]:
        self._trades(who, company, count)
        allowed("4: they have so many shares", count <= self.shares[who][company])
        return [self._trade("SharesSold", who, company, -count)]

    def _trades(self, who: str, company: str, count: int) -> None:
        allowed("4: they trade now", self.phase == "trading" and who == self.active)
        allowed("1: there is such a company", company in COMPANIES)
        allowed("4: it is about a share at least, of a company that is traded", count >= 1 and self.prices[company] >= 1)

    def _trade(self, kind: str, who: str, company: str, count: int) -> Plain:
        self.shares[who][company] += count
        self.cash[who] -= count * self.prices[company]
        return event(kind, seat=who, company=company, price=self.prices[company], count=self._secret(who, abs(count)))

    def do_roll_dice(self, who: str) -> list[Any]:
        allowed("5: the companion throws the dice", self.options["dice"] == "companion")
        self._goes_on(who, rolled=False)
        self.phase = "throwing"
        return [event("DiceShaken", seat=self.active)]

    def do_throw_dice(self, who: str, number: int, colour: str) -> list[Any]:
        if self.options["dice"] == "companion":
            allowed("5: chance throws the dice", self.phase == "throwing" and who == "chance")
        else:
            self._goes_on(who, rolled=False)
        colours = [""] if self.on("no_colour_die") else [*COMPANIES, "black", "white"]
        allowed("1: there are such dice", number in range(1, 7) and colour in colours)
        self.dice = {"number": number, "colour": colour}
        self.was, meant = self.prices, self._meant(colour)
        empty = [cell for cell in zone(number) if cell not in self.map]
        self.plans = {(cell, one): placing(self.map, one, cell, capped=self.capped) for cell in empty for one in meant}
        can = {company for (_, company), plan in self.plans.items() if plan.fits}
        self.may_build = tuple(company for company in meant if company in can)
        allowed("S5: of all companies one can always be built", len(meant) < len(COMPANIES) or bool(self.may_build))
        rolled = event("DiceRolled", seat=self.active, number=number, colour=colour, companies=list(self.may_build))
        self.statement, self.phase = None, "building"
        if self.may_build:
            return [rolled]
        self.phase, self.rolled = "trading", True
        self.history.append(self.prices)
        self._open_statement("", "", [], 0)
        return [rolled, event("NothingBuilt", seat=self.active, zone=number, colour=colour)]

    def _meant(self, colour: str) -> list[str]:
        """Return the companies that the colour die leaves to the player, whether or not they can be built (5, V2, V3)."""
        if colour in COMPANIES:
            return [colour]
        scarce = colour == "black" and self.on("black_is_scarcest")
        fewest = min(self.standing(company) for company in COMPANIES)
        return [company for company in COMPANIES if not scarce or self.standing(company) == fewest]

    def do_build(self, who: str, company: str, cell: str) -> list[Any]:
        allowed("5: they build now", self.phase == "building" and who == self.active)
        allowed("5: the dice leave them this company", company in self.may_build)
        allowed("6: the cell is empty and in the zone", (cell, company) in self.plans)
        plan = self.plans[cell, company]
        allowed("S4: every neighbour is smaller", plan.fits)
        price, removed = plan.prices[company], [(one, taken) for taken, cells in plan.rivals for one in cells]
        bonus = price if price > self.prices[company] else 0 if self.capped and plan.size > 1 else 1  # 7.1, V1
        self.gone.update(taken for _, taken in removed)
        self.map, self.prices, self.was = plan.map_after, plan.prices, self.prices
        self.history.append(self.prices)
        built = event(
            "Built", seat=who, company=company, cell=cell, cluster=plan.size, removed=[one for one, _ in removed],
            companies=[taken for _, taken in removed], before=per_company(self.was), after=per_company(self.prices),
        )  # fmt: skip
        self._open_statement(company, cell, plan.rivals, bonus)
        self.cash[who] += bonus
        paid = [event("BonusPaid", seat=who, bonus=bonus)] if bonus else []
        return [built, *paid, *self._gains(), *self._losses(), *self._settled()]

    def _gains(self) -> list[Any]:
        events = []
        for company in COMPANIES:
            if (rise := self.prices[company] - self.was[company]) > 0:
                gains = {seat: rise * self.shares[seat][company] for seat in self.still_in()}
                self.cash = {seat: cash + gains.get(seat, 0) for seat, cash in self.cash.items()}
                self.statement["gains"].append((company, rise, gains))
                secrets = {seat: self._secret(seat, gain) for seat, gain in gains.items()}
                events.append(event("GainsPaid", company=company, rise=rise, gains=secrets))
        return events

    def _losses(self) -> list[Any]:
        """Let everybody except the active player pay for the fallen prices (7.3, S6), all of it as one debt (8)."""
        drops = {company: max(0, self.was[company] - self.prices[company]) for company in COMPANIES}
        if not any(drops.values()):
            return []
        losses = {seat: {one: drops[one] * self.shares[seat][one] for one in COMPANIES} for seat in self._others()}
        debts = {seat: sum(each.values()) for seat, each in losses.items()}
        short = {seat: debt for seat, debt in debts.items() if debt > self.cash[seat]}
        for seat in debts.keys() - short:
            self.cash[seat] -= debts[seat]
        fallen = [one for one in COMPANIES if drops[one]]
        self.statement["losses"] = [(one, drops[one], {seat: losses[seat][one] for seat in losses}) for one in fallen]
        secrets = {seat: self._secret(seat, per_company(each)) for seat, each in losses.items()}
        told = event("LossesPaid", drops=per_company(drops), losses=secrets, short=list(short))
        return [told, *self._in_need(short)]

    def _in_need(self, debts: dict[str, int]) -> list[Any]:
        """Remove those, together (S10), who can't pay even by a forced sale; ask the others for one."""
        pays = {seat: self.cash[seat] + self._brings(self.shares[seat]) for seat in debts}
        out = [seat for seat, debt in debts.items() if pays[seat] < debt]
        events = [self._sold("WentOut", seat, self.shares[seat], debts[seat], is_out=True, paid=pays[seat]) for seat in out]
        self.cash.update(dict.fromkeys(out, 0))
        self.shares.update({seat: Counter() for seat in out})
        self.out += [out] if out else []
        self.owed = {seat: debt for seat, debt in debts.items() if seat not in out}
        self.statement["sales"] |= {seat: {"debt": debt} for seat, debt in self.owed.items()}
        return [*events, *(event("FellShort", seat=seat, debt=self._secret(seat, debt)) for seat, debt in self.owed.items())]

    def _brings(self, sold: Mapping[str, int]) -> int:
        """Return half of the shares' value, rounded up once."""
        return (sum(count * self.value_in_need(company) for company, count in sold.items()) + 1) // 2

    def do_sell_for_debt(self, who: str, **sold: int) -> list[Any]:
        allowed("8: they owe something", who in self.owed)
        allowed("S7: they have these shares", all(0 <= sold[one] <= self.shares[who][one] for one in COMPANIES))
        missing = self.owed[who] - self.cash[who]
        allowed("S7: the sale brings enough", self._brings(sold) >= missing)
        for company in COMPANIES:
            spared = sold[company] and self._brings(sold | {company: sold[company] - 1}) >= missing
            allowed(f"S7: no share of {company} could be left out", not spared)
        self.cash[who] = self._brings(sold) - missing
        self.shares[who].subtract(sold)
        return [self._sold("SharesSoldForDebt", who, sold, self.owed.pop(who)), *self._settled()]

    def _sold(self, kind: str, seat: str, sold: Mapping[str, int], debt: int, *, is_out: bool = False, **paid: int) -> Plain:
        told = {"sold": per_company(sold), "brought": self._brings(sold), "debt": debt}
        self.statement["sales"][seat] = {**told, "is_out": is_out}
        return event(kind, seat=seat, **{name: self._secret(seat, value) for name, value in (told | paid).items()})

    def _settled(self) -> list[Any]:
        """Go on once nobody owes anything: to the final sale, or to the second trade."""
        if self.owed:
            self.phase = "owing"
            return []
        if len(self.still_in()) == 1:
            return self._final_sale("last")
        if TOP in self.prices.values():
            return self._final_sale("price")
        if any(self.standing(one) + self.gone[one] == BUILDINGS for one in COMPANIES):
            return self._final_sale("stock")
        self.phase, self.rolled = "trading", True
        return []

    def _final_sale(self, cause: str) -> list[Any]:
        left = self.still_in()
        cash, money = {seat: self.cash[seat] for seat in left}, {seat: self.worth(seat) for seat in self.seats}
        sold = {seat: per_company(self.shares[seat]) for seat in left}
        brought = {seat: money[seat] - cash[seat] for seat in left}
        self.final = event("MarketClosed", prices=per_company(self.prices), cash=cash, sold=sold, brought=brought)
        best = sorted({money[seat] for seat in left}, reverse=True)
        ranking = [[seat for seat in left if money[seat] == sum_] for sum_ in best] + self.out[::-1]
        ended = {"cause": cause, "winners": ranking[0], "ranking": ranking, "money": money}
        self.outcome = event("Outcome", **ended)
        for seat in left:
            self.cash[seat], self.shares[seat] = money[seat], Counter()
        self.phase, self.rolled = "over", False
        return [self.final, event("GameEnded", **ended)]

    def _open_statement(self, company: str, cell: str, rivals: Any, bonus: int) -> None:
        self.statement = {
            "seat": self.active, "company": company, "cell": cell, "removed": rivals, "before": per_company(self.was),
            "after": per_company(self.prices), "bonus": bonus, "gains": [], "losses": [], "sales": {},
        }  # fmt: skip

    def _secret(self, seat: str, contents: Any) -> Plain:
        """Return a number as it is recorded: visible to the holder only, or to everybody (S9)."""
        return sealed(contents, [seat] if self.hidden else [*self.seats, "table"], 0)


def per_company(numbers: Mapping[str, int]) -> Plain:
    return event("Each", **{company: numbers.get(company, 0) for company in COMPANIES})
