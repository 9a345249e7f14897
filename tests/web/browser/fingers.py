"""Use a page with fingers: open panels, lay notes, press the Tab key."""

from playwright.sync_api import Page

from tests.web.browser.browsing import answered, ready, script, shown


def opened(page: Page, panel: str) -> Page:
    page.click(f"[data-panel={panel}]")
    return shown(page, f"#panel [data-ask={panel}]")


def pick(page: Page, selector: str) -> None:
    """Choose one of the panel's options, and tap the lamp."""
    page.click(selector)
    ready(page)
    page.click("#panel [data-confirm]:enabled")


def lay(page: Page, *kinds: int) -> Page:
    """Lay notes of these kinds on the pile: 0 is a ten, 4 a fake."""
    page.wait_for_selector("#panel [data-pile]")
    for kind in kinds:
        page.click(f"[data-lay='{kind}']")
    return page


def shut(page: Page) -> Page:
    page.click("[data-shut]")
    return shown(page, "[data-push]")


def push(page: Page, *kinds: int) -> None:
    """Lay notes, close the pile and push it, and wait until the table has taken it."""
    shut(lay(page, *kinds)).click("[data-push]")
    answered(page)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until *selector* has the focus, and check that it can be seen there."""
    page.wait_for_selector(selector, state="attached")
    ready(page)  # While an answer is on its way the page accepts no other one.
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            assert set(page.evaluate(script("focused"))) != {"none"}, selector
            return
    raise AssertionError(f"Tab doesn't reach {selector}")


def press(page: Page, *steps: str) -> None:
    """Do each of *steps* by keyboard: a key's name, or the selector of an element to reach by Tab and press with Enter."""
    for step in steps:
        if step.isalpha():
            page.keyboard.press(step)
        else:
            tab_to(page, step)
            page.keyboard.press("Enter")
