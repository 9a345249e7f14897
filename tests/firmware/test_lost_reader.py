"""A lost reader says so at once, with a remedy, and comes back; and a healthy one never does (H2)."""

import logging
import sys
from unittest.mock import Mock

import pytest

from firmware.devices import DeviceError
from firmware.reader.mfrc522_reader import PROBE_SECONDS
from firmware.simulator.core import Core
from firmware.simulator.registers import Register
from firmware.simulator.tags import Ntag213
from tests.bench.healthy_polls import poll
from tests.firmware.readers import Readers

SEVEN = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.mark.parametrize("after", range(1, 78, 2))
def test_a_reset_in_mid_read_gives_the_tag_or_an_alarm_but_no_silence(readers: Readers, after: int) -> None:
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN))
    readers.chip.brown_out(after_transfers=after)
    try:
        assert reader.present() == (SEVEN,)
    except DeviceError:
        return
    with pytest.raises(DeviceError):
        reader.present()


def test_a_chip_that_fails_while_a_tag_seems_to_rest_is_found_within_a_second(readers: Readers) -> None:
    """The probe does not wait for an empty poll."""
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN))
    reader.present()
    readers.chip.xfer([Register.T_PRESCALER << 1, 0x3D])  # The timer is slightly off, everything else works.
    began = readers.clock.monotonic()
    with pytest.raises(DeviceError):
        all(reader.present() == (SEVEN,) for _ in range(10_000))
    assert readers.clock.monotonic() - began < PROBE_SECONDS + 0.1


LESS = {Register.TX_ASK: 0x00, Register.RF_CFG: 0x08, Register.MODE: 0xBD, Register.COMMAND: 0x10, Register.T_RELOAD_HIGH: 1}


@pytest.mark.parametrize(("register", "value"), LESS.items(), ids=[register.name for register in LESS])
def test_a_chip_that_lost_a_setting_without_which_it_still_reads_is_found(readers: Readers, register: int, value: int) -> None:
    reader = readers.opened()
    readers.chip.xfer([register << 1, value])
    assert not reader._link.healthy()


def test_a_chip_that_keeps_its_settings_but_sends_nothing_is_found(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.opened()
    with monkeypatch.context() as hanging:
        hanging.setattr(Core, "_send", lambda core: None)
        for _ in range(3):  # By each poll, until it works.
            with pytest.raises(DeviceError):
                reader.present()
            reader.open()
    assert reader.present() == ()
    readers.lay(Ntag213(SEVEN))
    assert reader.present() == (SEVEN,)


def test_one_disturbed_look_is_no_alarm(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.opened()
    monkeypatch.setattr(reader._link, "healthy", Mock(side_effect=[False, True]))
    assert reader.present() == ()


def test_what_the_pi_lacks_is_told_with_what_to_do(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    for lack, told in (
        (lambda: setattr(readers.pins, "has_spi", False), r"spidev0\.0.*dtparam=spi=on"),
        (lambda: setattr(readers.pins, "mode", 10), "BOARD"),
        (lambda: monkeypatch.setitem(sys.modules, "RPi", None), "packages"),
    ):
        lack()
        with pytest.raises(DeviceError, match=told):
            readers.reader().open()


def test_a_bus_that_fails_in_mid_game_or_while_it_is_opened(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    xfer, failing = readers.chip.xfer, Mock(side_effect=OSError(5, "Input/output error"))
    reader = readers.opened()
    with monkeypatch.context() as mid_game:
        mid_game.setattr(readers.chip, "xfer", failing)
        with pytest.raises(DeviceError, match="Input/output"):
            reader.present()
    began = readers.chip.transfers
    reader.open()
    took = readers.chip.transfers - began
    assert reader.present() == ()
    for after in range(took):  # Each of its transfers is the one that fails.
        answers = iter([xfer] * after)
        monkeypatch.setattr(readers.chip, "xfer", lambda sent, left=answers: next(left, failing)(sent))
        with pytest.raises(DeviceError, match="Input/output"):
            readers.opened(shared=True)


def test_it_holds_its_reset_pin_for_50_ms_and_takes_one_megahertz(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[tuple[bool, float]] = []
    monkeypatch.setattr(readers.chip, "reset_pin", lambda high: levels.append((high, readers.clock.monotonic())))
    reader = readers.opened()
    (low, began), (high, ended) = levels[-2:]
    assert (low, high, ended - began >= 0.05) == (False, True, True)
    assert (readers.pins.mode, set(readers.pins.levels)) == (11, {25})  # 11 is BCM numbering.
    assert reader._link.spi.max_speed_hz == 1_000_000


def test_opening_again_adds_no_log_and_closing_frees_no_pin_of_others_and_darkens_the_field(readers: Readers) -> None:
    handlers = list(logging.getLogger("mfrc522Logger").handlers)
    reader = readers.reader()
    reader.close()
    readers.pins.levels[17] = 1
    for _ in range(3):
        reader.open()
    assert readers.chip.field_on
    for _ in range(2):
        reader.close()
        assert not readers.chip.field_on
    reader.open()
    reader._link.spi.close()
    reader.close()
    assert logging.getLogger("mfrc522Logger").handlers == handlers
    assert readers.pins.levels[17] == 1


HOURS = pytest.param(30_000, marks=pytest.mark.broad)  # A million take minutes: python -m tests.bench.healthy_polls 1000000


@pytest.mark.parametrize("polls", [3_000, HOURS])
def test_healthy_polls_raise_no_false_alarm_and_lay_no_phantom(polls: int) -> None:
    tally = poll(polls)
    assert (tally.told, tally.false, tally.done["Laid"]) == (tally.done, 0, polls / 500)


@pytest.mark.parametrize("at", [300, 501])
def test_an_alarm_among_them_would_be_counted(at: int) -> None:
    assert poll(600, brown_out_at=at).false >= 2  # One loss and one return.
