"""Carry a game to another table: make its file from the journal, and find out whether a file's game can go on here."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.journal import codec
from companion.journal.store import SCHEMA
from companion.kit.messages import say
from companion.kit.viewers import CHANCE
from companion.table import gamefile, room
from companion.table.gamefile import ACT, AGREED, GameFile, NotAGameFile
from companion.table.match import Match, Newer, carried
from companion.table.taking_back import TakenBack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.journal.store import Journal
    from companion.kit.game import AnyGame
    from companion.kit.layout import TableSet
    from companion.table.room import Room


def read(raw: bytes, games: Mapping[str, AnyGame]) -> tuple[GameFile, Match]:
    """Return the game in *raw*, and its match as it would go on here; raise NotAGameFile.

    Takes no lock and changes nothing, so a file of rubbish costs nobody else anything.
    """
    file = gamefile.parsed(raw)
    if file.game not in games:
        raise NotAGameFile(say("table.file.not_installed", game=file.game))
    try:
        match = carried(file, games[file.game], 0, 0)
    except Newer:
        raise NotAGameFile(say("table.file.newer")) from None
    except Exception:  # Whatever the rules raise: they can't have written these items.
        raise NotAGameFile(say("table.file.damaged")) from None
    if match.is_over:
        raise NotAGameFile(say("table.file.over"))
    return file, match


def made(journal: Journal, whole: Room, number: int) -> GameFile:
    """Return the file of game *number*, which *whole* has on the table or put away; raise journal.Damaged."""
    started = whole.evening.started(number)
    before = gamefile.brought(journal, number, whole.evening.brought.get(number))
    items = list[Any](before.items if before else ())
    at = {0: 0, **{n - len(items): n + 1 for n in range(len(items))}}
    events: list[TakenBack | TableSet] = [*whole.take_backs.taken.get(number, ()), *whole.settings.done.get(number, ())]
    agreed = deque(sorted(events, key=lambda event: event.row))
    for row in journal.rows(number):
        _add_agreed(items, at, agreed, row.n)
        command = json.loads(row.command)[0] if row.seat == CHANCE else None
        items.append([ACT, row.version, row.seat, command, json.loads(row.events)])
        at[row.n] = len(items)
    _add_agreed(items, at, agreed, journal.last + 1)
    places = [whole.places.games[number][seat] for seat in started.seats]
    called, tokens = tuple(place.name for place in places), tuple(place.token for place in places)
    since = tuple(_first(at, place.since) if place.before else 0 for place in places)
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
        items.append([AGREED, f"{SCHEMA}.table.{room.ROWS}", codec.kept(replace(event, number=0, row=0))])
        at[event.row] = len(items)
