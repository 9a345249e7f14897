"""Who is signed in at the counter: a random token in a cookie. Its hash is in the ledger, so a restart signs nobody out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from flask import Flask, abort, redirect, render_template, request

from companion.club.ledger import SignedIn
from companion.seats import names as readable
from web.http.guard import is_this_machine
from web.http.rate_limit import Rate, RateLimit
from web.hub.passwords import fits
from web.pages.i18n import spoken
from web.seats.session import hashed, keep, new_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.club.ledger import Ledger
    from web.hub.limits import Limit

COOKIE: Final = "counter"
LASTS: Final = 12 * 3600.0  # seconds: an evening
LONGEST: Final = 100  # characters of a name that is tried
MOST: Final = 100  # who are signed in; one more, and the oldest is signed out
# Wrong passwords. Whoever has a dozen addresses can use up the tries at a name, but not for whoever sits at the hub itself.
BY_ADDRESS: Final = Rate(5, 60.0)
BY_NAME: Final = Rate(30, 30.0)


class Accounts:
    """The people who run the hub. Thread-safe. Each call may raise OutOfReach."""

    def __init__(self, ledger: Ledger, clock: Callable[[], float], now: Callable[[], float]) -> None:
        """Take the *clock* of pauses, which never goes back, and *now*, the seconds since 1970, which outlast a restart."""
        self._ledger, self._now = ledger, now
        self._addresses, self._names = RateLimit(clock, BY_ADDRESS), RateLimit(clock, BY_NAME)

    def sign_in(self, name: str, password: str, address: str) -> str | float:
        """Return a new token; or the seconds to wait before another try, 0.0 if the name or the password is wrong.

        Tries at names that look the same count together, whether anybody has such a name or not.
        """
        name = readable.tidy(name)[:LONGEST]
        counted = readable.small(name)
        if pause := self._addresses.count(address) or (0.0 if is_this_machine(address) else self._names.count(counted)):
            return pause
        known = self._ledger.accounts()
        whose = readable.found(name, known)
        kept = known.get(whose, "")
        if not fits(password, kept):
            return 0.0
        self._addresses.uncount(address)
        if not is_this_machine(address):
            self._names.uncount(counted)
        token = new_token()
        self._ledger.sign_in(SignedIn(hashed(token), whose, kept, int(self._now() + LASTS)), MOST)
        return token

    def sign_out(self, token: str) -> None:
        """End the session of *token*, if there is one."""
        self._ledger.sign_out(hashed(token))

    def who(self) -> str:
        """Return who sends the request being answered, or "" for anybody else, also if the time of day has gone back."""
        token = request.cookies.get(COOKIE)
        one = self._ledger.signed_in(hashed(token)) if token else None
        return one.name if one and 0 < one.until - self._now() <= LASTS else ""

    def insist(self) -> str:
        """Return who sends the request being answered; abort with 403 for anybody else."""
        return self.who() or abort(403)


def register(app: Flask, accounts: Accounts, limit: Limit) -> None:
    """Add signing in and out to *app*."""

    @app.get("/sign-in")
    def sign_in_page() -> str:
        return render_template("hub/sign_in.html", sentence="", name="")

    @app.post("/sign-in")
    def sign_in() -> ResponseReturnValue:
        limit()
        name, password = request.form.get("name", ""), request.form.get("password", "")
        answer = accounts.sign_in(name, password, request.remote_addr or "")
        if isinstance(answer, float):
            return render_template("hub/sign_in.html", sentence=_refusal(answer), name=name), 429 if answer else 422
        response = app.make_response(redirect("/counter", 303))
        keep(response, COOKIE, answer, int(LASTS), httponly=True)
        return response

    @app.post("/sign-out")
    def sign_out() -> ResponseReturnValue:
        accounts.sign_out(request.cookies.get(COOKIE, ""))
        response = app.make_response(redirect("/", 303))
        keep(response, COOKIE, "", 0, httponly=True)
        return response


def _refusal(pause: float) -> str:
    return spoken().text("hub.sign_in.pause", count=math.ceil(pause / 60)) if pause else spoken().text("hub.sign_in.wrong")
