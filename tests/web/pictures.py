"""Pictures of every page in every state, to be looked at with one's own eyes.

python -m tests.web.pictures FOLDER [--only TEXT] [--language de] [--long] [--readme]

Phones are 360 x 740, the table screen is 1920 x 1080; each is taken at night and by day, as NAME.SCHEME.png. Ceremonies are
taken at night, frame by frame: `opening-0900` is 0.9 s after it began, `opening-still-0000` is its form for reduced motion.
*--only* takes the parts of the tours (tests/web/tours, tour.py, ceremonies.py) with TEXT in their name. *--long* seats people
with the longest names. *--readme* takes the two pictures of the README instead. It needs the browser that the tests need; fonts
are this machine's (Debian's fonts-urw-base35 and fonts-roboto-unhinted come close to those of most phones).
"""

import argparse
import io
import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import FLAGS
from tests.web.browser.browsing import PHONE, WIDE, open_house, table_with_bag
from tests.web.browser.ceremonies import CEREMONIES, frames
from tests.web.tables import NAMES
from tests.web.tour import FOLDER, Part, part_of, tours, written

SCHEMES: Final = ("dark", "light")
LONGEST: Final = ("Maximilian-Leo", "Wilhelmine Mai", "Bartholomäus W", "WWWWWWWWWWWWWW", "Anna-Margareta")
SHARP: Final[dict[str, Any]] = {"viewport": PHONE, "device_scale_factor": 2, "color_scheme": "dark"}
LONG: Final = dict(zip(NAMES, LONGEST, strict=True))
INKS: Final = 120  # of each of two kinds in a picture for the README: it is flat, needs no more, and stays small


def _shot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _beside(images: list[Image.Image], gap: int, ground: str) -> Image.Image:
    """Return *images*, all of one size, side by side, with a *gap* around each."""
    width, height = images[0].width + gap, images[0].height + gap
    sheet = Image.new("RGB", (len(images) * width + gap, height + gap), ground)
    for place, image in enumerate(images):
        sheet.paste(image, (place * width + gap, gap))
    return sheet


def readme(browser: Browser, asked: argparse.Namespace) -> None:
    """Take table.png and phones.png: one offer, on the screen in the room and on the phones of the people involved."""
    asked.folder.mkdir(parents=True, exist_ok=True)
    [offer] = written(FOLDER / "barracuda.txt", "readme")
    with tempfile.TemporaryDirectory() as data, open_house(browser, table_with_bag(Path(data)), **SHARP) as on:
        phones = [_shot(page) for _, page in part_of(*offer)(on)]
        _save(_beside(phones, gap=60, ground="#1b1a18"), asked.folder / "phones.png")
        page = on.screen()
        page.set_viewport_size(WIDE)
        _save(_shot(page).resize((WIDE["width"], WIDE["height"])), asked.folder / "table.png")


def _save(image: Image.Image, path: Path) -> None:
    """Keep the colours that cover most area, which are dark, and those that stand out most, which are few."""
    inks = [image.quantize(INKS, way).getpalette() or [] for way in (Image.Quantize.MEDIANCUT, Image.Quantize.MAXCOVERAGE)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([*inks[0][: 3 * INKS], *inks[1][: 3 * INKS]])
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.pictures", description="pictures of every page")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--language", default="en")
    for flag in ("--long", "--readme"):
        parser.add_argument(flag, action="store_true")
    asked = parser.parse_args(arguments)
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=path, args=FLAGS) as browser:
        (readme if asked.readme else _take_all)(browser, asked)


def _take_all(browser: Browser, asked: argparse.Namespace) -> None:
    chosen = lambda parts: [part for part in parts if asked.only in part.__name__]
    more: dict[str, Any] = {"names": LONG if asked.long else NAMES, "language": asked.language}
    room: dict[str, Any] = {**more, "viewport": WIDE, "has_touch": False}
    take(browser, asked.folder / "phones", chosen(part for one in tours().values() for part in one.phones), **more)
    take(browser, asked.folder / "table", chosen(part for one in tours().values() for part in one.screens), **room)
    for motion in ("no-preference", "reduce"):
        parts = chosen(frames(script, calm=motion == "reduce") for script in CEREMONIES)
        take(browser, asked.folder / "ceremonies", parts, reduced_motion=motion, **room)


def take(browser: Browser, folder: Path, parts: Sequence[Part], names: Mapping[str, str] = NAMES, **context: Any) -> None:
    """Take the pictures of *parts* into *folder*, in pages with this *context*: at night and by day, moving ones at night."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        with tempfile.TemporaryDirectory() as data, open_house(browser, table_with_bag(Path(data)), **context) as on:
            on.names |= names
            for name, page in part(on):
                for scheme in SCHEMES[:1] if "reduced_motion" in context else SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=folder / f"{name}.{scheme}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
