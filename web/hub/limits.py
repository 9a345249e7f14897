"""Limit how often an address may change something at a hub, so that a flood costs only its sender."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

from flask import request
from werkzeug.exceptions import TooManyRequests

from web.http.rate_limit import Rate, RateLimit

if TYPE_CHECKING:
    from collections.abc import Callable

    Limit: TypeAlias = Callable[[], None]

BY_ADDRESS: Final = Rate(30, 4.0)  # changes; a whole club may sit behind one router


def limiter(clock: Callable[[], float]) -> Limit:
    """Return a function that counts a change by the calling address, and aborts with 429 if there are too many."""
    addresses = RateLimit(clock, BY_ADDRESS)

    def insist() -> None:
        if pause := addresses.count(request.remote_addr or ""):
            raise TooManyRequests(retry_after=math.ceil(pause))

    return insist
