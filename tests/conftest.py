"""Fixtures that the tests of several folders share: temporary folders in memory, and the one browser."""

import gc
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from functools import partialmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MEMORY: Final = Path("/dev/shm")  # Linux keeps it in memory.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # A name on this machine that isn't local: plain http on it is not a secure context, as on a phone in the room.
    "--host-resolver-rules=MAP barkeep.test 127.0.0.1,MAP *.barkeep.test 127.0.0.1,MAP barkeep.local 127.0.0.1",
]  # fmt: skip


def pytest_configure() -> None:
    """Keep temporary folders in memory if possible: only the proofs of durability need a disk, and they make their own."""
    if os.access(MEMORY, os.W_OK):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in a browser first: an evening takes so long that a worker that began with one last would end alone."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is None)


def pytest_collection_finish() -> None:
    """Collect garbage seldom, and never among what lasts: modules, tests and caches would be looked through again and again."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Summarise all tests that are skipped for the same reason in one line, instead of one line each."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = ("tests", None, report.longrepr[2])
    return report


@pytest.fixture(scope="session", autouse=True)
def _apps_compiled_once() -> Iterator[None]:
    """Compile each template, and how each route would build an address, once: most of what an app costs."""
    if "web.app" not in sys.modules:  # Companion's tests don't wait for the pages to be imported.
        yield
        return
    from werkzeug.routing import Rule

    from web.app import _Templates
    from web.lab.site import COMPILED

    build, kept = Rule._compile_builder, dict[Any, Callable[..., Any]]()

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., Any]:
        key = rule.rule, str(rule.defaults), append_unknown
        if key not in kept:
            kept[key] = build(rule, append_unknown)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Templates, "__init__", partialmethod(_Templates.__init__, bytecode_cache=COMPILED))
        patch.setattr(Rule, "_compile_builder", compiled)
        yield


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """Return Debian's headless browser. Tests that use it carry the marker `browser`; without one they are skipped, loudly."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.skip("NO BROWSER: the phones' pages were not tried. Install Debian's chromium-headless-shell (or chromium).")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()
