"""The referee of Shark: what every viewer must be shown, by the second banker's books (RULEBOOK 11)."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any

from tests.proof.rules.referees.records import Plain, event
from tests.proof.rules.referees.shark_bank import BUILDINGS, BUYS, Bank, per_company
from tests.proof.rules.referees.shark_map import COMPANIES, sizes


class Shark(Bank):
    """Agrees with Shark, but for news, and what a cell's preview promises: tests/companion/shark/test_board.py."""

    latest = ""

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        super().follow(seat, command, events)
        self.latest = events[-1]["is"]

    def comparable(self, name: str, value: Any) -> Any:
        """Return the event or field with its unordered parts sorted."""
        match name, value:
            case "Built", {"removed": removed, "companies": companies}:
                return {**value, "removed": sorted(zip(removed, companies, strict=True)), "companies": []}
            case "statement", {"removed": told, "sales": sales}:
                removed = told if isinstance(told, dict) else _removed((one["company"], one["cells"]) for one in told)
                return {**value, "removed": removed, "sales": sorted(sales, key=itemgetter("seat"))}
            case "debts", _:
                return sorted(value, key=itemgetter("seat"))
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
        """Return who gets or pays how much, as far as that is known, without those who neither get nor pay."""
        known = {seat: sum_ if self._knows(viewer, seat) else None for seat, sum_ in sorted(sums.items())}
        shown = [event("SumView", seat=seat, sum=sum_) for seat, sum_ in known.items() if sum_ != 0]
        return event("ChangeView", company=company, by=by, sums=shown)

    def _sale(self, viewer: str, seat: str, *, is_out: bool = False, **told: Any) -> Plain:
        sums = _if(self._knows(viewer, seat), **{"sold": None, "brought": None, **told})
        return event("SaleView", seat=seat, is_done="sold" in told, is_out=is_out, **sums)


def _if(known: bool, **told: Any) -> Plain:
    return told if known else dict.fromkeys(told)


def _removed(clusters: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """Return the removed buildings by company; a statement doesn't tell clusters apart."""
    removed: dict[str, list[str]] = {}
    for company, cells in clusters:
        removed[company] = sorted([*removed.get(company, []), *cells])
    return removed
