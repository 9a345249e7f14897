"""Check that the books show a phone's page as that phone had it, by keeping what it had while the game was played."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from companion.kit.viewers import Seat
from web.lab.announcing import begun, played
from web.lab.site import HOST, ORIGIN, app_of, token

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from companion.kit.game import AnyGame
    from companion.table.table import Table


def unlike(game: AnyGame, seed: int, looks: float) -> list[str]:
    """Return the moments of a random game at which the books don't show a phone's page and purse as they were then.

    *looks* (0 to 1) is the share of moments at which a phone is looked at; each phone looks through its own eyes afterwards.
    """
    generator = random.Random(f"{game.NAME} books {seed}")
    table = begun(game, generator)
    app, kept = app_of(table), dict[tuple[int, Seat], tuple[_Shown, _Shown]]()
    for _ in played(game, table, generator):
        if (generator.random() < looks or not table.now.playing) and table.now.match:
            seat = generator.choice(table.now.match.state.seats)
            kept[len(table.now.match.log), seat] = _Shown(_got(app, seat, "/seat/view")), _Shown(_got(app, seat, "/seat/purse"))
    return [*_compared(table, app, kept)]


def _compared(table: Table, app: Flask, kept: dict[tuple[int, Seat], tuple[_Shown, _Shown]]) -> Iterator[str]:
    opened = table.now.books
    turns = {one.at: turn for turn, one in enumerate(opened.moments if opened else (), 1)}
    looked = [(turns[at], seat, *pages) for (at, seat), pages in kept.items() if at in turns]
    for turn, seat, page, purse in looked:
        then = _got(app, seat, f"/books/view?turn={turn}&as={seat}").split("<fieldset")
        shown, held = (_Shown(one.partition("</legend>")[2].rpartition("</fieldset>")[0]) for one in then[1:])
        if not shown.marks[1:-1] or page.marks[: len(shown.marks) - 2] != shown.marks[1:-1] or purse.marks != held.marks:
            yield f"turn {turn} as {seat}"
    if opened and not looked:
        yield "no moment was looked at"


def _got(app: Flask, seat: Seat, path: str) -> str:
    client = app.test_client()
    client.set_cookie("seat", token(seat), domain=HOST)
    return client.get(path, base_url=ORIGIN).text


class _Shown(HTMLParser):
    """What a page shows: its *marks* are its tags and its words, without the data for scripts, such as the numbers of asks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.marks = list[object]()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.marks.append((tag, [one for one in attrs if not one[0].startswith("data-")]))

    def handle_endtag(self, tag: str) -> None:
        self.marks.append(tag)

    def handle_data(self, data: str) -> None:
        self.marks += data.split()
