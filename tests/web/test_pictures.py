"""The pictures can be taken: a few of each kind, and they are of what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.web import pictures, tour
from tests.web.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

LARGEST = 250_000  # bytes of a picture in the README


@pytest.mark.broad
def test_a_page_is_taken_at_night_and_at_noon(browser: Browser, tmp_path: Path) -> None:
    pictures.take(browser, tmp_path, (tour.doors,), pictures.LONG, language="de")
    night, noon = (Image.open(tmp_path / f"door-full.{scheme}.png").convert("RGB") for scheme in pictures.SCHEMES)
    assert night.size == noon.size == (PHONE["width"], PHONE["height"])
    brightness = lambda image: int(image.convert("L").resize((1, 1)).getpixel((0, 0)))  # on the whole, 0 to 255
    assert brightness(night) < 80 < 160 < brightness(noon)
    pictures.sheets(tmp_path, 90, 7, 2)
    assert Image.open(tmp_path / "sheet-00.png").width == 7 * 98 + 8


def test_what_the_readme_shows_is_small() -> None:
    shown = list(Path("hardware/pictures").glob("*.png"))
    assert {path.name for path in shown} >= {"table.png", "phones.png"}
    assert all(path.stat().st_size < LARGEST for path in shown)
