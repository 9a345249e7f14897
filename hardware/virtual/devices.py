"""Run the simulated devices behind the guest's nodes, and take orders for the hands at them, one JSON object a line."""

from __future__ import annotations

import base64
import io
import json
import os
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from firmware.devices import Button
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled
from firmware.simulator.tags import Ntag213
from firmware.watchdog import Notify
from firmware.wiring import KEYS
from hardware.virtual import nodes, pins
from hardware.virtual.cuse import Node, serve_forever

AWAY: Final = 0.1  # Seconds between two looks for the host.


class RealTime(Clock):
    """The clock of a chip whose client waits in real time."""

    def spend(self, _: float) -> None:
        """Look at the machine's clock: time passes by itself."""
        self.now_us = time.monotonic() * 1e6


class Hands:
    """People at the table: each public method is an order, and what it returns goes back to the host."""

    def __init__(self, chip: Chip, bus: I2cBus, header: pins.Header) -> None:
        self._chip, self._bus, self._header = chip, bus, header
        self._tags: dict[str, Ntag213] = {}

    def lay(self, uid: str) -> None:
        """Lay the tag with this *uid*, in hexadecimal, on the reader."""
        self._chip.lay(self._tags.setdefault(uid, Ntag213(bytes.fromhex(uid))))

    def lift(self, uid: str) -> None:
        """Take it away again."""
        self._chip.lift(self._tags[uid])

    def press(self, button: str, seconds: float = 0.1) -> None:
        """Press a key for so many *seconds*."""
        self._header.pull(KEYS[Button(button)].bcm, seconds)

    def picture(self) -> str:
        """Return the display's picture as a PNG in base64, decoded from the bytes on its bus."""
        file = io.BytesIO()
        self._bus.oled.picture().save(file, "PNG")
        return base64.b64encode(file.getvalue()).decode()

    def pull(self, pin: int, seconds: float = 0.1) -> None:
        """Connect any *pin* (BCM) to ground for so many *seconds*."""
        self._header.pull(pin, seconds)

    def watch(self, seconds: float) -> dict[str, float]:
        """Return for how large a part of so many *seconds* the buzzer and each colour of the LED are on."""
        return self._header.watch(seconds)

    def traffic(self) -> dict[str, int]:
        """Return how many SPI transfers there were, and how many bytes on I2C."""
        return {"transfers": self._chip.transfers, "bytes": self._bus.sent}

    def plug(self, device: str, into: bool) -> None:
        """Pull the plug of the "reader" or the "display", or put it back *into* its socket."""
        part = self._chip if device == "reader" else self._bus
        (part.plug if into else part.unplug)()


def main() -> None:
    """Create the nodes and the pins, tell systemd, and obey the host."""
    chip, bus = Chip(RealTime()), I2cBus(SimulatedOled())
    header = pins.Header(pins.create())
    threading.Thread(target=header.follow_reset, args=(chip.reset_pin,), daemon=True).start()
    for node in (nodes.spi(chip), nodes.named_i2c(), nodes.i2c(bus)):
        _serve(node)
    Notify(os.environ.get("NOTIFY_SOCKET", "")).tell("READY=1")
    obey("hands", Hands(chip, bus, header))


def _serve(node: Node) -> None:
    there = threading.Event()
    threading.Thread(target=partial(serve_forever, node, there.set), name=node.name, daemon=True).start()
    while not (there.wait(0.01) and Path("/dev", node.name).exists()):
        pass


def obey(port: str, hands: Any) -> None:
    """Carry out the orders that come in by the virtio *port* of that name; one that fails is answered with its error."""
    named = Path("/sys/class/virtio-ports").glob("*/name")
    node = next(file.parent.name for file in named if file.read_text(encoding="ascii").strip() == port)
    with open(f"/dev/{node}", "r+b", buffering=0) as line:
        both = io.BufferedRWPair(line, line)  # A long answer takes several writes: the port accepts 32 KiB at once.
        while True:
            order = both.readline()
            if order:
                both.write(json.dumps(_obeyed(hands, order)).encode() + b"\n")
                both.flush()
            else:  # Nobody is at the other end.
                time.sleep(AWAY)


def _obeyed(hands: Any, order: bytes) -> dict[str, Any]:
    try:
        name, *words = json.loads(order)
        return {"answer": getattr(hands, name)(*words)}
    except Exception as trouble:  # Whatever it is, the host wants to know.
        return {"error": f"{type(trouble).__name__}: {trouble}"}


if __name__ == "__main__":
    main()
