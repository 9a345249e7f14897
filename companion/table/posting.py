"""Decide what a broker is told: what everybody at the table sees, as codes and numbers that need no language.

People read it in other rooms, and keep it. So it is only what TABLE is shown, and people's names only where the table wants it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.messages import Term, Thing, Who
from companion.table import speaking

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.agreeing.evening.history import Finished
    from companion.kit.game import View
    from companion.kit.messages import Field, Said
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot

MINUTES: Final = len("YYYY-MM-DDTHH:MM")  # of a date that also has seconds and a time zone
LAST_ORDER: Final = "last_order"  # As a screen's sound.
KINDS: Final = (
    "told", "game_started", "game_over", "won", "paused", "resumed", "taken_back", LAST_ORDER, "reader_lost", "reader_back",
)  # fmt: skip


def state(now: Snapshot, *, named: bool) -> dict[str, object]:
    """Return what is going on at the table, with the players' names by seat if they are to be *named*.

    `phase` is lobby, playing, paused or over. `bank` is what everybody sees it hold, null without one.
    `asked` are the seats that the table waits for, or "table" for anybody.
    """
    public, match = now.public, now.match
    view = public.view
    told: dict[str, object] = {
        "phase": phase(now),
        "game": match.game.NAME if match else None,
        "number": match.number if match else 0,
        "round": view.round if view else 0,
        "seats": [one.seat for one in view.seats] if view else sorted(public.sitters),
        "free": _free(now),
        "asked": [] if public.rests else list(public.asked),
        "bank": _bank(now),
        "winners": _winners(now),
        "cause": view.outcome.cause if view and view.outcome else None,
        "reader": now.has_reader,
        "writes": not now.read_only,
    }
    return {**told, "names": public.names} if named else told


def result(one: Finished, *, named: bool) -> dict[str, object]:
    """Return how a finished game ended; with the players' names if the table wants to be *named*.

    `place` is 1 for a winner, and 0 where it isn't known; `sum` is null where a game counts none; `ended` is the table's time
    of day, YYYY-MM-DDTHH:MM, "" if it wasn't known; `mark` tells it from other games with its number; `duplicate` is the
    commitment of a duplicate, "" for an ordinary game.
    """
    seats = [
        {"seat": part.seat, "place": part.place, "sum": part.sum, "of_house": part.of_house}
        | ({"name": part.name} if named else {})
        for part in one.parts
    ]
    return {
        "number": one.number,
        "mark": one.mark,
        "game": one.game,
        "ended": one.ended[:MINUTES],
        "minutes": one.minutes,
        "seats": seats,
        "duplicate": one.duplicate,
    }


def phase(now: Snapshot) -> str:
    """Return whether the table is in the lobby, playing, paused, or at the end of a game (over)."""
    if now.match is None:
        return "lobby"
    if now.match.is_over:
        return "over"
    return "paused" if now.evening.paused else "playing"


def news(before: Snapshot, now: Snapshot, *, named: bool) -> Iterator[dict[str, object]]:
    """Yield what has happened between two snapshots, each with its `event_type`, one of KINDS.

    A `told` is a sentence that everybody was told, by code and fields. Other texts than names of things, which people may
    have written, are left out unless the table wants to be *named*.
    """
    for kind in _changes(before, now):
        yield {"event_type": kind}
    if phase(now) == "over" != phase(before):
        yield {"event_type": "won", "seats": _winners(now)}
    for one in speaking.spoken(now, before.row):
        yield {"event_type": "told", **plain(one.said, named=named)}


def plain(said: Said, *, named: bool) -> dict[str, object]:
    """Return *said* as its code and its fields: a seat, the name of a thing, a term's code, a number, or a text."""
    fields = {key: _plain(value) for key, value in said.fields if named or not isinstance(value, str)}
    return {"code": said.code, "fields": fields}


def _plain(value: Field) -> int | str:
    match value:
        case Who(seat):
            return seat
        case Thing(name):
            return name
        case Term(code):
            return code
    return value


def _winners(now: Snapshot) -> list[Seat]:
    outcome = now.public.view.outcome if now.public.view else None
    return list(outcome.winners) if outcome else []


def _bank(now: Snapshot) -> int | None:
    view, match = now.public.view, now.match
    told: Callable[[View], int | None] | None = getattr(match.game, "bank", None) if match else None
    return told(view) if told and view else None


def _free(now: Snapshot) -> list[Seat]:
    """Return the seats on which somebody could sit down now, as the join page shows them."""
    seats = sorted({seat for game in now.games.values() for seat in game.SEATS})
    return [seat for seat in seats if (seat in now.vacant if now.playing else seat not in now.seating.sitters)]


def _changes(before: Snapshot, now: Snapshot) -> Iterator[str]:
    was, match = before.match, now.match
    same = was is not None and match is not None and was.number == match.number
    if match is not None and not same:
        yield "game_started"
    if same and was is not None and match is not None and len(match.gone) > len(was.gone):
        yield "taken_back"
    yield from _moods(phase(before), phase(now))
    if _sound(now) == LAST_ORDER != _sound(before):
        yield LAST_ORDER
    if before.has_reader != now.has_reader:
        yield "reader_back" if now.has_reader else "reader_lost"


def _moods(was: str, now: str) -> Iterator[str]:
    if was != now == "paused":
        yield "paused"
    if was == "paused" != now:
        yield "resumed"
    if was != now == "over":
        yield "game_over"


def _sound(now: Snapshot) -> str:
    screen = now.public.screen
    return screen.sound if screen else ""
