"""The drawings: one sprite that a phone asks for once, and markup that nothing can break out of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.barracuda.moves import OpenBar
from tests.web.begun import draw_one, started
from tests.web.browsing import House
from tests.web.phones import Phone, new_app
from tests.web.quiet import beats, caught_up, settled
from tests.web.tables import new_table
from web.drawings import BACKS, FOREVER, SPRITE, draws

STATIC = Path(__file__).parents[2] / "web" / "static"


@pytest.fixture
def phone(tmp_path: Path) -> Phone:
    table = new_table(tmp_path)
    return Phone(new_app(table), table)


def test_drawings_are_escaped_and_labelled_or_hidden() -> None:
    draw = draws("/s.svg?1")
    assert draw["pawn"]("A", "m") == '<svg class="pawn m" aria-hidden="true"><use href="/s.svg?1#pawn-a"/></svg>'
    assert draw["icon"]("back") == '<svg class="icon" aria-hidden="true"><use href="/s.svg?1#i-back"/></svg>'
    assert 'role="img" aria-label="a &#34;note&#34;"' in draw["drawing"]("note-5", "note", 'a "note"')
    assert "<b>" not in draw["drawing"]("<b>", "<b>", "<b>")


@pytest.mark.parametrize("count", [0, 1, BACKS, BACKS + 1, 44])
def test_a_closed_pile_shows_some_backs_and_no_more(count: int) -> None:
    draw = draws("/s.svg")
    for pile in (draw["backs"](count), draw["minis"](count)):
        assert pile.count("#note-back") == min(count, BACKS)


@pytest.mark.broad
@pytest.mark.browser
def test_a_change_of_the_table_costs_a_phone_no_request(house: House) -> None:
    a, *_ = started(house)
    asked, heard = [], beats(a)
    a.on("request", lambda request: asked.append(request.url.rpartition(":")[2].partition("/")[2]))
    settled(a, heard, asked)  # Whatever the first page wants.
    asked.clear()
    for bar in ("Octopus", "Albatros"):
        seat = draw_one(house)
        house.all_wait_for("[data-page=acting]")
        house.table.act(seat, OpenBar(bar))
        house.all_wait_for("[data-page=drawing]")
    caught_up(a)
    assert {one for one in asked if one != "join/view"} == set()


def test_every_symbol_that_a_page_draws_is_in_the_sprite_and_that_alone_is_kept(phone: Phone) -> None:
    """Its address tells the contents, so it may be kept for ever; nothing else may, and least of all a page."""
    phone.join("A", "Noor")
    used = re.findall(r'<use href="([^"]+)#([^"]+)"/>', phone.get("/").text)
    [address] = {address for address, _ in used}
    sprite, answer = STATIC / SPRITE, phone.get(address)
    assert {symbol for _, symbol in used} <= set(re.findall(r'id="([^"]+)"', sprite.read_text()))
    assert (answer.data, answer.headers["Cache-Control"]) == (sprite.read_bytes(), FOREVER)
    mark = address.partition("?")[2]
    for other in (f"/static/{SPRITE}", f"/static/{SPRITE}?000000", f"/static/phone.js?{mark}", f"/?{mark}", "/seat/view"):
        assert "immutable" not in phone.get(other).headers["Cache-Control"], other
