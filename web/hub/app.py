"""Build a hub's application: one Flask app over a hall and a ledger."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import render_template

from companion.club.ledger import OutOfReach
from companion.games import installed
from web.app import bare
from web.http import error_pages, guard
from web.http.addresses import Addresses
from web.hub import accounts, board, counter, directing, duplicates, joining, league
from web.hub.limits import limiter
from web.pages import i18n

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from flask import Flask
    from flask.typing import ResponseReturnValue

    from companion.club.hall import Hall
    from companion.club.ledger import Ledger
    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Words:
    """What i18n needs of a hub (i18n.Host): the installed games' words. Nobody sits here."""

    games: Mapping[str, AnyGame]
    names: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def now(self) -> Words:
        """Itself: it never changes."""
        return self


def create_app(
    hall: Hall,
    ledger: Ledger,
    *,
    hosts: Sequence[str],
    language: str = "en",
    clock: Callable[[], float] = time.monotonic,
    now: Callable[[], float],
) -> Flask:
    """Return the application of a hub.

    *hosts* are the names under which a browser may call this machine. *language* is that of the board, which belongs to no one
    person, and of browsers that ask for none of ours. *clock* times the pauses after wrong PINs and passwords, *now*, the
    seconds since 1970, how long somebody is signed in.
    """
    played, where = installed(), Addresses(hosts)
    app = bare(played)
    app.jinja_env.globals["with_words"] = frozenset(played)
    i18n.register(app, Words(played), language)
    guard.register(app, where, framed=False)
    error_pages.register(app, where)
    app.register_error_handler(OutOfReach, _out_of_reach)
    signed = accounts.Accounts(ledger, clock, now)
    limit = limiter(clock)
    app.extensions["streams"], app.extensions["addresses"] = board.register(app, hall, ledger, where), where
    accounts.register(app, signed, limit)
    league.register(app, ledger, signed)
    joining.register(app, hall, ledger, clock, limit)
    counter.register(app, hall, ledger, signed)
    directing.register(app, hall, ledger, signed, limit)
    duplicates.register(app, hall, ledger, signed, limit, played)
    return app


def _out_of_reach(_: OutOfReach) -> ResponseReturnValue:
    return render_template("door/error.html", lost=False, sentence=i18n.spoken().text("hub.out_of_reach")), 503
