"""A game is played to its end by the accessibility tree alone: by the roles, names and states that a screen reader has.

The player finds what is asked by names, and answers with the keyboard; no picture and no CSS selector helps.
"""

import random
import re
import time
from typing import Final

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from tests.companion.table.test_house_at_table import person
from tests.web.browser.browsing import LONG, House, catch_up, ready

pytestmark = pytest.mark.browser

CONTROL: Final = re.compile(r'- \'?(button|radio) "((?:[^"\\]|\\.)*)"((?: \[[\w=]+\])*)')
NAMELESS: Final = re.compile(r"^ *- '?(?:button|radio|checkbox|link|textbox|combobox|spinbutton|img)(?:$|:| \[).*", re.M)
ELSEWHERE: Final = re.compile(r"Back$|The table|Hold|Count the bank|Take back|One less|Turn over|Show |\?|Got it|minute")
LAMP: Final = 0.6  # How often the last button is pressed, which sends, if it can be.
PATIENCE: Final = 3000  # milliseconds until a control that has gone is given up, to look again


class Listener:
    """A player who hears *page* and presses keys."""

    def __init__(self, page: Page, generator: random.Random) -> None:
        self.page, self.generator = page, generator
        self.heard = set[str]()
        self.listened = 0  # times

    def tree(self) -> str:
        ready(self.page)
        tree: str = self.page.locator("body").aria_snapshot()
        assert NAMELESS.findall(tree) == [], tree
        return tree

    def press(self) -> None:
        """Press one of the controls that can be pressed now, and wait until what it sends is answered."""
        found = CONTROL.findall(self.tree())
        chosen = [one[:2] for one in found if not re.search("disabled|checked", one[2]) and not ELSEWHERE.search(one[1])]
        buttons = [one for one in chosen if one[0] == "button"]
        if not chosen:
            return
        last = buttons and self.generator.random() < LAMP
        role, name = buttons[-1] if last else self.generator.choice(chosen)
        control = self.page.get_by_role(role, name=name.replace('\\"', '"'), exact=True).first
        try:
            control.focus(timeout=PATIENCE)
        except TooLate:
            return
        self.page.keyboard.press("Enter" if role == "button" else "Space")
        ready(self.page)  # Otherwise it may still be on its way when somebody else acts.

    def listen(self) -> None:
        """Take note of what the live regions say; a heading that has the focus is read instead."""
        catch_up(self.page)
        for read in (self.page.get_by_role("status"), self.page.locator("h1:focus")):
            self.heard.update(read.all_inner_texts())
        self.listened += 1


@pytest.mark.parametrize(("name", "letters", "options", "ear"), [  # How often it is heard; else somebody answers at random.
    ("barracuda", "ABC", {}, 1.0), ("shark", "AB", {}, 0.15), ("negoces2", "ABCD", {"sale_limit": "25"}, 0.15),
])  # fmt: skip
@pytest.mark.broad
def test_a_game_is_played_to_its_end_by_ear(house: House, name: str, letters: str, options: dict[str, str], ear: float) -> None:
    house.start(name, letters, **options)
    generator = random.Random(f"by ear {name}")
    listener = Listener(house.show("A"), generator)
    while house.table.now.playing:
        if not (heeds := generator.random() < ear) or "A" not in house.table.now.awaited():
            assert any(person(house.table, generator, seat) for seat in letters), "everybody waits"
        else:
            answer(house, listener)
        if heeds:
            listener.listen()
    listener.listen()
    assert any("win" in said for said in listener.heard)
    assert len(listener.heard) > listener.listened / 2  # How long the game takes, the browser's pace decides, too.
    assert re.search(r'heading ".*win', listener.tree())


def test_a_purse_is_heard_after_a_press_and_no_live_region_tells_it_by_itself(house: House) -> None:
    house.start("barracuda", "ABC")
    listener = Listener(house.show("A"), random.Random(1))
    real = str(house.table.now.view("A").seat("A").purse.real)
    assert real not in listener.tree()
    listener.page.get_by_role("button", name="Hold to see purse").press("Enter")
    assert real in listener.page.get_by_role("region", name="Your purse").inner_text()
    assert real not in " ".join(listener.page.get_by_role("status").all_inner_texts())


def answer(house: House, listener: Listener) -> None:
    """Let the listener press keys until the table has seat A's answer."""
    row, since = house.table.now.row, time.monotonic()
    while house.table.now.row == row:
        listener.press()
        assert time.monotonic() - since < LONG / 1000, f"no press finds an answer:\n{listener.tree()}"
