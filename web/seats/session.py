"""Whose phone this is: a random token in a cookie, known to the table by its hash only.

The cookie is SameSite=Strict. On the bench the phones are frames of another host's page, and a browser sends them such a
cookie only if both hosts belong to one site. Names directly under .localhost are sites of their own; those under
BENCH_SITE are one, and still have cookies and connections apart: a.barkeep.localhost, b.barkeep.localhost, ...
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING, Final

from flask import abort, request
from werkzeug.http import dump_cookie

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug.wrappers import Response

    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table

COOKIE: Final = "seat"
ALSO: Final = "also"  # The tokens of other seats that this phone holds, for people whose own phone is dead.
MOST: Final = 6  # seats on one phone
EXPECTED: Final = "expected"  # The token that this phone will have for the next seat that it takes.
EXPECTING: Final = 24 * 3600  # seconds: somebody may look at the door for a whole game
A_TOKEN: Final = re.compile(r"[0-9A-Za-z_-]{22}")
TOKEN_BYTES: Final = 16  # 128 bits
KEY_LENGTH: Final = 22  # hexadecimal digits, 88 bits
YEAR: Final = 365 * 24 * 3600  # seconds
BENCH_SITE: Final = "barkeep.localhost"


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return what the journal keeps of *token*: SHA-256 in hexadecimal. A random token needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def stream_path(token: str) -> str:
    """Return where the page of the phone with *token* asks for its stream: no other page of this host can know it.

    A cookie comes with what another port's page asks for, too; an answer can't be read there, but a stream takes the place of
    the one before it.
    """
    return f"/seat/stream?key={hashed(f'stream {token}')[:KEY_LENGTH]}"


def insist_on_own_page() -> None:
    """Abort with 403 where the asking phone's stream is not asked for by its own page."""
    if not hmac.compare_digest(request.full_path.encode(), stream_path(request.cookies.get(COOKIE, "")).encode()):
        abort(403)


def give(response: Response, token: str) -> None:
    """Let the browser keep *token*: out of reach of scripts, never sent from another site's page."""
    _keep(response, COOKIE, token, YEAR)


def hold(response: Response, table: Table, token: str) -> None:
    """Let the browser act with *token* from now on, and keep those of the other seats that it holds."""
    give(response, token)
    others = [one for one in tokens() if one != token and table.now.seating.seat_of(hashed(one))]
    if others or ALSO in request.cookies:
        _keep(response, ALSO, ".".join(others), YEAR)
    if EXPECTED in request.cookies:
        _keep(response, EXPECTED, "", 0)


def others(now: Snapshot) -> dict[Seat, str]:
    """Return the tokens of the seats that the asking phone holds beside the one that it acts for."""
    held = {now.seating.seat_of(hashed(token)): token for token in tokens()[1:]}
    mine = seat_of_request(now)
    return {seat: token for seat, token in held.items() if seat is not None and seat != mine}


def expect(response: Response, token: str) -> None:
    """Let the browser keep *token* for a seat that it has not got yet.

    The seat is then taken with that token however often the form is sent: an answer that gets lost loses nothing.
    """
    _keep(response, EXPECTED, token, EXPECTING)


def expected() -> str:
    """Return the token that this phone was given for a seat that it takes now, empty for none."""
    token = request.cookies.get(EXPECTED, "")
    return token if A_TOKEN.fullmatch(token) else ""


def arrived(now: Snapshot) -> str:
    """Return the token that this phone was to take a seat with and that has one: its answer got lost. Empty for none."""
    token = expected()
    return token if token and now.seating.seat_of(hashed(token)) else ""


def tokens() -> list[str]:
    """Return the tokens that the asking phone has, the one that it acts with first; some may be of seats that it left."""
    also = request.cookies.get(ALSO, "").split(".")[:MOST]
    return [request.cookies.get(COOKIE, ""), *(token for token in also if token)]


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    keep(response, name, value, seconds, httponly=True)


def keep(response: Response, name: str, value: str, seconds: int, *, httponly: bool = False) -> None:
    """Let the browser keep *value* for so long by its own clock, without the date that ours would make of it."""
    cookie = dump_cookie(name, value, seconds, httponly=httponly, samesite="Strict", path="/", sync_expires=False)
    response.headers.add("Set-Cookie", cookie)


def seat_of_request(now: Snapshot) -> Seat | None:
    """Return the seat that the asking phone holds: from its cookie alone, never from a field or an address."""
    token = request.cookies.get(COOKIE)
    return now.seating.seat_of(hashed(token)) if token else None


def holding(table: Table) -> Callable[[], bool]:
    """Return what tells, also after the request, whether the asking phone still holds the seat that it acts for."""
    token = hashed(request.cookies.get(COOKIE, ""))
    return lambda: table.now.seating.seat_of(token) is not None


def moved_from(now: Snapshot) -> Seat | None:
    """Return the seat that the asking phone had until it moved to another phone."""
    return now.seating.left.get(hashed(request.cookies.get(COOKIE, "")))


def insist_on_seat(now: Snapshot) -> Seat:
    """Return the asking phone's seat; abort with 403 where it has none."""
    seat = seat_of_request(now)
    if seat is None:
        abort(403)
    return seat
