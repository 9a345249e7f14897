"""Every action of Barracuda by true taps: five phones that call the table by a name as on a real network, and its screen.

Each story has a house of its own with a game in the middle (tests/evenings/prepared.py), in which what it tells of can happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.evenings.house import NAMES, open_house
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import SITE, Phone, Room, open_room

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

SEATS = "".join(NAMES)
Begin = Callable[[int], Room]


@pytest.fixture
def begin(tmp_path: Path, browser: Browser) -> Iterator[Begin]:
    """Open the house and the room after so many turns."""
    with ExitStack() as stack:

        def begun(turns: int) -> Room:
            house = stack.enter_context(open_house(prepare(tmp_path, turns), "--name", SITE))
            return stack.enter_context(open_room(house, browser, SEATS))

        yield begun


def purses(*phones: Phone) -> list[int]:
    """Return the real money of *phones*."""
    return [phone.purse()[0] for phone in phones]


def complaints(room: Room) -> list[str]:
    """Return what the browsers have complained of in any page."""
    return [said for phone in room.phones.values() for said in phone.complaints]


def test_a_round_with_an_opening_two_partners_a_takeover_refused_and_a_renovation(begin: Begin) -> None:
    room = begin(15)
    noor, emile, jonas, sanne, luc = room.phones.values()
    jonas.draw("A")
    open_a_bar(room, noor)
    noor.draw("B")
    become_partner(room, emile, sanne)
    emile.draw("C")
    take_the_own_place(room, jonas)
    jonas.draw("D")
    offer_in_vain_for_a_lease(room, sanne, noor)
    sanne.draw("E")
    renovate(room, luc, (noor, emile, jonas, sanne))
    assert complaints(room) == []


def open_a_bar(room: Room, noor: Phone) -> None:
    room.shows("[data-seat=A].now")
    noor.act("open", "Harbour Bar")
    room.shows('[data-bar="Harbour Bar"][data-lessee=A]')


def become_partner(room: Room, emile: Phone, sanne: Phone) -> None:
    before = purses(emile, sanne)
    emile.offer("partnership", "Beacon Bar", 1, 1, 0)
    room.shows(".push")
    sanne.answer("AcceptOffer")
    room.shows('[data-bar="Beacon Bar"] .side >> text=Émile')
    assert purses(emile, sanne) == [before[0] - 2, before[1] + 2]


def take_the_own_place(room: Room, jonas: Phone) -> None:
    jonas.act("own_partner", "Karambole")
    room.shows('[data-bar="Karambole"] .side >> text=Jonas')


def offer_in_vain_for_a_lease(room: Room, sanne: Phone, noor: Phone) -> None:
    """Who refuses pays as much as was offered (6.4)."""
    before = purses(sanne, noor)
    sanne.offer("takeover", "Reef Bar", 2, 2)
    noor.answer("RefuseOffer")
    room.shows('[data-bar="Reef Bar"][data-lessee=A]')
    assert purses(sanne, noor) == [before[0] + 4, before[1] - 4]


def renovate(room: Room, luc: Phone, bidders: tuple[Phone, ...]) -> None:
    """Everybody must bid, nobody's bid is taken; it costs 1 (6.5)."""
    before = purses(*bidders, luc)
    luc.act("auction", "Jetty Bar")
    room.shows('[data-auction="Jetty Bar"]')
    for phone, note in zip(bidders, (5, 2, 0, 1), strict=True):
        phone.lay(note)
    luc.sell("none")
    room.shows(".has-ladder")
    assert purses(*bidders, luc) == [*before[:-1], before[-1] - 1]


def test_last_order_with_a_tie(begin: Begin) -> None:
    """The lowest stake plays first, and between equal ones the bag decides (7)."""
    room = begin(15)
    noor, _, jonas, sanne, _ = room.phones.values()
    before = purses(*room.phones.values())
    sanne.call_last_order()
    stakes = {"A": (2,), "B": (5, 1), "C": (0, 0), "D": (1, 1), "E": (10,)}
    for seat, notes in stakes.items():
        room.phones[seat].lay(*notes)
    room.shows("[data-revealed]")
    order = [one.get_attribute("data-seat") for one in room.screen.locator(".places [data-seat]").all()]
    assert order == ["C", "A", "D", "B", "E"]
    assert purses(*room.phones.values()) == [had - sum(stakes[seat]) for seat, had in zip(SEATS, before, strict=True)]
    assert drawn(noor, "C") == ["C"]
    take_the_own_place(room, jonas)
    assert drawn(noor, "D") == ["A", "D"]
    offer_in_vain_for_a_lease(room, sanne, noor)
    assert drawn(sanne, "A") == ["A"]
    room.shows("[data-seat=A].now")
    assert complaints(room) == []


def drawn(phone: Phone, seat: str) -> list[str]:
    """Say on *phone* that *seat* was drawn, and return who could have been."""
    phone.look()
    phone.tap('#page [data-panel="draw"]')
    phone.page.wait_for_selector("#panel [name=option]", state="attached")
    options = [one.get_attribute("value") or "" for one in phone.page.locator("#panel [name=option]").all()]
    phone.choose(seat)
    return options


def test_a_round_with_a_partner_refused_a_takeover_a_sale_a_pass_and_the_winner(begin: Begin) -> None:
    room = begin(20)
    noor, emile, jonas, sanne, luc = room.phones.values()
    noor.draw("C")
    offer_in_vain_for_a_place(room, jonas, noor)
    jonas.draw("D")
    take_a_bar_over(room, sanne, luc)
    sanne.draw("A")
    sell(room, noor, emile, (jonas, sanne, luc))
    noor.draw("B")
    let_it_pass(room, emile)
    emile.draw("E")
    luc.offer("partnership", "Harbour Bar", 1)
    noor.answer("AcceptOffer")
    luc.draw("B")
    win_by_five(room)
    assert complaints(room) == []


def offer_in_vain_for_a_place(room: Room, jonas: Phone, noor: Phone) -> None:
    """Who refuses sends the offer to the bank, and as much of their own after it (6.3)."""
    before = purses(jonas, noor)
    jonas.offer("partnership", "Harbour Bar", 2, 1, 0)
    noor.answer("RefuseOffer")
    room.shows('[data-bar="Harbour Bar"] .side.free')
    assert purses(jonas, noor) == [before[0] - 3, before[1] - 3]


def take_a_bar_over(room: Room, sanne: Phone, luc: Phone) -> None:
    before = purses(sanne, luc)
    sanne.offer("takeover", "Pier Bar", 2, 2)
    luc.answer("AcceptOffer")
    room.shows('[data-bar="Pier Bar"][data-lessee=D]')
    assert purses(sanne, luc) == [before[0] - 4, before[1] + 4]


def sell(room: Room, noor: Phone, emile: Phone, others: tuple[Phone, ...]) -> None:
    """One bid is taken, and not the highest; the others go back whole (6.5)."""
    before = purses(noor, emile, *others)
    noor.act("auction", "Reef Bar")
    emile.lay(2, 1, 0)
    for phone in others:
        phone.lay(5)
    noor.sell("B")
    room.shows('[data-bar="Reef Bar"][data-lessee=B]')
    assert purses(noor, emile, *others) == [before[0] + 3, before[1] - 3, *before[2:]]


def let_it_pass(room: Room, emile: Phone) -> None:
    """The fifth pawn came in another's turn, so it doesn't win yet; there is none left to play with (B5, B11)."""
    emile.look()
    assert emile.actions() == ["pass"]
    emile.act("pass")
    room.shows(".said >> text=passes")


def win_by_five(room: Room) -> None:
    """All five pawns have stood since the end of the own turn before (B5)."""
    room.shows("[data-winner=B]")
    for phone in room.phones.values():
        phone.page.wait_for_selector("#page .over")
        phone.sees("Émile")
