"""Closed piles, and giving things up, on the pages available to every game: a game that provides only its words."""

import json
from typing import Any

import pytest

from companion.kit import TABLE, GiveUp, Held, Lay, LayPile, Pile, Purse, brought_in, spare, suffices
from companion.table.table import Table
from tests.example import pawnshop
from tests.example.conftest import NAMES, begun, good
from tests.example.pawnshop import BuyThing, PawnThings
from tests.markup import found, marks, words
from tests.web.browser.browsing import House
from tests.web.phones import HOST, Phone


@pytest.fixture
def game() -> Any:
    return pawnshop


@pytest.fixture
def phones(table: Table) -> dict[str, Phone]:
    return begun(table, pawnshop)


def all_buy(phones: dict[str, Phone]) -> None:
    for phone in phones.values():
        assert phone.answer("buy", BuyThing("clock", Pile(ones=1, fakes=1))).status_code == 200


# A pile


def test_the_page_of_a_pile_has_its_bounds_and_the_purse_for_the_script(phones: dict[str, Phone]) -> None:
    page = phones["A"].get("/seat/ask/buy").text
    offered = [("lamp", "A pile for the ship’s lamp"), ("clock", "A pile for the clock without hands")]
    assert [(one.get("data-pick"), words(one.find("span[@class='name']"))) for one in found(page, "*[@data-pick]")] == offered
    page = phones["A"].get("/seat/ask/buy", {"pick": "clock"}).text
    terms = json.loads(marks(page, "pile")[0]["data-pile"])
    bounds = {"least": 0, "most": None, "notes": 2, "fakes": 1, "purse": [9, 2]}
    assert (terms["command"]["thing"], {name: terms[name] for name in bounds}) == ("clock", bounds)
    closed = words(phones["A"].get("/seat/ask/buy", {"pick": "lamp", "notes": 3}).text)
    assert [said for said in ("Three notes, closed.", "A pile for the ship’s lamp") if said not in closed] == []


@pytest.mark.parametrize(("lay", "told"), [
    (Lay(BuyThing("lamp"), 2, 6), "Worth 2 to 6."), (Lay(BuyThing("lamp"), 4, 4), "Worth 4, neither more nor less."),
    (Lay(BuyThing("lamp"), 3, None), "Worth 3 or more."),
    (Lay(BuyThing("lamp"), 0, 6), "Worth at most 6. At least one note, even a fake."),
    (Lay(BuyThing("lamp"), 0, None), "At least one note, even a fake."),
    (Lay(BuyThing("lamp"), 0, None, notes=3, fakes=1), "At least three notes, even fakes. One note must be a fake."),
    (Lay(BuyThing("lamp"), 2, 6, fakes=2), "Worth 2 to 6. Two notes must be fakes."),
])  # fmt: skip
def test_the_bounds_of_a_pile_are_said(table: Table, monkeypatch: pytest.MonkeyPatch, lay: Lay, told: str) -> None:
    asked = LayPile("buy", (lay,), Purse(9, 2))
    monkeypatch.setattr(pawnshop, "asks", lambda state, seat: (asked,) if seat == "A" else ())
    page = begun(table, pawnshop)["A"].get("/seat/ask/buy").text
    assert [words(one) for one in found(page, "p[@class='soft small']")] == [told]
    assert '<h1 class="voice l">What will you have?</h1>' in page  # A single thing needs no list.


def test_a_pile_that_is_wrong_stays_where_it_is(phones: dict[str, Phone]) -> None:
    for pile in (Pile(ones=1), Pile(ones=7), Pile(fives=2), Pile(twos=1, fakes=3)):
        assert phones["A"].answer("buy", BuyThing("lamp", pile)).status_code == 422
    assert phones["A"].answer("buy", BuyThing("lamp", Pile(twos=1))).status_code == 200


# Giving up


@pytest.mark.parametrize(("given", "told", "will_do"), [
    ("0.0.0", "Raises 0 of 4. 4 short.", False), ("0.3.0", "Raises 3 of 4. 1 short.", False),
    ("1.1.0", "Raises 4 of 4. Enough.", True), ("2.0.0", "Raises 5 of 4. Enough, and 1 over.", True),
    ("1.2.0", "Raises 5 of 4. One too many. Keep: Silver christening cups", False),
    ("2.3.0", "Raises 8 of 4. One too many. Keep: Rings, Silver christening cups", False),
])  # fmt: skip
def test_the_verdict_is_that_of_one_check(table: Table, phones: dict[str, Phone], given: str, told: str, will_do: bool) -> None:
    all_buy(phones)
    page = phones["B"].get("/seat/ask/pawn", {"given": given}).text
    assert words(page) == told
    assert ("data-suffices" in page) == will_do
    command, ask = PawnThings(*map(int, given.split("."))), table.now.standing("B")["pawn"].ask
    assert (f"<b>{brought_in(ask, command)}</b>" in page, suffices(ask, command) and not spare(ask, command)) == (True, will_do)
    assert phones["B"].answer("pawn", command).status_code == (200 if will_do else 422)


def test_each_holding_shows_its_number_and_one_of_none_is_not_shown(phones: dict[str, Phone]) -> None:
    all_buy(phones)
    page = phones["A"].get("/seat/ask/pawn").text
    fields = [(one["data-field"], one["min"], one["max"]) for one in marks(page, "field")]
    assert fields == [("rings", "0", "2"), ("cups", "0", "3"), ("hats", "0", "0")]
    assert "Rings 2, each worth 5" in words(page)
    assert "divided by 2 and rounded up" in page
    assert "Hats" not in page
    for given in ("", "1", "1.1", "1.1.0.0", "3.0.0", "0.0.1", "-1.0.0", "x.0.0"):  # Amounts that aren't held have no page.
        assert phones["A"].get("/seat/ask/pawn", {"given": given}).status_code == 409, given


def test_the_commands_other_fields_are_sent_too(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = GiveUp("pawn", PawnThings(hats=2), (Held("rings", 2, 5),), 4)
    monkeypatch.setattr(pawnshop, "asks", lambda state, seat: (asked,) if seat == "A" else ())
    page = begun(table, pawnshop)["A"].get("/seat/ask/pawn").text
    composed = json.loads(marks(page, "compose")[0]["data-compose"])
    assert composed == {"is": "PawnThings", "rings": 0, "cups": 0, "hats": 2}
    assert "divided" not in page


# By hand and eye


@pytest.mark.browser
@pytest.mark.broad
def test_a_pile_and_a_pledge_by_thumb(house: House) -> None:
    for seat in NAMES:
        house.phone(seat, HOST)
    noor = house.phones["A"]
    noor.click("label:has(input[value=pawnshop])")
    noor.click("[data-start=pawnshop]")
    noor.click("#panel [data-pick=clock]")
    noor.wait_for_selector("#panel [data-lay]")
    assert noor.is_disabled("#panel [data-lay='0']")  # A ten is more than the purse holds.
    for kind in (1, 3, 3):
        noor.click(f"#panel [data-lay='{kind}']")
    noor.wait_for_selector("[data-hint=fake]:visible")
    assert noor.is_disabled("[data-shut]")
    noor.click("#panel [data-lift='3'] >> nth=0")
    noor.click("#panel [data-lay='4']")
    noor.wait_for_selector("[data-shut]:enabled")
    good(noor)
    noor.click("[data-shut]")
    noor.wait_for_selector("[data-push]")
    good(noor)
    noor.click("[data-push]")
    noor.wait_for_selector("#page .mine:has-text('3 notes')")
    for seat in "BC":
        house.table.act(seat, BuyThing("lamp", Pile(twos=1)))
    noor.wait_for_selector("#panel [data-verdict] b")
    assert noor.is_disabled("[data-confirm]")
    for key in ("rings+", "cups+", "cups+"):
        noor.click(f"#panel [data-key='{key}']")
    noor.wait_for_selector("[data-verdict]:has-text('Silver')")
    assert noor.is_disabled("[data-confirm]")
    good(noor)
    noor.click("#panel [data-key='cups-']")
    noor.click("[data-confirm]:enabled")
    noor.wait_for_selector("#page .mine:has-text('has pawned')")
    assert house.table.now.view(TABLE).seat("A").has_pawned
    assert house.complaints == []
