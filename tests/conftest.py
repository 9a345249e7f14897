"""What tests of several folders share: folders in memory, and the one browser."""

import os
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

MEMORY: Final = Path("/dev/shm")  # Linux keeps it in memory.
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    # A name that isn't local, on this machine: plain http on it is no secure context, as on a phone in the room.
    "--host-resolver-rules=MAP barkeep.test 127.0.0.1,MAP *.barkeep.test 127.0.0.1,MAP barkeep.local 127.0.0.1",
]  # fmt: skip


def pytest_configure() -> None:
    """Keep temporary folders in memory where that can be had: only the proofs of durability need a disk, and make their own."""
    if os.access(MEMORY, os.W_OK):
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let one line of the summary tell of all tests that are skipped for the same reason, and not a line of each."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = ("tests", None, report.longrepr[2])
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's headless browser. Tests that use it carry the marker `browser`; without one they are skipped, loudly."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        pytest.skip("NO BROWSER: the phones' pages were not tried. Install Debian's chromium-headless-shell (or chromium).")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()
