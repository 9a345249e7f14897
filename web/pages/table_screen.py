"""The table screen: public information for a large screen in the room. It gets TABLE's view and nothing else."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import segno
from flask import Flask, render_template
from markupsafe import Markup

from companion.kit.messages import Thing, Who, say
from companion.seats.tickets import Ticket
from web.pages import i18n, plain
from web.seats import joining

if TYPE_CHECKING:
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.addresses import Addresses

QUIET_ZONE: Final = 4  # light modules around the code, as its standard requires
LONGEST_PART: Final = 8  # letters that fit on one line of a window on the sea front


def register(app: Flask, table: Table, where: Addresses, *, codes: bool) -> None:
    """Add the table screen's routes to *app*. With *codes* it also shows the codes for seats that are taken."""

    def read() -> dict[str, Any]:
        now = table.now
        return {"made": now.revision, **_page(now, where.address), **_aside(now, where.address, codes=codes)}

    @app.get("/table")
    def table_screen() -> str:
        return render_template("table/page.html", **read())

    @app.get("/table/view")
    def table_view() -> str:
        page = read()
        return render_template(page["fragment"], **page) + render_template("table/aside.html", **page)


def _aside(now: Snapshot, address: str, *, codes: bool) -> dict[str, object]:
    """Return the content beside the game. An unused seat's code is always shown: it gives no more than the join page does."""
    ticket = now.public.ticket
    shown = ticket is not None and (codes or _is_nobodys(now, ticket.seat))
    return {
        "ticket": ticket and Ticket(ticket.code if shown else "", ticket.seat, ticket.until),
        "ticket_qr": qr(f"{address}{ticket.code}") if ticket and shown else None,
        "lesson": now.lesson(),
        "opened": now.books is not None,
        "gossip": now.gossip,
        "spoken": i18n.aloud_lines(now),
        **joining.evening(now),
    }


def _is_nobodys(now: Snapshot, seat: Seat) -> bool:
    return seat not in now.names and not now.places.lost(now.seating, seat)


def _page(now: Snapshot, address: str) -> dict[str, Any]:
    """Return the content of the screen: the current or last game, or the lobby before the first."""
    game, view = now.game, now.public.view
    if game is None or view is None:
        return _lobby(now, address)
    i18n.name_players(now)
    return {
        "folder": game.NAME,
        "head": plain.pages(game.NAME, "table_head.html"),
        "fragment": plain.pages(game.NAME, "table.html"),
        "lying": plain.lying,
        "fact": plain.fact,
        "screen": now.public.screen,
        "view": view,
        "awaited": now.public.asked,
        "names": now.players,
        "broken": broken,
        "say": say,
        "Who": Who,
        "Thing": Thing,
    }


def _lobby(now: Snapshot, address: str) -> dict[str, object]:
    games, names = now.games.values(), now.names
    return {
        "fragment": "table/lobby.html",
        "names": names,
        "seats": sorted({seat for game in games for seat in game.SEATS}),
        "missing": max(0, now.games[joining.picked(now)].FEWEST - len(names)),
        "address": urlsplit(address).netloc + urlsplit(address).path.rstrip("/"),
        "qr": qr(address),
        "untagged": not now.has_whole_box,
        **joining.tonight(now),
    }


def qr(address: str) -> Markup:
    """Return *address* as a QR code in SVG, dark on transparent, for a light panel.

    The address is written in capitals, which take fewer and so larger modules; no path here depends on case.
    """
    text = address.upper()
    code = segno.make(text, error="l", micro=False)
    return Markup(code.svg_inline(border=QUIET_ZONE, omitsize=True, dark="#15110e", svgclass=None, lineclass=None))


def broken(name: str) -> str:
    """Return *name* with a soft hyphen near the middle of each part that is too long for a window."""
    return "-".join(" ".join(_halved(part) for part in parts.split(" ")) for parts in name.split("-"))


def _halved(part: str) -> str:
    """Break a long *part* before a consonant that a vowel follows, as all four languages do, or else in the middle."""
    if len(part) <= LONGEST_PART:
        return part
    middle = (len(part) + 1) // 2
    syllables = [at for at in range(3, len(part) - 2) if not _is_vowel(part[at]) and _is_vowel(part[at + 1])]
    at = min(syllables, key=lambda at: abs(at - middle), default=middle)
    return f"{part[:at]}\u00ad{part[at:]}"


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[0].lower() in "aeiouyœæ"
