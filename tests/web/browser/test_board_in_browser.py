"""The board of a hub on a projector: sixty tables at 1080p, legible and whole, and live."""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from companion.words import LANGUAGES
from tests.clubs import Club, identity, state
from tests.web.browser.browsing import LONG, WIDE, listen
from tests.web.phones import HOST
from web.http.server import serve

SMALLEST: Final = 15  # pixels; on a picture two metres high, 28 mm
FAULTS: Final = """(smallest) => {
  const box = (it) => it.getBoundingClientRect(), faults = [];
  const inside = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const tiles = [...document.querySelectorAll(".table")], screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const shown = (tile) => [...tile.querySelectorAll("h2, .qr, .pawn, bdi, time, p > span, p:not(:has(*))")];
  const visible = (it) => !it.closest(".vh") && getComputedStyle(it).display !== "none" && box(it).width > 0;
  tiles.forEach((tile, n) => {
    const say = (what) => faults.push(`${tile.querySelector("h2").textContent}: ${what}`);
    if (!inside(box(tile), screen)) say("outside the screen");
    if (tiles.slice(n + 1).some((other) => !apart(box(tile), box(other)))) say("over another");
    const parts = shown(tile).filter(visible);
    parts.forEach((it, m) => {
      if (!inside(box(it), box(tile))) say(`${it.className.baseVal ?? it.className} ${it.textContent} outside`);
      if (it.textContent && parseFloat(getComputedStyle(it).fontSize) < smallest) say(`${it.textContent} too small`);
      if (it.scrollWidth > it.clientWidth + 1 && it.clientWidth && !it.matches("bdi")) say(`${it.textContent} cut`);
      const under = parts.slice(m + 1).find((other) => !apart(box(it), box(other)));
      if (under) say(`${it.textContent} over ${under.textContent}`);
    });
  });
  return faults;
}"""


@pytest.mark.browser
def test_sixty_tables_are_legible_on_a_projector_in_every_language_and_each_change_is_shown(
    tmp_path: Path, browser: Browser
) -> None:
    club = Club(tmp_path)
    club.fill(60)
    for n in (3, 4, 5, 6, 8):
        club.store.label(identity(n), "Fensterplatz 7")
    club.clock.now += 30_000  # Five hundred minutes.
    server = serve(club.app, 0, "127.0.0.1")
    context = browser.new_context(viewport=WIDE, color_scheme="dark", reduced_motion="reduce")
    page, complaints = context.new_page(), list[str]()
    page.set_default_timeout(LONG)
    listen(page, complaints)
    try:
        for language in LANGUAGES:
            page.goto(f"http://{HOST}:{server.port}/?lang={language}")
            assert page.locator(".table").count() == 59  # One has been lost for so long that it has gone home.
            assert page.evaluate(FAULTS, SMALLEST) == [], language
        club.room.hear(identity(1), "state", state(round=12, asked=["A", "C"]))
        page.wait_for_function("() => document.querySelector('.table').textContent.includes('12')")
        club.room.hear(identity(1), "status", b"offline")
        page.wait_for_function("() => document.querySelector('.table').classList.contains('lost')")
        page.evaluate("() => document.querySelectorAll('.table')[1].querySelector('.what').append(' and its neighbour')")
        assert len(page.evaluate(FAULTS, SMALLEST)) == 1
    finally:
        context.close()
        server.close()
    assert complaints == []
