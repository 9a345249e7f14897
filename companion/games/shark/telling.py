"""Tell each of Shark's events as its viewer saw it, in codes and numbers; the words are in the catalogues."""

from __future__ import annotations

from typing import assert_never

from companion.games.shark.board.companies import Company, Each
from companion.games.shark.moves import (
    BonusPaid,
    Built,
    DiceRolled,
    DiceShaken,
    Event,
    FellShort,
    FirstNamed,
    GainsPaid,
    GameEnded,
    LossesPaid,
    MarketClosed,
    NothingBuilt,
    Settling,
    ShareDealt,
    SharesBought,
    SharesSold,
    SharesSoldForDebt,
    ShareTaken,
    TurnBegan,
    TurnEnded,
    WentOut,
)
from companion.kit.messages import Field, Said, Term, Who, say
from companion.kit.viewers import Viewer


def company_named(company: Company) -> Term:
    """Return the company's name, which is its colour with a capital letter."""
    return Term(f"shark.company.{company}")


def colour_named(colour: str) -> Term:
    """Return the name of a face of the colour die."""
    return Term(f"shark.colour.{colour}")


def _tell(code: str, **fields: Field) -> Said:
    return say(f"shark.told.{code}", **fields)


def tell(event: Event, _viewer: Viewer) -> Said | None:  # The event already holds only what its viewer may know.
    """Return the sentence for *event*, with sums that the viewer may know, or None if another event says it."""
    match event:
        case FirstNamed(seat):
            return _tell("first", who=Who(seat))
        case ShareTaken(seat, company):
            return _tell("share_taken", who=Who(seat), company=company_named(company))
        case ShareDealt():
            return _dealt(event)
        case TurnBegan(seat):
            return _tell("turn", who=Who(seat))
        case SharesBought() | SharesSold():
            return _traded(event)
        case DiceRolled(seat, number, ""):
            return _tell("rolled_number", who=Who(seat), number=number)
        case DiceRolled(seat, number, colour):
            return _tell("rolled", who=Who(seat), number=number, colour=colour_named(colour))
        case NothingBuilt(seat, zone, colour):
            return _tell("nothing_built", who=Who(seat), zone=zone, colour=colour_named(colour))
        case Built():
            return _built(event)
        case DiceShaken() | TurnEnded():
            return None
        case MarketClosed(prices):
            return _tell("market_closed", red=prices.red, blue=prices.blue, green=prices.green, yellow=prices.yellow)
        case GameEnded():
            return _ended(event)
        case BonusPaid() | GainsPaid() | LossesPaid() | FellShort() | SharesSoldForDebt() | WentOut():
            return _settled(event)
    assert_never(event)


def _dealt(event: ShareDealt) -> Said:
    if not event.company.is_open:
        return _tell("share_dealt", who=Who(event.seat))
    return _tell("share_dealt_of", who=Who(event.seat), company=company_named(event.company.open()))


def _traded(event: SharesBought | SharesSold) -> Said:
    bought = isinstance(event, SharesBought)
    fields: dict[str, Field] = {"who": Who(event.seat), "company": company_named(event.company), "price": event.price}
    if not event.count.is_open:
        return _tell("bought_some" if bought else "sold_some", **fields)
    count = event.count.open()
    return _tell("bought" if bought else "sold", count=count, sum=count * event.price, **fields)


def _built(event: Built) -> Said:
    company = event.company
    before, after, gone = event.before.of(company), event.after.of(company), len(event.removed)
    fields: dict[str, Field] = {"who": Who(event.seat), "company": company_named(company), "cell": event.cell}
    if before == after:
        return _tell("built_removing", count=gone, price=after, **fields) if gone else _tell("built", price=after, **fields)
    moved: dict[str, Field] = {"before": before, "after": after, **fields}
    return _tell("built_moving_removing", count=gone, **moved) if gone else _tell("built_moving", **moved)


def _settled(event: Settling) -> Said:
    match event:
        case BonusPaid(seat, bonus):
            return _tell("bonus", who=Who(seat), bonus=bonus)
        case GainsPaid(company, rise):
            return _tell("gains", company=company_named(company), rise=rise)
        case LossesPaid(drops):
            return _fallen(drops)
        case FellShort(seat, debt):
            return _tell("short", who=Who(seat), debt=debt.open()) if debt.is_open else _tell("short_hidden", who=Who(seat))
        case SharesSoldForDebt():
            return _sold_for_debt(event)
        case WentOut(seat, paid=paid):
            return _tell("out", who=Who(seat), paid=paid.open()) if paid.is_open else _tell("out_hidden", who=Who(seat))
    assert_never(event)


def _fallen(drops: Each) -> Said:
    """Return which companies fell and by how much.

    At most three can: a cell has four neighbours, and the built company falls only if it joins two chains (V1).
    """
    fallen = [(company_named(company), drop) for company, drop in drops.items() if drop]
    (one, by), *others = fallen
    match others:
        case []:
            return _tell("losses", one=one, by=by)
        case [(two, by_two)]:
            return _tell("losses_two", one=one, by=by, two=two, by_two=by_two)
    (two, by_two), (three, by_three) = others
    return _tell("losses_three", one=one, by=by, two=two, by_two=by_two, three=three, by_three=by_three)


def _sold_for_debt(event: SharesSoldForDebt) -> Said:
    if not event.sold.is_open:
        return _tell("sold_for_debt_hidden", who=Who(event.seat))
    sold, brought, debt = event.sold.open().total, event.brought.open(), event.debt.open()
    return _tell("sold_for_debt", who=Who(event.seat), count=sold, brought=brought, debt=debt)


def _ended(event: GameEnded) -> Said:
    money = max(event.money[seat] for seat in event.winners)
    if len(event.winners) > 1:
        return _tell("ended_shared", count=len(event.winners), money=money)
    return _tell(f"ended_{event.cause}", who=Who(event.winners[0]), money=money)
