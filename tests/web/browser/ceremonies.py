"""The table screen's ceremonies, frame by frame: their time stands still until somebody advances it.

What leads to each is written down in tests/web/tours. A line `scene NAME 0 500 / 0 1800` says at which frames to look, in ms
after its beginning: with motion and, if not only at the first, without. The line after it causes it.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Final, TypeAlias

from playwright.sync_api import Page

from tests.web.browser.browsing import House
from tests.web.tour import FOLDER, Part, Stop, Visit, written

Scenes: TypeAlias = "Iterator[tuple[Page, Scene]]"
Script: TypeAlias = "Callable[[House], Scenes]"
SCENE: Final = re.compile(r"scene (\S+) ([\d ]+?)(?: / ([\d ]+))?")
PLAYING: Final = "() => document.documentElement.dataset.ceremony"


def by_the_clock(look: Callable[[Page], list[Any]]) -> Callable[[Page], list[Any]]:
    """Let *look*, which waits by the clock, use the real clock on a page whose time stands still."""

    def looking(page: Page) -> list[Any]:
        page.evaluate("() => letTime(true)")
        found = look(page)
        page.evaluate("() => letTime(false)")
        return found

    return looking


@dataclass(frozen=True, slots=True)
class Scene:
    """One ceremony: its cause, and its frames (ms after its beginning) with and without motion."""

    name: str
    act: Callable[[], Any]
    moving: tuple[int, ...]
    still: tuple[int, ...]


def frames(script: Script, *, calm: bool = False) -> Part:
    """Return a part of a tour that stops at each frame of *script*; *calm* is the form for reduced motion."""

    @wraps(script)
    def part(on: House) -> Iterator[Stop]:
        for page, scene in script(on):
            scene.act()
            page.wait_for_function(PLAYING)
            began = page.evaluate("() => passed()")
            for at in scene.still if calm else scene.moving:
                page.evaluate("to => passTo(to)", began + at)
                yield f"{scene.name}-{'still-' if calm else ''}{at:04}", page
            page.mouse.click(900, 500)  # Skips the rest of it.

    return part


def _script(name: str, lines: list[str]) -> Script:
    def script(on: House) -> Scenes:
        visit, rest = Visit(on), iter(lines)
        for line in rest:
            if scene := SCENE.fullmatch(line):
                moving, still = (tuple(map(int, times.split())) for times in (scene[2], scene[3] or "0"))
                yield visit.page, Scene(scene[1], partial(visit.do, next(rest)), moving, still)
            else:
                visit.do(line)

    script.__name__ = name
    return script


CEREMONIES: Final = tuple(_script(*one) for file in sorted(FOLDER.glob("*.txt")) for one in written(file, "ceremony"))
