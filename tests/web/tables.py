"""Games for the table screen and the bench to show: five players, with cards and bag pawns from the real box."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.games.barracuda.moves import AcceptOffer, AuctionBar, DrawPawn, OfferPartnership, OfferTakeover, OpenBar
from companion.journal.store import connect
from companion.kit import TABLE, Pile
from companion.lab.players import Mood, Player
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.seats.tickets import Tickets
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.companion.settings import open_table

OFTEN = 0.8  # how often a player does what the table waits for
MOST = 6000  # answers until a game is given up
ADDRESS = "http://10.42.0.1/"
NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}
FIRST = {"A": "Octopus", "B": "Banana Bar", "C": "Karambole", "D": "Albatros", "E": "Tide Bar"}
SECOND = {"A": "Reef Bar", "B": "Harbour Bar", "C": "Jetty Bar", "D": "Beacon Bar", "E": "Lagoon Bar"}


def new_table(folder: Path, pieces: Pieces | None = None, tickets: Tickets | None = None) -> Table:
    """Return a table before its first game, with its journal in *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    generator = random.Random(1)
    return open_table(connect(folder / "journal"), lambda ask: by_chance(ask, generator), pieces, tickets)


def seat(table: Table, names: dict[str, str] = NAMES) -> None:
    for letter, name in names.items():
        table.act(letter, SitDown(name, letter * 64))


def start(table: Table, names: dict[str, str] = NAMES, **options: Any) -> None:
    seat(table, names)
    table.act("A", StartGame("barracuda", {"draw": "bag", **options}))


def draw(table: Table, *pawns: str) -> None:
    for pawn in pawns:
        table.act(TABLE, DrawPawn(pawn))


def open_all(table: Table, bars: dict[str, str]) -> None:
    """Play a round in which each player opens a bar."""
    for letter, bar in bars.items():
        draw(table, letter)
        table.act(letter, OpenBar(bar))


def open_asks(table: Table, letter: str) -> dict[str, Any]:
    return {name: one for name, one in table.now.standing(letter).items() if one.ask.is_open}


def played(table: Table, seed: int = 1) -> Iterator[Any]:
    """Let players answer at random until the game is over; yield the public view before each answer and at the end."""
    generator = random.Random(seed)
    player = Player(Mood(generator, table.now.game.REHEARSAL.leaning))
    for _ in range(MOST):
        yield table.now.view(TABLE)
        if not table.now.playing:
            return
        asked = {letter: [one.ask for one in open_asks(table, letter).values()] for letter in sorted(table.now.names)}
        awaited = [letter for letter in table.now.awaited() if letter in asked]
        letter = generator.choice(awaited if awaited and generator.random() < OFTEN else [one for one in asked if asked[one]])
        wanted = [ask for ask in asked[letter] if ask.awaited and generator.random() < OFTEN]
        table.act(letter, player.answer(wanted or asked[letter]))
    raise AssertionError("the game does not end")


def play_until(table: Table, wanted: Callable[[Any], bool] = lambda view: False, seed: int = 1) -> None:
    """Let players answer until *wanted* holds for the public view, or the game is over."""
    next((view for view in played(table, seed) if wanted(view)), None)


def auction(table: Table, *, drawn: bool = False) -> None:
    """Let A, who may have been drawn already, take over a third lease and auction it."""
    if not drawn:
        draw(table, "A")
    table.act("A", OfferTakeover("Jetty Bar", Pile(ones=3)))
    table.act("C", AcceptOffer())
    auction_the_third(table)


def auction_the_third(table: Table, leased: str = "Jetty Bar") -> None:
    """Let all others play, and A then auction the lease that was taken over, or another."""
    for letter, bar in (("B", "Octopus"), ("C", "Albatros"), ("D", "Karambole"), ("E", "Harbour Bar")):
        draw(table, letter)
        table.act(letter, OfferPartnership(bar, Pile(ones=1)))
        table.act(str(table.now.view(TABLE).offer.lessee), AcceptOffer())
    draw(table, "A")
    table.act("A", AuctionBar(leased))
