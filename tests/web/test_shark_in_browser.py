"""Shark as players hold it: a whole game on four phones and the table screen, and what it costs in touches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.evening import Pause
from companion.game import TABLE
from companion.seating import StartGame
from companion.shark.moves import NameFirst
from tests.web.browsing import House, answered, check, ready
from tests.web.shark_tables import BY_HAND, FOUR, owing, play_until, shares, throw, two_buildings
from tests.web.test_accessibility import tab_to
from tests.web.test_touch_budget import Fingers

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

TAKEN = {"A": "red", "B": "blue", "C": "green", "D": "yellow"}
NEAR = 4  # buildings that some company still has when the last turns are played by hand


def start(house: House, **options: str) -> Page:
    """Seat four with their phones, begin, and return the table screen."""
    for seat in FOUR:
        house.phone(seat)
    screen = house.open(f"http://localhost:{house.server.port}/table")
    phone = house.phones["A"]
    phone.click("label:has(input[value=shark])")
    phone.click("[data-game=shark] summary")
    for name, choice in options.items():
        phone.select_option(f"[data-game=shark] select[name={name}]", choice)
    phone.click("[data-start=shark]")
    for page in house.phones.values():
        page.wait_for_selector(".shark", state="attached")
    return screen


def active(house: House) -> Page:
    return house.phones[house.table.view(TABLE).active]


def pick(page: Page, selector: str) -> None:
    """Choose one of the panel's options, and do what the lamp says."""
    page.click(selector)
    ready(page)
    page.click("#panel [data-confirm]:enabled")


def take_first_shares(house: House) -> None:
    for _ in FOUR:
        seat = house.table.view(TABLE).active
        pick(house.phones[seat], f"#panel .choices label:has(input[value={TAKEN[seat]}])")
        answered(house.phones[seat])


def play_turn(house: House) -> None:
    """Play the turn that is on by touches alone: trade where one can, roll, build, sell for debts, trade, end it."""
    table = house.table
    page, round_, seat = active(house), table.view(TABLE).round, table.view(TABLE).active
    if not table.view(TABLE).rolled and table.view(TABLE).phase == "trading":
        caught_up(house, seat)
        page.click(".counter [data-act*=RollDice]")
        page.wait_for_selector("#panel .site, .counter [data-act*=EndTurn]")
    while table.playing and (table.view(TABLE).round, table.view(TABLE).active) == (round_, seat):
        match table.view(TABLE).phase:
            case "building":
                pick(page, "#panel .site .may >> nth=0")
                answered(page)
            case "owing":
                sell_for_debts(house)
            case "trading":
                trade_and_end(house, seat)


def caught_up(house: House, seat: str) -> Page:
    """Return the seat's page once it shows what the seat is asked now and takes an answer; nobody else acts meanwhile."""
    page = house.phones[seat]
    asks = "".join(f"{name}:{standing.number} " for name, standing in house.table.standing(seat).items())
    page.wait_for_function("asks => document.querySelector('#page [data-asks]').dataset.asks === asks", arg=asks)
    ready(page)
    return page


def trade_and_end(house: House, seat: str) -> None:
    page = house.phones[seat]
    page.wait_for_selector(".counter [data-act*=EndTurn]")
    for ask in ("sell", "buy"):
        caught_up(house, seat)
        if page.locator(f"[data-panel={ask}]").count():
            page.click(f"[data-panel={ask}] >> nth=0")
            page.click("#panel .direct button >> nth=0")
            page.click("#panel [data-confirm]")
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


def test_a_whole_game_on_four_phones_and_the_table_screen(house: House) -> None:
    screen = start(house)
    take_first_shares(house)
    for _ in FOUR:
        play_turn(house)
    view = house.table.view(TABLE)
    assert view.round == 2
    assert len(view.buildings) == 4
    for page in (screen, next(page for seat, page in house.phones.items() if seat != view.active)):
        page.wait_for_function("count => document.querySelectorAll('.map .cell svg').length === count", arg=4)
    view = play_until(house.table, lambda now: min(one.stock for one in now.companies) <= NEAR and now.phase == "trading")
    for _ in range(40):
        if house.table.playing:
            play_turn(house)
    outcome = house.table.view(TABLE).outcome
    assert outcome is not None
    house.all_wait_for(".over")
    check(*house.phones.values())
    winner = FOUR[outcome.winners[0]]
    for page in (screen, *house.phones.values()):
        page.wait_for_selector(f"h1:has-text('{winner}')" if len(outcome.winners) == 1 else "h1")
    assert screen.locator(".places li").count() == 4
    assert str(outcome.money["C"]) in screen.inner_text(".places")
    assert house.complaints == []


def test_the_first_player_real_dice_and_a_free_colour_by_touch(house: House) -> None:
    start(house, **BY_HAND)
    a, b = house.phones["A"], house.phones["B"]
    b.click(".counter [data-panel=first]")
    pick(b, "#panel label:has(input[value=A])")
    a.wait_for_selector("#panel [data-ask=share]")
    shares_taken = {"A": "yellow", "B": "green", "C": "green", "D": "yellow"}
    for seat, company in shares_taken.items():
        pick(house.phones[seat], f"#panel label:has(input[value={company}])")
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
    assert house.table.view("B").seat("B").cash == 1
    assert house.complaints == []


def test_the_sale_for_a_debt_is_checked_by_the_table(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", BY_HAND))
    owing(house.table)
    page = house.phones["B"]
    page.wait_for_selector("#panel .give")
    verdict = page.locator("[data-verdict]")
    page.wait_for_selector("[data-verdict] >> text=1 short")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("[data-key='green+']")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    page.click("[data-key='blue+']")
    page.wait_for_selector("[data-verdict] >> text=one could stay")
    assert page.locator("[data-confirm]").is_disabled()
    assert verdict.locator(".tile").count() == 2  # Either of the two.
    page.fill("input[name=green]", "0")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-verdict] >> text=Enough. You keep 0.")
    page.click("[data-confirm]:enabled")
    house.phones["C"].wait_for_selector(".statement >> text=sold")
    assert house.table.view("B").seat("B").shares.of("green") == 2
    assert house.complaints == []


def test_why_it_cannot_stand_there_is_told_with_its_rule(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", BY_HAND))
    two_buildings(house.table)
    throw(house.table, "C", 1, "red")
    page = house.phones["C"]
    page.click("#panel .site label:has(input[value=red-A2])")
    page.wait_for_selector(".follow:visible >> text=(S4)")
    assert page.locator("[data-confirm]").is_disabled()
    page.click("#panel .site label:has(input[value=red-D5])")
    page.wait_for_selector(".follow:visible >> text=+1")
    assert page.locator(".follow:visible").count() == 1
    assert page.inner_text("[data-confirm]") == "Build on D5"


def test_a_number_that_was_composed_survives_what_others_do(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", BY_HAND))
    owing(house.table)
    page = house.phones["B"]
    page.click("[data-key='green+']")
    house.phones["A"].click(".where")
    house.phones["A"].click("[data-act*=Pause]")
    page.wait_for_selector("#page .agreed", state="attached")
    assert page.input_value("input[name=green]") == "1"


def test_what_no_rule_book_says_is_refused_without_a_number(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", {"first": "chosen", "starting_share": "none"}))
    house.table.act("A", NameFirst("A"))
    house.table.act("B", Pause())
    page = house.phones["A"]
    page.click(".counter [data-act*=RollDice]")
    page.wait_for_selector("#refused:visible >> text=rests")
    assert page.inner_text("#refused") == "The game rests. Anyone may let it go on, by phone."


def test_touches_roll_one_build_two_buy_three(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", {"first": "chosen"}))
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    page = house.phones["A"]
    page.wait_for_selector(".deal")
    fingers = Fingers(house)
    page.click(".counter [data-act]")
    page.wait_for_selector("#panel .site")
    assert fingers.counted() == {"A": 1}
    fingers.begin()
    pick(page, "#panel .site .may >> nth=0")
    page.wait_for_selector(".statement")
    assert fingers.counted() == {"A": 2}
    fingers.begin()
    page.click("[data-panel=buy] >> nth=0")
    page.click("#panel .direct button >> nth=0")
    page.click("#panel [data-confirm]")
    page.wait_for_selector(".lately >> text=buys")
    assert fingers.counted() == {"A": 3}


def test_a_keyboard_is_enough_for_a_whole_turn(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", BY_HAND))
    shares(house.table, A="red", B="blue", C="green", D="yellow")
    page = house.phones["A"]
    for step in (".counter [data-panel=dice]", "#panel [name=number]"):
        tab_to(page, step)
        page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#panel [name=colour]")
    page.keyboard.press("Space")
    tab_to(page, "#panel [data-confirm]")
    page.keyboard.press("Enter")
    tab_to(page, "#panel [name=option]")
    page.keyboard.press("ArrowRight")
    tab_to(page, "#panel [data-confirm]")
    page.keyboard.press("Enter")
    for step in (".deal[data-panel=buy]", "#panel [data-put='1']", "#panel [data-confirm]", ".counter [data-act*=EndTurn]"):
        tab_to(page, step)
        page.keyboard.press("Enter")
    page.wait_for_selector("h1:has-text('Émile trades')")
    assert house.table.view("A").seat("A").shares.of("red") == 2
    assert house.table.view(TABLE).active == "B"


def test_holdings_that_are_hidden_are_seen_while_the_purse_is_held(house: House) -> None:
    for seat in FOUR:
        house.phone(seat)
    house.table.act("A", StartGame("shark", {**BY_HAND, "holdings": "hidden"}))
    two_buildings(house.table)
    page = house.phones["B"]
    page.wait_for_selector("h1:has-text('Jonas trades')")  # Nothing more comes that would close the purse.
    assert page.locator(".books, .sheet").count() == 0
    page.focus("[data-purse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet >> text=2 at 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sheet", state="detached")


def test_the_first_player_can_be_said_on_any_phone(house: House) -> None:
    start(house, first="chosen")
    house.table.act("C", NameFirst("B"))
    house.phones["B"].wait_for_selector("#panel [data-ask=share]")
    assert house.table.view(TABLE).first == "B"
