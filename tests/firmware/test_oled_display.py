from __future__ import annotations

import atexit
import errno
import random
import sys
import threading

import pytest
from PIL import Image, ImageDraw

from firmware.devices import DeviceError
from firmware.drawing import Canvas
from firmware.oled_display import DRIVERS, REFRESH, Bus, OledDisplay, i2c_bus, spi_bus
from firmware.simulator.display import CONTROLLERS, I2cBus, SimulatedOled, SpiBus

BLACK = Image.new("1", (128, 64), 0)


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def noise(seed):
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


def same(one, other):
    return one.tobytes() == other.tobytes()


def table(driver="ssd1306", **options):
    """Return a display, its simulated panel, its bus and its clock."""
    clock = Clock()
    bus = I2cBus(SimulatedOled(driver))
    return OledDisplay(driver, lambda: i2c_bus(bus), clock=clock, **options), bus.oled, bus, clock


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_picture_comes_out_pixel_by_pixel_on_i2c(driver, rotation):
    display, oled, _, _ = table(driver, rotation=rotation)
    for seed in range(3):
        display.show(noise(seed))
        assert same(oled.picture(), noise(seed).rotate(rotation))
    assert oled.lit


@pytest.mark.parametrize("driver", DRIVERS)
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_picture_comes_out_pixel_by_pixel_on_spi(driver, rotation):
    oled = SimulatedOled(driver)
    bus = SpiBus(oled)
    display = OledDisplay(driver, lambda: spi_bus(bus, bus), rotation=rotation, clock=Clock())
    display.show(noise(1))
    assert same(oled.picture(), noise(1).rotate(rotation))
    assert bus.max_speed_hz == 8_000_000
    display.close()
    assert bus.closed
    assert not oled.lit


def test_the_wrong_driver_shows_a_mess():
    bus = I2cBus(SimulatedOled("sh1106"))
    OledDisplay("ssd1306", lambda: i2c_bus(bus)).show(noise(1))
    assert bus.oled.lit
    assert not same(bus.oled.picture(), noise(1))


def test_an_unchanged_picture_is_not_sent():
    display, _, bus, clock = table()
    display.show(noise(1))
    sent = bus.sent
    for _ in range(20):
        clock.now += REFRESH / 25
        display.show(noise(1))
    assert bus.sent == sent
    display.show(noise(2))
    assert bus.sent > sent + 1024


def test_everything_is_sent_again_after_a_while_without_switching_off():
    display, oled, bus, clock = table()
    display.show(noise(1))
    sent = bus.sent
    dark = []
    obey = oled.command
    oled.command = lambda values: (obey(values), dark.append(not oled.lit))
    clock.now += REFRESH
    display.show(noise(1))
    assert bus.sent > sent + 1024
    assert dark
    assert not any(dark)
    assert same(oled.picture(), noise(1))


def test_changes_do_not_put_off_what_is_due():
    display, oled, _, clock = table()
    for seed in range(9):
        if seed == 2:
            oled.power_cycle()
        display.show(noise(seed))
        clock.now += REFRESH / 4
    assert oled.lit
    assert same(oled.picture(), noise(8))


def test_an_absent_display_is_named_with_a_remedy_at_every_try():
    display, _, bus, _ = table()
    bus.unplug()
    for _ in range(3):
        with pytest.raises(DeviceError) as caught:
            display.show(noise(1))
        assert caught.value.what == "display"
        assert "i2cdetect" in caught.value.remedy
    assert bus.sent == 0
    bus.plug()
    display.show(noise(1))
    assert same(bus.oled.picture(), noise(1))


def test_a_display_unplugged_in_mid_game_is_missed_and_comes_back():
    display, oled, bus, clock = table()
    display.show(noise(1))
    bus.unplug()
    display.show(noise(1))
    clock.now += REFRESH
    with pytest.raises(DeviceError):
        display.show(noise(1))
    bus.plug()
    assert not oled.lit
    display.show(noise(1))
    assert same(oled.picture(), noise(1))


@pytest.mark.parametrize("driver", DRIVERS)
def test_a_refusal_anywhere_in_a_frame_is_told_and_mended(driver):
    display, oled, bus, _ = table(driver)
    display.show(BLACK)
    start = bus.sent
    display.show(noise(0))
    length = bus.sent - start
    for count in range(0, length, 37):
        display.show(noise(count))
        bus.nack_after(count)
        with pytest.raises(DeviceError):
            display.show(noise(count + 1))
        display.show(noise(count + 1))
        assert same(oled.picture(), noise(count + 1)), count


def test_a_refusal_in_mid_frame_leaves_half_a_picture():
    display, oled, bus, _ = table()
    display.show(BLACK)
    bus.nack_after(600)
    with pytest.raises(DeviceError):
        display.show(Image.new("1", (128, 64), 1))
    lit = oled.picture().convert("L").histogram()[255]
    assert 3000 < lit < 128 * 64 - 3000


def test_a_display_that_lost_its_power_shows_nothing_until_it_is_started_again():
    display, oled, _, clock = table()
    display.show(noise(1))
    oled.power_cycle()
    display.show(noise(2))
    assert not oled.lit
    assert same(oled.picture(), BLACK)
    clock.now += REFRESH
    display.show(noise(2))
    assert same(oled.picture(), noise(2))


def test_contrast_is_kept_over_a_loss_of_power():
    display, oled, _, clock = table()
    display.dim(30)
    assert oled.contrast == 127
    display.show(noise(1))
    assert oled.contrast == 30
    display.dim(200)
    assert oled.contrast == 200
    oled.power_cycle()
    clock.now += REFRESH
    display.show(noise(1))
    assert oled.contrast == 200


def test_the_same_contrast_is_not_sent_and_an_absent_display_is_told():
    display, _, bus, _ = table()
    display.show(noise(1))
    display.dim(7)
    sent = bus.sent
    display.dim(7)
    assert bus.sent == sent
    bus.unplug()
    with pytest.raises(DeviceError):
        display.dim(8)
    bus.plug()
    display.show(noise(1))
    assert bus.oled.contrast == 8


def test_close_switches_off_at_any_time_any_number_of_times():
    display, oled, bus, _ = table()
    display.close()
    display.show(noise(1))
    display.close()
    display.close()
    assert not oled.lit
    assert bus.closed
    display.show(noise(1))
    assert same(oled.picture(), noise(1))
    bus.unplug()
    display.close()


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1"), "dtparam"),
        (PermissionError(errno.EACCES, "Permission denied"), "groups"),
        (OSError(errno.ETIMEDOUT, "Timed out"), "wires"),
        (ModuleNotFoundError("No module named 'spidev'"), "apt install"),
    ],
)
def test_every_cause_has_its_remedy(fault, remedy):
    def broken():
        raise fault

    with pytest.raises(DeviceError, match=remedy) as caught:
        OledDisplay("ssd1306", broken).show(BLACK)
    assert caught.value.__cause__ is fault


def test_pins_that_another_program_holds_are_told():
    class Busy(SpiBus):
        def setup(self, _pin, _direction):
            raise Exception("GPIO busy")

    bus = Busy(SimulatedOled())
    with pytest.raises(DeviceError, match="other program") as caught:
        OledDisplay("ssd1306", lambda: spi_bus(bus, bus)).show(BLACK)
    assert "GPIO busy" in str(caught.value.__cause__)


def test_an_spi_bus_that_is_not_there_is_named():
    class Absent(SpiBus):
        def open(self, _bus, _device):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    bus = Absent(SimulatedOled())
    with pytest.raises(DeviceError, match=r"spi=on"):
        OledDisplay("ssd1306", lambda: spi_bus(bus, bus)).show(BLACK)


def test_a_mistake_of_ours_is_no_device_error():
    def broken():
        raise KeyError("ours")

    with pytest.raises(KeyError):
        OledDisplay("ssd1306", broken).show(BLACK)


def test_a_pi_without_the_bus_is_named(monkeypatch):
    smbus2 = pytest.importorskip("smbus2")

    def absent(port):
        assert port == 1
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{port}")

    monkeypatch.setattr(smbus2, "SMBus", absent)
    with pytest.raises(DeviceError, match="dtparam=i2c_arm=on"):
        OledDisplay("ssd1306", i2c_bus).show(BLACK)


def test_the_real_bus_is_opened_once_and_closed(monkeypatch):
    opened = []
    smbus2 = pytest.importorskip("smbus2")
    monkeypatch.setattr(smbus2, "SMBus", lambda port: opened.append(I2cBus(SimulatedOled())) or opened[-1])
    display = OledDisplay("ssd1306", i2c_bus)
    display.show(noise(1))
    display.show(noise(2))
    assert len(opened) == 1
    display.close()
    assert opened[0].closed


def test_a_failed_start_gives_its_bus_back():
    closed = []

    class Dead:
        def command(self, *values):
            raise OSError(errno.EIO, "Input/output error")

        data = command

    display = OledDisplay("ssd1306", lambda: Bus(Dead(), lambda: closed.append(True)))
    for tries in (1, 2, 3):
        with pytest.raises(DeviceError):
            display.show(BLACK)
        assert len(closed) == tries


def test_a_display_that_stays_away_leaves_no_hooks_behind():
    display, _, bus, _ = table()
    bus.unplug()
    before = atexit._ncallbacks()
    for _ in range(50):
        with pytest.raises(DeviceError):
            display.show(BLACK)
    assert atexit._ncallbacks() == before
    table()
    assert atexit._ncallbacks() == before + 1


def test_the_hook_at_the_end_of_python_touches_nothing():
    display, oled, bus, _ = table()
    display.show(noise(1))
    sent = bus.sent
    display._device.cleanup()
    assert bus.sent == sent
    assert same(oled.picture(), noise(1))


@pytest.mark.parametrize("picture", [Image.new("L", (128, 64)), Image.new("1", (64, 128))])
def test_another_kind_of_picture_is_refused(picture):
    display, *_ = table()
    with pytest.raises(ValueError, match="picture"):
        display.show(picture)


def test_settings_that_mean_nothing_are_refused():
    with pytest.raises(ValueError, match="ssd1351"):
        OledDisplay("ssd1351", i2c_bus)
    with pytest.raises(ValueError, match="90"):
        OledDisplay("ssd1306", i2c_bus, rotation=90)
    with pytest.raises(ValueError, match="256"):
        table()[0].dim(256)


def test_luma_is_imported_only_when_a_display_is_made():
    code = "import sys, firmware.oled_display, firmware.simulator.display; sys.exit('luma' in sys.modules)"
    import subprocess

    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


def test_a_slow_bus_costs_what_it_says():
    slept = []
    bus = I2cBus(SimulatedOled(), baud=100_000, sleep=slept.append)
    display = OledDisplay("ssd1306", lambda: i2c_bus(bus), clock=Clock())
    display.show(BLACK)
    start = bus.busy
    display.show(noise(1))
    assert bus.busy - start == pytest.approx((1024 + 32 * 2 + 2 + 6) * 9 / 100_000)
    assert sum(slept) == pytest.approx(bus.busy)


class TestTheSimulatedPanel:
    """The simulator by itself, against the datasheets."""

    def lit(self, name="ssd1306"):
        oled = SimulatedOled(name)
        oled.command([0x8D, 0x14, 0xAF, 0xA1, 0xC8])
        for page in range(8):
            oled.command([0xB0 + page, 0x00, 0x10])
            oled.data([0] * oled.controller.columns)
        oled.command([0xB0, 0x00, 0x10])
        return oled

    def spots(self, oled):
        picture = oled.picture()
        return {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}

    def test_it_starts_dark_and_full_of_noise(self):
        oled = SimulatedOled()
        assert not oled.lit
        assert same(oled.picture(), BLACK)
        oled.command([0x8D, 0x14, 0xAF])
        assert 1000 < oled.picture().convert("L").histogram()[255] < 7000

    def test_an_ssd1306_without_its_charge_pump_stays_dark(self):
        oled = SimulatedOled("ssd1306")
        oled.command([0xAF])
        assert not oled.lit
        for name in ("ssd1309", "sh1106"):
            other = SimulatedOled(name)
            other.command([0xAF])
            assert other.lit

    def test_page_addressing_sets_one_place_and_stays_in_its_page(self):
        oled = self.lit()
        oled.command([0xB2, 0x0E, 0x17])
        oled.data([0x81, 0x01, 0x02])
        assert self.spots(oled) == {(126, 16), (126, 23), (127, 16), (0, 17)}

    def test_an_sh1106_stops_at_the_end_of_a_page_and_shows_its_middle(self):
        oled = self.lit("sh1106")
        oled.command([0xB0, 0x02, 0x18])
        oled.data([0x01, 0x01, 0x01, 0x01])
        assert self.spots(oled) == set()
        oled.command([0xB0, 0x02, 0x10])
        oled.data([0x01])
        assert self.spots(oled) == {(0, 0)}

    def test_horizontal_addressing_fills_a_window_row_by_row(self):
        oled = self.lit()
        oled.command([0x20, 0x00, 0x21, 10, 11, 0x22, 1, 2])
        oled.data([0x01, 0x02, 0x04, 0x08, 0x10])
        assert self.spots(oled) == {(11, 9), (10, 18), (11, 19), (10, 12)}

    def test_vertical_addressing_fills_a_window_column_by_column(self):
        oled = self.lit()
        oled.command([0x20, 0x01, 0x21, 10, 11, 0x22, 1, 2])
        oled.data([0x01, 0x02, 0x04, 0x08, 0x10])
        assert self.spots(oled) == {(10, 17), (11, 10), (11, 19), (10, 12)}

    def test_unmapped_columns_and_rows_mirror_the_picture(self):
        oled = self.lit()
        oled.command([0xA0, 0xC0])
        oled.data([0x01])
        assert self.spots(oled) == {(127, 63)}

    def test_start_line_and_offset_roll_the_picture(self):
        oled = self.lit()
        oled.data([0x01])
        oled.command([0x40 + 3])
        assert self.spots(oled) == {(0, 61)}
        oled.command([0xD3, 4])
        assert self.spots(oled) == {(0, 57)}

    def test_rows_that_are_not_driven_stay_dark(self):
        oled = self.lit()
        oled.command([0xA5, 0xA4, 0xA8, 0x1F, 0xB7])
        oled.data([0xFF])
        assert self.spots(oled) == set()

    def test_all_on_and_inversion(self):
        oled = self.lit()
        oled.data([0x01])
        oled.command([0xA7])
        assert len(self.spots(oled)) == 128 * 64 - 1
        oled.command([0xA5])
        assert len(self.spots(oled)) == 128 * 64
        oled.command([0xA4, 0xA6])
        assert self.spots(oled) == {(0, 0)}

    def test_a_command_may_come_in_pieces(self):
        oled = self.lit()
        oled.command([0x81])
        oled.command([0xAE])
        assert oled.contrast == 0xAE
        assert oled.lit

    def test_reset_keeps_the_memory_and_power_loss_does_not(self):
        oled = self.lit()
        oled.data([0x01])
        oled.reset()
        assert not oled.lit
        oled.command([0x8D, 0x14, 0xAF, 0xA1, 0xC8])
        assert self.spots(oled) == {(0, 0)}

    def test_another_address_is_refused(self):
        bus = I2cBus(SimulatedOled())
        with pytest.raises(OSError, match="Remote"):
            bus.write_i2c_block_data(0x3D, 0x00, [0xAF])
        bus.write_i2c_block_data(0x3C, 0x00, [0xAF])

    def test_spi_loses_what_is_sent_to_nobody(self):
        oled = SimulatedOled("ssd1309")
        bus = SpiBus(oled)
        display = OledDisplay("ssd1309", lambda: spi_bus(bus, bus), clock=Clock())
        display.show(noise(1))
        bus.unplug()
        display.show(noise(2))
        assert same(oled.picture(), noise(1))
        bus.plug()
        assert not oled.lit

    def test_a_look_is_never_half_a_message_old(self):
        """White and black frames, each in one message: a look sees one or the other."""
        oled = self.lit()
        oled.command([0x20, 0x00])
        done = threading.Event()

        def write():
            for turn in range(40):
                oled.data([0xFF * (turn % 2)] * 1024)
            done.set()

        writer = threading.Thread(target=write)
        writer.start()
        looks = [oled.picture().getextrema()]
        while not done.is_set():
            looks.append(oled.picture().getextrema())
        writer.join()
        assert set(looks) <= {(0, 0), (255, 255)}

    def test_every_driver_has_its_controller(self):
        assert set(CONTROLLERS) == set(DRIVERS)


def test_a_screen_of_the_look_book_goes_through():
    display, oled, _, _ = table("sh1106")
    canvas = Canvas()
    canvas.line("Round 4", "Bank 61")
    canvas.pawn("A", 1, 15, 30)
    canvas.counter("Rent 5 + 4", "paid")
    display.show(canvas.image)
    assert same(oled.picture(), canvas.image)
    ImageDraw.Draw(canvas.image).point((0, 0), fill=1)
    display.show(canvas.image)
    assert same(oled.picture(), canvas.image)
