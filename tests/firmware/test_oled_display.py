"""The display's driver, on buses that decode its commands into a picture; and a picture that stays for long."""

import atexit
import errno
import random
from collections.abc import Callable
from functools import partial
from unittest.mock import Mock

import pytest
from PIL import Image

from firmware.devices import DeviceError
from firmware.display.burn_in import BRIGHT, DIM, DIM_AFTER, HIDE_AFTER, BurnInProtection
from firmware.display.oled_display import REFRESH, Bus, OledDisplay, i2c_bus, spi_bus
from firmware.simulator.display import CONTROLLERS, I2cBus, SimulatedOled, SpiBus

BLACK = Image.new("1", (128, 64), 0)


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


class Desk:
    def __init__(self, driver: str = "ssd1306", *, rotation: int = 0) -> None:
        self.now, self.oled = 100.0, SimulatedOled(driver)
        self.bus = I2cBus(self.oled)
        self.display = OledDisplay(driver, lambda: i2c_bus(self.bus), rotation=rotation, clock=lambda: self.now)

    def shows(self, seed: int) -> bool:
        return self.oled.picture().tobytes() == noise(seed).tobytes()

    def sent(self, seed: int) -> int:
        before = self.bus.sent
        self.display.show(noise(seed))
        return self.bus.sent - before

    def fails(self, seed: int = 1) -> DeviceError:
        with pytest.raises(DeviceError) as caught:
            self.display.show(noise(seed))
        return caught.value


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize("driver", CONTROLLERS)
def test_a_picture_comes_out_pixel_by_pixel(driver: str, rotation: int) -> None:
    desk, spi = Desk(driver, rotation=rotation), SpiBus(SimulatedOled(driver))
    on_spi = OledDisplay(driver, lambda: spi_bus(spi, spi), rotation=rotation)
    for seed in range(3):
        for display, oled in ((desk.display, desk.oled), (on_spi, spi.oled)):
            display.show(noise(seed))
            assert oled.picture().tobytes() == noise(seed).rotate(rotation).tobytes()
    assert (desk.oled.lit, spi.max_speed_hz) == (True, 8_000_000)
    on_spi.close()
    assert (spi.closed, spi.oled.lit) == (True, False)


def test_an_unchanged_picture_is_not_sent_until_all_is_again_and_stays_lit(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.display.show(noise(1))
    for _ in range(20):
        desk.now += REFRESH / 25
        assert desk.sent(1) == 0
    lit, obey = set[bool](), desk.oled.command
    monkeypatch.setattr(desk.oled, "command", lambda values: (obey(values), lit.add(desk.oled.lit)))
    desk.now += REFRESH
    assert (desk.sent(1) > 1024, lit, desk.sent(2) > 1024, desk.shows(2)) == (True, {True}, True, True)


def test_changes_do_not_put_off_what_is_due(desk: Desk) -> None:
    for seed in range(9):
        if seed == 2:
            desk.oled.power_cycle()
        desk.display.show(noise(seed))
        assert desk.oled.lit or 2 <= seed < 5
        desk.now += REFRESH / 4
    assert desk.shows(8)


def test_an_absent_display_is_named_with_a_remedy_at_every_try_and_missed_in_mid_game(desk: Desk) -> None:
    for game in range(2):
        desk.bus.unplug()
        desk.display.show(noise(1)) if game else desk.fails()  # A picture that is shown isn't sent again before it is due.
        desk.now += REFRESH
        for _ in range(3):
            loss = desk.fails()
            assert (loss.what, "i2cdetect" in loss.remedy) == ("display", True)
        desk.bus.plug()
        assert not desk.oled.lit
        desk.display.show(noise(1))
        assert desk.shows(1)


def test_a_refusal_anywhere_in_a_frame_is_told_and_mended(desk: Desk) -> None:
    desk.display.show(BLACK)
    for count in range(0, desk.sent(0), 37):
        desk.display.show(noise(count))
        desk.bus.nack_after(count)
        desk.fails(count + 1)
        assert not desk.shows(count + 1)
        desk.display.show(noise(count + 1))
        assert desk.shows(count + 1), count


def test_contrast_is_kept_over_a_loss_of_power_and_sent_only_when_it_changes(desk: Desk) -> None:
    for _ in range(2):
        desk.oled.power_cycle()
        desk.now += REFRESH
        desk.display.dim(30)
        desk.display.show(noise(1))
        assert desk.oled.contrast == 30
    before = desk.bus.sent
    desk.display.dim(30)
    assert desk.bus.sent == before
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


REMEDIES: dict[str, tuple[Callable[[], Bus], str]] = {
    "no bus": (Mock(side_effect=FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1")), "dtparam"),
    "no right": (Mock(side_effect=PermissionError(errno.EACCES, "Permission denied")), "groups"),
    "no answer": (Mock(side_effect=OSError(errno.ETIMEDOUT, "Timed out")), "wires"),
    "no library": (Mock(side_effect=ModuleNotFoundError("No module named 'spidev'")), "apt install"),
    "no SPI": (partial(spi_bus, Mock(open=Mock(side_effect=FileNotFoundError(errno.ENOENT, "None"))), Mock()), "spi=on"),
    "held pins": (partial(spi_bus, Mock(), Mock(setup=Mock(side_effect=Exception("GPIO busy")))), "other program"),
}


@pytest.mark.parametrize(("broken", "remedy"), REMEDIES.values(), ids=REMEDIES)
def test_every_cause_has_its_remedy(broken: Callable[[], Bus], remedy: str) -> None:
    with pytest.raises(DeviceError, match=remedy) as caught:
        OledDisplay("ssd1306", broken).show(BLACK)
    assert caught.value.__cause__ is not None


def test_the_real_bus_is_the_pis_and_opened_once_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = I2cBus(SimulatedOled())
    monkeypatch.setattr("smbus2.SMBus", opening := Mock(return_value=bus))
    display = OledDisplay("ssd1306", i2c_bus)
    for seed in (1, 2):
        display.show(noise(seed))
    display.close()
    opening.assert_called_once_with(1)
    assert bus.closed


def test_a_failed_start_gives_its_bus_back_and_a_mistake_of_ours_is_no_device_error() -> None:
    dead, close = Mock(command=Mock(side_effect=OSError(errno.EIO, "Input/output error"))), Mock()
    display = OledDisplay("ssd1306", lambda: Bus(dead, close))
    for tries in (1, 2, 3):
        with pytest.raises(DeviceError):
            display.show(BLACK)
        assert close.call_count == tries
    with pytest.raises(KeyError):
        OledDisplay("ssd1306", Mock(side_effect=KeyError("ours"))).show(BLACK)


def test_a_display_leaves_one_hook_behind_however_long_it_stays_away_and_that_touches_nothing(desk: Desk) -> None:
    before, away = atexit._ncallbacks(), Desk()
    away.bus.unplug()
    for _ in range(50):
        away.fails()
    assert atexit._ncallbacks() == before + 1
    desk.display.show(noise(1))
    sent = desk.bus.sent
    desk.display._device.cleanup()
    assert (desk.bus.sent, desk.shows(1)) == (sent, True)


def test_after_a_minute_a_picture_dims_and_moves_by_a_pixel_and_after_ten_it_is_dark() -> None:
    desk, spot = Desk(), Image.new("1", (128, 64), 0)
    spot.putpixel((10, 10), 1)
    protection = BurnInProtection(lambda: desk.now)

    def look(after: float) -> tuple[object, int]:
        desk.now += after
        shown = protection.protect(spot)
        return shown.picture.getbbox() and shown.picture.getbbox()[:2], shown.level

    assert [look(after) for after in (0, 1, DIM_AFTER - 2)] == [((10, 10), BRIGHT)] * 3
    places = [(11, 10), (11, 11), (10, 11), (10, 10), (11, 10)]
    assert [look(DIM_AFTER) for _ in places] == [(place, DIM) for place in places]
    assert look(HIDE_AFTER - 6 * DIM_AFTER) != (None, DIM)
    assert [look(after) for after in (1, 5000)] == [(None, DIM)] * 2
