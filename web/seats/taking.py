"""Take a seat from the join page, with a code or with a PIN, using the token that the phone was given beforehand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from flask import redirect

from companion.kit.messages import Illegal
from companion.table.table import Stale
from web.http.rate_limit import TooSoon
from web.pages.i18n import spoken
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from companion.table.table import Table


def taken(table: Table, take: Callable[[str], object], page: Callable[[str], str]) -> ResponseReturnValue:
    """Call *take* with the hash of this phone's new token; redirect to its page, or show *page* with a sentence.

    Idempotent: pressing twice quickly takes the seat once, even if an answer was lost.
    """
    token = session.expected() or session.new_token()
    if table.now.seating.seat_of(session.hashed(token)) is None:
        refused = _refused(table, lambda: take(session.hashed(token)), page)
        if refused is not None and table.now.seating.seat_of(session.hashed(token)) is None:
            return refused  # Otherwise the other of two quick presses has succeeded.
    return arrived(table, token)


def arrived(table: Table, token: str) -> Response:
    """Redirect this phone to its page, with *token* as its session."""
    response = redirect("/", 303)
    session.hold(response, table, token)
    return response


def _refused(table: Table, take: Callable[[], object], page: Callable[[str], str]) -> tuple[str, int] | None:
    """Call *take*; return None, or *page* with the reason and the status if it was refused."""
    try:
        take()
    except Stale:
        return page(""), 409
    except TooSoon as soon:
        return page(spoken().text("web.join.pause", count=math.ceil(soon.seconds))), 429
    except Illegal as illegal:
        return page(spoken().say(illegal.refusal.said, table.now.names)), 422
    return None
