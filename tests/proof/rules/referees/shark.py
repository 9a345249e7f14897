"""The referee of Shark: events, and what every viewer must be shown, by the second banker's books (RULEBOOK 11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tests.proof.rules.referees.records import Plain, allowed
from tests.proof.rules.referees.shark_bank import BUILDINGS, per_company
from tests.proof.rules.referees.shark_books import BUYS, Books
from tests.proof.rules.referees.shark_map import CELLS, COMPANIES, Placing, placing, sizes, zone

SHOWN_OF_POOL: Final = 5  # S9
WHY_NOT: Final = "a reason"


class Shark(Books):
    """Agrees with a game of Shark, or says where it doesn't. The sentences of the news aren't judged."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.latest = ""
        self._public = self._for_all()

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        super().follow(seat, command, events)
        self.latest = events[-1]["is"]
        self._public = self._for_all()

    def view(self, viewer: str) -> Plain:
        return {"viewer": viewer, **self._public, **self._for_one(viewer)}

    def look(self, viewer: str, view: Plain) -> None:
        super().look(viewer, view)
        for cell in view["site"]["cells"] if view["site"] else ():
            for one in cell["previews"]:
                reasons = self._reasons.get((cell["cell"], one["company"]), [None])
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

    def _for_all(self) -> Plain:
        playing = self.phase not in {"naming", "taking", "over"}
        self._consider()
        return {
            "phase": self.phase, "round": self.round, "first": self.first, "rolled": self.rolled,
            "active": None if self.phase == "over" else self.active, "buildings": self.map,
            "companies": [self._company(company) for company in COMPANIES],
            "buys_left": BUYS - self.bought if playing else None,
            "dice": self.dice and {"is": "Dice", **self.dice}, "history": [per_company(prices) for prices in self.history],
            "options": {"is": "Options", **self.options}, "latest": self.latest, "final": self.final,
            "outcome": self.outcome,
        }  # fmt: skip

    def _company(self, company: str) -> Plain:
        standing, gone, pool = self.standing(company), self.gone[company], self.pool(company)
        return {
            "is": "CompanyView", "company": company, "price": self.prices[company], "was": self.was[company],
            "pool": min(pool, SHOWN_OF_POOL) if self.hidden() and self.phase != "over" else pool, "standing": standing,
            "gone": gone, "stock": BUILDINGS - standing - gone, "chains": sizes(self.map, company),
        }  # fmt: skip

    def _for_one(self, viewer: str) -> Plain:
        own = {
            "seats": [self._seat(viewer, seat) for seat in self.seats],
            "site": self._site(viewer) if self.phase == "building" else None,
            "debts": [self._debt(viewer, seat) for seat in sorted(self.owed)],
            "statement": self._statement(viewer) if self.statement else None,
        }
        return own if self._may_know(viewer, self.active) else {**own, "buys_left": None}

    def _may_know(self, viewer: str, seat: str | None) -> bool:
        """Return whether *viewer* may know what *seat* does with money and shares (S9)."""
        return not self.hidden() or viewer == seat

    def _seat(self, viewer: str, seat: str) -> Plain:
        over, out = self.phase == "over", seat in self.gone_out()
        known = over or out or self._may_know(viewer, seat)
        return {
            "is": "SeatView", "seat": seat, "is_active": seat == self.active and not over, "is_out": out,
            "must_sell": seat in self.owed, "cash": self.cash[seat] if known else None,
            "shares": per_company(self.shares[seat]) if known else None, "worth": self.worth(seat) if known else None,
            "rank": self._rank(seat) if over or out else 0,
        }  # fmt: skip

    def _rank(self, seat: str) -> int:
        """Return the place of the seat; equal seats share the better one."""
        ranking = self.outcome["ranking"] if self.outcome else [self.still_in(), *reversed(self.out)]
        place = next(number for number, group in enumerate(ranking) if seat in group)
        return 1 + sum(map(len, ranking[:place]))

    def _debt(self, viewer: str, seat: str) -> Plain:
        known = self._may_know(viewer, seat)
        debt = self.owed[seat]
        values = per_company({company: self.value_in_need(company) for company in COMPANIES})
        sums = {"debt": debt, "needed": debt - self.cash[seat]} if known else {"debt": None, "needed": None}
        return {"is": "DebtView", "seat": seat, "values": values, **sums}

    def _statement(self, viewer: str) -> Plain:
        told: Plain = self.statement or {}
        return {
            "is": "StatementView", **{name: told[name] for name in ("seat", "company", "cell", "bonus")},
            "before": per_company(told["before"]), "after": per_company(told["after"]), "removed": _removed(told["removed"]),
            "gains": [self._change(viewer, *change) for change in told["gains"]],
            "losses": [self._change(viewer, *change) for change in told["losses"]],
            "sales": [self._sale(viewer, seat, sale) for seat, sale in sorted(told["sales"].items())],
        }  # fmt: skip

    def _change(self, viewer: str, company: str, by: int, sums: dict[str, int]) -> Plain:
        known = {seat: sum_ if self._may_know(viewer, seat) else None for seat, sum_ in sorted(sums.items())}
        told = [{"is": "SumView", "seat": seat, "sum": sum_} for seat, sum_ in known.items() if sum_ != 0]
        return {"is": "ChangeView", "company": company, "by": by, "sums": told}

    def _sale(self, viewer: str, seat: str, sale: Plain) -> Plain:
        done, known = "sold" in sale, self._may_know(viewer, seat)
        return {
            "is": "SaleView", "seat": seat, "is_done": done, "is_out": sale.get("is_out", False),
            "debt": sale["debt"] if known else None, "sold": per_company(sale["sold"]) if known and done else None,
            "brought": sale["brought"] if known and done else None,
        }  # fmt: skip

    def _consider(self) -> None:
        self._plans: dict[tuple[str, str], tuple[Placing, dict[str, int]]] = {}
        self._reasons: dict[tuple[str, str], list[Plain]] = {}
        for cell in self._zone() if self.phase == "building" else ():
            for company in self.may_build if cell not in self.map else ():
                plan = placing(self.map, company, cell)
                if plan.is_legal():
                    self._plans[cell, company] = plan, self.prices_after(plan)
                else:
                    self._reasons[cell, company] = [_why_not(plan, *rival) for rival in plan.too_large()]

    def _zone(self) -> list[str]:
        return [cell for cell in CELLS if zone(cell) == self.dice["number"]]

    def _site(self, viewer: str) -> Plain:
        cells = self._zone()
        return {
            "is": "SiteView", "zone": self.dice["number"], "companies": list(self.may_build),
            "legal": {one: [cell for cell in cells if (cell, one) in self._plans] for one in self.may_build},
            "cells": [self._cell(viewer, cell) for cell in cells],
        }  # fmt: skip

    def _cell(self, viewer: str, cell: str) -> Plain:
        taken = self.map.get(cell)
        previews = [] if taken else [self._preview(viewer, cell, company) for company in self.may_build]
        return {"is": "CellView", "cell": cell, "taken": taken, "previews": previews}

    def _preview(self, viewer: str, cell: str, company: str) -> Plain:
        nothing = per_company({})
        told: Plain = {"is": "PreviewView", "company": company, "why_not": WHY_NOT, "cluster": 0, "removed": {}, "bonus": 0}
        if (cell, company) not in self._plans:
            return {**told, "after": nothing, "rises": nothing, "drops": nothing, "mine": None, "others": []}
        plan, after = self._plans[cell, company]
        bonus = self.bonus(company, plan.size, self.prices[company], after[company])
        moves = {one: after[one] - self.prices[one] for one in COMPANIES}
        rises, drops = {one: max(0, by) for one, by in moves.items()}, {one: max(0, -by) for one, by in moves.items()}
        return {
            **told, "why_not": None, "cluster": plan.size, "removed": _removed(plan.rivals), "bonus": bonus,
            "after": per_company(after), "rises": per_company(rises), "drops": per_company(drops),
            "mine": self._mine(viewer, bonus, rises, drops), "others": self._nets(viewer, bonus, rises, drops),
        }  # fmt: skip

    def _mine(self, viewer: str, bonus: int, rises: dict[str, int], drops: dict[str, int]) -> int | None:
        """Return what the viewer would get for the building, minus its cost to them; None for a viewer who doesn't play."""
        return self._net(viewer, bonus, rises, drops) if viewer in self.still_in() else None

    def _nets(self, viewer: str, *moves: Any) -> list[Plain]:
        """Return the same for the other players whose shares the viewer may see, without those who'd get and lose nothing."""
        seats = [seat for seat in self.still_in() if seat != viewer and self._may_know(viewer, seat)]
        return [{"is": "SumView", "seat": seat, "sum": sum_} for seat in seats if (sum_ := self._net(seat, *moves))]

    def _net(self, seat: str, bonus: int, rises: dict[str, int], drops: dict[str, int]) -> int:
        held = self.shares[seat]
        gain = sum(rises[one] * held[one] for one in COMPANIES)
        if seat == self.active:
            return bonus + gain
        return gain - sum(drops[one] * held[one] for one in COMPANIES)


def _why_not(plan: Placing, company: str, size: int) -> Plain:
    """Return that a rival is in the way, as it is recorded."""
    code = "rival_equal" if size == plan.size else "rival_larger"
    named = {"is": "Term", "code": f"shark.company.{company}"}
    fields = [["company", named], ["size", size], ["own", plan.size]]
    return {"is": "Refusal", "rule": "S4", "said": {"is": "Said", "code": f"shark.refusal.{code}", "fields": fields}}


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
