"""Drive real browsers over plain W3C WebDriver: HTTP to their own drivers, with no library in between."""

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any, Final

PATIENCE: Final = 300.0  # seconds; generous, for a slow day
WIDTH: Final = 520  # pixels, the width of a phone's window: Firefox's can't be much narrower
LOOK: Final = 0.05  # seconds from one look to the next
ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # The standard's key for an element in JSON.
DRAWN: Final = """const found = Array.from(document.querySelectorAll(arguments[0])).find((one) => one.getClientRects().length);
found?.scrollIntoView({ block: "center" });
return found && !(arguments[1] && document.body.hasAttribute("data-busy")) ? found : null;"""


class RefusedError(Exception):
    """The browser can't do that, or not yet."""


class Engine:
    """One browser with its driver; each `Tab` is a window of it."""

    def __init__(self, port: int, wanted: dict[str, Any]) -> None:
        self.port, self.session = port, ""
        self.session = self.call("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self._first = True  # Its one window is empty.

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a command to the driver, and return the value of its answer."""
        data = json.dumps(body or {}) if method == "POST" else None
        at = f"/session/{self.session}" if self.session else "/session"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.request(method, at + path, data, {"Content-Type": "application/json"})
            response = connection.getresponse()
            value = json.loads(response.read())["value"]
        if response.status != 200:
            raise RefusedError(f"{path}: {value['error']}: {value['message']}")
        return value

    def tab(self, url: str) -> "Tab":
        handle = self.call("GET", "/window") if self._first else self.call("POST", "/window/new", {"type": "window"})["handle"]
        self._first = False
        tab = Tab(self, handle)
        tab.call("POST", "/window/rect", {"width": WIDTH, "height": 900})
        tab.call("POST", "/url", {"url": url})
        return tab

    def clear(self) -> None:
        """Close all windows but one, which is left empty; clear their cookies, because the next house has the same names."""
        kept, *others = self.call("GET", "/window/handles")
        for handle in (*others, kept):
            self.call("POST", "/window", {"handle": handle})
            self.call("DELETE", "/cookie")
            if handle != kept:
                self.call("DELETE", "/window")
        self.call("POST", "/url", {"url": "about:blank"})
        self._first = True

    def close(self) -> None:
        self.call("DELETE", "")


class Tab:
    """One window: a phone, or the table screen."""

    def __init__(self, engine: Engine, handle: str) -> None:
        self.engine, self.handle = engine, handle

    def call(self, method: str, path: str, body: Any = None) -> Any:
        if self.engine.call("GET", "/window") != self.handle:
            self.engine.call("POST", "/window", {"handle": self.handle})
        return self.engine.call(method, path, body)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run *script* as the body of a function and return its result."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, *arguments: Any) -> Any:
        """Return the result of *script* once it is truthy; a page that is just being left has none yet."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(RefusedError):
                if found := self.run(script, *arguments):
                    return found
            time.sleep(LOOK)
        raise AssertionError(f"waited in vain for {script} {arguments}: {self.run('return document.body.innerText')}")

    def see(self, selector: str) -> Any:
        """Wait until an element of *selector* is drawn, and return it."""
        return self.until(DRAWN, selector, False)

    def reads(self, text: str) -> None:
        """Wait until *text* is on the page."""
        self.until("return document.body.innerText.includes(arguments[0])", text)

    def tap(self, selector: str) -> None:
        """Click the first drawn element of *selector*, once the page accepts a touch."""
        self._at(selector, True, lambda found: self.call("POST", f"/element/{found[ELEMENT]}/click"))

    def _at(self, selector: str, accepting: bool, do: Callable[[Any], Any]) -> None:
        """Call *do* with the first drawn element of *selector*; try again if it was just replaced."""
        end = time.monotonic() + PATIENCE
        while True:
            found = self.until(DRAWN, selector, accepting)
            try:
                return do(found)
            except RefusedError:
                if time.monotonic() > end:
                    raise

    def type(self, selector: str, text: str) -> None:
        self.call("POST", f"/element/{self.see(selector)[ELEMENT]}/value", {"text": text})

    def pointer(self, *actions: dict[str, Any]) -> None:
        """Do *actions* with a mouse, which afterwards stays as they left it."""
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "hand", "actions": list(actions)}]})

    def hold(self, selector: str) -> None:
        """Press on *selector* without letting go."""
        down = {"type": "pointerDown", "button": 0}
        self._at(selector, False, lambda found: self.pointer({"type": "pointerMove", "x": 0, "y": 0, "origin": found}, down))

    def let_go(self) -> None:
        self.pointer({"type": "pointerUp", "button": 0})


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, **env: str) -> Iterator[None]:
    """Run *command* for as long as the context lasts; begin once it listens at *port*."""
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, **env}, start_new_session=True, **silent)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert process.poll() is None, f"{command[0]} has ended"
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(LOOK)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        with suppress(ProcessLookupError):  # A driver may leave its browser behind.
            os.killpg(process.pid, signal.SIGKILL)
