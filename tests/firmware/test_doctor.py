"""The doctor on simulated parts: a healthy table passes, and each fault is found at its part."""

import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.kit import Piece
from companion.words import LANGUAGES, Words
from firmware import building, storage
from firmware.broker.mqtt import Address
from firmware.building import Devices, Settings
from firmware.command import main
from firmware.devices import Button, DeviceError
from firmware.display.oled_display import OledDisplay, i2c_bus, spi_bus
from firmware.doctor import examination
from firmware.doctor.finding import NOTHING, Finding, Verdict, tell
from firmware.doctor.machine import Machine
from firmware.doctor.person import Nobody
from firmware.reader.mfrc522_reader import Mfrc522Reader
from firmware.simulator import faults
from firmware.simulator.bench import SimulatedBox, stickered, tag_of
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled, SpiBus
from firmware.simulator.person import SimulatedPerson
from firmware.simulator.pins import Pins
from firmware.simulator.tags import Ntag213
from firmware.wiring import DISPLAY_DC, KEYS, LED
from tests.firmware.fingers import Fingers

Verdicts, Wire = dict[str, tuple[str, str]], Callable[..., Pins]

CARD = Piece("card", "Octopus")
PARTS = ("reader 1", "tag 1", "display", "picture", "key ok", "key back", "key last_order", "led", "buzzer")


class Things:
    def __init__(self, wire: Wire, driver: str = "ssd1306", shows: str = "ssd1306", spi: bool = False, **chip: object) -> None:
        self.clock = Clock()
        self.chip = Chip(self.clock, **chip)
        self.wires, self.oled = wire({(0, 0): self.chip}), SimulatedOled(shows)
        self.bus = SpiBus(self.oled) if spi else I2cBus(self.oled)
        open_bus = (lambda: spi_bus(self.bus, self.bus)) if spi else (lambda: i2c_bus(self.bus))
        self.desk = Fingers(self.clock)
        self.panel, self.fingers, self.wait = self.desk.panel, self.desk.sim, self.desk.wait
        reader = Mfrc522Reader(clock=self.clock.monotonic, sleep=self.clock.sleep)
        display = OledDisplay(driver, open_bus, clock=self.clock.monotonic)
        self.box = SimulatedBox(stickered([CARD]), self.chip, self.wires, self.bus, self.panel, self.fingers)
        self.tag: Ntag213 = self.box._hand._tags[self.box.unknown_tag()]
        self.devices = Devices([reader], display, self.panel, self.box, self.clock.monotonic, self.wait, self.wires.remove)


def touch_back_too(t: Things) -> None:
    t.fingers.touch = lambda button, seconds: t.fingers.touch_together([Button.BACK, button], seconds)


def press_before_it_asks(t: Things) -> None:
    t.wait(0.1)
    t.fingers.touch(Button.BACK)
    t.wait(0.1)


# Each fault and its finding: the verdict and the sentence's code, by part.

UNREAD, OTHER = {"tag 1": ("fail", "doctor.tag.read")}, ("fail", "doctor.key.other")
FAULTS: dict[str, tuple[Callable[[Things], object], Verdicts]] = {
    "reader unplugged": (lambda t: t.chip.unplug(), {"reader 1": ("fail", "doctor.reader.no_chip")}),
    "brown-out between polls": (lambda t: t.chip.brown_out(300), {"reader 1": ("fail", "doctor.reader.lost")}),
    "no reader's device node": (lambda t: t.wires.chips.pop((0, 0)), {"reader 1": ("fail", "doctor.reader.no_bus")}),
    "answers garbled": (lambda t: t.chip.garble(True), UNREAD),
    "tag lifted early": (lambda t: setattr(t.tag, "leaves_after", 60), UNREAD),
    "tag far away": (lambda t: setattr(t.tag, "misses", 0.55), {"tag 1": ("warn", "doctor.tag.read")}),
    "two tags at once": (lambda t: t.chip.lay(Ntag213(b"\x04second")), {"tag 1": ("warn", "doctor.tag.several")}),
    "display refuses in mid-frame": (lambda t: t.bus.nack_after(500), {"display": ("fail", "doctor.display.lost")}),
    "key OK stuck": (lambda t: t.fingers.press(Button.OK), {"key ok": ("fail", "doctor.key.stuck")}),
    "keys touch each other": (touch_back_too, {"key ok": OTHER, "key last_order": OTHER}),
    "an earlier press, which is no fault": (press_before_it_asks, {}),
}
WRONG_WIRES: dict[str, tuple[str, object, Verdicts]] = {
    "a key's wire off": ("KEYS", KEYS | {Button.BACK: DISPLAY_DC}, {"key back": ("skipped", "doctor.key.unpressed")}),
    "red and blue exchanged": ("LED", LED[::-1], {"led": ("fail", "doctor.led.wrong")}),
    "the buzzer's wire off": ("BUZZER", DISPLAY_DC, {"buzzer": ("fail", "doctor.buzzer.silent")}),
}  # fmt: skip


def examined(settings: Settings, things: Things) -> list[Finding]:
    return list(examination.examine(settings, Nobody(), Machine(), build=lambda *_: things.devices, sleep=lambda seconds: None))


def verdicts(findings: list[Finding]) -> Verdicts:
    """Return the findings that aren't OK: the verdict and the sentence's code, by part."""
    return {one.part: (one.verdict.value, one.said.code) for one in findings if one.verdict is not Verdict.OK}


def parts(findings: list[Finding]) -> list[str]:
    return [one.part for one in findings if one.part in PARTS]


@pytest.fixture
def things(wire: Wire) -> Things:
    return Things(wire)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", "simulated", 0, "127.0.0.1")


@pytest.mark.parametrize("version", [0x92, 0xB2])
def test_a_healthy_table_is_well_and_a_clone_is_welcome(wire: Wire, settings: Settings, version: int) -> None:
    findings = examined(settings, Things(wire, version=version))
    assert (verdicts(findings), parts(findings)) == ({}, list(PARTS))
    clones = [one.said.fields for one in findings if one.said.code == "doctor.reader.clone"]
    assert clones == ([(("number", 1), ("chip", "0xB2"))] if version == 0xB2 else [])


@pytest.mark.parametrize("name", ["tags.half_read", "tags.lifted_early", "tags.two", "tags.duplicate"])
def test_a_slip_of_the_hand_happens_once_and_a_healthy_box_has_no_faults(things: Things, name: str) -> None:
    box, uid = things.box, tag_of(CARD).hex()
    assert (box.faults(), empty := box.revision()) == (dict.fromkeys(faults.FAULTS, False), box.revision())
    box.set_fault(name, True)
    box.lay(uid)
    assert not any(holds for one, holds in box.faults().items() if one != "tags.unknown")
    assert (box.unknown_tag() in box.lying()) == (name == "tags.two")
    for one in box.lying():
        box.lift(one)
    assert (box.lying(), box.revision()) == ((), empty)  # The duplicate was removed as well.
    box.lay(uid)
    assert (box.lying(), box.revision() == empty) == ((uid,), False)
    for one in (name, "reader.reset"):
        box.set_fault(one, True)
        box.lay(uid)
        assert box.faults()[one], "what lies there already isn't laid again"
        box.set_fault(one, False)
        assert not box.faults()[one]


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_the_simulators_is_found_and_can_be_told(things: Things, settings: Settings, fault: str) -> None:
    spoil, expected = FAULTS[fault]
    spoil(things)
    findings = examined(settings, things)
    assert verdicts(findings) == expected
    assert all(one.remedy != NOTHING for one in findings if one.verdict is not Verdict.OK)
    for language in LANGUAGES:
        lines: list[str] = []
        assert tell(findings, Words(language, strict=True), lines.append) in (0, 1)
        assert (len(lines) > 10, [line for line in lines if "{" in line or "doctor." in line]) == (True, [])


def test_a_wrong_driver_shows_and_on_spi_only_eyes_find_a_lost_display(wire: Wire, settings: Settings) -> None:
    wrong, spi = {"picture": ("fail", "doctor.picture.wrong")}, replace(settings, display_on="spi")
    assert verdicts(examined(settings, Things(wire, "ssd1306", "sh1106"))) == wrong
    assert verdicts(examined(settings, Things(wire, "sh1106", "sh1106"))) == {}
    healthy = examined(spi, Things(wire, spi=True))
    assert (verdicts(healthy), "doctor.display.sent" in [one.said.code for one in healthy]) == ({}, True)
    things = Things(wire, spi=True)
    things.bus.unplug()
    assert verdicts(examined(spi, things)) == wrong


@pytest.mark.parametrize("fault", WRONG_WIRES)
def test_wrong_wires_of_a_panel_are_found(wire: Callable[..., Pins], settings: Settings, monkeypatch: Any, fault: str) -> None:
    wires, exchanged, expected = WRONG_WIRES[fault]
    monkeypatch.setattr(f"firmware.simulator.panel.{wires}", exchanged)
    assert verdicts(examined(settings, Things(wire))) == expected


def test_where_nobody_answers_what_needs_a_person_is_skipped(things: Things, settings: Settings) -> None:
    things.devices.box = None
    findings = examined(settings, things)
    told = {part: verdict for part, (verdict, _) in verdicts(findings).items()}
    assert told == dict.fromkeys(set(PARTS) - {"reader 1", "display"}, "skipped")
    assert all(one.remedy != NOTHING for one in findings if one.verdict is Verdict.SKIPPED)


def test_only_parts_that_were_chosen_are_examined(things: Things, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert parts(examined(replace(settings, display="none", panel=False), things)) == ["reader 1", "tag 1"]
    bare = list(examination.examine(replace(settings, hardware="none"), Nobody(), Machine()))
    assert verdicts(bare) == (nothing := {"things": ("skipped", "doctor.things.none")})
    lost, wrong = Mock(side_effect=DeviceError("voice", "plug it in")), {"broker": "lost", "port": "taken", "voice": "lost"}
    monkeypatch.setattr(examination.voice, "Espeak", lambda language: Mock(say=lost))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port, nobody = other.getsockname()[1], Address("127.0.0.1", 1)
        chosen = replace(settings, hardware="none", port=port, voice=True, broker=nobody)
        found = verdicts(list(examination.examine(chosen, Nobody(), Machine())))
    assert found == {part: ("fail", f"doctor.{part}.{how}") for part, how in wrong.items()} | nothing


@pytest.mark.parametrize(("chosen", "wrong"), [
    ({"hardware": "tin"}, "no hardware is called 'tin'"), ({"faults": ("reader.rust",)}, "no fault is called 'reader.rust'"),
    ({"hardware": "pi", "readers": 6}, "pins for 5 readers"), ({"hardware": "none", "reader": "slots"}, "--mqtt-address"),
    ({"hardware": "none", "reader": "pn532"}, "no reader on USB"),
])  # fmt: skip
def test_settings_that_no_table_can_have_are_told(settings: Settings, chosen: dict[str, object], wrong: str) -> None:
    *_, last = examination.examine(replace(settings, **chosen), Nobody(), Machine())
    assert (last.said.code, wrong in str(dict(last.said.fields)["what"])) == ("doctor.things.wrong", True)
    assert "spidev" not in sys.modules


@pytest.mark.parametrize("busy", [False, True])
def test_pins_that_cannot_be_had_stop_nothing_else(things: Things, settings: Settings, monkeypatch: Any, busy: bool) -> None:
    things.devices.box = things.devices.panel = None  # Simulated parts are in place of the Pi's own.
    things.devices.passed = bool
    monkeypatch.setattr(examination.machine, "surroundings", Mock(return_value=[]))
    loss = DeviceError("panel", "check")
    loss.__cause__ = OSError("GPIO busy")
    monkeypatch.setattr(building, "panel_on_a_pi", Mock(side_effect=loss if busy else [things.panel]))

    def build(chosen: Settings, pieces: object) -> building.Devices:
        assert not chosen.panel, "it would prevent the rest from being examined"
        return things.devices

    person, pi = SimulatedPerson(things.box, things.wait), replace(settings, hardware="pi")
    findings = list(examination.examine(pi, person, Machine(), build=build, sleep=things.wait))
    assert verdicts(findings) == ({"panel": ("fail", "doctor.panel.none")} if busy else {})
    assert parts(findings) == list(PARTS[:4] if busy else PARTS)


@pytest.mark.parametrize(("bus", "remedy"), [
    (Mock(side_effect=FileNotFoundError(2, "None")), "switch_on_bus"), (Mock(side_effect=OSError(16, "Busy")), "free_display"),
    (Mock(side_effect=PermissionError(13, "Denied")), "join_groups"), (Mock(side_effect=OSError(121, "I/O")), "check_display"),
    (Mock(side_effect=ImportError("smbus2")), "install_bus_packages"),
    # Luma makes an error of its own:
    (partial(spi_bus, Mock(open=Mock(side_effect=FileNotFoundError(2, "None"))), Mock()), "switch_on_bus"),
])  # fmt: skip
def test_a_display_that_is_refused_has_a_remedy_for_each_cause(bus: Callable[[], object], remedy: str) -> None:
    finding, *_ = examination.examine_display(OledDisplay("ssd1306", bus), Nobody(), answers=True)
    assert (finding.said.code, finding.remedy.code) == ("doctor.display.lost", f"doctor.do.{remedy}")


@pytest.mark.parametrize("broken_off", [False, True])
def test_everything_is_given_back_also_when_it_is_broken_off(things: Things, settings: Settings, broken_off: bool) -> None:
    settings.data.mkdir()
    storage.claim(settings.data).close()
    findings = examination.examine(settings, Nobody(), Machine(), build=lambda *_: things.devices, sleep=lambda seconds: None)
    assert next(one for one in findings if one.part == "tag 1")
    assert things.chip.field_on
    with pytest.raises(storage.InUse):
        storage.claim(settings.data)
    if broken_off:
        findings.close()
    else:
        assert list(findings)
        assert not things.oled.lit
        assert things.panel.pressed(3600) is None, "a closed panel answers at once"
    assert (things.chip.field_on, "spidev" not in sys.modules) == (False, True)
    storage.claim(settings.data).close()


def test_a_running_table_keeps_its_things(settings: Settings) -> None:
    build = Mock(side_effect=AssertionError("the running table has them"))
    settings.data.mkdir()
    with storage.claim(settings.data):
        findings = list(examination.examine(settings, Nobody(), Machine(), build=build))
        assert verdicts(findings) == {"data": ("warn", "doctor.data.running"), "things": ("skipped", "doctor.things.held")}
        findings = list(examination.examine(settings, Nobody(), Machine(is_read_only=lambda _: True), build=build))
        assert verdicts(findings) == {"data": ("fail", "doctor.data.read_only"), "things": ("skipped", "doctor.things.held")}
    with pytest.raises(AssertionError):  # The positive control.
        list(examination.examine(settings, Nobody(), Machine(), build=build))


def test_the_command_fails_for_pi_hardware_on_another_machine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--yes", "--language", "nl", "--data", str(tmp_path / "data"), "--port", "0"]
    assert main(["doctor", "--hardware", "pi", *given]) == 1
    said = capsys.readouterr().out
    assert "STUK          /dev/spidev0.0 is er niet." in said
    assert "              → Zet dtparam=spi=on in /boot/firmware/config.txt" in said
