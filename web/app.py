"""Build the web application: one Flask app over one table. Nothing else in this package constructs objects."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Flask
from flask.templating import Environment
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from companion import games
from web.books import keeping
from web.books import pages as books
from web.http import error_pages, guard, rate_limit, static_files, streams
from web.http.addresses import Addresses
from web.pages import alone, boxes, drawings, enrolment, evenings, i18n, phones, photo, rules, setting, sheet, table_screen
from web.pages import bench as bench_pages
from web.seats import acts, carrying, moving, sharing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence

    from jinja2 import BaseLoader

    from companion.kit.game import AnyGame
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate
    from web.http.streams import Streams
    from web.pages.bench import Bench
    from web.pages.photo import Finder


TEMPLATES: Final = Path(__file__).parent / "templates"
OF_HUB: Final = "hub/"  # begins the names of its templates


class _Templates(Environment):
    """An environment that gives each template a single table of globals, all of them set before the first one is loaded.

    By default Jinja uses two tables, the template's and the environment's, and compares them at every import of a
    template.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


def create_app(
    table: Table,
    *,
    hosts: Sequence[str],
    bench: Bench | None = None,
    language: str = "en",
    address: str | None = None,
    codes_on_screen: bool = False,
    finder: Finder | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Return the application for *table*.

    *hosts* are the names under which a browser may call this machine, with or without a port; localhost, 127.0.0.1 and
    every name that ends in .localhost are always allowed. *address* is the URL at which phones join (for the QR code), by
    default the first host; `move` changes both. *bench* is simulated hardware, or None. *language* is for phones that ask
    for none of ours. *codes_on_screen* also shows the table screen the codes that bring a seat to a new phone: only for a
    table without a display, because anybody on the Wi-Fi can read that screen, but only people in the room can read the
    display. *finder* looks at photographs of the table, if it is given. *clock* times the pauses after wrong PINs and the rate
    limits for sitting down and for changes.
    """
    app, where = bare(table.now.games), Addresses(hosts, address)
    _register_checks(app, table, where, language, framed=bench is not None)
    open_streams = streams.register(app, table, partial(phones.main_page, table))
    limit_rate = rate_limit.rate_limiter(table, clock)
    _register_pages(app, table, open_streams, clock, limit_rate)
    photo.register(app, table, limit_rate, finder)
    table_screen.register(app, table, where, codes=codes_on_screen)
    if bench is not None:
        bench_pages.register(app, table, bench, open_streams)
        alone.register(app, table, where, limit_rate)
    app.extensions["streams"], app.extensions["addresses"] = open_streams, where
    return app


def bare(played: Mapping[str, AnyGame]) -> Flask:
    """Return an application with the templates, files and drawings of the games *played* here, and no pages yet."""
    app = Flask("web", static_folder=None)
    app.jinja_environment = _Templates
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader(_pages(played))])
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.autoescape = True  # Also for templates not named .html.
    static_files.register(app, played.values())
    drawings.register(app, played.values())
    return app


def _register_checks(app: Flask, table: Table, where: Addresses, language: str, *, framed: bool) -> None:
    """Register what every request passes. *framed*: the bench may show the pages within its own."""
    i18n.register(app, table, language)  # Before the guard, so that a rejected request is answered in its own language.
    guard.register(app, where, framed=framed)
    error_pages.register(app, where)


def _register_pages(app: Flask, table: Table, open_streams: Streams, clock: Callable[[], float], limit_rate: LimitRate) -> None:
    phones.register(app, table, open_streams.watched)
    sharing.register(app, table)
    sheet.register(app, table)
    books.register(app, table)
    rules.register(app, table)
    _register_changes(app, table, clock, limit_rate)


def _register_changes(app: Flask, table: Table, clock: Callable[[], float], limit_rate: LimitRate) -> None:
    """Register the pages that change something: together they are limited to so many changes in a time by *limit_rate*."""
    acts.register(app, table, clock, limit_rate)
    moving.register(app, table, clock, limit_rate)
    enrolment.register(app, table, limit_rate)
    boxes.register(app, table, limit_rate)
    evenings.register(app, table, limit_rate)
    setting.register(app, table, limit_rate)
    carrying.register(app, table, limit_rate)
    keeping.register(app, table, limit_rate)


def _pages(played: Mapping[str, AnyGame]) -> dict[str, BaseLoader]:
    """Return the loaders of the games' own pages, for templates called `<NAME>/<page>.html`."""
    return {name: FileSystemLoader(games.folder(game) / "pages") for name, game in played.items()}


def prepare(app: Flask) -> Iterator[str]:
    """Compile *app*'s templates one at a time, yielding each name, so that the first visitor needn't wait for it.

    Those of a hub are left out: no table shows them.
    """
    for name in app.jinja_env.list_templates(filter_func=lambda name: not name.startswith(OF_HUB)):
        app.jinja_env.get_template(name)
        yield name


def move(app: Flask, hosts: Sequence[str], address: str) -> None:
    """Change *app*'s *hosts* and join *address*; if the address has changed, pages that are open refresh themselves."""
    where: Addresses = app.extensions["addresses"]
    has_moved = where.address != address
    where.change(hosts, address)
    if has_moved:
        app.extensions["streams"].restart()
