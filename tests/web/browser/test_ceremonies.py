"""The table screen's ceremonies: each plays, ends in the still picture, can be skipped, and knows only the pictures."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.games.barracuda.moves import CallDraw, OpenBar
from companion.kit.viewers import TABLE
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.web.browser.browsing import open_house, script, table_with_bag
from tests.web.browser.ceremonies import CEREMONIES, Script
from tests.web.tables import FIRST, new_table, seat
from tests.web.tour import STANDING_TIME

pytestmark = pytest.mark.browser

ROOM = {"viewport": {"width": 1366, "height": 768}, "has_touch": False}
WATCH = script("watch")
PLAYS = "() => document.documentElement.dataset.ceremony"
LONGEST = 10_000  # milliseconds: any ceremony is over by then
FACES = [f'#note-{worth}"' for worth in (10, 5, 2, 1, 0)]


@dataclass
class Screen:
    """A table and the screen in its room, whose time stands still until the test advances it."""

    table: Table
    page: Page

    def see(self, act: Callable[[], Any]) -> list[str]:
        """Do *act*, let its ceremony run until the picture is still, and return its scenes."""
        self.begin(act)
        self.pass_time()
        assert self.page.evaluate(script("still"))
        assert self.page.locator("[class*=' c-'], .prop, [style]:not(body)").count() == 0
        return self.page.evaluate("() => window.scenes")

    def begin(self, act: Callable[[], Any]) -> None:
        """Do *act* and wait until its ceremony has begun (or, if it is over at once, until the picture has changed)."""
        self.page.evaluate("() => { window.scenes = []; window.pictures.clear(); }")
        before = self.page.evaluate("() => document.getElementById('view').outerHTML")
        act()
        begun = "before => document.documentElement.dataset.ceremony || document.getElementById('view').outerHTML !== before"
        self.page.wait_for_function(begun, arg=before)

    def pass_time(self, milliseconds: int = LONGEST) -> None:
        self.page.evaluate("(ms) => passTo(passed() + ms)", milliseconds)
        assert not self.page.evaluate(PLAYS)

    def call_draw(self) -> None:
        self.table.act("A", CallDraw())

    def open_drawn(self) -> None:
        """Let the player who was drawn open a bar."""
        active = str(self.table.now.view(TABLE).active.seat)
        self.table.act(active, OpenBar(FIRST[active]))


@pytest.fixture
def screen(browser: Browser, tmp_path: Path) -> Iterator[Screen]:
    with open_house(browser, new_table(tmp_path), reduced_motion="no-preference", **ROOM) as house:
        page = house.door("table", "localhost")
        page.evaluate(STANDING_TIME)
        page.evaluate(WATCH)
        yield Screen(house.table, page)
        assert house.complaints == []


def begin_game(screen: Screen, game: str = "barracuda", shows: str = ".street") -> None:
    seat(screen.table)
    screen.table.act("A", StartGame(game, {}))
    screen.page.wait_for_selector(shows, state="attached")
    assert not screen.page.evaluate(PLAYS)
    screen.pass_time()


def test_no_game_begins_with_somebody_going_out(screen: Screen) -> None:
    begin_game(screen, "shark", ".shark")


# The scenes of every ceremony, in order.
SCENES = {
    "draw": "c-bag c-drawn c-name",
    "opening": "c-street c-opening c-shutter c-before",
    "drawn-with-rent": "c-drawn c-name c-rent",  # The real bag has been shaken already.
    **dict.fromkeys(("bid-b", "bid-c", "bid-d"), "c-arrives"),
    "bid-e": "c-brightens c-arrives",
    "sold": "c-home c-taken",
    "last-order": "c-rise",
    "reveal": "c-reveal c-back c-turned c-valued c-sorted c-paid",
    "five": "c-dark c-unlit c-lit c-lamp c-standings",
    "doomed": "c-chosen c-doomed c-told",
    "deal": "c-deal c-crosses",
    "rent": "c-shut c-closing c-out c-lamp c-standings",
}
OUTCOMES = {"opening", "sold", "reveal", "five", "doomed", "deal", "rent"}
BROAD = ("bag", "closed_piles", "five_pawns", "bankruptcy")  # One of each game is enough before a commit.
SCRIPTS = [pytest.param(one, marks=pytest.mark.broad if one.__name__ in BROAD else (), id=one.__name__) for one in CEREMONIES]


@pytest.mark.parametrize("script", SCRIPTS)
def test_each_ceremony_plays_its_scenes_and_ends_still(browser: Browser, tmp_path: Path, script: Script) -> None:
    """Notes show their faces when stakes are revealed, which is the control for the others: there they never do."""
    with open_house(browser, table_with_bag(tmp_path), reduced_motion="no-preference", **ROOM) as house:
        for page, scene in script(house):
            screen = Screen(house.table, page)
            page.evaluate(WATCH)
            assert " ".join(screen.see(scene.act)) == SCENES[scene.name]
            assert page.locator("#view[data-outcome]").count() == (scene.name in OUTCOMES)
            pictures = "".join(page.evaluate("() => Array.from(window.pictures)"))
            assert any(face in pictures for face in FACES) == (scene.name == "reveal")
            assert scene.name != "draw" or "Who’s next?" in pictures
        assert house.complaints == []


def test_a_touch_and_a_key_and_another_picture_end_a_ceremony(screen: Screen) -> None:
    begin_game(screen)
    for end in (lambda: screen.page.mouse.click(400, 400), lambda: screen.page.keyboard.press("Enter")):
        screen.begin(screen.call_draw)
        assert screen.page.evaluate(PLAYS) == "plays"
        end()
        screen.page.wait_for_function(f"() => !({PLAYS})()")  # By itself it never ends, because time stands still.
        assert screen.page.evaluate(script("still"))
        screen.begin(screen.open_drawn)
        screen.page.mouse.click(400, 400)
    screen.begin(screen.call_draw)
    screen.begin(screen.open_drawn)
    screen.page.wait_for_selector(".c-opening")
    assert screen.page.locator(".c-bag").count() == 0


def test_with_reduced_motion_what_is_new_is_there_at_once(screen: Screen) -> None:
    screen.page.emulate_media(reduced_motion="reduce")
    begin_game(screen)
    for act, longest in ((screen.call_draw, 0), (screen.open_drawn, 3000)):
        screen.begin(act)
        assert screen.page.evaluate("() => longestWait()") == longest
        screen.pass_time(1)
        assert screen.page.evaluate(script("still"))
    assert screen.page.evaluate("() => document.getAnimations().length") == 0


def test_an_outcome_stays_three_seconds_after_its_ceremony_whatever_follows(screen: Screen) -> None:
    begin_game(screen)
    screen.see(screen.call_draw)
    screen.begin(screen.open_drawn)
    ceremony, told = 1700, screen.page.locator("#spoken").get_attribute("data-lines")
    screen.call_draw()
    screen.page.wait_for_function("told => document.getElementById('spoken').dataset.lines !== told", arg=told)
    screen.pass_time(ceremony + 2950)
    outcome, hands = screen.page.locator(".said .voice"), screen.page.locator(".moves")
    assert ("opens" in outcome.inner_text(), hands.is_hidden()) == (True, True)
    assert "Who’s next?" in screen.page.inner_text(".said")
    screen.page.evaluate("() => passTo(passed() + 2000)")
    assert ("opens" in outcome.inner_text(), hands.is_hidden()) == (False, True)
    screen.pass_time()
    assert hands.is_visible()


def test_sound_and_voice_are_off_until_they_are_switched_on_and_what_is_new_is_said_after_the_ceremony(screen: Screen) -> None:
    screen.page.evaluate("""() => {
      const start = OscillatorNode.prototype.start;
      window.tones = 0;
      OscillatorNode.prototype.start = function (at) { window.tones++; start.call(this, at); };
      window.spoken = [];
      speechSynthesis.speak = (said) => window.spoken.push([said.lang, said.text]) && queueMicrotask(said.onend);
    }""")
    begin_game(screen)
    for act, is_on in ((screen.call_draw, False), (screen.open_drawn, True), (screen.call_draw, False)):
        assert screen.page.get_attribute("#sound", "aria-pressed") == str(is_on).lower()
        before = screen.page.evaluate("tones")
        screen.see(act)
        assert (screen.page.evaluate("tones") > before) == is_on
        screen.page.click("#sound")
    assert screen.page.evaluate("spoken") == []
    screen.page.click("#voice")
    screen.see(screen.open_drawn)
    screen.begin(screen.call_draw)
    assert len(screen.page.evaluate("spoken")) == 2
    screen.pass_time()
    begins, opened, drawn = screen.page.evaluate("spoken")
    assert (begins, opened[0]) == (["en", "The table speaks."], "en")
    assert ("opens" in opened[1], "comes out of the bag." in drawn[1], "opens" in drawn[1]) == (True, True, False)
