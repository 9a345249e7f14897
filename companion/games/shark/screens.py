"""Draw the display for TABLE's view of Shark: whose turn it is, the dice, and the statement in three lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from companion.games.shark.moves import SharesSoldForDebt, WentOut
from companion.games.shark.payments.previews import SiteView
from companion.games.shark.payments.statements import StatementView, settled
from companion.games.shark.sight import View
from companion.games.shark.telling import colour_named, company_named
from companion.kit.messages import Field, Said, Who, say
from companion.kit.screen import Mark, Pawn, Row, Screen, Winner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.shark.moves import Event
    from companion.kit.log import Log
    from companion.kit.viewers import Seat

HIDDEN: Final = "?"
TUMBLE: Final = 800  # milliseconds; this and the following are when the table screen's ceremonies come to the point
LAST: Final = 3000
BOOK: Final = 800


def _say(code: str, **fields: Field) -> Said:
    return say(f"shark.screen.{code}", **fields)


def screen(view: View, log: Log[Event]) -> Screen:
    """Return the display's screen; *view* and *log* are TABLE's."""
    return replace(_screen(view), announces=tuple(_announced(view, settled(log))))


def _announced(view: View, settling: Sequence[Event]) -> Iterator[Screen]:
    """Yield the statement if the game's screen shows something else, who pays for prices that fell, and sales for debts."""
    ended_early = view.outcome is not None and view.outcome.cause == "ranking"
    if settling and view.statement and view.phase in ("owing", "over") and not ended_early:
        yield _statement(view.statement, view)
    if settling and view.statement and view.statement.losses:
        yield _losses(view.statement)
    for event in settling:
        if isinstance(event, SharesSoldForDebt):
            yield _paid(event.seat, _say("half"), _say("paid"))
        elif isinstance(event, WentOut):
            yield _paid(event.seat, _say("cannot_pay"), _say("is_out"))


def _paid(seat: Seat, small: Said, counter: Said) -> Screen:
    return Screen(counter, small=small, big=_say("who", who=Who(seat)), picture=Pawn(seat), seat=seat, is_outcome=True)


def _losses(statement: StatementView) -> Screen:
    """Show which prices fell, how many buildings went, and what each shareholder pays, if holdings are open."""
    sums = [one for loss in statement.losses for one in loss.sums]
    paid = {one.seat: sum(other.sum or 0 for other in sums if other.seat == one.seat) for one in sums if one.sum is not None}
    marks = tuple(Mark(seat, f"−{sum_}") for seat, sum_ in paid.items() if sum_)
    fell, gone = _fallen(statement), sum(len(one.cells) for one in statement.removed)
    screen = Screen(
        _say("holders_pay"),
        small=fell,
        small_right=_say("gone", lost=gone) if gone else None,
        seat=statement.seat,
        is_outcome=True,
    )
    return replace(screen, picture=Row(marks)) if marks else replace(screen, big=fell, small=None)


def by_hand(view: View) -> Said | None:
    """Return what people do with their hands now, or None; *view* is TABLE's."""
    if view.phase in ("throwing", "over"):
        return None
    if not view.buildings and view.dice is None:
        return say("shark.by_hand.begin")
    if view.phase == "owing":
        return say("shark.by_hand.sell")
    if view.active is None:
        return None
    who = Who(view.active)
    if view.phase == "building":
        return say("shark.by_hand.build", who=who)
    if view.rolled:
        return say("shark.by_hand.again", who=who)
    return say("shark.by_hand.trade_ok" if view.options.dice == "companion" else "shark.by_hand.trade_dice", who=who)


def _screen(view: View) -> Screen:
    match view.phase:
        case "naming":
            how = _say("lay_pawn" if view.options.first == "chosen" else "drawing")
            return Screen(how, small=_say("shark"), big=_say("who_begins"))
        case "taking":
            how = _say("dealing" if view.options.starting_share == "random" else "take")
            return _turn(view, how, _say("first_share"))
        case "trading":
            return _trading(view)
        case "throwing":
            return _turn(view, _say("rolling"), _prices(view))
        case "building":
            return _building(view)
        case "owing":
            return _owing(view)
        case "over":
            return _over(view)
    assert_never(view.phase)


def _turn(view: View, counter: Said, small: Said, right: Said | None = None, *, sound: str = "") -> Screen:
    seat = view.active
    assert seat is not None
    who = _say("who", who=Who(seat))
    return Screen(counter, small=small, small_right=right, big=who, picture=Pawn(seat), seat=seat, sound=sound)


def _prices(view: View) -> Said:
    prices = view.prices
    return _say("prices", red=prices.red, blue=prices.blue, green=prices.green, yellow=prices.yellow)


def _trading(view: View) -> Screen:
    """Show the statement until the player trades again, and the prices from then on."""
    if view.statement and view.rolled and view.telling:
        return _statement(view.statement, view)
    if view.rolled:
        return _turn(view, _say("trade_end"), _prices(view))
    return _turn(view, _say("trade_ok" if view.options.dice == "companion" else "trade_dice"), _prices(view), sound="turn")


def _building(view: View) -> Screen:
    assert view.site is not None
    assert view.dice is not None
    colour = _say("colour", colour=colour_named(view.dice.colour)) if view.dice.colour else _say("any")
    screen = _turn(view, _say("build", count=_places(view.site)), _say("zone", zone=view.site.zone), colour)
    return replace(screen, after=TUMBLE if view.options.dice == "companion" else None)


def _places(site: SiteView) -> int:
    return len({cell for cells in site.legal.values() for cell in cells})


def _statement(statement: StatementView, view: View) -> Screen:
    """Show zone, cell and bonus; then the company and its new price; then what rose and what fell."""
    assert view.dice is not None
    zone, seat = view.dice.number, statement.seat
    if not statement.company:
        colour = _say("colour", colour=colour_named(view.dice.colour))
        small = _say("zone", zone=zone)
        return Screen(
            _say("trade_end"), small=small, small_right=colour, small_pawn=seat, big=_say("no_cell"), seat=seat, is_outcome=True
        )
    price = _say("price", company=company_named(statement.company), price=statement.after.of(statement.company))
    bonus = _say("bonus", bonus=statement.bonus) if statement.bonus else None
    at = _say("at", zone=zone, cell=statement.cell)
    screen = Screen(*_moved(statement), small=at, small_right=bonus, small_pawn=seat, big=price, seat=seat)
    return replace(screen, is_outcome=True)


def _moved(statement: StatementView) -> tuple[Said, Said | None]:
    """Return how the price of the built company changed, then which prices fell; with V1 its own may be among them."""
    fallen = _fallen(statement)
    for gain in statement.gains:
        return _say("up", company=company_named(gain.company), by=gain.by), fallen
    own_fell = any(loss.company == statement.company for loss in statement.losses)
    return (fallen, None) if fallen and own_fell else (_say("stays"), fallen)


def _fallen(statement: StatementView) -> Said | None:
    match statement.losses:
        case ():
            return None
        case (loss,):
            return _say("down", company=company_named(loss.company), by=loss.by)
    return _say("fall", count=len(statement.losses))


def _owing(view: View) -> Screen:
    """Show the players who must sell, which is public, and their debts only if holdings are open."""
    if len(view.debts) == 1:
        (one,) = view.debts
        owes = _say("half") if one.debt is None else _say("owes", debt=one.debt)
        who = _say("who", who=Who(one.seat))
        return Screen(owes, small=_say("sell"), big=who, picture=Pawn(one.seat), seat=one.seat)
    marks = tuple(Mark(one.seat, HIDDEN if one.debt is None else str(one.debt)) for one in view.debts)
    return Screen(_say("half"), small=_say("sell"), picture=Row(marks))


def _over(view: View) -> Screen:
    outcome = view.outcome
    assert outcome is not None
    cause, winner = _say(f"cause_{outcome.cause}"), outcome.winners[0]
    money = outcome.money[winner]
    if len(outcome.winners) > 1:
        marks = tuple(Mark(seat, seat) for seat in outcome.winners)
        shared = Screen(_say("shared", money=money), small=_say("shark"), small_right=cause, picture=Row(marks))
        return replace(shared, is_outcome=True)
    who, after = _say("who", who=Who(winner)), LAST + BOOK * (len(view.seats) + 1)
    screen = Screen(_say("wins", money=money), small_right=cause, big=who, picture=Winner(winner), seat=winner, after=after)
    return replace(screen, is_outcome=True)
