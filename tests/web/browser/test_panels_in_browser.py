"""Panels and pages replace each other, over a line that may be slow: whatever a thumb requested or chose stays."""

from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.agreeing.evening.pausing import GoOn, Pause
from companion.games.barracuda.moves import CallDraw, CallLastOrder, OpenBar
from companion.journal.store import connect
from companion.kit import Piece
from companion.seats.starting import StartGame
from companion.table.table import Unknown
from tests.companion.settings import open_table
from tests.proof.durability.failing import FailingConnection
from tests.web.begun import acting, first_round
from tests.web.browser.browsing import House, look, open_house, ready, script, wait_until
from tests.web.browser.fingers import lay, opened, push
from tests.web.browser.quiet import SlowLine, beats, brought, caught_up, turn_away
from tests.web.phones import new_app, seated
from tests.web.shark_tables import shares
from tests.web.tables import NAMES, new_table, played

pytestmark = pytest.mark.browser


@pytest.mark.broad
@pytest.mark.parametrize("lost", [False, True])
def test_what_comes_of_a_tap_is_shown_where_the_table_is_heard_before_the_answer(house: House, lost: bool) -> None:
    """The version that a tap causes may overtake the answer to it, and open the next question, though its page is lost."""
    house.start("shark", "ABCD", first="chosen")
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    a = house.show("A", ".deal")
    line, pages = SlowLine(house, a, "**/act"), brought(a)
    a.click(".counter [data-act*=RollDice]")
    line.wait()
    wait_until(a, lambda: bool(pages), "the page after the tap")
    caught_up(a)
    if lost:
        a.route("**/seat/view", lambda route: route.abort())
    line.let_through()
    a.wait_for_selector("#panel .site")
    ready(a)
    house.complaints.clear()  # of the lost page
    assert a.locator("#panel .site").is_visible()


def test_what_comes_late_hides_nothing_newer(house: House) -> None:
    house.sit("A")
    a = house.show("A")
    heartbeats, line = beats(a), SlowLine(house, a, "**/seat/view")
    wait_until(a, lambda: bool(heartbeats), "a stream: without one it has not been away")
    for away in (True, False):  # A phone that was away fetches the page, and meanwhile the stream may bring the next one.
        turn_away(a, away=away)
    line.wait()
    house.sit("B")
    a.wait_for_selector(".stools >> text=Émile")
    line.let_through()
    caught_up(a)
    assert a.locator(".stools .who >> text=Émile").is_visible()
    a.click("[data-fetch='/seat/menu']")
    line, pages = SlowLine(house, a, "**/seat/pin"), brought(a)
    a.click("#panel [data-post]")
    line.wait()
    wait_until(a, lambda: bool(pages), "the page after the new PIN, which is a change of the table, too: it renews the menu")
    caught_up(a)
    line.let_through()
    a.wait_for_selector("#panel h1 >> text=/[0-9]{4}/")


@pytest.mark.broad
def test_a_thumb_that_keeps_tapping_on_a_slow_line_gets_its_panel(house: House) -> None:
    page = acting(house)
    line = SlowLine(house, page)
    for _ in range(3):
        page.click("[data-panel=open]")
        line.wait()
    assert len(line.held) == 1  # Each new request would make the phone wait for that one instead.
    line.let_through()
    page.wait_for_selector("#panel .choices")


@pytest.mark.broad
@pytest.mark.parametrize("slow", ["the panel", "the closed pile"])
def test_a_pile_stays_closed_over_a_slow_line_and_whatever_others_do(house: House, slow: str) -> None:
    first_round(house)
    house.table.act("C", CallLastOrder())
    a, b, c = house.show_all("ABC", "#panel [data-pile]")
    lay(a, 2)
    line = SlowLine(house, a, slow=lambda url: ("notes=" in url) == (slow == "the closed pile"))
    if slow == "the closed pile":
        a.click("[data-shut]")
        line.wait()
        push(b, 4)
        a.wait_for_selector("#page .asked >> text=one note", state="attached")
    else:
        push(b, 4)
        line.wait()
        a.click("[data-shut]")
        a.wait_for_selector("[data-push]")
    line.let_through()
    push(c, 3)
    a.click("[data-push]")
    house.all_wait_for(".order")
    assert house.table.now.view("A").purse.real == 50 - 2


def test_a_vote_on_a_take_back_puts_a_pile_aside_and_lets_nobody_answer_by_a_slip(house: House) -> None:
    house.start(letters="ABC")
    for bar in ("Octopus", "Tide Bar", "Karambole"):
        house.table.act("A", CallDraw())
        house.table.act(house.table.now.awaited()[0], OpenBar(bar))
    asker, other, third = (entry.seat for entry in house.table.now.match.log[2::3])
    pages = {seat: house.show(seat, "[data-page]") for seat in "ABC"}
    pages[asker].click("[data-page] [data-fetch='/seat/menu']")
    pages[other].click("[data-page] [data-fetch='/seat/menu']")  # A panel that lies over the page when the vote comes
    pages[asker].click("#panel [data-fetch='/seat/back']")
    pages[asker].click("#panel .step:last-of-type [data-act]")
    for seat in (other, third):
        pages[seat].wait_for_selector(".vote .lamp")
        assert not pages[seat].is_visible(".counter")
        pages[seat].click(".vote .lamp")
    pages[asker].wait_for_selector(".vote", state="detached")
    assert all(seat.standing == 0 for seat in house.table.now.view("table").seats)
    pages[other].wait_for_selector("#page .counter")


def test_a_closed_bars_card_is_picked_on_the_phone_that_composes_and_opens_once_that_is_closed(house: House) -> None:
    house.table.now.pieces.learn(b"cafe", Piece("card", "Octopus"))
    page = acting(house)
    with page.expect_response("**/seat/at"):
        opened(page, "open")
    house.table.tap("reader", b"cafe")
    page.wait_for_selector("#panel input[value=Octopus]:checked")
    with page.expect_response("**/seat/at"):
        page.click("#panel [data-close]")
    house.table.tap("reader", b"cafe")
    assert house.table.now.view("table").bar("Octopus").lessee == "A"


WARNING = "#disk:visible >> text=Can’t save right now."


def warned(page: Page) -> bool:
    page.wait_for_selector(WARNING)
    return bool(page.evaluate(script("onTop")))


def test_a_full_disk_is_told_once_above_an_open_panel_while_it_lasts(browser: Browser, tmp_path: Path) -> None:
    disk = FailingConnection(connect(tmp_path / "journal"))
    with open_house(browser, open_table(disk)) as house:
        a, b = opened(acting(house), "open"), house.show("B")
        assert not a.evaluate(script("onTop"))
        a.evaluate(script("listen"))
        disk.fail(1, 10**6, after=False)
        with pytest.raises(Unknown):
            house.table.act("C", Pause())
        for page in (a, b):  # Under a panel and without one.
            assert warned(page)
            assert look(page, "small", "sideways", "covered") == []
        a.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        pages = brought(a)
        house.table.teaching.start_walk(renew=True)  # A change that needs no disk: the page is replaced, and says it again.
        wait_until(a, lambda: bool(pages), "the page")
        caught_up(a)
        assert warned(a)
        assert len(a.evaluate("window.told")) == 1
        disk.fail(0, -1, after=False)
        for command in (Pause(), GoOn()):
            house.table.act("C", command)
        a.wait_for_selector("#disk", state="hidden")
        assert a.locator("#panel .choices").is_visible()


@pytest.fixture
def page(house: House) -> Page:
    """A page that allows more than its own scripts: `new Function` is for the tests only, and their policy forbids it."""
    page = house.door("pin")
    house.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    page.reload()
    return page


@pytest.mark.broad
def test_whatever_came_before_the_page_is_what_the_table_sent(page: Page, tmp_path: Path) -> None:
    """What is sent to the phones of a random game, those of all seats mixed."""
    table, sent = new_table(tmp_path / "played"), list[str]()
    phones = list(seated(new_app(table), table, NAMES).values())
    table.act("A", StartGame("barracuda", {"bank": "once"}))
    for turn, _ in enumerate(islice(played(table), 60)):
        phone = phones[turn % len(phones)]
        asks = (f"ask/{name}" for name in table.now.standing(phone.seat))
        answers = [phone.get(f"/seat/{path}") for path in ("view", "menu", *asks)]
        sent += [answer.text for answer in answers if answer.status_code == 200]
    assert len(set(sent)) > 60
    assert page.evaluate(script("allThere"), sent) == []


BESIDE = {
    "<p>a</p><b>x</b>": "<p>a</p><i>n</i><b>x</b>", "<b>x</b>": "<i>n</i><b>x</b>", "<b>x</b><!---->": "<b>x</b><i>n</i>",
    "<i>n</i><b>x</b>": "<b>x</b>", "<b>x</b><p>a</p>": "<b>x</b>", "<div><b>x</b>t</div>": "<div class='y'><b>x</b>u</div>",
}  # fmt: skip


def test_what_is_pressed_chosen_typed_or_beside_something_new_stays_as_it_is_and_goes_with_it(page: Page) -> None:
    swapped = partial(swap, page)
    then = "return [place.innerHTML.replaceAll('\"', \"'\"), kept.b === place.querySelector('b')]"
    for before, following in BESIDE.items():
        assert swapped(before, "kept.b = place.querySelector('b')", following, then) == [following, True]
    # A finger was down on the old button: a new one in its place, made of the same element, would get the click.
    button = "<ul><li><button type='button' data-act='{}'>Do</button></li></ul>"
    keep, then = "kept.on = place.querySelector('button')", "return kept.on === place.querySelector('button')"
    assert swapped(button.format("open"), keep, button.format("sell"), then) is False
    assert swapped(button.format("open"), keep, "<p>n</p>" + button.format("open"), then) is True
    option = "<li><label><input type='radio' name='option' value='{0}'>{0}</label></li>"
    offered = lambda *names: "<ul>" + "".join(option.format(name) for name in names) + "</ul>"
    choose = "place.querySelector(\"[value='Octopus']\").checked = true"
    chosen = "return place.querySelector(':checked')?.value ?? null"
    for names, left in ((("Tide Bar", "Octopus", "Albatros"), "Octopus"), (("Karambole", "Albatros"), None)):
        assert swapped(offered("Octopus", "Albatros"), choose, offered(*names), chosen) == left
    form = "<p>{}</p><input name='name' value=''><button type='button' data-close{}>Back</button>"
    write = "place.querySelector('input').value = 'Noor'; place.querySelector('{}').focus()"
    then = "return [place.querySelector('input').value, document.activeElement.tagName, place.contains(document.activeElement)]"
    for focused, new in (("input", ""), ("button", ""), ("button", " class='lamp'")):
        typed = swapped(form.format(1, ""), write.format(focused), form.format(2, new), then)
        assert typed == ["Noor", focused.upper(), True]


def test_the_focus_goes_to_the_same_control_or_the_heading_above_and_nobody_else_is_moved(page: Page) -> None:
    part = "<h1>Top</h1><section><h2>Bars</h2><a href='/a'>A</a><a href='/b'>B</a><button type='button'{}>Do</button></section>"
    before, following = part.format(""), part.format(" data-act='other'").replace("B<", "C<")
    link, button = (f"place.querySelector('{one}').focus()" for one in ('[href="/b"]', "button"))
    for between, changed, heard in (
        (link, following, "C"), (button, following, "Bars"), (button, following.replace("Bars", "Pubs"), "Top"),
        (f"{link}; document.activeElement.blur()", following, "BODY"),
    ):  # fmt: skip
        then = "const its = document.activeElement; return its === document.body ? its.tagName : its.textContent"
        assert swap(page, before, between, changed, then) == heard


def swap(page: Page, first: str, between: str, following: str, then: str) -> Any:
    return page.evaluate(script("oneSwap"), [first, between, following, then])
