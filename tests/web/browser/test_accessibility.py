"""Everybody can use every page, by thumb, ear or keyboard, in every language: axe-core finds nothing, and text fits.

One contract for the pages of the house and of every game: each state of a page is inspected wherever a tour stops.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import AcceptOffer, Bid, DrawPawn, OfferTakeover
from companion.kit import TABLE, Pile
from companion.seats.seating import StandUp
from companion.words import LANGUAGES, Words
from tests.web.begun import acting, first_round, third_round
from tests.web.browser import ceremonies, inspecting
from tests.web.browser.browsing import BAG, PHONE, WIDE, House, look, open_house, ready, script, table_with_bag
from tests.web.browser.fingers import opened, press
from tests.web.browser.inspecting import faults_of, violations
from tests.web.pictures import LONG
from tests.web.tables import auction, draw
from tests.web.tour import tours

pytestmark = pytest.mark.browser

ROOM: Final[dict[str, Any]] = {"viewport": WIDE, "has_touch": False}
QUICK: Final = {"barracuda-poverty", "barracuda-table_last_order"}  # A phone and a screen are enough before a commit.
ALL: Final = "all languages"  # Each part is visited with the longest sentence that any language has for what is said.
KINDS: Final[dict[str, tuple[dict[str, Any], Any]]] = {"phones": ({}, inspecting.phone), "screens": (ROOM, inspecting.screen)}
PARTS: Final = {
    f"{name}-{part.__name__}": (kind, part) for name, tour in tours().items() for kind in KINDS for part in getattr(tour, kind)
}
VISITS: Final = [*((name, "en", ()) for name in sorted(QUICK)), *((name, ALL, pytest.mark.broad) for name in PARTS)]


def longest(own: Callable[..., str | None]) -> Callable[..., str | None]:
    """Let German say each sentence in the language in which it is longest."""

    def longest(words: Words, code: str, count: Any, language: str = "") -> str | None:
        tried = LANGUAGES if (language or words.language) == "de" else (language,)
        return max((said for one in tried if (said := own(words, code, count, one))), key=len, default=None)

    return longest


@pytest.mark.parametrize(
    ("part", "language"),
    [pytest.param(name, language, id=f"{name}-{language}", marks=marks) for name, language, marks in VISITS],
)
def test_every_state_of_a_page(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, language: str
) -> None:
    """In languages other than English the table screen has the longest names, which must be legible from afar, too."""
    kind, visit = PARTS[part]
    room, inspect = KINDS[kind]
    if language == ALL:
        said = [Words(one).text("web.join.heading") for one in LANGUAGES]
        monkeypatch.setattr(Words, "_own", longest(Words._own))
        assert (Words("de").text("web.join.heading"), Words("en").text("web.join.heading")) == (max(said, key=len), said[0])
    with open_house(browser, table_with_bag(tmp_path), "de" if language == ALL else language, **room) as on:
        on.names |= LONG if kind == "screens" and language != "en" else {}
        assert faults_of(visit(on), inspect) == {}


@pytest.mark.broad
@pytest.mark.parametrize("script", ceremonies.CEREMONIES, ids=lambda script: script.__name__)
def test_every_ceremony_as_it_is_without_motion(browser: Browser, tmp_path: Path, script: ceremonies.Script) -> None:
    with open_house(browser, table_with_bag(tmp_path), **ROOM) as on:
        assert faults_of(ceremonies.frames(script, calm=True)(on), ceremonies.by_the_clock(violations)) == {}


PAPER: Final = "rgb(255, 250, 240)"


@pytest.mark.broad
def test_votes_cover_no_player_and_a_ticket_covers_only_the_other_code(browser: Browser, tmp_path: Path) -> None:
    with open_house(browser, table_with_bag(tmp_path), viewport=WIDE) as on:
        on.sit("A", "B", "C", "D")
        on.table.act("A", Vote(Motion("free_seat", "C"), True))
        assert not on.screen(".agreed").evaluate(script("liesOn"), [".agreed", "#view"])
        on.table.tap("reader", BAG["E"])
        page = on.screen(".card")
        assert page.evaluate(script("liesOn"), [".card", ".way-in"])
        assert not page.evaluate(script("liesOn"), [".card", ".counter"])
        for scheme in ("light", "dark"):  # A camera reads dark on light, in either scheme.
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("() => getComputedStyle(document.querySelector('.card .qr')).backgroundColor") == PAPER


FLAWS: Final = {
    "button-name": "<button style='width:60px;height:60px'></button>",
    "color-contrast": "<p style='color:#777;background:#888'>grey on grey</p>",
    "label": "<input name='nothing'>",
    "target-size": 2 * "<button style='width:9px;height:9px;padding:0'>a</button>",
}
PAGE: Final = "<!doctype html><html lang=en><title>flawed</title><main><h1 style='width:{}'>h</h1>{}</main>"
LOW: Final = "<p style='position:absolute;top:900px'>low</p><p style='position:absolute;left:-9px'>out</p>"
FLOOR: Final = "<footer class=counter style='position:absolute;top:910px'>floor</footer>"


def test_the_inspection_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE)
    page.set_content(PAGE.format("9rem", "".join(FLAWS.values()) + "<p style='width:500px'>wide</p>"))
    assert {rule for _, rule, *_ in violations(page)} == set(FLAWS)
    assert {scheme for scheme, rule, *_ in violations(page) if rule == "color-contrast"} == {"light", "dark"}
    assert len(look(page, "small")) == 2
    assert len(look(page, "faint")) == 1
    found = inspecting.phone(page)
    assert "scrolls sideways at 16 px" in found
    assert {rule for rule, *_ in found if rule in FLAWS} == set(FLAWS) - {"color-contrast"}  # `faint` has asked for that.
    page.set_content(PAGE.format("12rem", ""))
    assert inspecting.phone(page) == ["scrolls sideways at 32 px"]
    page.set_content("<p style='margin: 0 0 calc(24px - 1.5rem)'>Below</p><p style='margin: 0'>On it, if large</p>")
    assert [fault[-5:] for fault in map(str, inspecting.of_letters(page)) if fault.startswith("crossed")] == ["32 px"]
    for flaw in ("opacity:.5", "color:rgba(0,0,0,.5)"):
        page.set_content(f"<div style='{flaw}'><p>Half as dark</p></div>")
        assert len(look(page, "faint")) == 1
    page.set_content("<h1>Under it</h1><footer class=counter style='position:fixed;inset:0'>counter</footer>")
    assert len(look(page, "covered")) == 1
    page.set_content("<div class=phone><button disabled>Grey</button><footer class=counter></footer></div>")
    assert len(look(page, "unexplained")) == 1
    page.set_content(2 * "<label><input type=radio name=one checked style='width:1px;margin:0'>Which?</label>")
    assert len(look(page, "unmarked")) == 1
    page.set_content("<p class=hint style='width:9px;overflow:hidden'>spilled</p>")
    assert look(page, "spilled") == ["spilled"]
    page.set_viewport_size(WIDE)
    page.set_content(f"<div id=view style='font-size:12px'><main>{LOW}</main>{FLOOR}</div>")
    assert [words.partition(":")[0] for words in look(page, "unreadable")] == [*["small"] * 3, "cut off", "under the counter"]
    page.close()


NUMBER = re.compile(r"\d")


def said(page: Page, text: str) -> str:
    """Return the text of *page*'s live region once *text* is in it; the region is the one that was there at first."""
    page.wait_for_function("text => document.querySelector('#told').textContent.includes(text)", arg=text)
    assert page.evaluate("() => window.region === document.querySelector('#told')")
    assert page.get_attribute("#told", "role") == "status"
    return page.inner_text("#told")


def test_what_happens_is_said_and_no_sum_with_it(house: House) -> None:
    third_round(house)
    pages = {letter: house.show(letter) for letter in "ACE"}
    for page in pages.values():
        page.evaluate("() => { window.region = document.querySelector('#told'); }")
    draw(house.table, "A")
    assert said(pages["A"], "Your turn").startswith("Noor’s pawn comes out of the bag. ")
    assert said(pages["A"], "Your turn").endswith("Your turn, Noor.")
    said(pages["E"], "Noor is playing")
    house.table.act("A", OfferTakeover("Jetty Bar", Pile(fives=1, fakes=3)))
    heard = [said(pages["C"], "Noor wants your Jetty Bar."), said(pages["E"], "Noor offers Jonas four notes")]
    assert not [text for text in heard if NUMBER.search(text)]
    pages["C"].click(".turnover")
    assert "5" in pages["C"].inner_text(".worth")  # The control: there is a sum, visible to this player.
    for plate in (r"^Accept.*\+5.*Jetty Bar goes to Noor", r"^Refuse.*−5.*the same again from you"):
        assert pages["C"].get_by_role("radio", name=re.compile(plate)).count() == 1
    house.table.act("C", AcceptOffer())
    assert said(pages["C"], "Jonas accepts").count("Jonas accepts. Noor now leases Jetty Bar") == 1  # The outcome, once.
    assert focused(pages["C"]) == "H1: Who’s next?"  # What had the focus is gone, so that the heading is read.


@pytest.mark.broad
def test_a_bid_says_whose_it_is_closed_and_open(house: House) -> None:
    third_round(house)
    auction(house.table)
    for letter, pile in {"B": Pile(fives=1), "C": Pile(ones=2, fakes=1), "D": Pile(fakes=1), "E": Pile(tens=1)}.items():
        house.table.act(letter, Bid(pile))
    page = house.show("A", "#panel .bids")
    for name in ("Émile", "Jonas", "Sanne", "Luc"):
        assert page.get_by_role("button", name=re.compile(f"^{name}:.*Turn over")).count() == 1
    page.click("[data-turn-all]")
    for name, real in {"Émile": 5, "Jonas": 2, "Sanne": 0, "Luc": 10}.items():
        assert page.get_by_role("radio", name=re.compile(rf"^{name}:.*\b{real}\b")).count() == 1


@pytest.mark.broad
def test_forced_colours_leave_what_is_chosen_and_whose_turn_it_is(house: House) -> None:
    page = acting(house)
    page.emulate_media(forced_colors="active")
    opened(page, "open").check("#panel input[value=Octopus]", force=True)
    outlines = "() => Array.from(document.querySelectorAll('#panel .choices input'), one => getComputedStyle(one).outlineStyle)"
    assert page.evaluate(outlines).count("solid") == 1
    page.click("#panel [data-close]")
    assert page.evaluate("() => getComputedStyle(document.querySelector('.string .now .pawn')).outlineStyle") == "solid"
    fill = "() => getComputedStyle(document.querySelector('.top .pawn')).forcedColorAdjust"
    assert page.evaluate(fill) == "none"  # A pawn keeps its own colour; its shape identifies it anyway.


def test_a_keyboard_is_enough_from_the_door_to_an_offer(house: House) -> None:
    page = house.door()
    page.focus("input[name=name]")
    page.keyboard.type("Sanne")
    press(page, "Tab", *["ArrowRight"] * 3, "Enter")
    page.wait_for_selector("[data-page=lobby]")
    assert house.table.now.names == {"D": "Sanne"}
    house.table.act("D", StandUp())
    first_round(house)
    press(house.show("A", "[data-panel=draw]"), "[data-panel=draw]", "#panel [data-act]")
    house.all_wait_for("[data-page=acting]")
    bidder = house.show(str(house.table.now.view(TABLE).active.seat), "[data-page=acting]")
    press(bidder, "[data-panel=takeover]", "#panel .choices button", "[data-lay='1']", "[data-shut]", "[data-push]")
    house.all_wait_for("[data-page=offered]")
    lessee = house.show(house.table.now.view(TABLE).offer.lessee, "[data-page=offered]")
    press(lessee, ".turnover", "[value=accept]", "Space", "[data-page=offered] [data-confirm]")
    house.all_wait_for("[data-page=drawing]")
    assert house.table.now.view(TABLE).news[0].code.startswith("barracuda.told.takeover_accepted")


def test_the_focus_stays_beside_what_a_press_takes_away(house: House) -> None:
    page = house.phone("A")
    page.wait_for_selector("#note [data-noted]")
    press(page, "[data-noted]")
    heard = [focused(page)]
    for act, then, state in (
        ("LetIn", "[data-act*=SendAway]", "visible"), ("GiveHints", "[data-act*=GiveHints][data-act*=true]", "visible"),
        ("SendAway", "[data-act*=SendAway]", "detached"),
    ):  # fmt: skip
        press(page, f"[data-act*={act}]")
        page.wait_for_selector(then, state=state)
        heard.append(focused(page))
    assert heard == ["H1: Who else is in?", "H2: Let a house player", "BUTTON: Explain as we play", "H1: Who else is in?"]


def test_an_answered_panel_leaves_the_focus_on_the_heading_which_is_not_said_twice(house: House) -> None:
    page = acting(house)
    press(page, "[data-fetch='/seat/menu']", "#panel [data-close]")
    assert focused(page).startswith("BUTTON: The table")
    press(page, "[data-panel=open]", "#panel input", "Space", "#panel [data-confirm]")
    page.wait_for_selector("[data-page=drawing]")
    assert focused(page) == "H1: Who’s next?"
    house.table.act(TABLE, DrawPawn("B"))
    page.wait_for_selector("#page h1:not(:text('Who’s next?'))")
    assert focused(page) == f"H1: {page.inner_text('h1')}"
    assert page.inner_text("#told").endswith("pawn comes out of the bag.")


def focused(page: Page) -> str:
    """Return what *page* has the focus on, by name and first words, once it is still."""
    ready(page)
    return page.evaluate("() => `${document.activeElement.tagName}: ${document.activeElement.innerText.trim().slice(0, 18)}`")
