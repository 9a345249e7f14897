"""The table screen's ceremonies: each plays, ends in the still picture, can be skipped, and knows nothing but the pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.barracuda.moves import Bid, CallDraw, CallLastOrder, OpenBar, Renovate, SellTo, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.seating import StartGame
from companion.table import Table
from tests.web.browsing import House, open_house, table_with_bag
from tests.web.ceremonies import CEREMONIES, STANDING_TIME, Script, bankruptcy, closed_piles, five_pawns
from tests.web.tables import FIRST, SECOND, auction, draw, new_table, open_all, round_three, seat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOM = {"viewport": {"width": 1366, "height": 768}, "has_touch": False}
# Every picture that is ever shown, and every scene of a ceremony, in their order.
WATCH = """() => {
  window.pictures = new Set();
  window.scenes = [];
  new MutationObserver(() => {
    window.pictures.add(document.body.innerHTML);
    for (const one of document.querySelectorAll("[class*=c-]"))
      for (const name of one.classList) if (/^c-/.test(name) && !window.scenes.includes(name)) window.scenes.push(name);
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
}"""
STILL = "async () => document.getElementById('view').outerHTML === new DOMParser().parseFromString("
STILL += "await (await fetch('/table/view')).text(), 'text/html').getElementById('view').outerHTML"
PLAYS = "() => document.documentElement.dataset.ceremony"
LONGEST = 10_000  # milliseconds: any ceremony is over after so long
FACES = re.compile(r"#note-(?:10|5|2|1|0)\b")


@dataclass
class Screen:
    """A table and the screen in its room, whose time stands still until the test lets it pass."""

    table: Table
    page: Page

    @classmethod
    def of(cls, house: House) -> Screen:
        page = house.door("table", "localhost")
        page.evaluate(STANDING_TIME)
        page.evaluate(WATCH)
        return cls(house.table, page)

    def see(self, act: Callable[[], Any]) -> list[str]:
        """Do *act*, let its ceremony pass until the picture is still, and return the scenes that it had."""
        self.begin(act)
        self.pass_time()
        assert self.page.evaluate(STILL)
        assert self.page.locator("[class*=' c-'], .prop, [style]:not(body)").count() == 0
        scenes: list[str] = self.page.evaluate("() => window.scenes")
        return scenes

    def begin(self, act: Callable[[], Any]) -> None:
        """Do *act* and wait until its ceremony has begun (or, where it is over at once, until the picture has changed)."""
        self.page.evaluate("() => { window.scenes = []; window.pictures.clear(); }")
        before = self.page.evaluate("() => document.getElementById('view').outerHTML")
        act()
        begun = "before => document.documentElement.dataset.ceremony || document.getElementById('view').outerHTML !== before"
        self.page.wait_for_function(begun, arg=before)

    def pass_time(self, milliseconds: int = LONGEST) -> None:
        self.page.evaluate("(ms) => passTo(passed() + ms)", milliseconds)
        assert not self.page.evaluate(PLAYS)

    def shows(self, selector: str) -> None:
        """Wait until the screen shows *selector*, with nothing of a ceremony left."""
        self.page.wait_for_selector(selector, state="attached")
        self.pass_time()

    def pictures(self) -> list[str]:
        shown: list[str] = self.page.evaluate("() => Array.from(window.pictures)")
        return shown


@pytest.fixture(params=["no-preference"])
def screen(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Screen]:
    with open_house(browser, new_table(tmp_path), reduced_motion=request.param, **ROOM) as house:
        yield Screen.of(house)
        assert house.complaints == []


TONES = """() => {
  const start = OscillatorNode.prototype.start;
  window.tones = 0;
  OscillatorNode.prototype.start = function (at) { window.tones++; start.call(this, at); };
}"""
calm = pytest.mark.parametrize("screen", ["reduce"], indirect=True)


def open_drawn(screen: Screen) -> None:
    """Let whoever was drawn open a bar."""
    active = str(screen.table.view(TABLE).active.seat)
    screen.table.act(active, OpenBar(FIRST[active]))


def begin_game(screen: Screen, **options: str) -> None:
    seat(screen.table)
    screen.table.act("A", StartGame("barracuda", options))
    screen.shows(".street")


def begin_round_three(screen: Screen) -> None:
    begin_game(screen, draw="bag")
    open_all(screen.table, FIRST)
    open_all(screen.table, SECOND)
    screen.shows("[data-round='3']")


# The scenes of every ceremony, in their order.
SCENES = {
    "draw": "c-bag c-drawn",
    "opening": "c-street c-opening c-shutter c-before",
    "drawn-with-rent": "c-drawn c-rent",  # The true bag has been shaken already.
    **dict.fromkeys(("bid-b", "bid-c", "bid-d"), "c-arrives"),
    "bid-e": "c-brightens c-arrives",
    "sold": "c-home c-taken",
    "last-order": "c-rise",
    "reveal": "c-reveal c-back c-turned c-valued c-sorted c-paid",
    "five": "c-dark c-unlit c-lit c-lamp c-standings",
    "rent": "c-shut c-closing c-out c-lamp c-standings",
}
BROAD = (closed_piles, five_pawns, bankruptcy)
SCRIPTS = [pytest.param(one, marks=pytest.mark.broad if one in BROAD else (), id=one.__name__) for one in CEREMONIES]


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_ceremony_plays_its_scenes_and_ends_still(browser: Browser, tmp_path: Path, script: Script) -> None:
    """Notes show their faces where stakes are turned over, which is the control of the others: there they never do."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference", **ROOM) as house:
        for page, scene in script(house):
            screen = Screen(house.table, page)
            page.evaluate(WATCH)
            assert " ".join(screen.see(scene.act)) == SCENES[scene.name]
            faces = any(FACES.search(picture) for picture in screen.pictures())
            assert faces == (scene.name == "reveal")
            assert scene.name != "draw" or any("Who is next?" in picture for picture in screen.pictures())
        assert house.complaints == []


def begin_auction(screen: Screen) -> None:
    begin_round_three(screen)
    auction(screen.table)
    screen.shows("[data-auction]")


@pytest.mark.broad
def test_no_bid_taken_sends_all_home(screen: Screen) -> None:
    begin_auction(screen)
    for bidder in "BCDE":
        screen.table.act(bidder, Bid(Pile(ones=1)))
    screen.shows(".places li:nth-child(4) .fan")
    assert screen.see(lambda: screen.table.act("A", Renovate())) == ["c-home"]


@pytest.mark.broad
def test_bids_arrive_and_leave_closed_whatever_they_are(browser: Browser, tmp_path: Path, screen: Screen) -> None:
    """Two worlds, the same pictures and scenes: nothing that moves, waits or sounds follows from a secret."""
    begin_auction(screen)
    table = round_three(tmp_path / "other")
    auction(table)
    with open_house(browser, table, reduced_motion="no-preference", **ROOM) as house:
        worlds = {Pile(fakes=2): screen, Pile(tens=2): Screen.of(house)}
        for bidder in "BCDE":
            one, two = (seen(world, bidder, Bid(pile)) for pile, world in worlds.items())
            assert one == two
            assert set(one[0]) == ({"c-arrives", "c-brightens"} if bidder == "E" else {"c-arrives"})
        for world in worlds.values():
            assert set(seen(world, "A", SellTo("C"))[0]) == {"c-taken", "c-home"}


def seen(screen: Screen, letter: str, command: Any) -> tuple[list[str], str]:
    """Return the scenes of *command* and its last picture; no note showed its face in any."""
    scenes = screen.see(lambda: screen.table.act(letter, command))
    assert not any(FACES.search(picture) for picture in screen.pictures())
    return scenes, screen.pictures()[-1]


def stakes(screen: Screen) -> None:
    """Lay all stakes of a last order but E's."""
    begin_round_three(screen)
    assert screen.see(lambda: screen.table.act("E", CallLastOrder())) == ["c-rise"]
    for letter, pile in (("A", Pile(tens=1)), ("B", Pile(fakes=2)), ("C", Pile(fives=1)), ("D", Pile(fakes=1))):
        seen(screen, letter, Stake(pile))


@pytest.mark.broad
def test_the_first_places_of_a_reveal_are_those_of_the_letters(screen: Screen) -> None:
    stakes(screen)
    screen.begin(lambda: screen.table.act("E", Stake(Pile(ones=1))))
    screen.page.wait_for_selector(".c-reveal")
    places = "Array.from(document.querySelectorAll('.places li'), li => [li.dataset.seat, li.getBoundingClientRect().left])"
    from_the_left = lambda: "".join(seat for seat, _ in sorted(screen.page.evaluate(places), key=lambda one: one[1]))
    assert from_the_left() == "ABCDE"
    screen.page.keyboard.press("Enter")
    assert from_the_left() == "BDECA"


def test_a_touch_and_a_key_and_another_picture_end_a_ceremony(screen: Screen) -> None:
    begin_game(screen)
    for end in (lambda: screen.page.mouse.click(400, 400), lambda: screen.page.keyboard.press("Enter")):
        screen.begin(lambda: screen.table.act("A", CallDraw()))
        assert screen.page.evaluate(PLAYS) == "plays"
        end()
        assert not screen.page.evaluate(PLAYS)
        assert screen.page.evaluate(STILL)
        screen.begin(lambda: open_drawn(screen))
        screen.page.mouse.click(400, 400)
    screen.begin(lambda: screen.table.act("A", CallDraw()))
    screen.begin(lambda: open_drawn(screen))
    screen.page.wait_for_selector(".c-opening")
    assert screen.page.locator(".c-bag").count() == 0


OVER = """<div id="view" class="table lastcall closing" data-cause="rent" data-winner="A" data-loser="C">
<main class="stage"><div class="under"></div><div><p class="voice">The end.</p><p class="soft" data-told>Why.</p></div></main>
<footer class="counter tall"><ol class="places"></ol></footer></div>
<aside id="aside"><div class="agreed"><dl class="score">Noor 1</dl></div></aside>"""


@pytest.mark.broad
def test_the_score_waits_until_the_lamp_has_come_down(screen: Screen) -> None:
    """It stands below the counter, and would tell who has won before the ceremony does."""
    begin_round_three(screen)
    screen.page.route("**/table/view", lambda route: route.fulfill(body=OVER, content_type="text/html"))
    screen.begin(lambda: draw(screen.table, "C"))
    screen.page.wait_for_selector(".score", state="attached")
    assert screen.page.locator(".score").is_hidden()
    screen.page.keyboard.press("Enter")
    assert screen.page.locator(".score").is_visible()


@calm
def test_with_reduced_motion_what_is_new_is_there_at_once(screen: Screen) -> None:
    begin_game(screen)
    for act in (lambda: screen.table.act("A", CallDraw()), lambda: open_drawn(screen)):
        screen.begin(act)
        assert screen.page.evaluate("() => longestWait()") == 0
        screen.pass_time(1)
        assert screen.page.evaluate(STILL)
    assert screen.page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.broad
@calm
def test_with_reduced_motion_stakes_lie_unsorted_before_they_are_sorted(screen: Screen) -> None:
    stakes(screen)
    scenes = screen.see(lambda: screen.table.act("E", Stake(Pile(ones=1))))
    assert "c-turned" in scenes
    assert screen.page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.broad
def test_sound_is_off_until_somebody_touches_its_switch(screen: Screen) -> None:
    page = screen.page
    page.evaluate(TONES)
    begin_game(screen)
    screen.see(lambda: screen.table.act("A", CallDraw()))
    assert page.evaluate("() => window.tones") == 0
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    page.click("#sound")
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    before = page.evaluate("() => window.tones")
    screen.see(lambda: open_drawn(screen))
    assert page.evaluate("() => window.tones") > before
    page.click("#sound")
    silent = page.evaluate("() => window.tones")
    screen.see(lambda: screen.table.act("A", CallDraw()))
    assert page.evaluate("() => window.tones") == silent
