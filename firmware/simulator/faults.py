"""All faults by name: what each one does to the simulated box, and how to undo it.

The bench offers every fault, and the tests try every one. A name begins with the affected part: reader, tags, display,
panel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from firmware.devices import Button
from firmware.simulator.chip import Miso
from firmware.simulator.hand import Slip
from firmware.wiring import I2C_BAUD

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.simulator.chip import Chip
    from firmware.simulator.display import I2cBus
    from firmware.simulator.hand import Hand
    from firmware.simulator.panel import SimulatedPanel
    from firmware.simulator.pins import Pins

MID_READ: Final = 30  # Transfers: in the middle of a tag's UID, or of the next poll.
MID_FRAME: Final = 400  # Of the 1,100 or so bytes of a picture.
SLOW_BAUD: Final = 20_000  # A picture takes half a second.
STUCK: Final = Button.BACK  # As if under a stray card. LAST ORDER would be reported at once and mean something.
FOUR_BYTES: Final = bytes.fromhex("1ce5a4b7")
TEN_BYTES: Final = bytes.fromhex("0451809a3bc7d2e1f045")


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that a fault may affect. *unknown* is the UID of a seven-byte tag that isn't taught."""

    chip: Chip
    wires: Pins
    hand: Hand
    bus: I2cBus
    fingers: SimulatedPanel
    unknown: str


@dataclass(frozen=True, slots=True)
class Fault:
    """*begin* causes the fault and *end* undoes it. *holds* returns whether it is on now, since some end by themselves."""

    begin: Callable[[Parts], object]
    end: Callable[[Parts], object] = lambda _: None
    holds: Callable[[Parts], bool] = lambda _: False


# Reader


def _take_away(parts: Parts) -> None:
    parts.wires.has_spi = False
    parts.chip.unplug()


def _bring_back(parts: Parts) -> None:
    parts.wires.has_spi = True
    parts.chip.plug()


def _stuck_at(miso: Miso) -> Fault:
    return Fault(
        lambda parts: parts.chip.stick(miso),
        lambda parts: parts.chip.stick(Miso.TRUE),
        lambda parts: parts.chip.miso is miso,
    )


READER: Final = {
    "reader.unplugged": Fault(
        lambda parts: parts.chip.unplug(),
        lambda parts: parts.chip.plug(),
        lambda parts: parts.wires.has_spi and not parts.chip.plugged,
    ),
    "reader.absent": Fault(_take_away, _bring_back, lambda parts: not parts.wires.has_spi),
    "reader.zeros": _stuck_at(Miso.ZEROS),
    "reader.ones": _stuck_at(Miso.ONES),
    "reader.noise": _stuck_at(Miso.NOISE),
    "reader.brown_out": Fault(lambda parts: parts.chip.brown_out()),
    "reader.reset": Fault(
        lambda parts: parts.chip.brown_out(after_transfers=MID_READ),
        lambda parts: parts.chip.recover(),
        lambda parts: parts.chip.sagging,
    ),
}


# Tags


def _next_is(slip: Slip) -> Fault:
    def begin(parts: Parts) -> None:
        parts.hand.next = slip

    def end(parts: Parts) -> None:
        parts.hand.next = None

    return Fault(begin, end, lambda parts: parts.hand.next is slip)


def _lies(uid: str = "") -> Fault:
    """Return the fault that the tag *uid*, by default the unknown one, lies on the reader."""
    return Fault(
        lambda parts: parts.hand.lay(uid or parts.unknown),
        lambda parts: parts.hand.lift(uid or parts.unknown),
        lambda parts: (uid or parts.unknown) in parts.hand.lying(),
    )


TAGS: Final = {
    "tags.half_read": _next_is(Slip.HALF_READ),
    "tags.lifted_early": _next_is(Slip.LIFTED_EARLY),
    "tags.two": _next_is(Slip.TWO),
    "tags.duplicate": _next_is(Slip.DUPLICATE),
    "tags.flicker": Fault(
        lambda parts: parts.hand.set_trouble(flickers=True),
        lambda parts: parts.hand.set_trouble(flickers=False),
        lambda parts: parts.hand.flickers,
    ),
    "tags.wrong_bcc": Fault(
        lambda parts: parts.hand.set_trouble(wrong_bcc=True),
        lambda parts: parts.hand.set_trouble(wrong_bcc=False),
        lambda parts: parts.hand.wrong_bcc,
    ),
    "tags.unknown": _lies(),  # Seven bytes, like every sticker in the box.
    "tags.four_bytes": _lies(FOUR_BYTES.hex()),
    "tags.ten_bytes": _lies(TEN_BYTES.hex()),
}


# Display


def _take_bus(parts: Parts) -> None:
    parts.bus.exists = False
    parts.bus.unplug()


def _bring_bus(parts: Parts) -> None:
    parts.bus.exists = True
    parts.bus.plug()


def _baud(baud: int) -> Callable[[Parts], None]:
    def turn(parts: Parts) -> None:
        parts.bus.baud = baud

    return turn


DISPLAY: Final = {
    "display.unplugged": Fault(
        lambda parts: parts.bus.unplug(),
        lambda parts: parts.bus.plug(),
        lambda parts: parts.bus.exists and not parts.bus.plugged,
    ),
    "display.absent": Fault(_take_bus, _bring_bus, lambda parts: not parts.bus.exists),
    "display.nack": Fault(
        lambda parts: parts.bus.nack_after(MID_FRAME),
        lambda parts: parts.bus.nack_after(None),
        lambda parts: parts.bus.refusing,
    ),
    "display.power_loss": Fault(lambda parts: parts.bus.oled.power_cycle()),
    "display.slow": Fault(_baud(SLOW_BAUD), _baud(I2C_BAUD), lambda parts: parts.bus.baud == SLOW_BAUD),
}


# Panel


def _reach(reach: bool) -> Callable[[Parts], None]:
    def turn(parts: Parts) -> None:
        parts.fingers.within_reach = reach

    return turn


def _bounce(bouncing: bool) -> Callable[[Parts], None]:
    def turn(parts: Parts) -> None:
        parts.fingers.bouncing = bouncing

    return turn


PANEL: Final = {
    "panel.absent": Fault(_reach(False), _reach(True), lambda parts: not parts.fingers.within_reach),
    "panel.bounce": Fault(_bounce(True), _bounce(False), lambda parts: parts.fingers.bouncing),
    "panel.stuck": Fault(
        lambda parts: parts.fingers.press(STUCK),
        lambda parts: parts.fingers.release(STUCK),
        lambda parts: parts.fingers.is_down(STUCK),
    ),
    "panel.two": Fault(lambda parts: parts.fingers.touch_together([Button.OK, Button.BACK])),
}

FAULTS: Final = READER | TAGS | DISPLAY | PANEL
