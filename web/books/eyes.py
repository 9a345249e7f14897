"""Through whose eyes a finished game may be looked at again, and what they saw.

Everybody may see what everybody saw. Where the books are unsealed anybody may look through any player's eyes, and see what was
closed. Otherwise only the player's own phone may look through that player's, and only at what was that person's to see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.kit.viewers import TABLE
from web.pages import i18n, phones, plain
from web.seats import session

if TYPE_CHECKING:
    from companion.kit.viewers import Seat
    from companion.match.books import Books, Moment
    from companion.table.snapshot import Snapshot

EVERYBODY: Final = ""
UNSEALED: Final = "unsealed"


def offered(now: Snapshot, opened: Books) -> tuple[str, ...]:
    """Return the eyes that the asking phone may choose: `EVERYBODY`, seats, `UNSEALED`."""
    seats = opened.match.state.seats
    if opened.unsealed:
        return (EVERYBODY, *seats, UNSEALED)
    own = session.seat_of_request(now)
    return (EVERYBODY, own) if own in seats and now.plays(own) else (EVERYBODY,)


def seen(now: Snapshot, opened: Books, moment: Moment, eyes: str) -> dict[str, Any]:
    """Return the content of *moment* for *eyes*, which must be `offered`: a phone's page for a seat, else the sheet's."""
    if eyes in opened.match.state.seats and _was_theirs(now, opened, moment, eyes):
        return _phone(now, opened, moment, eyes)
    purses = [_phone(now, opened, moment, seat) for seat in opened.match.state.seats] if eyes == UNSEALED else []
    i18n.name_players(now)
    folder = opened.match.game.NAME
    return {
        "seat": None,
        "purses": purses,
        "entry": opened.match.log[moment.at - 1] if eyes == UNSEALED else None,
        "view": opened.view(moment),
        "folder": folder,
        "fragment": plain.pages(folder, "sheet.html"),
        "names": now.players,
    }


def _was_theirs(now: Snapshot, opened: Books, moment: Moment, seat: Seat) -> bool:
    """Return whether the hand on *seat* at *moment* may be shown: to everybody, or to its player, who had it then."""
    was_told = now.places.told(opened.match.number, seat)
    return opened.unsealed or was_told is None or was_told(moment.row)


def _phone(now: Snapshot, opened: Books, moment: Moment, seat: Seat) -> dict[str, Any]:
    """Return the content of the page that the phone on *seat* had at *moment*."""
    was_told = now.places.told_then(opened.match.number, seat, moment.row)
    view, public = opened.view(moment, seat, was_told), opened.view(moment, TABLE)
    page = phones.in_game(now, opened.match.game.NAME, seat, view, public, opened.asks(moment, seat))
    gossip = opened.gossip if view.outcome is not None else None
    return {**page, "gossip": gossip, "ledger": opened.ledger(moment, seat, was_told), "has_reader": now.has_reader}
