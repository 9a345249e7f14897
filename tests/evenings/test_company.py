"""An evening of four people and a player of the house, by real taps: the first round of Barracuda, and its end.

The rounds between are played by the program's own table while the plug is out.
"""

import random
import shutil
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games.barracuda.model import Drawing
from companion.games.barracuda.moves import DrawPawn
from companion.games.barracuda.rules import rent_due
from companion.house.sitting import called
from companion.kit import TABLE
from companion.kit.pieces import Piece
from companion.table.chance import by_chance
from companion.table.table import Table
from firmware import storage
from firmware.house import HousePlayers
from tests.companion.settings import open_table
from tests.companion.table.test_house_at_table import person
from tests.evenings.house import open_house
from tests.evenings.thumbs import SITE, Phone, Room, open_room

pytestmark = [pytest.mark.browser, pytest.mark.broad]

PEOPLE, HOUSE = "ABCD", "E"
TRIES = 30  # Ways to play on; most games end by rent, others otherwise.


def test_an_evening_of_four_people_and_the_house(tmp_path: Path, browser: Browser) -> None:
    with open_house(tmp_path, "--host", "0.0.0.0", "--name", SITE) as house, open_room(house, browser) as room:
        play(room)
        assert room.complaints == []


def play(room: Room) -> None:
    """Let the house in by thumb, play a round with it, and tap the pawn of whoever can't pay; then read its reasons."""
    room.sit_down(PEOPLE)
    noor = room.phones["A"]
    noor.send('[data-act*="LetIn"][data-act*="careful"]')
    room.shows(f".stools >> text={called(HOUSE)}")
    room.start("barracuda", draw="bag", deal="companion")
    for seat in (HOUSE, *PEOPLE):
        room.house.tap(Piece("bag", seat), lambda: not noor.is_asked("draw"))
        if seat in room.phones:
            open_any_bar(room.phones[seat])
        room.shows(f"[data-bar][data-lessee={seat}]")
    room.house.kill()
    poor = play_on_until_somebody_is_poor(room.house.data)
    room.house.start()
    room.house.tap(Piece("bag", poor), lambda: room.screen.locator(".closing").count())
    assert room.screen.locator(".closing").get_attribute("data-loser") == poor
    for phone in room.phones.values():
        phone.tap("[data-fetch='/seat/reasons']")
        assert "Another bar of my own was worth the rent." in phone.page.locator(".reasons li").first.inner_text()
        phone.complaints.clear()  # Of the plug that was pulled.


def open_any_bar(phone: Phone) -> None:
    phone.open("open")
    phone.tap("#panel label:has(input[type=radio]:enabled)")
    phone.send("#panel [data-confirm]:enabled")


def play_on_until_somebody_is_poor(data: Path) -> str:
    """Play on in *data* up to a draw that can bring out the pawn of a person who can't pay the rent; return whose."""
    tried = data.with_name(f"{data.name} played on")
    for seed in range(TRIES):
        shutil.copytree(data, tried)
        with closing(storage.open_journal(tried)) as connection:
            if poor := _played_on(connection, random.Random(seed)):
                break
        shutil.rmtree(tried)
    assert poor, "nobody became poor"
    shutil.rmtree(data)
    tried.rename(data)
    return poor


def _played_on(connection: object, generator: random.Random) -> str:
    table = open_table(connection, partial(by_chance, generator=generator), moved_by_hand=False)
    house = HousePlayers(table, pause=lambda turn: 0.0)
    while table.now.playing:
        if poor := _poor(table):
            return poor
        assert house.step()[1] <= 5 or any(person(table, generator, seat) for seat in PEOPLE)
    return ""


def _poor(table: Table) -> str:
    state, draw = table.now.match.state, table.now.standing(TABLE).get("draw")
    if not isinstance(state.phase, Drawing) or draw is None:
        return ""
    rents = {seat: [bar.card.rent for bar in state.bars.values() if bar.lessee == seat] for seat in PEOPLE}
    poor = (seat for seat in PEOPLE if rent_due(rents[seat]) > state.money[seat].open().real)
    return next((seat for seat in poor if DrawPawn(seat) in draw.ask.options), "")
