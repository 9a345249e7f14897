"""The doctor on simulated things: a healthy table is well, and each fault is found where it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.pieces import Pieces
from companion.words import LANGUAGES, Words
from firmware import boot, doctor, storage
from firmware.boot import Devices, Settings
from firmware.devices import Button, DeviceError
from firmware.finding import NOTHING, Finding, Verdict, tell
from firmware.gpio_panel import TICK, GpioPanel, mock_pins
from firmware.machine import Machine
from firmware.mfrc522_reader import Mfrc522Reader
from firmware.oled_display import OledDisplay, i2c_bus, spi_bus
from firmware.person import Nobody
from firmware.simulator.bench import SimulatedBox, stickered
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled, SpiBus
from firmware.simulator.panel import SimulatedPanel
from firmware.simulator.person import SimulatedPerson
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213
from firmware.wiring import DISPLAY_DC, KEYS, LED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
GENEROUS = 60.0  # Seconds that a busy machine gets; nothing waits for their end.


class Things:
    """Everything that lies on a table, simulated, in a time that passes only here."""

    def __init__(self, driver: str = "ssd1306", panel_shows: str = "ssd1306", *, spi: bool = False, **chip: object) -> None:
        self.clock = Clock()
        self.chip = Chip(self.clock, **chip)
        self.wires = install({(0, 0): self.chip})
        self.oled = SimulatedOled(panel_shows)
        self.bus = SpiBus(self.oled) if spi else I2cBus(self.oled)
        open_bus = (lambda: spi_bus(self.bus, self.bus)) if spi else (lambda: i2c_bus(self.bus))
        self.panel = GpioPanel(pins := mock_pins(), clock=self.clock.monotonic)
        self.fingers = SimulatedPanel(pins, clock=self.clock.monotonic, sleep=self.pass_time)
        reader = Mfrc522Reader(clock=self.clock.monotonic, sleep=self.clock.sleep)
        display = OledDisplay(driver, open_bus, clock=self.clock.monotonic)
        self.box = SimulatedBox(stickered([]), self.chip, self.wires, self.bus, self.panel, self.fingers)
        self.tag: Ntag213 = self.box._hand._tags[self.box.unknown_tag()]
        self.devices = Devices([reader], display, self.panel, self.box, self.clock.monotonic, self.pass_time, self.wires.remove)
        self._tick_at = 0.0

    def pass_time(self, seconds: float) -> None:
        end = self.clock.monotonic() + seconds
        self._tick_at = max(self._tick_at, self.clock.monotonic())
        while self._tick_at <= end:
            self.clock.now_us = self._tick_at * 1e6
            self.panel.tick()
            self._tick_at += TICK
        self.clock.now_us = end * 1e6

    def close(self) -> None:
        self.panel.close()
        self.wires.remove()


@pytest.fixture
def make() -> Iterator[Callable[..., Things]]:
    made: list[Things] = []

    def things(*arguments: str, **settings: object) -> Things:
        made.append(Things(*arguments, **settings))
        return made[-1]

    yield things
    for one in reversed(made):
        one.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "data", "simulated", 0, "127.0.0.1")


def examined(settings: Settings, things: Things, person: object = None) -> list[Finding]:
    def build(settings: Settings, pieces: Pieces) -> Devices:
        return things.devices

    return list(doctor.examine(settings, person or Nobody(), Machine(), build=build, sleep=lambda seconds: None))


def verdicts(findings: list[Finding]) -> dict[str, tuple[str, str]]:
    """Return what is not well: the verdict and the sentence's code, by part."""
    return {one.part: (one.verdict.value, one.said.code) for one in findings if one.verdict is not Verdict.OK}


PARTS = ["reader 1", "tag 1", "display", "picture", "key ok", "key back", "key last_order", "led", "buzzer"]


def test_a_healthy_table_is_well(make: Callable[..., Things], settings: Settings) -> None:
    findings = examined(settings, make())
    assert verdicts(findings) == {}
    assert [one.part for one in findings if one.part in PARTS] == PARTS


def test_a_clone_is_welcome(make: Callable[..., Things], settings: Settings) -> None:
    findings = examined(settings, make(version=0xB2))
    assert verdicts(findings) == {}
    assert [one.said.fields for one in findings if one.said.code == "doctor.reader.clone"] == [
        (("number", 1), ("chip", "0xB2"))
    ]


# Each fault, and what is found


def lie_beside(things: Things) -> None:
    things.chip.lay(Ntag213(b"\x04second"))


NO_CHIP = {"reader 1": ("fail", "doctor.reader.no_chip")}
LOST = {"reader 1": ("fail", "doctor.reader.lost")}
UNREAD = {"tag 1": ("fail", "doctor.tag.read")}
BADLY_READ = {"tag 1": ("warn", "doctor.tag.read")}
NO_DISPLAY = {"display": ("fail", "doctor.display.lost")}

FAULTS: dict[str, tuple[Callable[[Things], object], dict[str, tuple[str, str]]]] = {
    "reader unplugged": (lambda t: t.chip.unplug(), NO_CHIP),
    "reader's data line at ground": (lambda t: t.chip.stick(Miso.ZEROS), NO_CHIP),
    "reader's data line at the supply": (lambda t: t.chip.stick(Miso.ONES), NO_CHIP),
    "reader's data line noisy": (lambda t: t.chip.stick(Miso.NOISE), NO_CHIP),
    "brown-out between polls": (lambda t: t.chip.brown_out(300), LOST),
    "reset in mid-read": (lambda t: t.chip.brown_out(317), LOST),
    "no reader's device node": (
        lambda t: t.wires.chips.pop((0, 0)),
        {"reader 1": ("fail", "doctor.reader.no_bus")},
    ),
    "answers garbled": (lambda t: t.chip.garble(True), UNREAD),
    "tag's check byte wrong": (lambda t: setattr(t.tag, "wrong_bcc", True), UNREAD),
    "tag out of the antenna's reach": (lambda t: setattr(t.tag, "needs_gain", 7), UNREAD),
    "tag lifted before confirmation": (lambda t: setattr(t.tag, "leaves_after", 3), UNREAD),
    "tag lifted early": (lambda t: setattr(t.tag, "leaves_after", 60), UNREAD),
    "tag far away": (lambda t: setattr(t.tag, "misses", 0.55), BADLY_READ),
    "two tags at once": (lie_beside, {"tag 1": ("warn", "doctor.tag.several")}),
    "display absent": (lambda t: t.bus.unplug(), NO_DISPLAY),
    "display refuses in mid-frame": (lambda t: t.bus.nack_after(500), NO_DISPLAY),
    "display refuses its start": (lambda t: t.bus.nack_after(3), NO_DISPLAY),
    "key OK stuck": (lambda t: t.fingers.press(Button.OK), {"key ok": ("fail", "doctor.key.stuck")}),
    "key LAST ORDER stuck": (
        lambda t: t.fingers.press(Button.LAST_ORDER),
        {"key last_order": ("fail", "doctor.key.stuck")},
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_the_simulators_is_found(make: Callable[..., Things], settings: Settings, fault: str) -> None:
    spoil, expected = FAULTS[fault]
    things = make()
    spoil(things)
    findings = examined(settings, things)
    assert verdicts(findings) == expected
    assert all(one.remedy != NOTHING for one in findings if one.verdict is not Verdict.OK)


def test_the_wrong_driver_shows(make: Callable[..., Things], settings: Settings) -> None:
    assert verdicts(examined(settings, make("ssd1306", "sh1106"))) == {"picture": ("fail", "doctor.picture.wrong")}
    assert verdicts(examined(settings, make("sh1106", "sh1106"))) == {}


def test_on_spi_only_an_eye_finds_an_absent_display(make: Callable[..., Things], tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", "simulated", 0, "127.0.0.1", display_on="spi")
    healthy = examined(settings, make(spi=True))
    assert verdicts(healthy) == {}
    assert "doctor.display.sent" in [one.said.code for one in healthy]
    things = make(spi=True)
    things.bus.unplug()
    assert verdicts(examined(settings, things)) == {"picture": ("fail", "doctor.picture.wrong")}


WRONG_WIRES = {
    "two keys exchanged": (
        "KEYS", KEYS | {Button.OK: KEYS[Button.BACK], Button.BACK: KEYS[Button.OK]},
        {"key ok": ("fail", "doctor.key.other"), "key back": ("fail", "doctor.key.other")},
    ),
    "a key's wire off": (
        "KEYS", KEYS | {Button.BACK: DISPLAY_DC}, {"key back": ("skipped", "doctor.key.unpressed")},
    ),
    "red and blue exchanged": ("LED", LED[::-1], {"led": ("fail", "doctor.led.wrong")}),
    "the buzzer's wire off": ("BUZZER", DISPLAY_DC, {"buzzer": ("fail", "doctor.buzzer.silent")}),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG_WIRES)
def test_wrong_wires_of_the_panel_are_found(
    make: Callable[..., Things], settings: Settings, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    wires, exchanged, expected = WRONG_WIRES[fault]
    monkeypatch.setattr(f"firmware.simulator.panel.{wires}", exchanged)
    assert verdicts(examined(settings, make())) == expected


def test_keys_that_touch_each_other_are_found(make: Callable[..., Things], settings: Settings) -> None:
    things = make()
    touch = things.fingers.touch

    def touch_two(button: Button, seconds: float) -> None:
        things.fingers.press(Button.BACK)
        touch(button, seconds)
        things.fingers.release(Button.BACK)
        things.pass_time(0.1)

    things.fingers.touch = touch_two
    assert verdicts(examined(settings, things)) == {
        "key ok": ("fail", "doctor.key.other"), "key last_order": ("fail", "doctor.key.other"),
    }  # fmt: skip


def test_keys_that_touch_a_moment_later_are_found(make: Callable[..., Things]) -> None:
    things = make()
    things.pass_time(0.2)

    def sleep(seconds: float) -> None:
        things.fingers.press(Button.BACK)
        things.pass_time(seconds)

    class Waiting(SimulatedPerson):
        def presses(self, button: Button) -> bool:
            super().presses(button)
            things.pass_time(0.1)  # The key asked for has come before the other one.
            return True

    findings = list(doctor.examine_panel(things.panel, Waiting(things.box, things.pass_time), sleep))
    assert verdicts(findings)["key ok"] == ("fail", "doctor.key.other")


def test_an_earlier_press_is_not_taken_for_an_answer(make: Callable[..., Things], settings: Settings) -> None:
    things = make()
    things.pass_time(0.1)
    things.fingers.touch(Button.BACK)
    things.pass_time(0.1)
    assert verdicts(examined(settings, things)) == {}


# Nobody, or no hardware


def test_where_nobody_answers_what_needs_a_person_is_skipped(make: Callable[..., Things], settings: Settings) -> None:
    things = make()
    things.devices.box = None
    findings = examined(settings, things, Nobody())
    assert {part: verdict for part, (verdict, _) in verdicts(findings).items()} == dict.fromkeys(
        ("tag 1", "picture", "key ok", "key back", "key last_order", "led", "buzzer"), "skipped"
    )
    assert all(one.remedy != NOTHING for one in findings if one.verdict is Verdict.SKIPPED)


def test_a_key_that_is_never_pressed_is_skipped_after_15_seconds(make: Callable[..., Things]) -> None:
    things = make()
    things.pass_time(0.2)

    class Idle(Nobody):
        def presses(self, button: Button) -> bool:
            return True

    began = things.clock.monotonic()
    finding, *_ = doctor.examine_panel(things.panel, Idle(), things.pass_time)
    assert finding.said.code == "doctor.key.unpressed"
    assert 15 <= (things.clock.monotonic() - began) / len(Button) < 16


def test_parts_that_were_not_chosen_are_not_examined(make: Callable[..., Things], tmp_path: Path) -> None:
    settings = Settings(tmp_path / "data", "simulated", 0, "127.0.0.1", display="none", panel=False)
    assert [one.part for one in examined(settings, make()) if one.part in PARTS] == ["reader 1", "tag 1"]


def test_without_hardware_only_the_machine_is_examined(settings: Settings, tmp_path: Path) -> None:
    bare = Settings(tmp_path / "data", "none", 0, "127.0.0.1")
    findings = list(doctor.examine(bare, Nobody(), Machine()))
    assert verdicts(findings) == {"things": ("skipped", "doctor.things.none")}


# A Pi, with simulated things in the place of its own


@pytest.fixture
def on_a_pi(make: Callable[..., Things], tmp_path: Path) -> tuple[Things, Callable[[], list[Finding]]]:
    """Return the things, and what examines them as if they were a Pi's own."""
    things = make()
    things.devices.box = things.devices.panel = None
    for node in ("spidev0.0", "i2c-1", "gpiochip0"):
        (tmp_path / "dev").mkdir(exist_ok=True)
        (tmp_path / "dev" / node).touch()
    machine = Machine(
        tmp_path, frozenset({"spi", "i2c", "gpio"}), has_module=lambda name: True, packages=lambda: frozenset({"rpi-lgpio"})
    )
    settings = Settings(tmp_path / "data", "pi", 0, "127.0.0.1")
    person = SimulatedPerson(things.box, things.pass_time)

    def build(chosen: Settings, pieces: Pieces) -> Devices:
        assert not chosen.panel, "it would keep the rest from being examined"
        return things.devices

    return things, lambda: list(doctor.examine(settings, person, machine, build=build, sleep=things.pass_time))


def test_a_healthy_pi_is_well(on_a_pi: tuple[Things, Callable[[], list[Finding]]], monkeypatch: pytest.MonkeyPatch) -> None:
    things, examine = on_a_pi
    things.devices.passed = bool
    monkeypatch.setattr(boot, "panel_on_a_pi", lambda: things.panel)
    findings = examine()
    assert verdicts(findings) == {}
    assert [one.part for one in findings if one.part in PARTS] == PARTS
    assert {"nodes", "groups", "packages"} <= {one.part for one in findings}


def test_pins_that_cannot_be_had_leave_the_rest_examined(
    on_a_pi: tuple[Things, Callable[[], list[Finding]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    things, examine = on_a_pi
    things.devices.passed = bool

    def busy() -> GpioPanel:
        raise DeviceError("panel", "check") from OSError("GPIO busy")

    monkeypatch.setattr(boot, "panel_on_a_pi", busy)
    findings = examine()
    assert verdicts(findings) == {"panel": ("fail", "doctor.panel.none")}
    assert [one.part for one in findings if one.part in PARTS] == PARTS[:4]


REFUSALS = {
    "no bus": (FileNotFoundError(2, "No such file or directory"), "doctor.do.switch_on_bus"),
    "no right": (PermissionError(13, "Permission denied"), "doctor.do.join_groups"),
    "no package": (ImportError("smbus2"), "doctor.do.install_bus_packages"),
    "no answer": (OSError(121, "Remote I/O error"), "doctor.do.check_display"),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_display_that_is_refused_has_a_remedy_for_each_cause(refusal: str) -> None:
    fault, remedy = REFUSALS[refusal]

    def refused() -> object:
        raise fault

    finding, *_ = doctor.examine_display(OledDisplay("ssd1306", refused), Nobody(), answers=True)
    assert (finding.said.code, finding.remedy.code) == ("doctor.display.lost", remedy)


# What is given back


def test_everything_is_given_back(make: Callable[..., Things], settings: Settings) -> None:
    things = make()
    examined(settings, things)
    assert not things.chip.field_on
    assert not things.oled.lit
    assert things.panel.pressed(GENEROUS) is None, "a closed panel answers at once"
    assert "spidev" not in sys.modules


def test_everything_is_given_back_when_it_is_broken_off(make: Callable[..., Things], settings: Settings) -> None:
    things = make()
    settings.data.mkdir()
    storage.claim(settings.data).close()
    findings = doctor.examine(
        settings, Nobody(), Machine(), build=lambda settings, pieces: things.devices, sleep=lambda seconds: None
    )
    assert next(one for one in findings if one.part == "tag 1")
    assert things.chip.field_on
    with pytest.raises(storage.InUse):
        storage.claim(settings.data)
    findings.close()
    assert not things.chip.field_on
    assert "spidev" not in sys.modules
    storage.claim(settings.data).close()


# A running table


def test_a_running_table_keeps_its_things(settings: Settings) -> None:
    def build(settings: Settings, pieces: Pieces) -> Devices:
        raise AssertionError("the running table has them")

    settings.data.mkdir()
    with storage.claim(settings.data):
        findings = list(doctor.examine(settings, Nobody(), Machine(), build=build))
    assert verdicts(findings) == {
        "data": ("warn", "doctor.data.running"), "things": ("skipped", "doctor.things.held"),
    }  # fmt: skip
    with pytest.raises(AssertionError):  # The positive control.
        list(doctor.examine(settings, Nobody(), Machine(), build=build))


# The command


def barkeep(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firmware.command", "doctor", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=2 * GENEROUS, stdin=subprocess.DEVNULL, env=os.environ | environment,
    )  # fmt: skip


def test_the_command_examines_a_simulated_table(tmp_path: Path) -> None:
    done = barkeep("--hardware", "simulated", "--data", str(tmp_path / "data"), "--port", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\nEverything works. Nothing to do.\n")
    assert "Reader 1 read the tag in 100 of 100 polls." in done.stdout
    assert not (tmp_path / "data").exists(), "examining leaves no trace"


def test_the_command_fails_on_a_pi_that_is_none(tmp_path: Path) -> None:
    done = barkeep("--hardware", "pi", "--yes", "--language", "nl", "--data", str(tmp_path / "data"), "--port", "0")
    assert done.returncode == 1
    assert "STUK          /dev/spidev0.0 is er niet." in done.stdout
    assert "              → Zet dtparam=spi=on in /boot/firmware/config.txt" in done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_can_be_found_here_can_be_told(make: Callable[..., Things], settings: Settings, language: str) -> None:
    words, lines = Words(language, strict=True), []
    for spoil, _ in FAULTS.values():
        things = make()
        spoil(things)
        code = tell(examined(settings, things), words, lines.append)
        things.close()
        assert code in (0, 1)
    assert len(lines) > 10 * len(FAULTS)
    assert not [line for line in lines if "{" in line or "doctor." in line]
