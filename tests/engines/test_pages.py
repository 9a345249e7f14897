"""The pages in Firefox and in Safari's engine: the door, a pile, the purse, the way back, a pulled plug, the bench and the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from tests.engines.conftest import Room
from tests.engines.webdriver import Tab
from tests.evenings.house import NAMES, Phone

pytestmark = pytest.mark.broad

CHOSEN: Final = """const shade = (one) => getComputedStyle(one).backgroundColor + getComputedStyle(one).backgroundImage;
const radios = Array.from(document.querySelectorAll(arguments[0]));
return radios.filter((one) => shade(one) !== "rgba(0, 0, 0, 0)none").map((one) => one.value).join();"""
READABLE: Final = """return Array.from(document.querySelectorAll(arguments[0]))
  .filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible").length"""
KNOW_STREAMS: Final = """const Plain = window.EventSource;
window.streams = [];
window.EventSource = class extends Plain {
  constructor(url) {
    super(url);
    window.streams.push(this);
    for (const kind of ["open", "error"]) this.addEventListener(kind, () => (this.heard = (this.heard ?? 0) + 1));
  }
};
window.addEventListener("pagehide", () => window.streams.forEach((one) => (one.heard = 0)));
window.addEventListener("pageshow", (event) => (window.kept = event.persisted));
window.dispatchEvent(new Event("online")); // Now it opens one that we know of.
return true;"""
GLASSES: Final = """return Array.from(document.querySelectorAll(".glass")).filter((one) => one.getClientRects().length)
  .map((one) => [one.clientWidth, one.clientHeight, ...["width", "height"].map((side) => one.firstElementChild.getBoundingClientRect()[side])])"""


def open_a_bar(phone: Tab, bar: str) -> None:
    phone.tap("#page [data-panel=open]")
    pick(phone, bar)


def pick(phone: Tab, value: str) -> None:
    """Touch the row of *value* in the panel, then the lamp that sends it."""
    phone.see("#panel [data-confirm]")
    phone.tap(f"#panel li:nth-child({phone.until(ROW, value)}) label")
    phone.tap("#panel [data-confirm]:enabled")


ROW: Final = """const row = document.querySelector(`#panel input[value="${arguments[0]}"]`)?.closest("li");
return row && Array.from(row.parentElement.children).indexOf(row) + 1;"""


def draw(room: Room, seat: str) -> Tab:
    """Draw until it is the turn of *seat*, whoever draws: chance is the companion's."""
    phone = room.phones[seat]
    phone.tap("#page [data-act*=CallDraw]")
    return phone


def test_the_door_and_the_lobby_show_what_is_chosen(room: Room) -> None:
    a, *_ = room.sit_down("ABC")
    door = room.engine.tab(room.address("D"))
    door.see(".picks")
    assert door.run(CHOSEN, ".picks input") == "D"
    door.tap(".picks li:nth-child(5) label")
    assert door.run(CHOSEN, ".picks input") == "E"
    chosen = a.run(CHOSEN, "[name=game]")
    assert chosen == "barracuda"
    a.tap(".games li:nth-child(2) .game")
    assert a.run(CHOSEN, "[name=game]") == a.run("return document.querySelector('[name=game]:checked').value") != chosen
    a.tap(".where")  # A touch elsewhere chooses nothing.
    a.see("#panel .counter")
    a.tap("#panel [data-close]")
    a.tap(".stools li:nth-child(1)")
    assert a.run(CHOSEN, "[name=game]") != chosen


def test_after_the_way_back_the_seat_is_still_there(room: Room, request: pytest.FixtureRequest) -> None:
    (a,) = room.sit_down("A")
    a.run(KNOW_STREAMS)
    a.until("return streams.length && streams[0].readyState === 1")
    a.call("POST", "/url", {"url": room.address("A") + "enrolment"})
    a.see(".enrolment")
    a.call("POST", "/back")
    a.see("[data-page=lobby]")
    if request.node.callspec.params["engine"] == "webkit":
        assert a.until("return window.kept")  # Else it would prove nothing: the page is the one that was left.
        a.until("return streams[0].heard")  # WebKit has opened again what was closed,
        a.until("return streams[0].readyState === 2")  # and we have closed it again.
        a.until("const last = streams[streams.length - 1]; return streams.length > 1 && last.readyState === 1 && last.heard")
    for seat in "BCD":
        Phone(room.house, seat).sit()
        a.reads(NAMES[seat])
    assert a.run("return document.getElementById('bye').hidden")
