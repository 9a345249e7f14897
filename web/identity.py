"""Whose phone this is: a random token in a cookie, known to the table by its hash only.

The cookie is SameSite=Strict. On the bench the phones are frames of another host's page, and a browser sends them such a
cookie only if both hosts belong to one site. Names directly under .localhost are sites of their own; those under
BENCH_SITE are one, and still have cookies and connections apart: a.barkeep.localhost, b.barkeep.localhost, ...
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Final

from flask import abort, request

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from companion.game import Seat
    from companion.table import Table

COOKIE: Final = "seat"
TOKEN_BYTES: Final = 16  # 128 bits
YEAR: Final = 365 * 24 * 3600  # seconds
BENCH_SITE: Final = "barkeep.localhost"


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return what the journal keeps of *token*: SHA-256 in hexadecimal. A random token needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def give(response: Response, token: str) -> None:
    """Let the browser keep *token*: out of reach of scripts, never sent from another site's page."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="Strict", path="/")


def seat_of_request(table: Table) -> Seat | None:
    """Return the seat that the asking phone holds: from its cookie alone, never from a field or an address."""
    token = request.cookies.get(COOKIE)
    return table.seating.seat_of(hashed(token)) if token else None


def insist_on_seat(table: Table) -> Seat:
    """Return the asking phone's seat; abort with 403 where it has none."""
    seat = seat_of_request(table)
    if seat is None:
        abort(403)
    return seat
