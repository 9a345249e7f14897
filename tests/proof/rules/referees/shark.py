"""The referee of Shark: what every viewer must be shown, by the second banker's books (RULEBOOK 11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tests.proof.rules.referees.records import Plain, allowed, event
from tests.proof.rules.referees.shark_bank import BUILDINGS, BUYS, Bank, per_company
from tests.proof.rules.referees.shark_map import COMPANIES, Placing, sizes, zone

WHY_NOT: Final = "a reason"


class Shark(Bank):
    """Agrees with a game of Shark, or says where it doesn't. The sentences of the news aren't judged."""

    latest = ""

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        super().follow(seat, command, events)
        self.latest = events[-1]["is"]

    def look(self, viewer: str, view: Plain) -> None:
        super().look(viewer, view)
        for cell in view["site"]["cells"] if view["site"] else ():
            for one in cell["previews"]:
                plan = self.plans[cell["cell"], one["company"]]
                reasons = [_why_not(plan, *rival) for rival in plan.too_large()] or [None]
                allowed(f"S4: {one['why_not']} is why {cell['cell']} is not for {one['company']}", one["why_not"] in reasons)

    def comparable(self, name: str, value: Any) -> Any:
        """Return the event or field with its unordered parts sorted, and with all reasons against building treated alike."""
        match name, value:
            case "Built", {"removed": removed, "companies": companies}:
                return {**value, "removed": sorted(zip(removed, companies, strict=True)), "companies": []}
            case "site", {"cells": cells}:
                return {**value, "cells": [{**cell, "previews": list(map(_in_order, cell["previews"]))} for cell in cells]}
            case "statement", {"sales": sales}:
                return {**_in_order(value), "sales": sorted(sales, key=_seat)}
            case "debts", _:
                return sorted(value, key=_seat)
        return value

    def view(self, viewer: str) -> Plain:
        is_over = self.phase == "over"
        buys = self.phase not in {"naming", "taking", "over"} and self._knows(viewer, self.active)
        return {
            "viewer": viewer, "phase": self.phase, "round": self.round, "first": self.first, "rolled": self.rolled,
            "active": None if is_over else self.active, "buildings": self.map,
            "companies": [self._company(company) for company in COMPANIES],
            "buys_left": BUYS - self.bought if buys else None,
            "dice": self.dice and event("Dice", **self.dice), "history": [per_company(prices) for prices in self.history],
            "options": event("Options", **self.options), "latest": self.latest, "final": self.final, "outcome": self.outcome,
            "seats": [self._seat(viewer, seat) for seat in self.seats],
            "site": self._site(viewer) if self.phase == "building" else None,
            "debts": [self._debt(viewer, seat) for seat in self.owed],
            "statement": self.statement and self._statement(viewer, **self.statement),
        }  # fmt: skip

    def _company(self, company: str) -> Plain:
        standing, gone, pool = self.standing(company), self.gone[company], self.pool(company)
        return event(
            "CompanyView", company=company, price=self.prices[company], was=self.was[company],
            pool=min(pool, 5) if self.hidden and self.phase != "over" else pool, standing=standing,  # S9
            gone=gone, stock=BUILDINGS - standing - gone, chains=sizes(self.map, company),
        )  # fmt: skip

    def _knows(self, viewer: str, seat: str | None) -> bool:
        """Return whether *viewer* may know what *seat* does with money and shares (S9)."""
        return not self.hidden or viewer == seat

    def _seat(self, viewer: str, seat: str) -> Plain:
        over, out = self.phase == "over", seat not in self.still_in()
        held = {"cash": self.cash[seat], "shares": per_company(self.shares[seat]), "worth": self.worth(seat)}
        return event(
            "SeatView", seat=seat, is_active=seat == self.active and not over, is_out=out, must_sell=seat in self.owed,
            rank=self._rank(seat) if over or out else 0, **_if(over or out or self._knows(viewer, seat), **held),
        )  # fmt: skip

    def _rank(self, seat: str) -> int:
        """Return the place of the seat; equal seats share the better one."""
        ranking = self.outcome["ranking"] if self.outcome else [self.still_in(), *reversed(self.out)]
        place = next(number for number, group in enumerate(ranking) if seat in group)
        return 1 + sum(map(len, ranking[:place]))

    def _debt(self, viewer: str, seat: str) -> Plain:
        values = per_company({company: self.value_in_need(company) for company in COMPANIES})
        sums = _if(self._knows(viewer, seat), debt=self.owed[seat], needed=self.owed[seat] - self.cash[seat])
        return event("DebtView", seat=seat, values=values, **sums)

    def _statement(self, viewer: str, *, gains: Any, losses: Any, sales: Any, removed: Any, **told: Any) -> Plain:
        return event(
            "StatementView", **told, removed=_removed(removed), gains=[self._change(viewer, *change) for change in gains],
            losses=[self._change(viewer, *change) for change in losses],
            sales=[self._sale(viewer, seat, **sale) for seat, sale in sales.items()],
        )  # fmt: skip

    def _change(self, viewer: str, company: str, by: int, sums: dict[str, int]) -> Plain:
        known = {seat: sum_ if self._knows(viewer, seat) else None for seat, sum_ in sorted(sums.items())}
        return event("ChangeView", company=company, by=by, sums=_sums(known))

    def _sale(self, viewer: str, seat: str, *, is_out: bool = False, **told: Any) -> Plain:
        sums = _if(self._knows(viewer, seat), **{"sold": None, "brought": None, **told})
        return event("SaleView", seat=seat, is_done="sold" in told, is_out=is_out, **sums)

    def _site(self, viewer: str) -> Plain:
        free = [place for place, plan in self.plans.items() if not plan.too_large()]
        legal = {company: [cell for cell, one in free if one == company] for company in self.may_build}
        cells = [self._cell(viewer, cell) for cell in zone(self.dice["number"])]
        return event("SiteView", zone=self.dice["number"], companies=list(self.may_build), legal=legal, cells=cells)

    def _cell(self, viewer: str, cell: str) -> Plain:
        previews = [self._preview(viewer, cell, one) for one in self.may_build if (cell, one) in self.plans]
        return event("CellView", cell=cell, taken=self.map.get(cell), previews=previews)

    def _preview(self, viewer: str, cell: str, company: str) -> Plain:
        plan, nothing = self.plans[cell, company], per_company({})
        told: Plain = event("PreviewView", company=company, why_not=WHY_NOT, cluster=0, removed={}, bonus=0)
        if plan.too_large():
            return {**told, "after": nothing, "rises": nothing, "drops": nothing, "mine": None, "others": []}
        bonus, moves = self.bonus(company, plan), {one: plan.prices[one] - self.prices[one] for one in COMPANIES}
        nets = {seat: self._net(seat, bonus, moves) for seat in self.still_in()}
        return {
            **told, "why_not": None, "cluster": plan.size, "removed": _removed(plan.rivals), "bonus": bonus,
            "after": per_company(plan.prices), "rises": per_company({one: max(0, by) for one, by in moves.items()}),
            "drops": per_company({one: max(0, -by) for one, by in moves.items()}), "mine": nets.pop(viewer, None),
            "others": _sums({seat: net for seat, net in nets.items() if self._knows(viewer, seat)}),
        }  # fmt: skip

    def _net(self, seat: str, bonus: int, moves: dict[str, int]) -> int:
        """Return what *seat* would get for the building, minus its cost to them: none to who builds."""
        held, builds = self.shares[seat], seat == self.active
        return bonus * builds + sum(held[one] * (max(0, by) if builds else by) for one, by in moves.items())


def _if(known: bool, **told: Any) -> Plain:
    return told if known else dict.fromkeys(told)


def _sums(sums: Mapping[str, int | None]) -> list[Plain]:
    """Return who gets or pays how much, without those who neither get nor pay."""
    return [event("SumView", seat=seat, sum=sum_) for seat, sum_ in sums.items() if sum_ != 0]


def _why_not(plan: Placing, company: str, size: int) -> Plain:
    """Return that a rival is in the way, as it is recorded."""
    code = "rival_equal" if size == plan.size else "rival_larger"
    fields = [["company", event("Term", code=f"shark.company.{company}")], ["size", size], ["own", plan.size]]
    return event("Refusal", rule="S4", said=event("Said", code=f"shark.refusal.{code}", fields=fields))


def _removed(clusters: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """Return the removed buildings by company; a statement doesn't tell clusters apart."""
    removed: dict[str, list[str]] = {}
    for company, cells in clusters:
        removed[company] = sorted([*removed.get(company, []), *cells])
    return removed


def _in_order(shown: Plain) -> Plain:
    told = shown["removed"]
    removed = told if isinstance(told, dict) else _removed((one["company"], one["cells"]) for one in told)
    reason = {"why_not": WHY_NOT} if shown.get("why_not") else {}
    return {**shown, "removed": removed, **reason}


def _seat(one: Plain) -> str:
    return str(one["seat"])
