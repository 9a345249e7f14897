"""A browser that is left alone while it is timed: whoever drives one hears of every request, and takes the pages' time.

It is driven to prepare its pages and to ask them afterwards. In between they keep their own record.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.processors import keep_to
from tests.conftest import FLAGS
from tests.evenings.house import until
from tests.web.browsing import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Playwright

FOREGROUND = [  # Each page is the one that its phone shows.
    "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
]  # fmt: skip
ALONE = ["--headless", f"--window-size={PHONE['width']},{PHONE['height']}", "--remote-debugging-port=0"]
LISTENING = re.compile(r"DevTools listening on (ws://\S+)")


@contextmanager
def browser(path: str, processors: Collection[int]) -> Iterator[str]:
    """Run the browser at *path* on *processors*, with nothing in its cache, and yield the address at which it can be driven."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, Path(folder, "said").open("w") as said:
        flags = [*FLAGS, *FOREGROUND, *ALONE, f"--user-data-dir={folder}", "about:blank"]
        kept = partial(keep_to, processors)
        process = subprocess.Popen(
            [path, *flags], stdout=subprocess.DEVNULL, stderr=said, start_new_session=True, preexec_fn=kept
        )
        try:
            yield until(lambda: LISTENING.search(Path(folder, "said").read_text(errors="replace")), "the browser")[1]
        finally:
            os.killpg(process.pid, signal.SIGKILL)  # Debian's is a script, and would leave the browser itself behind.
            process.wait()


@contextmanager
def driven(playwright: Playwright, address: str) -> Iterator[BrowserContext]:
    """Drive the browser at *address* for a while; its pages stay open afterwards."""
    running = playwright.chromium.connect_over_cdp(address)
    yield running.contexts[0]
    running.close()
