"""Every action of Barracuda by true taps: five phones around a game in the middle (tests/evenings/prepared.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.evenings.barracuda import (
    become_partner,
    offer_for_a_lease,
    offer_in_vain_for_a_place,
    open_a_bar,
    renovate,
    sell,
    take_the_own_place,
)
from tests.evenings.house import NAMES, open_house
from tests.evenings.prepared import prepare
from tests.evenings.thumbs import SITE, Phone, Room, open_room

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.broad]

Begin = Callable[[int], Room]


@pytest.fixture
def begin(tmp_path: Path, browser: Browser) -> Iterator[Begin]:
    """Open the house and the room after so many turns."""
    with ExitStack() as stack:

        def begun(turns: int) -> Room:
            house = stack.enter_context(open_house(prepare(tmp_path, turns), "--name", SITE))
            return stack.enter_context(open_room(house, browser, "".join(NAMES)))

        yield begun


def test_a_round_with_an_opening_two_partners_a_takeover_refused_and_a_renovation(begin: Begin) -> None:
    room = begin(15)
    noor, emile, jonas, sanne, luc = room.phones.values()
    jonas.draw("A")
    open_a_bar(room, noor, "Harbour Bar")
    noor.draw("B")
    become_partner(room, emile, sanne, "Beacon Bar")
    emile.draw("C")
    take_the_own_place(room, jonas, "Karambole")
    jonas.draw("D")
    offer_for_a_lease(room, sanne, noor, "Reef Bar", 2, 2, accepted=False)
    sanne.draw("E")
    renovate(room, luc, "Jetty Bar", {"A": 5, "B": 2, "C": 0, "D": 1})
    assert room.complaints == []


def test_a_round_with_a_partner_refused_a_takeover_a_sale_a_pass_and_the_winner(begin: Begin) -> None:
    room = begin(20)
    noor, emile, jonas, sanne, luc = room.phones.values()
    noor.draw("C")
    offer_in_vain_for_a_place(room, jonas, noor, "Harbour Bar")
    jonas.draw("D")
    offer_for_a_lease(room, sanne, luc, "Pier Bar", 2, 2, accepted=True)
    sanne.draw("A")
    sell(room, noor, emile, "Reef Bar", (jonas, sanne, luc))
    noor.draw("B")
    let_it_pass(room, emile)
    emile.draw("E")
    luc.offer("partnership", "Harbour Bar", 1)
    noor.answer("AcceptOffer")
    luc.draw("B")
    win_by_five(room)
    assert room.complaints == []


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
