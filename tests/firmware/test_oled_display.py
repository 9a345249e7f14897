"""The display's driver over buses that decode what they are sent to a picture."""

from __future__ import annotations

import atexit
import errno
import random
from collections.abc import Callable

import pytest
from PIL import Image

from firmware.devices import DeviceError
from firmware.oled_display import DRIVERS, REFRESH, Bus, OledDisplay, i2c_bus, spi_bus
from firmware.simulator.display import I2cBus, SimulatedOled, SpiBus

BLACK = Image.new("1", (128, 64), 0)


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


class Desk:
    """A display on I2C, on a clock that moves only here."""

    def __init__(self, driver: str = "ssd1306", *, rotation: int = 0, **bus: object) -> None:
        self.now = 100.0
        self.oled = SimulatedOled(driver)
        self.bus = I2cBus(self.oled, **bus)
        self.display = OledDisplay(driver, lambda: i2c_bus(self.bus), rotation=rotation, clock=lambda: self.now)

    def shows(self, seed: int) -> bool:
        """Tell whether the panel shows the noise of *seed*."""
        return self.oled.picture().tobytes() == noise(seed).tobytes()

    def sent(self, seed: int) -> int:
        """Show the noise of *seed* and return how many bytes that took."""
        before = self.bus.sent
        self.display.show(noise(seed))
        return self.bus.sent - before

    def fails(self, seed: int = 1) -> DeviceError:
        """Show the noise of *seed* in vain and return what is told."""
        with pytest.raises(DeviceError) as caught:
            self.display.show(noise(seed))
        return caught.value


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("driver", DRIVERS)
def test_a_picture_comes_out_pixel_by_pixel(driver: str, rotation: int) -> None:
    desk = Desk(driver, rotation=rotation)
    spi = SpiBus(SimulatedOled(driver))
    on_spi = OledDisplay(driver, lambda: spi_bus(spi, spi), rotation=rotation)
    for seed in range(3):
        for display, oled in ((desk.display, desk.oled), (on_spi, spi.oled)):
            display.show(noise(seed))
            assert oled.picture().tobytes() == noise(seed).rotate(rotation).tobytes()
    assert desk.oled.lit
    assert spi.max_speed_hz == 8_000_000
    on_spi.close()
    assert (spi.closed, spi.oled.lit) == (True, False)


def test_an_unchanged_picture_is_not_sent_until_all_is_sent_again_without_switching_off(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.display.show(noise(1))
    for _ in range(20):
        desk.now += REFRESH / 25
        assert desk.sent(1) == 0
    dark: list[bool] = []
    obey = desk.oled.command
    monkeypatch.setattr(desk.oled, "command", lambda values: (obey(values), dark.append(not desk.oled.lit)))
    desk.now += REFRESH
    assert desk.sent(1) > 1024
    assert dark
    assert not any(dark)
    assert desk.sent(2) > 1024
    assert desk.shows(2)


def test_changes_do_not_put_off_what_is_due(desk: Desk) -> None:
    for seed in range(9):
        if seed == 2:
            desk.oled.power_cycle()
        desk.display.show(noise(seed))
        assert desk.oled.lit or 2 <= seed < 5
        desk.now += REFRESH / 4
    assert desk.shows(8)


def test_an_absent_display_is_named_with_a_remedy_at_every_try_and_missed_in_mid_game(desk: Desk) -> None:
    desk.bus.unplug()
    for _ in range(3):
        loss = desk.fails()
        assert loss.what == "display"
        assert "i2cdetect" in loss.remedy
    assert desk.bus.sent == 0
    for _ in range(2):
        desk.bus.plug()
        assert not desk.oled.lit
        desk.display.show(noise(1))
        assert desk.shows(1)
        desk.bus.unplug()
        desk.display.show(noise(1))
        desk.now += REFRESH
        desk.fails()


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_refusal_anywhere_in_a_frame_is_told_and_mended(driver: str) -> None:
    desk = Desk(driver)
    desk.display.show(BLACK)
    for count in range(0, desk.sent(0), 37):
        desk.display.show(noise(count))
        desk.bus.nack_after(count)
        desk.fails(count + 1)
        assert not desk.shows(count + 1)
        desk.display.show(noise(count + 1))
        assert desk.shows(count + 1), count


def test_contrast_is_kept_over_a_loss_of_power_and_sent_only_when_it_changes(desk: Desk) -> None:
    desk.display.dim(30)
    assert desk.oled.contrast == 127
    desk.display.show(noise(1))
    assert desk.oled.contrast == 30
    before = desk.bus.sent
    desk.display.dim(30)
    assert desk.bus.sent == before
    desk.display.dim(200)
    assert desk.oled.contrast == 200
    desk.oled.power_cycle()
    desk.now += REFRESH
    desk.display.show(noise(1))
    assert desk.oled.contrast == 200
    desk.bus.unplug()
    with pytest.raises(DeviceError):
        desk.display.dim(8)
    desk.bus.plug()
    desk.display.show(noise(1))
    assert desk.oled.contrast == 8


def test_close_switches_off_at_any_time_any_number_of_times(desk: Desk) -> None:
    desk.display.close()
    desk.display.show(noise(1))
    for _ in range(2):
        desk.display.close()
    assert (desk.oled.lit, desk.bus.closed) == (False, True)
    desk.display.show(noise(1))
    assert desk.shows(1)
    desk.bus.unplug()
    desk.display.close()


# Buses that can't be had


class Absent(SpiBus):
    def open(self, _bus: int, _device: int) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")


class Busy(SpiBus):
    def setup(self, _pin: int, _direction: int) -> None:
        raise Exception("GPIO busy")


def raising(fault: Exception) -> Callable[[], Bus]:
    def broken() -> Bus:
        raise fault

    return broken


REMEDIES: dict[str, tuple[Callable[[], Bus], str]] = {
    "no bus": (raising(FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1")), "dtparam"),
    "no right": (raising(PermissionError(errno.EACCES, "Permission denied")), "groups"),
    "no answer": (raising(OSError(errno.ETIMEDOUT, "Timed out")), "wires"),
    "no library": (raising(ModuleNotFoundError("No module named 'spidev'")), "apt install"),
    "no SPI": (lambda: spi_bus(*[Absent(SimulatedOled())] * 2), "spi=on"),
    "pins that another program holds": (lambda: spi_bus(*[Busy(SimulatedOled())] * 2), "other program"),
}


@pytest.mark.parametrize("cause", REMEDIES)
def test_every_cause_has_its_remedy(cause: str) -> None:
    broken, remedy = REMEDIES[cause]
    with pytest.raises(DeviceError, match=remedy) as caught:
        OledDisplay("ssd1306", broken).show(BLACK)
    assert caught.value.__cause__ is not None


def test_the_real_bus_is_the_pis_and_opened_once_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    smbus2, opened = pytest.importorskip("smbus2"), []
    monkeypatch.setattr(smbus2, "SMBus", lambda port: opened.append((port, I2cBus(SimulatedOled()))) or opened[-1][1])
    display = OledDisplay("ssd1306", i2c_bus)
    for seed in (1, 2):
        display.show(noise(seed))
    display.close()
    ((port, bus),) = opened
    assert (port, bus.closed) == (1, True)


def test_a_failed_start_gives_its_bus_back() -> None:
    class Dead:
        def command(self, *values: int) -> None:
            raise OSError(errno.EIO, "Input/output error")

    closed: list[bool] = []
    display = OledDisplay("ssd1306", lambda: Bus(Dead(), lambda: closed.append(True)))
    for tries in (1, 2, 3):
        with pytest.raises(DeviceError):
            display.show(BLACK)
        assert len(closed) == tries


def test_a_display_leaves_one_hook_behind_however_long_it_stays_away_and_that_touches_nothing(desk: Desk) -> None:
    before = atexit._ncallbacks()
    away = Desk()
    away.bus.unplug()
    for _ in range(50):
        away.fails()
    assert atexit._ncallbacks() == before + 1
    desk.display.show(noise(1))
    sent = desk.bus.sent
    desk.display._device.cleanup()
    assert desk.bus.sent == sent
    assert desk.shows(1)


def test_what_makes_no_sense_is_refused_and_a_mistake_of_ours_is_no_device_error(desk: Desk) -> None:
    with pytest.raises(ValueError, match="ssd1351"):
        OledDisplay("ssd1351", i2c_bus)
    with pytest.raises(ValueError, match="90"):
        OledDisplay("ssd1306", i2c_bus, rotation=90)
    with pytest.raises(ValueError, match="256"):
        desk.display.dim(256)
    for picture in (Image.new("L", (128, 64)), Image.new("1", (64, 128))):
        with pytest.raises(ValueError, match="picture"):
            desk.display.show(picture)
    with pytest.raises(KeyError):
        OledDisplay("ssd1306", raising(KeyError("ours"))).show(BLACK)


def test_a_slow_bus_costs_what_it_says() -> None:
    slept: list[float] = []
    desk = Desk(baud=100_000, sleep=slept.append)
    desk.display.show(BLACK)
    start = desk.bus.busy
    desk.display.show(noise(1))
    assert desk.bus.busy - start == pytest.approx((1024 + 32 * 2 + 2 + 6) * 9 / 100_000)
    assert sum(slept) == pytest.approx(desk.bus.busy)


def test_spi_loses_what_is_sent_to_nobody() -> None:
    bus = SpiBus(SimulatedOled("ssd1309"))
    display = OledDisplay("ssd1309", lambda: spi_bus(bus, bus))
    display.show(noise(1))
    bus.unplug()
    display.show(noise(2))
    assert bus.oled.picture().tobytes() == noise(1).tobytes()
    bus.plug()
    assert not bus.oled.lit
