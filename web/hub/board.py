"""The board: all tables of the room on one large screen, for everybody to see. Only what tables tell everybody is on it."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request

from companion.club.hall import LONG
from companion.club.hall import MOST as MOST_TABLES
from companion.club.ledger import OutOfReach
from web.http import streams
from web.pages.table_screen import broken, qr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.club.hall import Hall, Known, Seen
    from companion.club.ledger import Ledger
    from companion.club.reports import State
    from web.http.addresses import Addresses

MOST: Final = 60  # tables on one screen
TURN: Final = 15  # seconds until a board of more tables shows the next of them
SHAPE: Final = 1.6  # how many times wider the room for tiles is than high, for a tile as wide as high
DRAWN: Final = "ABCDEF"  # seats with a pawn of their own; others are letters
AGAIN: Final = 30.0  # seconds until a store that is out of reach is asked again for the tables' names
SHORT: Final = 4  # digits of its identity by which a table without a name is called
DIGITS: Final = re.compile(r"(\d{1,9})")


class Tile(NamedTuple):
    """A table on the board. *waits* and *lost* are seconds, or None; *code* is the QR code of the free seats' address."""

    label: str
    seen: Seen
    state: State
    names: Mapping[str, str]
    waits: int | None
    lost: int | None
    code: Any


def register(app: Flask, hall: Hall, ledger: Ledger, where: Addresses) -> streams.Streams:
    """Add the board to *app*, and return its streams, to be closed with the server."""
    following, labels = streams.Streams(hall), _Labels(hall, ledger)

    def read() -> dict[str, Any]:
        page = _page(hall.now, hall.clock(), labels.read(), request.args.get("part", 1, int))
        return {**page, "address": f"{urlsplit(where.address).netloc}/league"}

    @app.get("/")
    def board() -> str:
        return render_template("hub/board.html", **read())

    @app.get("/board/view")
    def board_view() -> str:
        return render_template("hub/board_view.html", **read())

    @app.get("/stream")
    def board_stream() -> Response:
        streams.insist_on_get()
        return streams.answer(following.public(request.remote_addr or "", streams.gone(), screen=True))

    return following


class _Labels:
    """The tables' names, or the last ones that are known: the board goes on if the store doesn't."""

    def __init__(self, hall: Hall, ledger: Ledger) -> None:
        self._hall, self._ledger = hall, ledger
        self._known: Mapping[str, str] = {}
        self._again = 0.0

    def read(self) -> Mapping[str, str]:
        if (now := self._hall.clock()) >= self._again:
            try:
                self._known = self._ledger.labels()
            except OutOfReach:
                self._again = now + AGAIN  # Each try may hold a thread for some seconds.
        return self._known


def called(identity: str, labels: Mapping[str, str]) -> str:
    """Return what people call a table: its name, or else the beginning of its identity."""
    return labels.get(identity) or identity[:SHORT]


def by_label(tables: Iterable[Seen], labels: Mapping[str, str]) -> list[tuple[str, Seen]]:
    """Return tables with their labels, in the order in which people count: 2 before 10."""
    named = [(called(one.identity, labels), one) for one in tables]
    return sorted(named, key=lambda one: (_counted(one[0]), one[1].identity))


def _counted(label: str) -> list[tuple[int, str]]:
    return [(int(part), "") if n % 2 else (0, part.casefold()) for n, part in enumerate(DIGITS.split(label))]


def _page(known: Known, now: float, labels: Mapping[str, str], part: int) -> dict[str, Any]:
    shown = by_label((one for one in known.tables.values() if one.is_shown(now)), labels)
    parts = max(1, math.ceil(len(shown) / MOST))
    part = min(max(part, 1), parts)
    tiles = [_tile(label, one, one.state, now) for label, one in shown[(part - 1) * MOST : part * MOST] if one.state]
    columns = min(max(1, len(tiles)), math.ceil(math.sqrt(len(tiles) * SHAPE)))
    return {
        "made": known.revision,
        "tiles": tiles,
        "columns": columns,
        "rows": math.ceil(len(tiles) / max(1, columns)),
        "part": part,
        "gone": [sum(one.lost is not None for _, one in shown[n : n + MOST]) for n in range(0, parts * MOST, MOST)],
        "playing": sum(one.seen.lost is None and one.state.phase == "playing" for one in tiles),
        "free": sum(len(one.state.free) for one in tiles if one.seen.lost is None),
        "missed": known.line is not None,
        "long": int(LONG),
        "turn": TURN,
        "drawn": DRAWN,
        "broken": broken,
    }


def _tile(label: str, one: Seen, state: State, now: float) -> Tile:
    waits = one.waits(now)
    address = one.health.address if one.health and state.free and state.phase != "over" and one.lost is None else ""
    lost = None if one.lost is None else int(now - one.lost)
    return Tile(label, one, state, dict(state.names), None if waits is None else int(waits), lost, address and _code(address))


# Drawing one takes ten times as long as the rest of its tile, and each change asks for all of them.
_code = lru_cache(maxsize=MOST_TABLES)(qr)
