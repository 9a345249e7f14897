"""A game of each kind that was kept just now as one file, opened from a stick."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.games import installed
from tests.kept import kept_now
from tests.web.browser.browsing import PHONE, WIDE
from tests.web.browser.inspecting import violations


@pytest.mark.broad
@pytest.mark.browser
@pytest.mark.parametrize("game", installed())
def test_a_kept_game_opens_from_a_stick_without_asking_for_anything(browser: Browser, tmp_path: Path, game: str) -> None:
    asked, wrong, kept = list[str](), list[str](), kept_now(tmp_path, game)
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(kept.as_uri())
        page.locator("#turns input").fill("3")
        assert "oment 3 of " in page.locator("#moment [role=status]").inner_text()
        for eyes, shown in (("A", ".then .phone"), ("unsealed", ".purses section"), ("", ".drawn .chart")):
            page.locator(f"[data-eyes='{eyes}']").click()
            page.locator(shown).first.wait_for()
        assert (asked, wrong) == ([kept.as_uri()], [])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.emulate_media(media="print")
        assert not page.locator("#turns").is_visible()
        page.emulate_media(media="screen")
        page.set_viewport_size(WIDE)
    with browser.new_context(bypass_csp=True) as context:  # The file lets no checker in.
        page = context.new_page()
        page.goto(kept.as_uri())
        page.locator("#turns").wait_for()
        assert violations(page) == []
