"""Decide what a voice at the table says: what everybody is told, each sentence once, as display and table screen show it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from companion.kit.messages import Said
    from companion.table.snapshot import Snapshot

MOST: Final = 12  # Sentences. Whoever has missed more looks at the table screen instead of listening to old news.


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence to say aloud, and the journal's *row* in which it became true."""

    row: int
    said: Said


def spoken(now: Snapshot, after: int = 0) -> tuple[Spoken, ...]:
    """Return the newest MOST sentences of the rows *after* that one, oldest first.

    These are the events of the game on the table as TABLE is told them, and the table's last announcement. What went back
    isn't among them.
    """
    found = [*_of_game(now, after), *_announced(now, after)]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: one.row)[-MOST:])


def _of_game(now: Snapshot, after: int) -> list[Spoken]:
    if now.match is None:
        return []
    newest = [*takewhile(lambda entry: entry.row > after, reversed(now.match.log[-MOST:]))]
    told = ((entry.row, now.match.tell(event, TABLE)) for entry in reversed(newest) for event in entry.events)
    return [Spoken(row, said) for row, said in told if said is not None]


def _announced(now: Snapshot, after: int) -> list[Spoken]:
    return [Spoken(*now.announced)] if now.announced is not None and now.announced[0] > after else []
