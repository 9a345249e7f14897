"""Enter ten bars by a picture on a phone in Chromium, and say how long it takes: `python -m tests.photo.entering`.

The table is begun without the companion. The time runs from the touch that sends a picture of three megapixels until the page
with all ten bars is there that only asks for purses.
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
TOUCHES: Final = 2 * 3.0  # seconds that a person takes to find and touch two buttons


def main() -> int:
    """Print what it took, and return 1 if that is too long."""
    jpeg = taken(STREET | {"Karambole": "CE"})
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as kept:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        with open_house(browser, new_table(Path(kept)), viewport=NARROW) as house:
            house.start("barracuda", "ABCDE", draw="bag")
            house.show("A")
            page = house.door("photo?begin=1", f"a.{SITE}", "#take")
            began = time.monotonic()
            choose(page, jpeg)
            page.wait_for_selector("#found form")
            asked = time.monotonic() - began
            page.click("#found .lamp")
            page.wait_for_selector('[name^="money@"]')
            whole = time.monotonic() - began + TOUCHES
            said = page.inner_text("main")
        browser.close()
    entered = sum(name in said for name in STREET)
    print(f"{entered} of {len(STREET)} bars entered: questions after {asked:.1f} s, all with a person's touches {whole:.1f} s")
    return int(entered < len(STREET) or asked > QUESTIONS or whole > ENTERED)


def choose(page: Page, jpeg: bytes) -> None:
    """Choose the picture *jpeg*, as a camera does."""
    page.set_input_files("input[type=file]", files=[{"name": "table.jpg", "mimeType": "image/jpeg", "buffer": jpeg}])


if __name__ == "__main__":
    sys.exit(main())
