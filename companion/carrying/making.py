"""Make the file of a game that goes to another table, from the journal's rows."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.carrying import gamefile
from companion.carrying.gamefile import ACT, AGREED, GameFile
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA
from companion.kit.viewers import CHANCE
from companion.match.entries import TakenBack
from companion.seats.places import FORGOTTEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.journal.store import Journal
    from companion.kit.layout import TableSet
    from companion.kit.viewers import Seat
    from companion.seats.places import Place
    from companion.seats.starting import GameStarted


def made(
    journal: Journal,
    started: GameStarted,
    places: Mapping[Seat, Place],
    agreed: Iterable[TakenBack | TableSet],
    link: str | None,
) -> GameFile:
    """Return the file of the game that was *started* by this event; raise journal.Damaged.

    *places* are those in the game, *agreed* is what the table has agreed on in it, oldest first, and *link* that of the file by
    which it came, if it did.
    """
    before = gamefile.brought(journal, started.number, link)
    items = list[Any](before.items if before else ())
    at = {0: 0, **{n - len(items): n + 1 for n in range(len(items))}}
    coming = deque(agreed)
    for row in journal.rows(started.number):
        _add_agreed(items, at, coming, row.n)
        command = json.loads(row.command)[0] if row.seat == CHANCE else None
        items.append([ACT, row.version, row.seat, command, json.loads(row.events)])
        at[row.n] = len(items)
    _add_agreed(items, at, coming, journal.last + 1)
    theirs = [places[seat] for seat in started.seats]
    called, tokens = tuple(place.name or FORGOTTEN for place in theirs), tuple(place.token for place in theirs)
    since = tuple(_first(at, place.since) if place.before else 0 for place in theirs)
    return GameFile(started.game, dict(started.options), started.seats, called, tokens, since, tuple(items))


def _first(at: Mapping[int, int], since: int) -> int:
    """Return the first item that isn't older than the row *since*, or the next one that will be; *at* as for `_add_agreed`."""
    return max(item for row, item in at.items() if row < since or not item) + 1


def _add_agreed(items: list[Any], at: dict[int, int], agreed: deque[TakenBack | TableSet], until: int) -> None:
    """Move what was agreed on before row *until* to *items*; *at* has the item of each row.

    A damaged journal may have lost the row that a take-back led to; that take-back then changed nothing.
    """
    while agreed and agreed[0].row < until:
        event = agreed.popleft()
        if isinstance(event, TakenBack):
            if event.to not in at:
                continue
            event = replace(event, to=at[event.to])
        items.append([AGREED, f"{SCHEMA}.table.{ROWS}", codec.kept(replace(event, number=0, row=0))])
        at[event.row] = len(items)
