"""Write a half-played game into a data directory before its house opens, played by the program's own table.

Five sit around it, and the bag is a real one: players enter the pawn that was drawn, so that a story knows who is next. After
three rounds nine of ten bars are open. Émile has three pawns in bars, Luc has three leases, Noor two.
"""

from contextlib import closing
from pathlib import Path

from companion.games.barracuda import moves
from companion.games.barracuda.moves import DrawPawn, OfferPartnership, OfferTakeover, OpenBar
from companion.kit import TABLE, Pile
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from firmware import storage
from tests.companion.settings import open_table
from tests.evenings.house import NAMES
from web.seats.session import hashed

TOKENS = {seat: seat.lower() * 22 for seat in NAMES}  # The tokens that their phones hold.
CHEAP, THREE = Pile(ones=1), Pile(ones=3)
YES, NO = moves.AcceptOffer(), moves.RefuseOffer()

# The turns, five a round: the pawn drawn, the player's action, and the lessee's answer to the offer.
TURNS = (
    ("A", OpenBar("Octopus"), None), ("B", OpenBar("Tide Bar"), None), ("C", OpenBar("Karambole"), None),
    ("D", OpenBar("Albatros"), None), ("E", OpenBar("Banana Bar"), None),
    ("A", OpenBar("Reef Bar"), None), ("B", OfferPartnership("Octopus", CHEAP), YES), ("C", OpenBar("Jetty Bar"), None),
    ("D", OpenBar("Beacon Bar"), None), ("E", OpenBar("Pier Bar"), None),
    ("A", OfferPartnership("Beacon Bar", CHEAP), NO), ("B", OfferPartnership("Albatros", CHEAP), YES),
    ("C", OfferPartnership("Beacon Bar", CHEAP), NO), ("D", OfferPartnership("Karambole", CHEAP), NO),
    ("E", OfferTakeover("Jetty Bar", THREE), YES),
)  # fmt: skip


def prepare(data: Path, turns: int = 15, drawn: str = "") -> Path:
    """Write a game of five into *data*: the first *turns*, and then the *drawn* pawn. Return *data*."""
    data.mkdir(parents=True, exist_ok=True)
    with closing(storage.open_journal(data)) as connection:
        table = open_table(connection, lambda ask: None)  # The companion draws nothing here.
        for seat, name in NAMES.items():
            table.act(seat, SitDown(name, hashed(TOKENS[seat])))
        table.act("A", StartGame("barracuda", {"draw": "bag"}))
        for seat, command, said in TURNS[:turns]:
            table.act(TABLE, DrawPawn(seat))
            table.act(seat, command)
            if said is not None:
                table.act(table.now.view(TABLE).offer.lessee, said)
        if drawn:
            table.act(TABLE, DrawPawn(drawn))
    return data
