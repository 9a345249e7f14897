"""Tell systemd that the table is open and its threads are alive; stop feeding the watchdog if a worker hangs.

systemd does the restarting: `Type=notify` and a `WatchdogSec` of about 30 seconds. Without systemd nothing happens.
"""

from __future__ import annotations

import logging
import socket
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

LOOK_SECONDS: Final = 3.0
PATIENCE: Final = 12.0  # Seconds. An SD card may delay a commit by several of them; H4 allows 15.


class Notify:
    """The datagram socket on which systemd listens (sd_notify). Any thread may use it."""

    def __init__(self, address: str) -> None:
        """Take *address* as in NOTIFY_SOCKET: a path, or a name that begins with @; empty without systemd."""
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._failing = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) if address else None
        if self._socket is not None:
            self._socket.setblocking(False)

    def tell(self, *lines: str) -> None:
        """Send assignments such as "READY=1" in one message. Failures are ignored, except that the first one is logged."""
        if self._socket is None:
            return
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
            self._failing = False
        except OSError as error:
            if not self._failing:
                logging.getLogger(__name__).warning("systemd can't be told %s: %s", lines[0], error)
            self._failing = True

    def close(self) -> None:
        """Close the socket; later messages are ignored."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


class Pulse:
    """Track whether the worker *name* is alive: it ticks once per round, and counts as alive at first.

    A worker without rounds is asked at each look: *ask* is called with the function that the worker should call in reply,
    and isn't called again before the reply. *clock* returns monotonic seconds.
    """

    def __init__(
        self,
        name: str,
        ask: Callable[[Callable[[], None]], None] | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self._ask, self._clock = ask, clock
        self._at = clock()
        self._asked = False

    def tick(self) -> None:
        """Record a sign of life. Called by the worker's own thread."""
        self._at = self._clock()
        self._asked = False

    def look(self) -> bool:
        """Return whether the worker has ticked lately, and ask it to tick again."""
        if self._ask is not None and not self._asked:
            self._asked = True
            self._ask(self.tick)
        return self._clock() - self._at <= PATIENCE


class Watchdog:
    """Feed systemd's watchdog while all *pulses* are alive."""

    def __init__(self, notify: Notify, pulses: Sequence[Pulse]) -> None:
        self._notify, self._pulses = notify, pulses
        self._hanging: list[str] = []

    def feed_forever(self, stop: Event) -> None:
        """Report that the table is open, look every few seconds until *stop*, then report that it is closing."""
        self._notify.tell("READY=1", "STATUS=the table is open")
        while not stop.is_set():
            self.look()
            stop.wait(LOOK_SECONDS)
        self._notify.tell("STOPPING=1", "STATUS=the table is closing")

    def look(self) -> None:
        """Feed the watchdog once, unless a worker hangs."""
        hanging = [pulse.name for pulse in self._pulses if not pulse.look()]
        if hanging != self._hanging:
            self._hanging = hanging
            self._say(hanging)
        if not hanging:
            self._notify.tell("WATCHDOG=1")

    def _say(self, hanging: Sequence[str]) -> None:
        state = f"no sign of life for {PATIENCE:.0f} seconds: {', '.join(hanging)}" if hanging else "all threads work again"
        logging.getLogger(__name__).warning(state)
        self._notify.tell(f"STATUS={state}")
