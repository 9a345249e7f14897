"""A box whose tags nobody knows yet: teach it over the simulated chip, pull the plug, and find it still known."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from companion.games import installed
from companion.kit.pieces import Piece
from companion.tags import walk
from companion.words import Words
from firmware.command import main
from firmware.display import screens
from firmware.simulator.bench import tag_of
from tests.evenings.house import PATIENCE, House, Phone, fetch, open_house, request, until
from tests.markup import marks, words

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
OCTOPUS = Piece("card", "Octopus")
OTHERS = tuple(piece for piece in BOX if piece != OCTOPUS)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path / "data", "--blank-tags") as running:
        yield running


@pytest.fixture
def teacher(house: House) -> Phone:
    phone = Phone(house, "A")
    phone.sit()
    return phone


def post(teacher: Phone, route: str, **body: Any) -> int:
    return request(teacher.house.port, teacher.host, "POST", f"/enrolment/{route}", body, teacher)[0]


def page(teacher: Phone) -> str:
    return words(fetch(teacher.house.port, teacher.host, "/enrolment/view", teacher).decode())


def exported(teacher: Phone) -> list[tuple[str, Piece]]:
    rows = json.loads(fetch(teacher.house.port, teacher.host, "/enrolment/tags.json", teacher))["tags"]
    return [(uid, Piece(kind, name, number)) for uid, kind, name, number in rows]


def sounds(house: House) -> tuple[str, str]:
    (found,) = marks(fetch(house.port, "localhost", "/bench/view").decode(), "phrases")
    return found["data-phrase"], found["data-phrases"]


def tap(house: House, piece: Piece) -> str:
    before = sounds(house)
    house.tap(piece, lambda: sounds(house)[1] != before[1])
    return sounds(house)[0]


def press(house: House, button: str) -> None:
    before = sounds(house)
    house.press(button)
    until(lambda: sounds(house)[1] != before[1], "an answer to the key")


def asks_for(house: House, at: int) -> None:
    wanted = screens.draw(walk.screen(walk.Walk(OTHERS, at=at), installed()), Words("en"), {}).tobytes()
    shown = lambda: Image.open(io.BytesIO(house.display())).convert("1").tobytes()
    until(lambda: shown() == wanted, f"piece {at} on the display")


@pytest.mark.broad
def test_a_blank_box_is_taught_by_walking_and_known_after_the_plug(house: House, teacher: Phone, tmp_path: Path) -> None:
    assert tap(house, OCTOPUS) == "wrong"
    assert "A new tag: what is it?" in page(teacher)
    piece = {"kind": "card", "name": "Octopus", "number": 1}
    assert post(teacher, "teach", uid=tag_of(OCTOPUS).hex(), piece=piece, renew=False) == 204
    assert post(teacher, "walk", renew=False) == 204
    asks_for(house, 0)
    assert tap(house, OTHERS[0]) == "right"
    asks_for(house, 1)
    assert tap(house, OCTOPUS) == "wrong", "its tag is known already"
    press(house, "ok")
    press(house, "back")
    assert tap(house, OTHERS[1]) == "right", "the piece that was skipped"
    house.kill()
    house.start()
    assert exported(teacher) == [(tag_of(piece).hex(), piece) for piece in (OCTOPUS, *OTHERS[:2])]
    assert f"3 of {len(BOX)}" in page(teacher)
    assert post(teacher, "step", step="skip", at=2) == 409, "the walk itself isn't kept"
    house.stop()
    assert main(["tags", "export", str(tmp_path / "tags.json"), "--data", str(house.data)]) == 0
    assert "Octopus" in (tmp_path / "tags.json").read_text()


@pytest.mark.broad
@pytest.mark.browser
def test_the_page_in_a_browser(house: House, teacher: Phone, browser: Browser, tmp_path: Path) -> None:
    """One click teaches; a walk is followed; taking tags away needs confirming, twice for all; a file is saved and loaded."""
    tab, failed = browser.new_page(), list[str]()
    tab.set_default_timeout(1000 * PATIENCE)
    tab.on("pageerror", lambda error: failed.append(str(error)))
    name, _, token = teacher.cookie.partition("=")
    tab.context.add_cookies([{"name": name, "value": token, "domain": teacher.host, "path": "/"}])
    tab.goto(f"http://{teacher.host}:{house.port}/enrolment")
    tap(house, OCTOPUS)
    tab.get_by_role("button", name="Octopus").click()
    tab.wait_for_selector("button.known")
    tab.locator("[data-post=walk]").first.click()
    tab.wait_for_selector(".wanted")
    tap(house, BOX[0])
    until(lambda: tab.locator(".known").count() == 2, "two known pieces")
    tab.locator("[data-post=step]").last.click()
    tab.wait_for_selector(".wanted", state="detached")
    with tab.expect_download() as download:
        tab.locator("a[download]").click()
    download.value.save_as(tmp_path / "tags.json")
    everything = tab.locator("[data-post=forget-all]")
    for _ in range(2):
        everything.click()
        assert len(exported(teacher)) == 2
    everything.click()
    tab.wait_for_selector(".known", state="detached")
    tab.set_input_files("input[name=tags]", tmp_path / "tags.json")
    tab.locator("[data-import=add]").click()
    until(lambda: tab.locator(".known").count() == 2, "two known pieces")
    assert [piece for _, piece in exported(teacher)] == [OCTOPUS, BOX[0]]
    assert failed == []
    tab.close()
