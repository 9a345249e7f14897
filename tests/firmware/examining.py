"""What the doctor examines: everything that lies on a table, simulated, in a time that passes only here."""

from collections.abc import Callable
from pathlib import Path

from firmware import doctor
from firmware.boot import Devices, Settings
from firmware.devices import Button
from firmware.finding import Finding, Verdict
from firmware.machine import Machine
from firmware.mfrc522_reader import Mfrc522Reader
from firmware.oled_display import OledDisplay, i2c_bus, spi_bus
from firmware.person import Nobody
from firmware.simulator.bench import SimulatedBox, stickered
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled, SpiBus
from firmware.simulator.pins import Pins
from firmware.simulator.tags import Ntag213
from firmware.wiring import DISPLAY_DC, KEYS, LED
from tests.firmware.fingers import Fingers

Verdicts = dict[str, tuple[str, str]]

PARTS = ("reader 1", "tag 1", "display", "picture", "key ok", "key back", "key last_order", "led", "buzzer")


class Things:
    def __init__(
        self, wire: Callable[..., Pins], driver: str = "ssd1306", shows: str = "ssd1306", *, spi: bool = False, **chip: object
    ) -> None:
        self.clock = Clock()
        self.chip = Chip(self.clock, **chip)
        self.wires = wire({(0, 0): self.chip})
        self.oled = SimulatedOled(shows)
        self.bus = SpiBus(self.oled) if spi else I2cBus(self.oled)
        open_bus = (lambda: spi_bus(self.bus, self.bus)) if spi else (lambda: i2c_bus(self.bus))
        self.desk = Fingers(self.clock)
        self.panel, self.fingers, self.wait = self.desk.panel, self.desk.sim, self.desk.wait
        reader = Mfrc522Reader(clock=self.clock.monotonic, sleep=self.clock.sleep)
        display = OledDisplay(driver, open_bus, clock=self.clock.monotonic)
        self.box = SimulatedBox(stickered([]), self.chip, self.wires, self.bus, self.panel, self.fingers)
        self.tag: Ntag213 = self.box._hand._tags[self.box.unknown_tag()]
        self.devices = Devices([reader], display, self.panel, self.box, self.clock.monotonic, self.wait, self.wires.remove)


# Each fault, and what is found: the verdict and the sentence's code, by part.

NO_CHIP = {"reader 1": ("fail", "doctor.reader.no_chip")}
LOST = {"reader 1": ("fail", "doctor.reader.lost")}
UNREAD = {"tag 1": ("fail", "doctor.tag.read")}
NO_DISPLAY = {"display": ("fail", "doctor.display.lost")}

FAULTS: dict[str, tuple[Callable[[Things], object], Verdicts]] = {
    "reader unplugged": (lambda t: t.chip.unplug(), NO_CHIP),
    "reader's data line noisy": (lambda t: t.chip.stick(Miso.NOISE), NO_CHIP),
    "brown-out between polls": (lambda t: t.chip.brown_out(300), LOST),
    "reset in mid-read": (lambda t: t.chip.brown_out(317), LOST),
    "no reader's device node": (lambda t: t.wires.chips.pop((0, 0)), {"reader 1": ("fail", "doctor.reader.no_bus")}),
    "answers garbled": (lambda t: t.chip.garble(True), UNREAD),
    "tag's check byte wrong": (lambda t: setattr(t.tag, "wrong_bcc", True), UNREAD),
    "tag out of the antenna's reach": (lambda t: setattr(t.tag, "needs_gain", 7), UNREAD),
    "tag lifted early": (lambda t: setattr(t.tag, "leaves_after", 60), UNREAD),
    "tag far away": (lambda t: setattr(t.tag, "misses", 0.55), {"tag 1": ("warn", "doctor.tag.read")}),
    "two tags at once": (lambda t: t.chip.lay(Ntag213(b"\x04second")), {"tag 1": ("warn", "doctor.tag.several")}),
    "display absent": (lambda t: t.bus.unplug(), NO_DISPLAY),
    "display refuses in mid-frame": (lambda t: t.bus.nack_after(500), NO_DISPLAY),
    "key OK stuck": (lambda t: t.fingers.press(Button.OK), {"key ok": ("fail", "doctor.key.stuck")}),
}
OTHER = ("fail", "doctor.key.other")
WRONG_WIRES: dict[str, tuple[str, object, Verdicts]] = {
    "two keys exchanged": (
        "KEYS", KEYS | {Button.OK: KEYS[Button.BACK], Button.BACK: KEYS[Button.OK]}, {"key ok": OTHER, "key back": OTHER},
    ),
    "a key's wire off": ("KEYS", KEYS | {Button.BACK: DISPLAY_DC}, {"key back": ("skipped", "doctor.key.unpressed")}),
    "red and blue exchanged": ("LED", LED[::-1], {"led": ("fail", "doctor.led.wrong")}),
    "the buzzer's wire off": ("BUZZER", DISPLAY_DC, {"buzzer": ("fail", "doctor.buzzer.silent")}),
}  # fmt: skip


def examined(settings: Settings, things: Things) -> list[Finding]:
    return list(doctor.examine(settings, Nobody(), Machine(), build=lambda *_: things.devices, sleep=lambda seconds: None))


def verdicts(findings: list[Finding]) -> Verdicts:
    """Return what is not well: the verdict and the sentence's code, by part."""
    return {one.part: (one.verdict.value, one.said.code) for one in findings if one.verdict is not Verdict.OK}


def parts(findings: list[Finding]) -> list[str]:
    return [one.part for one in findings if one.part in PARTS]


def settings_in(folder: Path, hardware: str = "simulated", **chosen: object) -> Settings:
    return Settings(folder / "data", hardware, 0, "127.0.0.1", **chosen)
