"""The web application: one Flask app over one table. Nothing else in this package builds objects."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from flask import Flask
from flask.templating import Environment
from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from companion import games
from web.http import error_pages, guard, openapi, rate_limit, static_files, streams
from web.http.addresses import Whereabouts
from web.pages import bench as bench_pages
from web.pages import boxes, drawings, enrolment, i18n, phones, table_screen
from web.seats import acts, moving, sharing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence

    from jinja2 import BaseLoader

    from companion.kit.game import Game
    from companion.table.table import Table
    from web.pages.bench import Bench


TEMPLATES: Final = Path(__file__).parent / "templates"


class _Templates(Environment):
    """Templates whose globals are all there before the first page is made, so that each keeps them in one table of its own.

    Jinja would look in two, a template's and the environment's, and compare them at every import of a page.
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
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """Return the application for *table*.

    *hosts* are the names that a browser may call this machine by, with or without a port; localhost, 127.0.0.1 and every
    name that ends in .localhost are always among them. *address* is the URL at which phones join (for the QR code); the
    first host by default; `move` changes both. *bench* is simulated hardware, or None. *language* is for phones that speak none
    of ours. *codes_on_screen* also tells the table screen the codes that bring a seat to a new phone: only for a table without
    a display, because whoever is in the Wi-Fi can read that screen, and the display only who is in the room.
    *clock* times the pauses after wrong PINs, and how often somebody sits down, or changes anything.
    """
    app = Flask("web", static_folder=None)
    app.jinja_environment = _Templates
    app.jinja_loader = ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader(_pages(table.now.games))])
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.autoescape = True  # Also for what isn't named .html.
    where = Whereabouts(hosts, address)
    static_files.register(app, table.now.games.values())
    drawings.register(app, table.now.games.values())
    i18n.register(app, table, language)  # Before the guard: who is turned away is told why in their own language.
    guard.register(app, where, framed=bench is not None)
    error_pages.register(app, where)
    open_streams = streams.register(app, table, partial(phones.main_page, table))
    phones.register(app, table, open_streams.watched)
    insist_on_pace = rate_limit.paced(table, clock)
    acts.register(app, table, clock, insist_on_pace)
    moving.register(app, table, clock, insist_on_pace)
    sharing.register(app, table)
    table_screen.register(app, table, where, codes=codes_on_screen)
    enrolment.register(app, table, insist_on_pace)
    boxes.register(app, table, insist_on_pace)
    if bench is not None:
        bench_pages.register(app, table, bench, open_streams)
    openapi.register(app, table)
    app.extensions["streams"], app.extensions["whereabouts"] = open_streams, where
    return app


def _pages(played: Mapping[str, Game]) -> dict[str, BaseLoader]:
    """Return where the pages of each game lie, for templates called `<NAME>/<page>.html`."""
    return {name: FileSystemLoader(games.folder(game) / "pages") for name, game in played.items()}


def prepare(app: Flask) -> Iterator[str]:
    """Make *app*'s templates ready, one at each step, and yield its name: else whoever needs it first waits for it."""
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)
        yield name


def move(app: Flask, hosts: Sequence[str], address: str) -> None:
    """Let *app* be called by other *hosts* too, and joined at another *address* from now on; pages that are open look again."""
    app.extensions["whereabouts"].move(hosts, address)
    app.extensions["streams"].renew()
