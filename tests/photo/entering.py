"""Enter ten bars by a picture on a phone in Chromium, and say how long it takes: `python -m tests.photo.entering [FOLDER]`.

The table is begun without the companion. The time runs from the touch that sends a picture of three megapixels until the page
with all ten bars is there that only asks for purses. FOLDER gets pictures of the phone's page.
"""

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, sync_playwright

from tests.conftest import FLAGS
from tests.photo.scenes import STREET, taken
from tests.web.browser.browsing import SITE, open_house
from tests.web.tables import new_table

QUESTIONS: Final = 3.0  # seconds from the touch to the questions
ENTERED: Final = 20.0  # seconds to the form, with a person's touches
NARROW: Final = {"width": 390, "height": 844}
TOUCH: Final = 3.0  # seconds that a person takes to find and touch a button


def main(folder: Path | None) -> int:
    """Print what it took, and return 1 if that is too long."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as kept:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with open_house(browser, new_table(Path(kept)), viewport=NARROW) as house:
            house.start("barracuda", "ABCDE", draw="bag")
            house.show("A")
            page = house.door("photo?begin=1", f"a.{SITE}", "#take")
            asked, formed = entered(page, taken(STREET | {"Karambole": "CE"}), folder)
            said = page.inner_text("main")
            bars = [name for name in STREET if name in said]
        browser.close()
    whole = formed + 2 * TOUCH
    print(f"{len(bars)} of {len(STREET)} bars entered: questions after {asked:.1f} s, the form after {formed:.1f} s;")
    print(f"with two touches of a person of {TOUCH:.0f} s each: {whole:.1f} s")
    return int(len(bars) < len(STREET) or asked > QUESTIONS or whole > ENTERED)


def entered(page: Page, jpeg: bytes, folder: Path | None) -> tuple[float, float]:
    """Send *jpeg* and go on to the form; return after how many seconds the questions and the form are there."""
    began = time.monotonic()
    page.set_input_files("input[type=file]", files=[{"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg}])
    page.wait_for_selector("#found form")
    asked = time.monotonic() - began
    _look(page, folder, "found.png")
    began = time.monotonic()
    page.click("#found .lamp")
    page.wait_for_selector('[name^="money@"]')
    formed = asked + time.monotonic() - began
    _look(page, folder, "form.png")
    return asked, formed


def _look(page: Page, folder: Path | None, name: str) -> None:
    if folder is not None:
        page.screenshot(path=folder / name, full_page=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
