"""Shark as players hold it: the dice, the map, the books, and a sale for a debt that the table checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.evening import GoOn, Pause
from companion.game import TABLE
from companion.shark.moves import NameFirst
from tests.web.browsing import House, answered, check, ready
from tests.web.fingers import pick
from tests.web.shark_tables import BY_HAND, owing, play_until, throw, two_buildings

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TAKEN = {"A": "yellow", "B": "green", "C": "green", "D": "yellow"}
NEAR = 2  # buildings that some company still has when the last turns are played by hand


def start_by_touch(house: House, **options: str) -> list[Page]:
    """Seat four with their phones, begin, and return them."""
    house.sit(*"ABCD")
    pages = house.show_all("ABCD", ".lobby")
    pages[0].click("label:has(input[value=shark])")
    pages[0].click("[data-game=shark] summary")
    for name, choice in options.items():
        pages[0].select_option(f"[data-game=shark] select[name={name}]", choice)
    pages[0].click("[data-start=shark]")
    house.all_wait_for(".shark")
    return pages


def caught_up(house: House, seat: str) -> Page:
    """Return the seat's page once it shows what the seat is asked now and takes an answer; nobody else acts meanwhile."""
    page = house.phones[seat]
    asks = "".join(f"{name}:{standing.number} " for name, standing in house.table.standing(seat).items())
    page.wait_for_function("asks => document.querySelector('#page [data-asks]').dataset.asks === asks", arg=asks)
    ready(page)
    return page


def play_turn(house: House) -> None:
    """Play the turn that is on by touches alone: roll, build, sell for debts, trade where one can, end it."""
    table = house.table
    round_, seat = table.view(TABLE).round, table.view(TABLE).active
    if not table.view(TABLE).rolled and table.view(TABLE).phase == "trading":
        page = caught_up(house, seat)
        page.click(".counter [data-act*=RollDice]")
        page.wait_for_selector("#panel .site, .counter [data-act*=EndTurn]")
    while table.playing and (table.view(TABLE).round, table.view(TABLE).active) == (round_, seat):
        match table.view(TABLE).phase:
            case "building":
                pick(house.phones[seat], "#panel .site .may >> nth=0")
                answered(house.phones[seat])
            case "owing":
                sell_for_debts(house)
            case "trading":
                trade_and_end(house, seat)


def trade_and_end(house: House, seat: str) -> None:
    page = house.phones[seat]
    page.wait_for_selector(".counter [data-act*=EndTurn]")
    for ask in ("sell", "buy"):
        caught_up(house, seat)
        if page.locator(f"[data-panel={ask}]").count():
            page.click(f"[data-panel={ask}] >> nth=0")
            pick(page, "#panel .direct button >> nth=0")
            answered(page)
            page.wait_for_selector(f".lately li:first-child:has-text('{ask}s')")
    caught_up(house, seat).click(".counter [data-act*=EndTurn]")
    page.wait_for_selector(".counter [data-act*=EndTurn]", state="detached")


def sell_for_debts(house: House) -> None:
    for debt in house.table.view(TABLE).debts:
        page = house.phones[debt.seat]
        page.wait_for_selector("#panel .give")
        caught_up(house, debt.seat)
        while not page.locator("#panel [data-suffices]").count():
            said = page.inner_text("#panel [data-verdict]")
            page.click("#panel .give [data-step='1']:enabled >> nth=0")
            page.wait_for_function("before => document.querySelector('#panel [data-verdict]').innerText !== before", arg=said)
        page.click("#panel [data-confirm]:enabled")
        answered(page)


def test_a_game_by_touch_from_the_first_player_to_the_last_turn(house: House) -> None:
    """The first player, real dice and a free colour; then the last turns, in which a company is built out."""
    a, b, *_ = start_by_touch(house, **BY_HAND)
    screen = house.screen(".shark")
    b.click(".counter [data-panel=first]")
    pick(b, "#panel label:has(input[value=A])")
    for seat, company in TAKEN.items():
        pick(house.phones[seat], f"#panel label:has(input[value={company}])")
        answered(house.phones[seat])
    a.click(".counter [data-panel=dice]")
    assert a.locator("[data-confirm]").is_disabled()  # Both dice are needed.
    a.click(".faces label:has(input[value='1'])")
    assert a.locator("[data-confirm]").is_disabled()
    pick(a, ".faces label:has(input[value=white])")
    a.wait_for_selector("#panel .site")
    a.click(".tabs button[data-pick=green]")
    a.wait_for_selector(".tabs [data-pick=green][aria-pressed=true]")
    pick(a, "#panel .site label:has(input[value=green-C1])")
    a.wait_for_selector(".statement")
    screen.wait_for_function("() => document.querySelectorAll('.map .cell svg').length === 1")
    assert house.table.view("B").seat("B").cash == 1
    assert house.complaints == []


@pytest.mark.broad
def test_whole_turns_and_the_end_by_touch(house: House) -> None:
    house.start("shark", "ABCD")
    play_until(house.table, lambda now: min(one.stock for one in now.companies) <= NEAR and now.phase == "trading")
    house.show_all("ABCD", ".shark")
    screen = house.screen(".shark")
    for _ in range(40):
        if house.table.playing:
            play_turn(house)
    outcome = house.table.view(TABLE).outcome
    assert outcome is not None
    house.all_wait_for(".over")
    check(*house.phones.values())
    winner = house.names[outcome.winners[0]]
    for page in (screen, *house.phones.values()):
        page.wait_for_selector(f"h1:has-text('{winner}')" if len(outcome.winners) == 1 else "h1")
    assert screen.locator(".places li").count() == 4
    assert str(outcome.money["C"]) in screen.inner_text(".places")
    assert house.complaints == []


def test_the_sale_for_a_debt_is_checked_by_the_table(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    owing(house.table)
    page, other = house.show("B", "#panel .give"), house.show("C")
    verdict = page.locator("[data-verdict]")
    page.wait_for_selector("[data-verdict] >> text=1 short")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("[data-key='green+']")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    house.table.act("A", Pause())
    page.wait_for_selector("#page .agreed", state="attached")
    assert page.input_value("input[name=green]") == "1"  # What others do leaves what was composed.
    page.click("[data-key='blue+']")
    page.wait_for_selector("[data-verdict] >> text=one could stay")
    assert page.locator("[data-confirm]").is_disabled()
    assert verdict.locator(".tile").count() == 2  # Either of the two.
    page.fill("input[name=green]", "0")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    house.table.act("A", GoOn())
    page.wait_for_selector("#page .agreed", state="detached")
    page.click("[data-confirm]:enabled")
    other.wait_for_selector(".statement >> text=sold")
    assert house.table.view("B").seat("B").shares.of("green") == 2
    assert house.complaints == []


def test_why_it_cannot_stand_there_is_told_with_its_rule(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND)
    two_buildings(house.table)
    throw(house.table, "C", 1, "red")
    page = house.show("C")
    page.click("#panel .site label:has(input[value=red-A2])")
    page.wait_for_selector(".follow:visible >> text=(S4)")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("#panel .site label:has(input[value=red-D5])")
    page.wait_for_selector(".follow:visible >> text=+1")
    assert page.locator(".follow:visible").count() == 1
    assert page.inner_text("[data-confirm]") == "Build on D5"


def test_what_no_rule_book_says_is_refused_without_a_number(house: House) -> None:
    house.start("shark", "ABCD", first="chosen", starting_share="none")
    house.table.act("A", NameFirst("A"))
    house.table.act("B", Pause())
    page = house.show("A")
    page.click(".counter [data-act*=RollDice]")
    page.wait_for_selector("#refused:visible >> text=rests")
    assert page.inner_text("#refused") == "The game rests. Anyone may let it go on, by phone."


def test_holdings_that_are_hidden_are_seen_while_the_purse_is_held(house: House) -> None:
    house.start("shark", "ABCD", **BY_HAND, holdings="hidden")
    two_buildings(house.table)
    page = house.show("B", "h1:has-text('Jonas trades')")  # Nothing more comes that would close the purse.
    assert page.locator(".books, .sheet").count() == 0
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet >> text=2 at 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet", state="detached")
