"""The pages in Firefox and in Safari's engine: door, pile, purse, the Back button, a pulled plug, bench and table screen."""

from typing import Final

import pytest

from tests.engines.conftest import Room
from tests.engines.playing import draw, offer, play_to_the_end, take_a_turn
from tests.engines.webdriver import Tab
from tests.evenings.house import NAMES, Phone

pytestmark = pytest.mark.broad

CHOSEN: Final = """const shade = (one) => getComputedStyle(one).backgroundColor + getComputedStyle(one).backgroundImage;
const radios = Array.from(document.querySelectorAll(arguments[0]));
return radios.filter((one) => shade(one) !== "rgba(0, 0, 0, 0)none").map((one) => one.value).join();"""
TURNED: Final = """const sums = Array.from(document.querySelectorAll(".offer .worth b, .offer .plate .sum"));
const readable = sums.filter((one) => one.getClientRects().length && getComputedStyle(one).visibility === "visible").length;
return [document.querySelector(".turnover").classList.contains("open"), readable];"""
HELD: Final = """if (document.querySelector(".sheet .figure")) return "open";
return document.querySelector("[data-purse].held") ? "" : "closed";"""
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
SIT: Final = """document.querySelector("[name=name]").value = arguments[0];
document.querySelector(".counter .lamp").click();"""
GLASSES: Final = """return Array.from(document.querySelectorAll(".glass")).filter((one) => one.getClientRects().length)
  .map((one) => [one, one.firstElementChild.getBoundingClientRect()])
  .map(([glass, frame]) => [glass.clientWidth, glass.clientHeight, frame.width, frame.height])"""
FITTED: Final = """const drawn = Array.from(document.querySelectorAll(".glass")).filter((one) => one.getClientRects().length);
return drawn.length && drawn.every((one) => one.style.getPropertyValue("--scale") > 0.1)"""


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


def test_after_the_back_button_the_seat_is_still_there(room: Room, request: pytest.FixtureRequest) -> None:
    (a,) = room.sit_down("A")
    a.run(KNOW_STREAMS)
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
        found, readable = seller.run(TURNED)
        if found == is_open:
            return int(readable)
        seller.tap(".turnover")


def look_into_the_purse(buyer: Tab) -> None:
    """Hold its button; again if the browser closed it because the window came to the front late."""
    buyer.hold("#page [data-purse]")
    while buyer.until(HELD) != "open":
        buyer.let_go()
        buyer.hold("#page [data-purse]")


def test_a_pile_is_offered_and_its_sums_go_with_it_when_it_is_turned_over(room: Room) -> None:
    phones = room.sit_down("ABC")
    room.start("barracuda")
    for _ in "ABC":
        draw(room)
        take_a_turn(room)
    draw(room)
    buyer, seller = offer(room)
    seller.see(".turnover")
    assert turned(seller, True) == 4
    assert turned(seller, False) == 0
    seller.tap("#page [data-act*=AcceptOffer]")
    for phone in phones:
        phone.until("return !document.querySelector('.turnover')")
    look_into_the_purse(buyer)
    buyer.let_go()
    buyer.until("return !document.querySelector('.sheet')")


def test_the_bench_shows_its_phones_as_large_as_their_glass(room: Room) -> None:
    bench = room.engine.tab(room.address() + "bench", 1400)
    bench.until("return document.body.dataset.count")
    bench.until("return innerWidth > 1200")
    bench.until(FITTED)
    for width, height, framed, tall in bench.run(GLASSES):
        assert width > 100
        assert (abs(framed - width), abs(tall - height)) < (2, 4)
    frame = bench.see("[data-phone=A] iframe")
    bench.call("POST", "/frame", {"id": frame})
    bench.see(".picks")
    bench.until("return document.readyState === 'complete'")  # If it is lost, its scripts say why.
    bench.run(SIT, NAMES["A"])  # The drivers' own clicks miss an element in a scaled-down frame.
    bench.see("[data-page=lobby], #framed")  # WebKit keeps no cookie there, and the phone says so.
    is_lost = bench.run("return document.querySelector('#framed a')?.target")
    bench.call("POST", "/frame", {"id": None})
    whose = "A free phone" if is_lost else NAMES["A"]
    assert is_lost in (None, "_blank")
    bench.until("return document.querySelector('[data-phone=A] .whose').innerText.includes(arguments[0])", whose)


def test_a_whole_evening_of_barracuda_for_which_the_phones_come_back_when_the_plug_was_pulled(room: Room) -> None:
    phones = room.sit_down("ABC")
    screen = room.engine.tab(room.address() + "table")
    screen.reads(NAMES["C"])
    room.start("barracuda")
    room.house.kill()
    for phone in phones:
        phone.see("#line")
    room.house.start()
    for phone in phones:
        phone.until("return document.getElementById('line').hidden")
    winners = play_to_the_end(room)
    for phone in phones:
        phone.reads(winners[0])
    screen.see("[data-winner]")
    name = NAMES[screen.run("return document.querySelector('[data-winner]').dataset.winner")]
    assert winners[0].startswith(name)
    screen.reads(name)
