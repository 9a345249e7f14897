"""The pages in Firefox and in Safari's engine: door, pile, purse, the Back button, a pulled plug and table screen."""

import base64
import json
from pathlib import Path
from typing import Final

import pytest

from companion.agreeing.motions import Motion, Vote
from companion.journal import codec
from tests.engines.conftest import Room
from tests.engines.webdriver import Engine, Tab
from tests.evenings.house import NAMES, Phone
from tests.evenings.prepared import TOKENS
from tests.kept import kept_now
from tests.photo.scenes import STREET, taken

pytestmark = pytest.mark.broad

SCRIPTS: Final = (Path(__file__).parent / "scripts.js").read_text(encoding="utf-8")


def script(name: str) -> str:
    """Return a call of the function *name* in scripts.js, for a window to run."""
    return f"{SCRIPTS} return SCRIPTS.{name}(...arguments);"


def test_the_door_and_the_lobby_show_what_is_chosen(room: Room) -> None:
    a, *_ = room.sit_down("ABC")
    door = room.engine.tab(room.address("D"))
    door.see(".picks")
    assert door.run(script("chosen"), ".picks input") == "D"
    door.tap(".picks li:nth-child(5) label")
    assert door.run(script("chosen"), ".picks input") == "E"
    chosen = a.run(script("chosen"), "[name=game]")
    assert chosen == "barracuda"
    a.tap(".games li:nth-child(2) .game")
    other = a.run(script("chosen"), "[name=game]")
    assert other == a.run("return document.querySelector('[name=game]:checked').value") != chosen
    a.tap(".where")  # A touch elsewhere chooses nothing.
    a.see("#panel .counter")
    a.tap("#panel [data-close]")
    a.tap(".stools li:nth-child(1)")
    assert a.run(script("chosen"), "[name=game]") == other
    a.tap(".games li:nth-child(1) .game")
    a.tap("[data-start=barracuda]")
    a.see("#page [data-asks]")


def test_a_kept_game_opens_from_a_stick(engine: Engine, tmp_path: Path) -> None:
    tab = engine.tab(kept_now(tmp_path, "barracuda").as_uri())
    tab.see(".drawn .chart")
    tab.see("#turns")
    tab.tap("[data-eyes=A]")
    tab.see(".then .phone")
    tab.tap("[data-eyes=unsealed]")
    tab.tap("[rel=prev]")
    tab.see(".purses section")
    assert tab.run("return performance.getEntriesByType('resource').length") == 0
    engine.clear()


def test_after_the_back_button_the_seat_is_still_there(room: Room, request: pytest.FixtureRequest) -> None:
    (a,) = room.sit_down("A")
    a.run(script("knowStreams"))
    a.until("return streams.length && streams[0].readyState === 1")
    a.call("POST", "/url", {"url": room.address("A") + "enrolment"})
    a.see(".enrolment")
    a.call("POST", "/back")
    a.see("[data-page=lobby]")
    if request.node.callspec.params["engine"] == "webkit":
        assert a.until("return window.kept")  # Otherwise nothing is proved: it must be the very page that was left.
        a.until("return streams[0].heard")  # WebKit has reopened the stream that was closed,
        a.until("return streams[0].readyState === 2")  # and we have closed it again.
        a.until("const last = streams[streams.length - 1]; return streams.length > 1 && last.readyState === 1 && last.heard")
    for seat in "BCD":
        Phone(room.house, seat).sit()
        a.reads(NAMES[seat])
    assert a.run("return document.getElementById('bye').hidden")


def turned(seller: Tab, is_open: bool) -> int:
    """Turn an offer over, which also turns back by itself after a while, and return how many sums of it are readable."""
    while True:
        found, readable = seller.run(script("turned"))
        if found == is_open:
            return int(readable)
        seller.tap(".turnover")


def look_into_the_purse(buyer: Tab) -> None:
    """Hold its button; again if the browser closed it because the window came to the front late."""
    buyer.hold("#page [data-purse]")
    while buyer.until(script("held")) != "open":
        buyer.let_go()
        buyer.hold("#page [data-purse]")


def offer(buyer: Tab, bar: str) -> None:
    """Push the least pile for a *bar*."""
    buyer.tap("#page [data-panel=takeover]")
    buyer.tap(f"#panel [data-panel][data-pick='{bar}']")
    buyer.see("#panel .drawer")
    while buyer.run("return document.querySelector('#panel [data-shut]').disabled"):
        buyer.tap("#panel .drawer li:nth-child(4) [data-lay]:enabled, #panel [data-lay]:enabled")
    buyer.tap("#panel [data-shut]")
    buyer.tap("#panel [data-push]")
    buyer.until("return document.getElementById('panel').hidden")


def one_picture_repairs_the_table(a: Tab, home: str, others: dict[str, Phone]) -> None:
    a.call("POST", "/url", {"url": f"{home}photo"})
    a.see("#take")
    a.run(script("choose"), base64.b64encode(taken(STREET | {"Lagoon Bar": "C"})).decode())
    a.see("#found form")
    a.reads(f"{NAMES['C']} is lessee")
    assert a.run("return document.querySelector('canvas').height") > 100
    a.tap("#found form .lamp")
    a.tap("button[name=ask]")
    motion = json.loads(a.until("return document.querySelector('[data-vote] [data-act]')?.dataset.act"))["command"]["motion"]
    for other in others.values():
        other.act({"ask": None, "command": codec.plain(Vote(Motion(**motion), True))})
    a.until("return !document.querySelector('[data-vote]')")
    a.call("POST", "/url", {"url": f"{home}set"})
    assert a.until("return document.querySelector('[name=\"lessee@Lagoon Bar\"]')?.value") == "C"
    a.call("POST", "/url", {"url": home})
    a.see("#page [data-asks]")
    a.until("return document.readyState === 'complete'")


@pytest.mark.parametrize("room", [True], indirect=True)
def test_one_picture_repairs_the_table_and_an_offer_is_turned_over_and_the_game_ends_after_a_pulled_plug(room: Room) -> None:
    phones = seller, buyer, _ = room.take_phones("ABC")
    others = {seat: Phone(room.house, seat) for seat in "BCDE"}
    for seat, other in others.items():
        other.cookie = f"seat={TOKENS[seat]}"
    one_picture_repairs_the_table(seller, room.address("A"), others)
    room.house.kill()
    for phone in phones:
        phone.see("#line")
    room.house.start()
    for phone in phones:
        phone.until("return document.getElementById('line').hidden")
    screen = room.engine.tab(room.address() + "table")
    screen.reads(NAMES["C"])
    offer(buyer, "Reef Bar")
    screen.see(".push")
    seller.see(".turnover")
    assert turned(seller, True) == 4
    assert turned(seller, False) == 0
    assert turned(seller, True) == 4  # While it is turned over it can't be answered.
    seller.tap("#page .either label")
    seller.tap("#page [data-confirm]:enabled")
    for phone in phones:
        phone.until("return !document.querySelector('.turnover')")
    look_into_the_purse(buyer)
    buyer.let_go()
    buyer.until("return !document.querySelector('.sheet')")
    others["E"].act({"ask": None, "command": codec.plain(Vote(Motion("leave", "E"), True))})
    for phone, said in zip(phones, ("has left", "one says yes so far", "two say yes so far"), strict=True):
        phone.reads(said)  # A line that came under the finger would move another button there.
        phone.tap("#page [data-act*=end_game]")
    for phone in phones:
        phone.see(".over h1")
    screen.see(".closing")
