"""A table on a journal in a file, and an evening of Barracuda that reaches an auction."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion import codec
from companion.asks import Choice, LayPile
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    CallDraw,
    OfferPartnership,
    OpenBar,
    PlacePartner,
)
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.money import Pile
from companion.pieces import Pieces
from companion.seating import SitDown, StartGame
from companion.table import Table

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from companion.asks import Ask

SEATS: Final = "ABCDE"
NAMES: Final = ("Ann", "Bob", "Cas", "Dot", "Eve")

DRAW: Final = (TABLE, CallDraw())
FIRST_ROUND: Final = [("A", OpenBar("Tide Bar")), ("B", OpenBar("Octopus")), ("C", OpenBar("Karambole")),
                      ("D", OpenBar("Harbour Bar")), ("E", OpenBar("Albatros"))]  # fmt: skip
SECOND_ROUND: Final = [("A", OpenBar("Barracuda")), ("B", PlacePartner("Octopus")), ("C", PlacePartner("Karambole")),
                       ("D", PlacePartner("Harbour Bar")), ("E", PlacePartner("Albatros"))]  # fmt: skip
THIRD_ROUND: Final = [("A", OpenBar("Reef Bar")), ("B", OpenBar("Jetty Bar")), ("C", OpenBar("Pier Bar")),
                      ("D", OpenBar("Banana Bar"))]  # fmt: skip
OFFER: Final = [("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1))), ("A", AcceptOffer())]
AUCTION: Final = [("A", AuctionBar("Reef Bar"))]


def with_draws(acts: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """*acts* with the draw before each."""
    return [one for act in acts for one in (DRAW, act)]


TO_THE_AUCTION: Final = [
    *with_draws([*FIRST_ROUND, *SECOND_ROUND, *THIRD_ROUND]), DRAW, *OFFER, *with_draws(AUCTION),
]  # fmt: skip


def first(ask: Ask) -> Any:
    """The chance that always draws the first pawn, so that an evening is the same every time."""
    return ask.options[0]


def open_table(connection: Any, chance: Any = first) -> Table:
    """A table on *connection*, with the journal's rows folded."""
    return Table(Journal(connection), GAMES, Pieces(), chance)


def table_in(folder: Path) -> Table:
    """The table of the data in *folder*."""
    return open_table(connect(folder / "journal.sqlite"))


def answer(ask: Ask, chance: random.Random) -> Any:
    """Any answer to a seat's *ask*; a pile is its least."""
    if isinstance(ask, Choice):
        return chance.choice(ask.options)
    assert isinstance(ask, LayPile)
    lay = chance.choice(ask.lays)
    fakes = lay.fakes or int(lay.least == 0 and ask.purse.fakes > 0)
    return replace(lay.command, pile=Pile(ones=lay.least or int(not fakes), fakes=fakes))


def sit_and_start(table: Table, seats: str = SEATS, **options: Any) -> None:
    """Let *seats* sit down and start a game."""
    for seat, name in zip(seats, NAMES, strict=False):
        table.act(seat, SitDown(name, f"token of {seat}"), key=f"sit {seat}")
    table.act(seats[0], StartGame("barracuda", options), key="start")


def play(table: Table, acts: list[tuple[str, Any]]) -> None:
    """Do *acts* one after the other."""
    for seat, command in acts:
        table.act(seat, command)


def everything_shown(table: Table, seats: str = SEATS) -> str:
    """All that everybody is shown: views, and the asks with their numbers."""
    shown = {viewer: codec.plain(table.view(viewer)) for viewer in (*seats, TABLE)}
    asked = {viewer: repr(table.standing(viewer)) for viewer in (*seats, TABLE)}
    return json.dumps([shown, asked, table.awaited(), table.names], sort_keys=True)
