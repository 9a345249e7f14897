"""Tables on a journal in a file, and an evening of Barracuda that reaches an auction."""

import json
import random
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.games.barracuda.moves import AcceptOffer, AuctionBar, Bid, CallDraw, OfferPartnership, OpenBar, PlacePartner
from companion.journal import codec
from companion.journal.store import Journal, connect
from companion.kit import TABLE, Ask, Illegal, Piece, Pile
from companion.lab.players import Mood, Player
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.pieces import Pieces

SEATS: Final = "ABCDE"
NAMES: Final = ("Ann", "Bob", "Cas", "Dot", "Eve")

DRAW: Final = (TABLE, CallDraw())
PUT_AWAY: Final = Motion("put_away")
FIRST_ROUND: Final = [("A", OpenBar("Tide Bar")), ("B", OpenBar("Octopus")), ("C", OpenBar("Karambole")),
                      ("D", OpenBar("Harbour Bar")), ("E", OpenBar("Albatros"))]  # fmt: skip
LATER_ROUNDS: Final = [("A", OpenBar("Barracuda")), ("B", PlacePartner("Octopus")), ("C", PlacePartner("Karambole")),
                       ("D", PlacePartner("Harbour Bar")), ("E", PlacePartner("Albatros")), ("A", OpenBar("Reef Bar")),
                       ("B", OpenBar("Jetty Bar")), ("C", OpenBar("Pier Bar")), ("D", OpenBar("Banana Bar"))]  # fmt: skip
OFFER: Final = [("E", OfferPartnership("Barracuda", Pile(ones=2, fakes=1))), ("A", AcceptOffer())]
AUCTION: Final = [("A", AuctionBar("Reef Bar"))]
BIDS: Final = {"B": Bid(Pile(ones=1)), "C": Bid(Pile(ones=2, fakes=1)), "D": Bid(Pile(fakes=3)), "E": Bid(Pile(tens=1))}


def with_draws(acts: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    return [one for act in acts for one in (DRAW, act)]


ROUNDS: Final = with_draws([*FIRST_ROUND, *LATER_ROUNDS])
TO_THE_AUCTION: Final = [*ROUNDS, DRAW, *OFFER, *with_draws(AUCTION)]


class Clock:
    """A clock that advances only when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def first(ask: Ask) -> Any:
    """A chance that always draws the first pawn, so that an evening is the same every time."""
    return ask.options[0]


def open_table(
    connection: Any, chance: Any = first, pieces: Any = None, tickets: Any = None, games: Any = None, clock: Any = float,
    **more: Any,
) -> Table:  # fmt: skip
    """Open a table on *connection*, with the journal's rows folded."""
    return Table(Journal(connection), games or installed(), pieces or Pieces(), chance, tickets, clock, **more)


def taught(**some: Piece) -> Pieces:
    """Return the tags that a table knows; a tag's keyword is its UID with a letter before it."""
    return Pieces({bytes.fromhex(tag[1:]): piece for tag, piece in some.items()})


def table_in(folder: Path, **more: Any) -> Table:
    return open_table(connect(folder / "journal.sqlite"), **more)


def sit_and_start(table: Table, seats: str = SEATS, game: str = "barracuda", **options: Any) -> None:
    for seat, name in zip(seats, NAMES, strict=False):
        table.act(seat, SitDown(name, f"token of {seat}"), key=f"sit {seat}")
    table.act(seats[0], StartGame(game, options), key="start")


def seated(table: Table, seats: str) -> Table:
    """Let *seats* sit down, each with its own phone."""
    for seat in seats:
        table.act(seat, SitDown(f"P{seat}", seat))
    return table


def play(table: Table, acts: list[tuple[str, Any]]) -> None:
    for seat, command in acts:
        table.act(seat, command)


def vote(table: Table, seats: str, motion: Motion, *, yes: bool = True) -> None:
    for seat in seats:
        table.act(seat, Vote(motion, yes))


def refused(table: Table, seat: str, command: Any, **more: Any) -> str:
    """Return why *command* is refused, which changes nothing."""
    before = table.now.row, everything_around(table)
    with pytest.raises(Illegal) as caught:
        table.act(seat, command, **more)
    assert (table.now.row, everything_around(table)) == before
    return caught.value.refusal.said.code.removeprefix("table.refusal.")


def to_the_end(table: Table, chance: random.Random, most: int = sys.maxsize) -> None:
    """Play at random until the game is over, or at *most* so many acts."""
    player = Player(Mood(chance, {}))
    for _ in range(most):
        if not table.now.playing:
            return
        seat = chance.choice(table.now.awaited())
        asks = [one.ask for one in table.now.standing(seat).values()]
        table.act(seat, player.answer([ask for ask in asks if ask.awaited and ask.is_open]))


def number(table: Table, seat: str, name: str) -> tuple[str, int]:
    """Return the name and number of a standing ask, as a phone sends them with its answer."""
    return name, table.now.standing(seat)[name].number


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """Return all rows of the journal in *folder*, read by SQLite itself."""
    with closing(connect(folder / "journal.sqlite")) as connection:
        return list(connection.execute("SELECT n, game, seat, key, command, events, reply, link FROM rows ORDER BY n"))


def everything_shown(table: Table, seats: str = SEATS) -> str:
    """Return all that is public: views, and the asks with their numbers."""
    shown = {viewer: codec.plain(table.now.view(viewer)) for viewer in (*seats, TABLE)}
    asked = {viewer: repr(table.now.standing(viewer)) for viewer in (*seats, TABLE)}
    return json.dumps([shown, asked, table.now.awaited(), table.now.names], sort_keys=True)


def everything_around(table: Table) -> tuple[Any, ...]:
    """Return all that is public, who sits where, and what the evening has been."""
    return table.now.seating, table.now.evening, table.now.score, everything_shown(table) if table.now.game else None


def same_after_a_restart(table: Table, folder: Path) -> None:
    """Check that the data in *folder* say what *table* says."""
    assert everything_around(table_in(folder)) == everything_around(table)
