"""Fill a hall: `make scale` runs a real broker and a real hub, and measures what its board shows when, and what it loses.

Tables are simulated by what they send: random games, recorded before. They change ten times as often as people play, once a
second each. Each figure has the bound that a club needs beside it.
"""

import itertools
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from companion.games import installed
from companion.table import posting
from companion.table.chance import by_chance
from firmware.broker.mqtt import KEEP_ALIVE
from tests.bench import busy, resident
from tests.clubs import health, identity, state
from tests.companion.settings import sit_and_start, table_in
from tests.conftest import FLAGS
from tests.evenings.house import until
from tests.firmware.hubs import Hub, Senders, broker, free, results_after
from tests.web.tables import played
from web.hub.board import MOST, MOST_TABLES

TABLES: Final = int(os.environ.get("TABLES", "300"))
SECONDS: Final = int(os.environ.get("SECONDS", "30"))
CHANGES: Final = 3000
SETTLING: Final = 5.0  # seconds: tables that have come are asked for results, which is no part of a change
KILLS: Final = int(os.environ.get("KILLS", "500"))
WATCH: Final = """() => {
  window.shown = {};
  const look = () => {
    for (const it of document.querySelectorAll(".round")) shown[it.textContent.replace(/[^0-9]/g, "")] ??= Date.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def report() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        with hall(folder, TABLES) as (port, hub, tables):
            path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            board(browser.new_page(viewport={"width": 1920, "height": 1080}), hub, tables, port)
            browser.close()
        cost(folder)
        kills(folder)


@contextmanager
def hall(folder: Path, count: int) -> Iterator[tuple[int, Hub, Senders]]:
    """Run a broker and a hub with so many tables; yield the broker's port, and both."""
    with broker(port := free(), folder):
        hub, tables = Hub(folder / f"of {count}", port), Senders(port, count)
        for n in range(count):
            for kind, payload in (("status", b"online"), ("state", state()), ("health", health())):
                tables.client.publish(f"barkeep/{identity(n)}/{kind}", payload, qos=1, retain=True)
        yield port, hub, tables
        hub.kill()
        tables.close()


def board(page: Page, hub: Hub, tables: Senders, port: int) -> None:
    count = min(TABLES, MOST)
    until(lambda: hub.page("board/view").count("<h2>") == count, "every table on the board")
    began = time.monotonic()
    page.goto(f"http://localhost:{hub.port}/?part=1")
    page.wait_for_function(f"() => document.querySelectorAll('.table').length === {count}")
    print(f"a late board is complete after {1000 * (time.monotonic() - began):.0f} ms (1,000)")
    page.evaluate(WATCH)
    sent = play(tables)
    shown = {int(n): at for n, at in page.evaluate("() => shown").items() if n}
    delays = sorted(shown[n] - at for n, at in sent.items() if n in shown)
    middle, late = statistics.median(delays), delays[int(0.99 * len(delays))]
    print(f"{TABLES} tables, {len(sent)} changes on the board: p50 {middle:.0f} ms, p99 {late:.0f} ms (250)")
    print(f"{len(sent) - len(delays)} of them were over before they could be shown")
    page.goto(f"http://localhost:{hub.port}/")  # This one turns.
    print(f"a table that falls silent is shown as lost after {silent(page, port):.1f} s (22)")


def tape(game: str) -> list[dict[str, Any]]:
    """Return what a table tells its broker in a game of that name, act by act until just before its end."""
    with tempfile.TemporaryDirectory() as folder:
        table = table_in(Path(folder), chance=partial(by_chance, generator=random.Random(1)))
        sit_and_start(table, installed()[game].SEATS[: installed()[game].FEWEST], game)
        told = [posting.state(table.now, named=False) for _ in played(table)]
    return [state for state, _ in itertools.groupby(told)][:-1]  # By the last act it is over, and has no round to look for.


def play(tables: Senders) -> dict[int, float]:
    """Change one table after the other, each once a second; return when those on the board did, by their new round."""
    tapes = [itertools.cycle(tape(game)) for game in installed()]
    sent, began = dict[int, float](), time.monotonic()
    for n in range(10_000, 10_000 + SECONDS * TABLES):
        time.sleep(max(0.0, began + (n - 10_000) / TABLES - time.monotonic()))
        if n % TABLES < MOST:
            sent[n] = 1000 * time.time()
        told = json.dumps({**next(tapes[n % len(tapes)]), "round": n})
        tables.client.publish(f"barkeep/{identity(n % TABLES)}/state", told, retain=True)
    time.sleep(2)
    return sent


def cost(folder: Path) -> None:
    """Print what a table's change costs the hub, with few tables and with as many as it takes."""
    for count in (100, MOST_TABLES):
        with hall(folder, count) as (_, hub, tables):
            until(lambda count=count, hub=hub: knows(hub, count), "every table", look=1)
            time.sleep(SETTLING)
            before, memory = busy(hub.process.pid), resident(hub.process.pid)
            for n in range(CHANGES):
                tables.client.publish(f"barkeep/{identity(n % count)}/state", state(round=n), retain=True)
                time.sleep(0.002)
            time.sleep(2)
            each = 1000 * (busy(hub.process.pid) - before) / CHANGES
            print(f"{count} tables: {each:.2f} ms of processor a change, {memory:.0f} MB")


def knows(hub: Hub, count: int) -> bool:
    """Return whether the board's last part, of as many as it takes, shows the last of so many tables."""
    parts = -(-count // MOST)
    page = hub.page(f"board/view?part={parts}")
    return (page.count("?part="), page.count("<h2>")) == (parts if parts > 1 else 0, count - MOST * (parts - 1))


def silent(page: Page, port: int) -> float:
    """Stop a table's process, as when a Pi hangs or leaves the Wi-Fi; return after how many seconds the board says so."""
    will = ["--will-topic", f"barkeep/{identity(0)}/status", "--will-payload", "offline", "--will-retain"]
    words = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(port), "-k", str(KEEP_ALIVE), *will, "-t", "nothing"]
    with subprocess.Popen(words) as table:
        time.sleep(2)
        table.send_signal(signal.SIGSTOP)
        began = time.monotonic()
        page.wait_for_selector(".table.lost", timeout=60_000)
        table.kill()
    return time.monotonic() - began


def kills(folder: Path) -> None:
    """Kill hub, broker and tables while results come in, and count what the hub has at the end."""
    told = partial(print, end=" kills\r", flush=True) if sys.stdout.isatty() else lambda _: None
    wanted, found = results_after(KILLS, folder, told)
    lost, doubled = set(wanted) - set(found), len(found) - len(set(found) & set(wanted))
    print(f"{KILLS} kills of hub, broker and tables: {len(lost)} of {len(wanted)} results lost (0), {doubled} doubled (0)")


if __name__ == "__main__":
    report()
