"""Shark's box, to print: the map, buildings, shares, tokens, bag pawns, a price track and dice (1).

The companion keeps shares and prices and throws the dice. Whoever wants to see them on the table, or to throw real dice
(`dice` real), cuts these out as well.
"""

from __future__ import annotations

from typing import Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import COLUMNS, ROWS, ZONE_COLUMNS, ZONE_ROWS
from companion.games.shark.board.prices import HIGHEST
from companion.games.shark.box.labels import INKS
from companion.games.shark.box.measures import (
    BUILDING,
    BUILDING_GLYPH,
    CELL,
    CORNER_GLYPH,
    CORNERS,
    EDGE,
    GLYPH_AT,
    GLYPHS,
    MAP_SIZE,
    STRIP,
)
from companion.games.shark.model import BUILDINGS, COLOURS, NUMBERS
from companion.games.shark.rules import SEATS
from companion.games.shark.telling import company_named
from companion.kit.box.paper import DISC_SIZE, Cutout, Filling, Lot, bags, piece_name
from companion.kit.pieces import Piece

SINGLES: Final = 15  # S1: cards of one share, of each company.
FIVES: Final = 5  # S1: cards of five shares.
_HALF: Final = len(COLUMNS) // 2
_HALF_SIZE: Final = (MAP_SIZE[0] / 2, MAP_SIZE[1])  # It fits on a sheet.
_SHARES: Final = tuple((worth, at) for worth, many in ((1, SINGLES), (5, FIVES)) for at in range(1, many + 1))
_DICE: Final = {"number": tuple(str(number) for number in NUMBERS), "colour": COLOURS}


def _look(company: str) -> dict[str, Filling]:
    return {"ink": INKS[company].lower(), "sign": f"co-{company}", "name": company_named(company)}


def _building(company: str) -> dict[str, Filling]:
    return {**_look(company), "pattern": GLYPHS[company], "across": BUILDING_GLYPH, "at": GLYPH_AT}


def _half(first: int) -> Cutout:
    letters = COLUMNS[first : first + _HALF]
    start = 0.0 if not first else STRIP + first * CELL  # Where the half begins on the whole map.
    sizes = {"first": first, "rows": len(ROWS), "zone_columns": ZONE_COLUMNS, "zone_rows": ZONE_ROWS, "cell": CELL}
    edges = {"edge": EDGE, "strip": STRIP, "across": CORNER_GLYPH}
    corners = [(number, x - start, y) for number, (x, y) in CORNERS if 0 <= x - start <= _HALF_SIZE[0]]
    names = ("pattern", "x", "y")
    placed = {f"{name}_{at}": value for at, one in enumerate(corners) for name, value in zip(names, one, strict=True)}
    return Cutout(f"map {letters}", {"letters": letters, **sizes, **edges, **placed})


def _die(name: str, faces: tuple[str, ...]) -> Cutout:
    looks = {f"face_{at}": INKS.get(face, face).lower() for at, face in enumerate(faces)}
    signs = {f"sign_{at}": f"co-{face}" if face in COMPANIES else "" for at, face in enumerate(faces)}
    return Cutout(f"die {name}", {**looks, **signs})


PAPER: Final = (
    Lot(
        "share",
        (44, 28),
        tuple(
            Cutout(f"share {one} {worth} {at}", {**_look(one), "worth": worth}) for one in COMPANIES for worth, at in _SHARES
        ),
        closed=True,
    ),
    Lot("token", DISC_SIZE, tuple(Cutout(piece_name(Piece("token", one)), _look(one)) for one in COMPANIES), round=True),
    bags(SEATS),
    Lot("track", (186, 42), (Cutout("track", {"highest": HIGHEST, **{one: INKS[one].lower() for one in COMPANIES}}),)),
    Lot("die", (70, 86), tuple(_die(name, faces) for name, faces in _DICE.items())),
    Lot("map", _HALF_SIZE, tuple(_half(first) for first in range(0, len(COLUMNS), _HALF))),
    Lot(
        "building",
        (BUILDING, BUILDING),
        tuple(Cutout(f"building {one} {at}", _building(one)) for one in COMPANIES for at in range(1, BUILDINGS + 1)),
    ),
)
