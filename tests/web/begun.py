"""Games of Barracuda that have begun, with phones around them; and states that only a long game reaches."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from playwright.sync_api import Page

from companion.games.barracuda.moves import CallDraw, DrawPawn, OpenBar, RefuseOffer
from companion.kit import TABLE
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.web.browser.browsing import House
from tests.web.tables import FIRST, SECOND, open_all, played


def started(house: House) -> list[Page]:
    house.start(letters="ABC")
    return house.show_all("ABC", "[data-page=drawing]")


def draw_one(house: House) -> str:
    house.table.act(TABLE, CallDraw())
    return str(house.table.now.view(TABLE).active.seat)


def opens(house: House, bar: str) -> None:
    """Let whoever was drawn open *bar*."""
    house.table.act(str(house.table.now.view(TABLE).active.seat), OpenBar(bar))


def acting(house: House) -> Page:
    """Begin for three, let the real bag give A, and return A's phone."""
    house.start(letters="ABC", draw="bag")
    house.table.act(TABLE, DrawPawn("A"))
    return house.show("A", "[data-page=acting] .acts")


def first_round(house: House, **options: str) -> None:
    """Begin for three, who open their first bars."""
    house.start(letters="ABC", **options)
    for bar in list(FIRST.values())[:3]:
        draw_one(house)
        opens(house, bar)


def third_round(house: House, **options: str) -> None:
    """Begin for five, who draw from their own bag and have two leases each."""
    house.start(draw="bag", **options)
    open_all(house.table, FIRST)
    open_all(house.table, SECOND)


SEEDS: Final = {"five": 2, "no_action": 5, "rent": 12}  # by the end of their games of five; in the last a lessee is poor


def endings(table: Table) -> Iterator[tuple[int, str]]:
    """Play games with the people at the table; after each last move yield the cause of the end and the number of moves."""
    causes = iter(SEEDS)
    for made, _ in enumerate(moves(table), start=1):
        if not table.now.playing:
            cause = next(causes)
            assert table.now.view(TABLE).outcome.cause == cause
            yield made, cause


def poor_lessee(table: Table) -> None:
    """Play until an offer stands whose refusal its lessee can't afford."""
    for _ in moves(table, SEEDS["rent"]):
        offer = table.now.view(TABLE).offer
        if offer and RefuseOffer() not in table.now.standing(offer.lessee)["answer"].ask.options:
            return
    raise AssertionError("no lessee was poor in this game")


def moves(table: Table, *seeds: int) -> Iterator[None]:
    """Play at random, the same at every table, and yield after every move."""
    for seed in seeds or SEEDS.values():
        for seat in sorted(table.now.names)[: 2 if table.now.game else 1]:  # The second game takes two people.
            table.act(seat, StartGame("barracuda", {"draw": "bag"}))
        yield from (None for _ in islice(played(table, seed), 1, None))
