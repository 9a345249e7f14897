"""The referee of Shark: what happens, and what every viewer must be shown, by the second banker's books (RULEBOOK 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.proof.referees.records import allowed, same
from tests.proof.referees.shark_bank import BUILDINGS, per_company
from tests.proof.referees.shark_books import BUYS, Books
from tests.proof.referees.shark_map import CELLS, COMPANIES, Placing, placing, sizes, zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tests.proof.referees.records import Plain

SHOWN_OF_POOL: Final = 5  # S9
WHY_NOT: Final = "a reason"


class Shark:
    """Agrees with a game of Shark, or says where it doesn't. The sentences of the news aren't judged."""

    VIEWED: Final = (
        "phase", "round", "first", "active", "rolled", "seats", "companies", "buildings", "buys_left", "dice", "site",
        "debts", "statement", "history", "options", "latest", "final", "outcome",
    )  # fmt: skip

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        self.books = Books(seats, options)
        self.latest = ""
        self._public = self._for_all()

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        """Ask the books what must happen and compare it with what did."""
        expected = self.books.play(seat, command)
        same("events", [event["is"] for event in events], [event["is"] for event in expected])
        for recorded, own in zip(events, expected, strict=True):
            same(own["is"], _without_order(recorded), _without_order(own))
        self.latest = expected[-1]["is"]
        self._public = self._for_all()

    def look(self, viewer: str, view: Plain) -> None:
        """Compare every field of the view."""
        expected = {**self._public, **self._for_one(viewer)}
        same("viewer", view["viewer"], viewer)
        for field in self.VIEWED:
            same(field, _comparable(field, view[field]), expected[field])
        for cell in view["site"]["cells"] if view["site"] else ():
            for one in cell["previews"]:
                reasons = self._reasons.get((cell["cell"], one["company"]), [None])
                allowed(f"S4: {one['why_not']} is why {cell['cell']} is not for {one['company']}", one["why_not"] in reasons)

    def rise(self) -> None:
        """Say that the game is over."""
        allowed("9: the game has ended", self.books.phase == "over")

    # What everybody is shown alike

    def _for_all(self) -> Plain:
        books = self.books
        playing = books.phase not in {"naming", "taking", "over"}
        self._consider()
        return {
            "phase": books.phase, "round": books.round, "first": books.first, "rolled": books.rolled,
            "active": None if books.phase == "over" else books.active, "buildings": books.map,
            "companies": [self._company(company) for company in COMPANIES],
            "buys_left": BUYS - books.bought if playing else None,
            "dice": books.dice and {"is": "Dice", **books.dice}, "history": [per_company(prices) for prices in books.history],
            "options": {"is": "Options", **books.options}, "latest": self.latest, "final": books.final,
            "outcome": books.outcome,
        }  # fmt: skip

    def _company(self, company: str) -> Plain:
        books = self.books
        standing, gone, pool = books.standing(company), books.gone[company], books.pool(company)
        return {
            "is": "CompanyView", "company": company, "price": books.prices[company], "was": books.was[company],
            "pool": min(pool, SHOWN_OF_POOL) if books.hidden() and books.phase != "over" else pool, "standing": standing,
            "gone": gone, "stock": BUILDINGS - standing - gone, "chains": sizes(books.map, company),
        }  # fmt: skip

    # What each is shown

    def _for_one(self, viewer: str) -> Plain:
        books = self.books
        own = {
            "seats": [self._seat(viewer, seat) for seat in books.seats],
            "site": self._site(viewer) if books.phase == "building" else None,
            "debts": [self._debt(viewer, seat) for seat in sorted(books.owed)],
            "statement": self._statement(viewer) if books.statement else None,
        }
        return own if self._may_know(viewer, books.active) else {**own, "buys_left": None}

    def _may_know(self, viewer: str, seat: str | None) -> bool:
        """Return whether *viewer* may know what *seat* does with money and shares (S9)."""
        return not self.books.hidden() or viewer == seat

    def _seat(self, viewer: str, seat: str) -> Plain:
        books = self.books
        over, out = books.phase == "over", seat in books.gone_out()
        known = over or out or self._may_know(viewer, seat)
        return {
            "is": "SeatView", "seat": seat, "is_active": seat == books.active and not over, "is_out": out,
            "must_sell": seat in books.owed, "cash": books.cash[seat] if known else None,
            "shares": per_company(books.shares[seat]) if known else None, "worth": books.worth(seat) if known else None,
            "rank": self._rank(seat) if over or out else 0,
        }  # fmt: skip

    def _rank(self, seat: str) -> int:
        """Return the place of the seat; equals share the better one."""
        books = self.books
        ranking = books.outcome["ranking"] if books.outcome else [books.still_in(), *reversed(books.out)]
        place = next(number for number, group in enumerate(ranking) if seat in group)
        return 1 + sum(map(len, ranking[:place]))

    def _debt(self, viewer: str, seat: str) -> Plain:
        books, known = self.books, self._may_know(viewer, seat)
        debt = books.owed[seat]
        values = per_company({company: books.value_in_need(company) for company in COMPANIES})
        sums = {"debt": debt, "needed": debt - books.cash[seat]} if known else {"debt": None, "needed": None}
        return {"is": "DebtView", "seat": seat, "values": values, **sums}

    # The statement (7)

    def _statement(self, viewer: str) -> Plain:
        told: Plain = self.books.statement or {}
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

    # Where one may build (6), and what it would do

    def _consider(self) -> None:
        """Put every company that may be built on every empty cell of the zone in mind."""
        books = self.books
        self._plans: dict[tuple[str, str], tuple[Placing, dict[str, int]]] = {}
        self._reasons: dict[tuple[str, str], list[Plain]] = {}
        for cell in self._zone() if books.phase == "building" else ():
            for company in books.may_build if cell not in books.map else ():
                plan = placing(books.map, company, cell)
                if plan.is_legal():
                    self._plans[cell, company] = plan, books.prices_after(plan)
                else:
                    self._reasons[cell, company] = [_why_not(plan, *rival) for rival in plan.too_large()]

    def _zone(self) -> list[str]:
        return [cell for cell in CELLS if zone(cell) == self.books.dice["number"]]

    def _site(self, viewer: str) -> Plain:
        books = self.books
        cells = self._zone()
        return {
            "is": "SiteView", "zone": books.dice["number"], "companies": list(books.may_build),
            "legal": {one: [cell for cell in cells if (cell, one) in self._plans] for one in books.may_build},
            "cells": [self._cell(viewer, cell) for cell in cells],
        }  # fmt: skip

    def _cell(self, viewer: str, cell: str) -> Plain:
        taken = self.books.map.get(cell)
        previews = [] if taken else [self._preview(viewer, cell, company) for company in self.books.may_build]
        return {"is": "CellView", "cell": cell, "taken": taken, "previews": previews}

    def _preview(self, viewer: str, cell: str, company: str) -> Plain:
        books, nothing = self.books, per_company({})
        told: Plain = {"is": "PreviewView", "company": company, "why_not": WHY_NOT, "cluster": 0, "removed": {}, "bonus": 0}
        if (cell, company) not in self._plans:
            return {**told, "after": nothing, "rises": nothing, "drops": nothing, "mine": None}
        plan, after = self._plans[cell, company]
        bonus = books.bonus(company, plan.size, books.prices[company], after[company])
        moves = {one: after[one] - books.prices[one] for one in COMPANIES}
        rises, drops = {one: max(0, by) for one, by in moves.items()}, {one: max(0, -by) for one, by in moves.items()}
        return {
            **told, "why_not": None, "cluster": plan.size, "removed": _removed(plan.rivals), "bonus": bonus,
            "after": per_company(after), "rises": per_company(rises), "drops": per_company(drops),
            "mine": self._mine(viewer, bonus, rises, drops),
        }  # fmt: skip

    def _mine(self, viewer: str, bonus: int, rises: dict[str, int], drops: dict[str, int]) -> int | None:
        """Return what the viewer would get for the building, less what it would cost them; None for who doesn't play."""
        if viewer not in self.books.still_in():
            return None
        held = self.books.shares[viewer]
        gain = sum(rises[one] * held[one] for one in COMPANIES)
        if viewer == self.books.active:
            return bonus + gain
        return gain - sum(drops[one] * held[one] for one in COMPANIES)


# What a record may say in any order, or in any words


def _without_order(event: Plain) -> Plain:
    """Return the event with the removed buildings as they stand on the map; those of Built may be told in any order."""
    if event["is"] != "Built":
        return event
    removed = sorted(zip(event["removed"], event["companies"], strict=True))
    return {**event, "removed": removed, "companies": []}


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


def _comparable(field: str, shown: Any) -> Any:
    """Return the field of a view with what has no order in the referee's, and with every reason not to build alike."""
    match field, shown:
        case "site", {"cells": cells}:
            return {**shown, "cells": [{**cell, "previews": list(map(_in_order, cell["previews"]))} for cell in cells]}
        case "statement", {"sales": sales}:
            return {**_in_order(shown), "sales": _by_seat(sales)}
        case "debts", _:
            return _by_seat(shown)
    return shown


def _in_order(shown: Plain) -> Plain:
    removed = _removed((one["company"], one["cells"]) for one in shown["removed"])
    reason = {"why_not": WHY_NOT} if shown.get("why_not") else {}
    return {**shown, "removed": removed, **reason}


def _by_seat(several: Iterable[Plain]) -> list[Plain]:
    return sorted(several, key=lambda one: str(one["seat"]))
