"""How a fragment takes the last one's place: all of it is there, what is the same is kept, no press or choice is bent."""

import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.seating import StartGame
from tests.web.browsing import House
from tests.web.phones import new_app, seated
from tests.web.tables import NAMES, new_table, played

pytestmark = pytest.mark.browser

# Swaps in one fragment after the other, and returns those after which the page isn't what a new page would be.
ALL_THERE = """async (fragments) => {
  const { swap } = await import("/static/swap.js");
  const place = document.body.appendChild(document.createElement("div"));
  const fresh = document.createElement("template");
  return fragments.filter((html) => {
    swap(place, html);
    fresh.innerHTML = html;
    return place.innerHTML !== fresh.innerHTML;
  });
}"""

# Swaps *next* for *first* after *between* has been done, and returns what *then* finds.
ONE_SWAP = """async ([first, between, next, then]) => {
  const { swap } = await import("/static/swap.js");
  const place = document.body.appendChild(document.createElement("div"));
  const within = (body) => new Function("place", "kept", body);
  const kept = {};
  swap(place, first);
  within(between)(place, kept);
  swap(place, next);
  return within(then)(place, kept);
}"""


@pytest.fixture
def page(house: House) -> Page:
    """A page that allows more than its own scripts: `new Function` is for the tests alone, and their policy forbids it."""
    page = house.door("pin")
    house.context.new_cdp_session(page).send("Page.setBypassCSP", {"enabled": True})
    page.reload()
    return page


def fragments(folder: Path) -> list[str]:
    """Return what the phones of a game played at random are sent, from the lobby on, those of all seats mixed."""
    table, generator = new_table(folder), random.Random(5)
    phones = seated(new_app(table), table, NAMES)
    found = [phone.get("/seat/view").text for phone in phones.values()]
    table.act("A", StartGame("barracuda", {"bank": "once"}))
    for _ in islice(played(table), 60):
        phone = generator.choice(list(phones.values()))
        asks = (f"ask/{name}" for name in table.standing(phone.seat))
        answers = [phone.get(f"/seat/{path}") for path in ("view", "menu", *asks)]
        found += [answer.text for answer in answers if answer.status_code == 200]
    return found


@pytest.mark.broad
def test_whatever_came_before_the_page_is_what_the_table_sent(page: Page, tmp_path: Path) -> None:
    sent = fragments(tmp_path / "played")
    assert len(set(sent)) > 60
    assert page.evaluate(ALL_THERE, sent) == []


BESIDE = {
    "<p>a</p><b>x</b>": "<p>a</p><i>n</i><b>x</b>", "<b>x</b>": "<i>n</i><b>x</b>", "<b>x</b><!---->": "<b>x</b><i>n</i>",
    "<i>n</i><b>x</b>": "<b>x</b>", "<b>x</b><p>a</p>": "<b>x</b>", "<div><b>x</b>t</div>": "<div class='y'><b>x</b>u</div>",
}  # fmt: skip


def test_what_comes_and_goes_beside_it_leaves_it_alone(page: Page) -> None:
    then = "return [place.innerHTML.replaceAll('\"', \"'\"), kept.b === place.querySelector('b')]"
    for first, following in BESIDE.items():
        assert swapped(page, first, "kept.b = place.querySelector('b')", following, then) == [following, True]


def test_a_press_or_a_choice_stays_with_what_it_was_made_on_and_goes_with_it(page: Page) -> None:
    """A finger was down on the old button: a new one in its place, made of the same element, would take the click."""
    button = "<ul><li><button type='button' data-act='{}'>Do</button></li></ul>"
    keep, then = "kept.on = place.querySelector('button')", "return kept.on === place.querySelector('button')"
    assert swapped(page, button.format("open"), keep, button.format("sell"), then) is False
    assert swapped(page, button.format("open"), keep, "<p>n</p>" + button.format("open"), then) is True
    option = "<li><label><input type='radio' name='option' value='{0}'>{0}</label></li>"
    offered = lambda *names: "<ul>" + "".join(option.format(name) for name in names) + "</ul>"
    choose = "place.querySelector(\"[value='Octopus']\").checked = true"
    chosen = "return place.querySelector(':checked')?.value ?? null"
    first = offered("Octopus", "Albatros")
    assert swapped(page, first, choose, offered("Tide Bar", "Octopus", "Albatros"), chosen) == "Octopus"
    assert swapped(page, first, choose, offered("Karambole", "Albatros"), chosen) is None


def test_what_is_typed_and_where_stays(page: Page) -> None:
    form = "<p>{}</p><input name='name' value=''><button type='button' data-close>Back</button>"
    write = "place.querySelector('input').value = 'Noor'; place.querySelector('{}').focus()"
    then = "return [place.querySelector('input').value, document.activeElement.tagName, place.contains(document.activeElement)]"
    for focused in ("input", "button"):
        assert swapped(page, form.format(1), write.format(focused), form.format(2), then) == ["Noor", focused.upper(), True]
    other = form.format(2).replace("data-close", "data-close class='lamp'")
    assert swapped(page, form.format(1), write.format("button"), other, then) == ["Noor", "BUTTON", True]


def swapped(page: Page, first: str, between: str, following: str, then: str) -> Any:
    return page.evaluate(ONE_SWAP, [first, between, following, then])
