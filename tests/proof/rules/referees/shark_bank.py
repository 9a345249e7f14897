"""Shark's bank for the second opinion: the books, and the consequences of a building (RULEBOOK 6 to 9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.proof.rules.referees.records import Plain, Referee, allowed, event, sealed
from tests.proof.rules.referees.shark_map import CELLS, COMPANIES, TOP, Placing, placing, price, zone

TABLE, CHANCE = "table", "chance"
SHARES: Final = 40  # S1, of each company
BUILDINGS: Final = 18  # of each company
UNTOLD: Final = {
    "starting_share": "chosen", "first": "drawn", "dice": "companion", "worthless_shares": "one", "holdings": "open",
    "chains_capped": "off", "black_is_scarcest": "off", "no_colour_die": "off", "head_start": "none",
    "head_start_size": "small",
}  # fmt: skip


class Bank(Referee):
    """The books of one game, and all consequences of a building."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, str]) -> None:
        super().__init__(seats, {**UNTOLD, **options})
        self.cash = dict.fromkeys(self.seats, 0) | self._head_start()
        self.shares: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.map: dict[str, str] = {}
        self.gone: Counter[str] = Counter()  # buildings that were removed from the map
        self.prices = dict.fromkeys(COMPANIES, 0)
        self.was = dict(self.prices)
        self.history = [dict(self.prices)]
        self.phase, self.rolled, self.round, self.bought = "naming", False, 1, 0
        self.first: str | None = None
        self.active: str | None = None
        self.dice: Plain | None = None
        self.may_build: tuple[str, ...] = ()
        self.owed: dict[str, int] = {}
        self.out: list[list[str]] = []  # players who are out, by turn, the earliest first
        self.statement: Plain | None = None
        self.final: Plain | None = None
        self.outcome: Plain | None = None

    def _head_start(self) -> dict[str, int]:
        """Return what whoever has a head start begins with (S14)."""
        favoured = self.options["head_start"]
        return {favoured: {"small": 1, "large": 2}[self.options["head_start_size"]]} if favoured in self.seats else {}

    def on(self, option: str) -> bool:
        return self.options[option] == "on"

    def hidden(self) -> bool:
        """Return whether holdings are secret to their owner (S9)."""
        return self.options["holdings"] == "hidden"

    def pool(self, company: str) -> int:
        """Return how many shares of the company the bank has (S1)."""
        return SHARES - sum(held[company] for held in self.shares.values())

    def standing(self, company: str) -> int:
        return sum(one == company for one in self.map.values())

    def gone_out(self) -> list[str]:
        return [seat for group in self.out for seat in group]

    def still_in(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.gone_out()]

    def value_in_need(self, company: str) -> int:
        """Return the value of a share in a forced sale, before halving (S7)."""
        worthless = 2 if self.options["worthless_shares"] == "one" else 0
        return self.prices[company] or worthless

    def worth(self, seat: str) -> int:
        return self.cash[seat] + sum(self.prices[company] * held for company, held in self.shares[seat].items())

    def bonus(self, company: str, cluster: int, before: int, after: int) -> int:
        """Return what the active player gets for a building (7.1, V1)."""
        if after > before:
            return after
        return 0 if self.on("chains_capped") and cluster > 1 else 1

    def prices_after(self, plan: Placing) -> dict[str, int]:
        left = plan.map_after()
        return {company: price(left, company, capped=self.on("chains_capped")) for company in COMPANIES}

    def _others(self) -> list[str]:
        at = self.seats.index(self.active)
        return [seat for seat in [*self.seats[at + 1 :], *self.seats[:at]] if seat not in self.gone_out()]

    def do_build(self, who: str, company: str, cell: str) -> list[Any]:
        allowed("5: they build now", self.phase == "building" and who == self.active)
        allowed("5: the dice leave them this company", company in self.may_build)
        allowed("1: there is such a cell", cell in CELLS)
        allowed("6: the cell is empty and in the zone", zone(cell) == self.dice["number"] and cell not in self.map)
        plan = placing(self.map, company, cell)
        allowed("S4: every neighbour is smaller", plan.is_legal())
        before, after = self.prices, self.prices_after(plan)
        removed = [(one, taken) for taken, cells in plan.rivals for one in cells]
        self.gone.update(taken for _, taken in removed)
        self.map, self.prices, self.was = plan.map_after(), after, before
        self.history.append(dict(after))
        built = event(
            "Built", seat=who, company=company, cell=cell, cluster=plan.size, removed=[one for one, _ in removed],
            companies=[taken for _, taken in removed], before=per_company(before), after=per_company(after),
        )  # fmt: skip
        bonus = self.bonus(company, plan.size, before[company], after[company])
        self._open_statement(company, cell, plan.rivals, before, bonus)
        return [built, *self._bonus(bonus), *self._gains(before), *self._losses(before), *self._settled()]

    def _bonus(self, bonus: int) -> list[Any]:
        self.cash[self.active] += bonus
        return [event("BonusPaid", seat=self.active, bonus=bonus)] if bonus else []

    def _gains(self, before: dict[str, int]) -> list[Any]:
        events = []
        for company in COMPANIES:
            if (rise := self.prices[company] - before[company]) > 0:
                gains = {seat: rise * self.shares[seat][company] for seat in self.still_in()}
                for seat, gain in gains.items():
                    self.cash[seat] += gain
                self.statement["gains"].append((company, rise, gains))
                secrets = {seat: self._secret(seat, gain) for seat, gain in gains.items()}
                events.append(event("GainsPaid", company=company, rise=rise, gains=secrets))
        return events

    def _losses(self, before: dict[str, int]) -> list[Any]:
        """Let everybody except the active player pay for the fallen prices (7.3, S6), all of it as one debt (8)."""
        drops = {company: max(0, before[company] - self.prices[company]) for company in COMPANIES}
        if not any(drops.values()):
            return []
        others = self._others()
        losses = {seat: {one: drops[one] * self.shares[seat][one] for one in COMPANIES} for seat in others}
        debts = {seat: sum(each.values()) for seat, each in losses.items()}
        short = [seat for seat in others if debts[seat] > self.cash[seat]]
        for seat in set(others) - set(short):
            self.cash[seat] -= debts[seat]
        secrets = {seat: self._secret(seat, per_company(each)) for seat, each in losses.items()}
        self.statement["losses"] = [
            (one, drops[one], {seat: losses[seat][one] for seat in others}) for one in COMPANIES if drops[one]
        ]
        told = event("LossesPaid", drops=per_company(drops), losses=secrets, short=short)
        return [told, *self._in_need({seat: debts[seat] for seat in short})]

    def _in_need(self, debts: dict[str, int]) -> list[Any]:
        """Remove those, together (S10), who can't pay even by a forced sale; ask the others for one."""
        out = [seat for seat, debt in debts.items() if self.cash[seat] + self._brings(self.shares[seat]) < debt]
        events = [self._goes_out(seat, debts[seat]) for seat in out]
        self.out += [out] if out else []
        self.owed = {seat: debt for seat, debt in debts.items() if seat not in out}
        self.statement["sales"] |= {seat: {"debt": debt} for seat, debt in self.owed.items()}
        asked = [event("FellShort", seat=seat, debt=self._secret(seat, debt)) for seat, debt in self.owed.items()]
        return [*events, *asked]

    def _brings(self, sold: dict[str, int]) -> int:
        """Return half of the shares' value, rounded up once."""
        return (sum(count * self.value_in_need(company) for company, count in sold.items()) + 1) // 2

    def _goes_out(self, seat: str, debt: int) -> Plain:
        sold, brought = dict(self.shares[seat]), self._brings(self.shares[seat])
        paid = self.cash[seat] + brought
        self.cash[seat], self.shares[seat] = 0, Counter()
        self.statement["sales"][seat] = {"debt": debt, "sold": sold, "brought": brought, "is_out": True}
        told = {"sold": per_company(sold), "brought": brought, "debt": debt, "paid": paid}
        return event("WentOut", seat=seat, **{name: self._secret(seat, value) for name, value in told.items()})

    def do_sell_for_debt(self, who: str, **sold: int) -> list[Any]:
        allowed("8: they owe something", who in self.owed)
        debt, cash = self.owed[who], self.cash[who]
        allowed("S7: they have these shares", all(0 <= sold[one] <= self.shares[who][one] for one in COMPANIES))
        brought = self._brings(sold)
        allowed("S7: the sale brings enough", cash + brought >= debt)
        for company in COMPANIES:
            spared = sold[company] and cash + self._brings(sold | {company: sold[company] - 1}) >= debt
            allowed(f"S7: no share of {company} could be left out", not spared)
        self.cash[who] += brought - debt
        self.shares[who].subtract(sold)
        del self.owed[who]
        self.statement["sales"][who] |= {"sold": sold, "brought": brought}
        told = {"sold": per_company(sold), "brought": brought, "debt": debt}
        done = event("SharesSoldForDebt", seat=who, **{name: self._secret(who, value) for name, value in told.items()})
        return [done, *self._settled()]

    def _settled(self) -> list[Any]:
        """Go on once nobody owes anything: to the final sale, or to the second trade."""
        if self.owed:
            self.phase = "owing"
            return []
        if cause := self._cause():
            return self._final_sale(cause)
        self.phase, self.rolled = "trading", True
        return []

    def _cause(self) -> str:
        if len(self.still_in()) == 1:
            return "last"
        if TOP in self.prices.values():
            return "price"
        used_up = [one for one in COMPANIES if self.standing(one) + self.gone[one] == BUILDINGS]
        return "stock" if used_up else ""

    def _final_sale(self, cause: str) -> list[Any]:
        left = self.still_in()
        cash = {seat: self.cash[seat] for seat in left}
        sold = {seat: per_company(self.shares[seat]) for seat in left}
        money = {seat: self.worth(seat) for seat in self.seats}
        brought = {seat: money[seat] - cash[seat] for seat in left}
        self.final = event("MarketClosed", prices=per_company(self.prices), cash=cash, sold=sold, brought=brought)
        best = sorted({money[seat] for seat in left}, reverse=True)
        ranking = [[seat for seat in left if money[seat] == sum_] for sum_ in best]
        ranking += reversed(self.out)
        ended = {"cause": cause, "winners": ranking[0], "ranking": ranking, "money": money}
        self.outcome = event("Outcome", **ended)
        for seat in left:
            self.cash[seat], self.shares[seat] = money[seat], Counter()
        self.phase, self.rolled = "over", False
        return [self.final, event("GameEnded", **ended)]

    def _open_statement(self, company: str, cell: str, rivals: Any, before: dict[str, int], bonus: int) -> None:
        self.statement = {
            "seat": self.active, "company": company, "cell": cell, "removed": rivals, "before": dict(before),
            "after": dict(self.prices), "bonus": bonus, "gains": [], "losses": [], "sales": {},
        }  # fmt: skip

    def _secret(self, seat: str, contents: Any) -> Plain:
        """Return a number as it is recorded: visible to the holder only, or to everybody (S9)."""
        return sealed(contents, [seat] if self.hidden() else [*self.seats, TABLE], 0)


def per_company(numbers: dict[str, int]) -> Plain:
    return event("Each", **{company: numbers.get(company, 0) for company in COMPANIES})
