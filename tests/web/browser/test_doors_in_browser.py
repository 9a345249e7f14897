"""Doors, lobbies, turns and tags by touch: a double tap sits down once, and a game is chosen by hand."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from companion.agreeing.motions import Motion, Vote
from companion.seats.seating import MoveSeat, StandUp
from companion.seats.starting import StartGame
from tests.web.browser.browsing import BAG, PHONE, SITE, House, open_house, table_with_bag, wait_until
from tests.web.browser.quiet import heard
from web.seats.session import hashed

pytestmark = pytest.mark.browser


def tap(page: Page) -> None:
    """Tap the lamp at the counter's foot as a finger does: without checking whether the page is busy."""
    page.mouse.click(PHONE["width"] / 2, PHONE["height"] - 40)


def test_a_phone_whose_seat_moved_before_it_could_listen_is_at_the_door(house: House) -> None:
    """An EventSource isn't told that it was refused, and would retry for ever."""
    house.start()
    asked: list[str] = []

    def move_first(route: Route) -> None:
        if not asked:
            house.table.act("B", MoveSeat(hashed("a new phone")))
        asked.append(route.request.url)
        route.continue_()

    house.context.route("**/seat/stream*", move_first)
    house.show("B", ".refused")
    assert asked  # The control: it had begun to listen. A busy phone may ask once more before the door has come.


def game(page: Page) -> str:
    """Return the game chosen on *page*; its lamp starts it."""
    chosen = page.input_value("input[name=game]:checked")
    assert page.get_attribute(".counter [data-start]:visible", "data-start") == chosen
    return str(chosen)


def choose(page: Page, name: str) -> None:
    page.locator("label", has=page.locator(f"input[value={name}]")).click()


def test_a_game_and_its_house_rules_are_chosen_for_the_whole_table(house: House) -> None:
    house.sit("A", "B")
    a, b = lobby = house.show_all("AB")
    assert (game(a), game(b)) == ("shark", "shark")  # Two can't play Barracuda, three can.
    house.sit("C")
    house.all_wait_for(".stools >> text=Jonas")
    assert (game(a), game(b)) == ("barracuda", "barracuda")  # The likely choice, while the table hasn't chosen.
    choose(a, "barracuda")
    b.click("[data-game=barracuda] summary")
    for name, choice in {"bank": "once", "draw": "bag"}.items():  # Faster than the table answers.
        b.select_option(f"[name={name}]", choice)
    a.wait_for_selector("[name=draw] [value=bag][selected]", state="attached")
    assert a.input_value("[name=bank]") == "once"
    house.table.act("C", StandUp())
    for page in lobby:
        page.wait_for_selector(".stools >> text=Jonas", state="detached")
    assert (game(a), game(b)) == ("barracuda", "barracuda")  # What was chosen stays.
    wall = house.screen()
    assert "Tonight: Barracuda The draw: from the real bag The bank: counted once" in wall.inner_text(".tonight")
    a.focus("input[value=barracuda]")
    a.keyboard.press("ArrowDown")  # Also by keys.
    for page in lobby:
        page.wait_for_selector("[data-start=shark], [data-start=negoces2]")
    house.sit("C")
    choose(b, "barracuda")
    a.wait_for_selector("[data-start=barracuda]")
    a.click("[data-game=barracuda] summary")
    chosen = choose_in_parts(a)
    for page in lobby:
        page.wait_for_selector("[data-page=drawing]")
    started = house.table.now.seating.started
    assert (started.game, started.options["draw"]) == ("barracuda", "bag")
    assert (started.options["deal"], started.options["left_out"]) == ("companion", chosen)


def choose_in_parts(page: Page) -> list[str]:
    """Choose what is left out, bar by bar, each before the table has heard the one before; start, and return the bars."""
    underway: list[Route] = []
    page.route("**/act", lambda route: underway.append(route))

    def heard_one() -> None:
        wait_until(page, lambda: bool(underway), "a choice")
        underway.pop(0).continue_()
        wait_until(page, lambda: bool(underway), "the next choice, after the first has been answered")

    deal, left_out = (page.locator(f"[data-game=barracuda] [name={name}]") for name in ("deal", "left_out"))
    deal.select_option("companion")
    parts = page.locator("[data-part=left_out]")
    assert [one.is_visible() for one in parts.all()] == [False, False]
    left_out.select_option("agreed")
    chosen = [one.locator("option").last.inner_text() for one in parts.all()]
    for one, bar in zip(parts.all(), chosen, strict=True):
        heard_one()
        assert (deal.input_value(), left_out.input_value()) == ("companion", "agreed")
        one.select_option(bar)
    page.click("[data-start=barracuda]")
    heard_one()
    assert [one.input_value() for one in parts.all()] == chosen
    page.route("**/act", lambda route: route.continue_())
    underway.pop().continue_()
    return chosen


@pytest.mark.parametrize("then", ["taps again", "reloads", pytest.param("reloads, without scripts", marks=pytest.mark.broad)])
def test_who_taps_again_or_reloads_the_door_after_a_lost_answer_sits(browser: Browser, tmp_path: Path, then: str) -> None:
    with open_house(browser, table_with_bag(tmp_path), java_script_enabled=then == "reloads") as house:
        page, tries = house.open(house.address(host="a.barkeep.test")), list[Route]()
        page.fill("input[name=name]", "Noor")

        def lose_first(route: Route) -> None:
            tries.append(route)
            if len(tries) > 1:
                route.continue_()
            else:
                assert heard(house, route, max_redirects=0).status == 303

        page.route("**/join", lose_first)
        tap(page)
        wait_until(page, lambda: bool(house.table.now.names), "the table to hear it")
        assert house.table.now.names == {"A": "Noor"}
        if then != "reloads, without scripts":
            tap(page)  # A page with scripts doesn't send it.
        if then != "taps again":
            page.goto(house.address(host="a.barkeep.test"))
        page.wait_for_selector("[data-page=lobby]")
        assert len(tries) == 1 + (then == "taps again")  # The control: the first answer was lost.
        assert house.table.now.names == {"A": "Noor"}


@pytest.mark.broad
def test_a_tag_is_taught_by_a_click_forgotten_by_three_and_comes_back_from_a_file(house: House) -> None:
    house.sit("A")
    house.show("A")
    page = house.door("enrolment", f"a.{SITE}", ".known")
    house.table.tap("reader", b"\x04new")
    page.get_by_role("button", name="Octopus").click()
    page.wait_for_selector(".known:has-text('Octopus')")
    taught = house.table.now.pieces.tags()
    assert len(taught) == len(BAG) + 1
    with page.expect_download() as download:
        page.click("a[download]")
    for _ in range(2):
        page.click("[data-post=forget-all]")
        assert house.table.now.pieces.tags() == taught
    page.click("[data-post=forget-all]")
    page.wait_for_selector(".known", state="detached")
    page.set_input_files("input[name=tags]", download.value.path())
    page.click("[data-import=add]")
    page.wait_for_selector(".known:has-text('Octopus')")
    assert house.table.now.pieces.tags() == taught


def in_language(page: Page, language: str) -> None:
    """Choose *language* on *page*, and wait for its scripts before and after: without them, links are plain ones."""
    page.wait_for_load_state()
    page.click(f"[hreflang={language}]")
    page.wait_for_selector(f"html[lang={language}]")
    page.wait_for_load_state()


def test_back_closes_a_tab_of_its_own_never_leads_off_the_table_and_leads_a_phone_to_its_seat(house: House) -> None:
    wall = house.screen()
    house.start()  # The screen learns of it, and has its links from then on.
    paths = {}
    for link, typed in (("#sheet", "table"), ("#rules", "")):
        with house.context.expect_page() as opened:
            wall.click(link)
        page = opened.value
        paths[page.url.removeprefix(house.address())] = typed
        in_language(page, "nl")
        with page.expect_event("close"):  # Closed, it can't answer.
            page.evaluate("() => void setTimeout(() => document.querySelector('[data-back]').click())")
        assert wall.url == house.address("table")
    a = house.show("A")
    a.evaluate("location.assign('/sheet')")
    a.wait_for_url("**/sheet")
    in_language(a, "fr")
    a.click("[data-back]")
    a.wait_for_selector("#page [data-asks]", state="attached")
    for seat in "ABC":
        house.table.act(seat, Vote(Motion("put_away"), yes=True))
    house.table.act("A", StartGame("shark", {}))
    wall.wait_for_selector("#rules[href='/rules/shark']")
    for path, typed in paths.items():
        page = house.door(path)
        page.click("[data-back]")
        page.wait_for_url(house.address(typed))
