"""A box whose tags nobody knows yet: teach it in a browser and over the simulated chip, pull the plug, and find it known."""

import io
import json
from pathlib import Path

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
from tests.evenings.house import PATIENCE, House, Phone, fetch, open_house, until
from tests.markup import marks

BOX = tuple(dict.fromkeys(piece for game in installed().values() for piece in game.pieces({})))
OCTOPUS = Piece("card", "Octopus")
OTHERS = tuple(piece for piece in BOX if piece != OCTOPUS)


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
@pytest.mark.browser
def test_a_blank_box_is_taught_and_known_after_the_plug(tmp_path: Path, browser: Browser) -> None:
    """One click teaches; a walk is followed; taking tags away needs confirming, twice for all; a file is saved and loaded."""
    tab, failed = browser.new_page(), list[str]()
    tab.set_default_timeout(1000 * PATIENCE)
    tab.on("pageerror", lambda error: failed.append(str(error)))
    with open_house(tmp_path / "data", "--blank-tags") as house:
        teacher = Phone(house, "A")
        teacher.sit()
        name, _, token = teacher.cookie.partition("=")
        tab.context.add_cookies([{"name": name, "value": token, "domain": teacher.host, "path": "/"}])
        tab.goto(f"http://{teacher.host}:{house.port}/enrolment")
        assert tap(house, OCTOPUS) == "wrong"
        tab.get_by_role("button", name="Octopus").click()
        tab.wait_for_selector("button.known")
        tab.locator("[data-post=walk]").first.click()
        asks_for(house, 0)
        assert tap(house, OTHERS[0]) == "right"
        asks_for(house, 1)
        assert tap(house, OCTOPUS) == "wrong", "its tag is known already"
        press(house, "ok")
        press(house, "back")
        assert tap(house, OTHERS[1]) == "right", "the piece that was skipped"
        house.kill()
        house.start()
        taught = [(tag_of(piece).hex(), piece) for piece in (OCTOPUS, *OTHERS[:2])]
        assert exported(teacher) == taught
        tab.wait_for_selector(".wanted", state="detached")  # The walk itself isn't kept.
        with tab.expect_download() as download:
            tab.locator("a[download]").click()
        download.value.save_as(tmp_path / "tags.json")
        for _ in range(2):
            tab.locator("[data-post=forget-all]").click()
            assert exported(teacher) == taught
        tab.locator("[data-post=forget-all]").click()
        tab.wait_for_selector(".known", state="detached")
        tab.set_input_files("input[name=tags]", tmp_path / "tags.json")
        tab.locator("[data-import=add]").click()
        until(lambda: tab.locator(".known").count() == len(taught), "the pieces that are known again")
        assert (exported(teacher), failed) == (taught, [])
        tab.close()
        house.stop()
        assert main(["tags", "export", str(tmp_path / "again.json"), "--data", str(house.data)]) == 0
    assert "Octopus" in (tmp_path / "again.json").read_text()
