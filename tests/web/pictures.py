"""Pictures of every page and every state of it, to be looked at with one's own eyes.

    python -m tests.web.pictures FOLDER [--only TEXT] [--language de] [--long] [--sheets]

Phones are 360 x 740, the table screen is 1920 x 1080; each is taken at night and at noon, ceremonies at night only and frame
by frame (`name-0600` is 0.6 s after it began; `still` is its form for reduced motion). Files are called NAME.SCHEME.png.
*--only* takes the parts of the tour whose name has that text in it, *--long* seats people with the longest names, and
*--sheets* lays pictures of a kind side by side, which is quicker to look at. It needs the browser that the tests need;
the fonts are this machine's.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.conftest import FLAGS
from tests.web.browsing import PHONE
from tests.web.tables import NAMES
from tests.web.tour import PHONES, SCREENS, WIDE, Part, tour

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCHEMES: Final = ("dark", "light")
LONG: Final = {
    "A": "Maximilian-Leo",
    "B": "Wilhelmine Mai",
    "C": "Bartholomäus W",
    "D": "WWWWWWWWWWWWWW",
    "E": "Anna-Margareta",
}


def shoot(page: Page, folder: Path, name: str, schemes: tuple[str, ...] = SCHEMES) -> list[Path]:
    """Take pictures of *page* as it is now and return their paths."""
    paths = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # a word that it knows
        paths.append(folder / f"{name}.{scheme}.png")
        page.screenshot(path=paths[-1])
    page.emulate_media(color_scheme=SCHEMES[0])
    return paths


def take(
    browser: Browser, folder: Path, parts: tuple[Part, ...], *, names: dict[str, str] | None = None, **context: Any
) -> None:
    """Take the pictures of *parts* into *folder*, in pages with this *context*."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts:
        with tempfile.TemporaryDirectory() as data, tour(browser, Path(data), **context) as on:
            on.names = dict(names)
            for name, page in part(on):
                shoot(page, folder, name)


def sheets(folder: Path, width: int, across: int, down: int) -> None:
    """Lay the pictures in *folder* side by side, each so many pixels wide."""
    paths = sorted(folder.glob("*.*.png"), key=lambda path: path.stat().st_mtime_ns)
    for number, some in enumerate(_in_groups(paths, across * down)):
        images = [Image.open(path).convert("RGB") for path in some]
        height = max(image.height * width // image.width for image in images)
        sheet = Image.new("RGB", (across * (width + 8), down * (height + 8)), "#808080")
        for place, image in enumerate(images):
            at = (place % across * (width + 8), place // across * (height + 8))
            sheet.paste(image.resize((width, image.height * width // image.width)), at)
        sheet.save(folder / f"sheet-{number:02}.png")


def _in_groups(paths: list[Path], size: int) -> Iterator[list[Path]]:
    for first in range(0, len(paths), size):
        yield paths[first : first + size]


def _chosen(parts: tuple[Part, ...], text: str) -> tuple[Part, ...]:
    return tuple(part for part in parts if text in part.__name__)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.pictures", description="pictures of every page")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--language", default="en")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--sheets", action="store_true")
    asked = parser.parse_args(arguments)
    more = {"names": LONG if asked.long else NAMES, "language": asked.language}
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=path, args=FLAGS) as browser:
        take(browser, asked.folder / "phones", _chosen(PHONES, asked.only), viewport=PHONE, has_touch=True, **more)
        take(browser, asked.folder / "table", _chosen(SCREENS, asked.only), viewport=WIDE, **more)
    if asked.sheets:
        sheets(asked.folder / "phones", 270, 7, 2)
        sheets(asked.folder / "table", 960, 2, 3)


if __name__ == "__main__":
    main(sys.argv[1:])
