"""A game that was kept as one file, opened from a stick."""

from playwright.sync_api import Browser

from tests.kept import SAMPLE
from tests.web.browser.browsing import PHONE, WIDE
from tests.web.browser.inspecting import violations


def test_a_kept_game_opens_from_a_stick_without_asking_for_anything(browser: Browser) -> None:
    asked, wrong = list[str](), list[str]()
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(SAMPLE.as_uri())
        page.locator("#turns input").fill("3")
        assert page.locator("#moment [role=status]").inner_text().startswith("Round 1 · moment 3 of ")
        for eyes, shown in (("A", ".then .phone"), ("unsealed", ".purses .figure"), ("", ".drawn .ladder")):
            page.locator(f"[data-eyes='{eyes}']").click()
            page.locator(shown).first.wait_for()
        assert (asked, wrong) == ([SAMPLE.as_uri()], [])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.emulate_media(media="print")
        assert not page.locator("#turns").is_visible()
        page.emulate_media(media="screen")
        page.set_viewport_size(WIDE)
    with browser.new_context(bypass_csp=True) as context:  # The file lets no checker in.
        page = context.new_page()
        page.goto(SAMPLE.as_uri())
        page.locator("#turns").wait_for()
        assert violations(page) == []
