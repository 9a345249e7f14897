"""Look at every page that phones and the table screen could open now, and find what is wrong with it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final

from companion.journal import codec
from companion.kit.asks import answers
from web.lab.site import ORIGIN, panels

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.match.match import Standing
    from companion.table.table import Table

PAGES: Final = ("/seat/view", "/seat/purse", "/seat/menu")


def wrong(table: Table, phones: Mapping[Seat, FlaskClient]) -> Iterator[str]:
    """Yield a sentence for each fault in mid-game: a page or words missing, a button that answers nothing, another's panel."""
    everywhere = {name for seat in phones for name in table.now.standing(seat)}
    yield from _faults(table, "/table/view", _Page(_get(next(iter(phones.values())), "/table/view")))
    for seat, phone in phones.items():
        pages = {path: _Page(_get(phone, path)) for path in PAGES}
        for path, page in pages.items():
            yield from _faults(table, path, page)
        yield from _books(table, _get(phone, "/books?turn=1"))
        asks = {name: one for name, one in table.now.standing(seat).items() if one.ask.is_open}
        linked = pages["/seat/view"].html
        for name, standing in asks.items():
            yield from _panel(table, seat, phone, name, standing, linked=f'data-panel="{name}"' in linked)
        for name in everywhere - set(asks):
            if _get(phone, f"/seat/ask/{name}").status_code != 409:
                yield f"{seat} can open the panel {name}, and is not asked"


def _books(table: Table, page: TestResponse) -> Iterator[str]:
    """Check that there are books if the rules open them now, and none otherwise."""
    if table.now.books:
        yield from _faults(table, "/books", _Page(page))
    elif page.status_code != 404:
        yield f"the books can be read, and are closed: {page.status}"


def _panel(table: Table, seat: Seat, phone: FlaskClient, name: str, asked: Standing, *, linked: bool) -> Iterator[str]:
    """Check the panels of one ask: each shows it, and if the page links to it, its buttons' requests answer an ask."""
    for path in panels(name, asked.ask):
        page = _Page(_get(phone, path))
        yield from _faults(table, path, page)
        if "given" not in path and f'data-number="{asked.number}"' not in page.html:
            yield f"{path} does not show its ask"
        for sent in page.acts:
            standing = table.now.standing(seat)
            command = codec.read(_game(table).COMMANDS, sent["command"])
            if standing[sent["ask"][0]].number != sent["ask"][1]:
                yield f"{path} has a button for another ask: {sent}"
            if linked and not any(answers(one.ask, command) for one in standing.values()):
                yield f"{path} has a button that answers no ask: {sent}"


def _game(table: Table) -> AnyGame:
    assert table.now.game, "no game is on"
    return table.now.game


def _get(phone: FlaskClient, path: str) -> TestResponse:
    return phone.get(path, base_url=ORIGIN)


def _faults(table: Table, path: str, page: _Page) -> Iterator[str]:
    if not page.status.startswith("200"):
        yield f"{path}: {page.status}"
    code = rf"\b(?:web|table|{_game(table).NAME})(?:_pages)?\.[a-z_]+\b"
    yield from (f"{path} has no words for {one}" for one in re.findall(code, page.text))


class _Page(HTMLParser):
    """A page's *status*, its *html*, its *text*, and the requests that its buttons send: its *acts*."""

    def __init__(self, answer: TestResponse) -> None:
        super().__init__()
        self.status, self.html = answer.status, answer.text
        self.text, self.acts = "", list[Any]()
        self.feed(self.html)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.acts += [json.loads(value or "") for name, value in attrs if name == "data-act"]

    def handle_data(self, data: str) -> None:
        self.text += data.replace("\u00ad", "")
