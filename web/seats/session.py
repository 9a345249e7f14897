"""The phone's session: a random token in a cookie; the table knows only its hash.

The cookie is SameSite=Strict. On the bench the phones are frames in another host's page, and a browser sends them such a
cookie only if both hosts belong to the same site. Names directly under .localhost are separate sites. Names under
BENCH_SITE are one site, but still have separate cookies and connections: a.barkeep.localhost, b.barkeep.localhost, ...
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
ALSO: Final = "also"  # Tokens of the phone's other seats, for people whose own phone is dead.
MOST: Final = 6  # seats on one phone
EXPECTED: Final = "expected"  # The token for the next seat that this phone takes.
EXPECTING: Final = 24 * 3600  # seconds: a join page may stay open for a whole game
A_TOKEN: Final = re.compile(r"[0-9A-Za-z_-]{22}")
TOKEN_BYTES: Final = 16  # 128 bits
KEY_LENGTH: Final = 22  # hexadecimal digits, 88 bits
YEAR: Final = 365 * 24 * 3600  # seconds
BENCH_SITE: Final = "barkeep.localhost"


def new_token() -> str:
    """Return a token that can't be guessed."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """Return the journal's form of *token*: SHA-256 in hexadecimal. A random token needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def stream_path(token: str) -> str:
    """Return the path of the stream for the phone with *token*, which no other page of this host can know.

    Browsers also send the cookie with requests from pages on other ports of this host. Such a page couldn't read the
    answer, but opening a stream would replace the phone's own.
    """
    return f"/seat/stream?key={_stream_key(token)}"


def _stream_key(token: str) -> str:
    return hashed(f"stream {token}")[:KEY_LENGTH]


def insist_on_own_page() -> None:
    """Abort with 403 unless the request for the phone's stream comes from its own page."""
    key = _stream_key(request.cookies.get(COOKIE, ""))
    if not hmac.compare_digest(request.args.get("key", "").encode(), key.encode()):
        abort(403)


def give(response: Response, token: str) -> None:
    """Set *token* as the browser's session, hidden from scripts and never sent with another site's requests."""
    _keep(response, COOKIE, token, YEAR)


def hold(response: Response, table: Table, token: str) -> None:
    """Set *token* as the browser's session from now on, and keep its tokens of other seats."""
    give(response, token)
    others = [one for one in tokens() if one != token and table.now.seating.seat_of(hashed(one))]
    if others or ALSO in request.cookies:
        _keep(response, ALSO, ".".join(others), YEAR)
    if EXPECTED in request.cookies:
        _keep(response, EXPECTED, "", 0)


def others(now: Snapshot) -> dict[Seat, str]:
    """Return the tokens of the seats that the asking phone holds besides the one that it acts for."""
    held = {now.seating.seat_of(hashed(token)): token for token in tokens()[1:]}
    mine = seat_of_request(now) if held else None
    return {seat: token for seat, token in held.items() if seat is not None and seat != mine}


def expect(response: Response, token: str) -> None:
    """Give the browser *token* for a seat that it doesn't have yet.

    However often the form is sent, the seat is taken with that same token, so a lost answer does no harm.
    """
    _keep(response, EXPECTED, token, EXPECTING)


def expected() -> str:
    """Return the token that this phone was given for a seat that it takes now, or ""."""
    token = request.cookies.get(EXPECTED, "")
    return token if A_TOKEN.fullmatch(token) else ""


def arrived(now: Snapshot) -> str:
    """Return the expected token if it has got its seat but the answer was lost, else ""."""
    token = expected()
    return token if token and now.seating.seat_of(hashed(token)) else ""


def tokens() -> list[str]:
    """Return the asking phone's tokens, its session's first; some may be of seats that it has left."""
    also = request.cookies.get(ALSO, "").split(".")[:MOST]
    return [request.cookies.get(COOKIE, ""), *(token for token in also if token)]


def _keep(response: Response, name: str, value: str, seconds: int) -> None:
    keep(response, name, value, seconds, httponly=True)


def keep(response: Response, name: str, value: str, seconds: int, *, httponly: bool = False) -> None:
    """Set a cookie for *seconds* by the browser's clock, without an expiry date, because a Pi's clock may be wrong."""
    cookie = dump_cookie(name, value, seconds, httponly=httponly, samesite="Strict", path="/", sync_expires=False)
    response.headers.add("Set-Cookie", cookie)


def seat_of_request(now: Snapshot) -> Seat | None:
    """Return the seat that the asking phone holds, from its cookie alone and never from a field or an address."""
    token = request.cookies.get(COOKIE)
    return now.seating.seat_of(hashed(token)) if token else None


def way_back(now: Snapshot) -> str:
    """Return where Back leads from a page for phones, the door and the table screen: where the request says, if it does."""
    asked = {"table": "/table", "door": "/"}.get(request.args.get("back", ""))
    return asked or ("/" if seat_of_request(now) else "/table")


def holding(table: Table) -> Callable[[], bool]:
    """Return a function that says, even after the request, whether the asking phone still holds its seat."""
    token = hashed(request.cookies.get(COOKIE, ""))
    return lambda: table.now.seating.seat_of(token) is not None


def moved_from(now: Snapshot) -> Seat | None:
    """Return the seat that the asking phone had before it moved to another phone."""
    return now.seating.left.get(hashed(request.cookies.get(COOKIE, "")))


def insist_on_seat(now: Snapshot) -> Seat:
    """Return the asking phone's seat; abort with 403 if it has none."""
    seat = seat_of_request(now)
    if seat is None:
        abort(403)
    return seat
