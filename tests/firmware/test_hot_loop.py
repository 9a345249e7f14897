"""What `make bench` prints of the reader, as promises (H2), and the stock driver on the same simulated chip as ours."""

import pytest

from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.tags import classic
from tests.bench import hot_loop
from tests.bench.healthy_polls import poll

HOURS = pytest.param(30_000, marks=pytest.mark.broad)  # A million takes minutes: python -m tests.bench.healthy_polls 1000000


def test_our_poll_is_cheap_and_whole_where_the_stock_one_is_neither() -> None:
    costs = hot_loop.costs(20)
    empty, tag = costs["ours", "nothing"], costs["ours", "a 7-byte tag"]
    assert empty.transfers <= 70
    assert (empty.answered, tag.answered, tag.read) == (0, 1, 1)
    stock_empty, stock_tag = costs["stock", "nothing"], costs["stock", "a 7-byte tag"]
    assert stock_empty.transfers == 2013
    assert (stock_tag.answered, stock_tag.read) == (0.5, 0)
    assert stock_empty.milliseconds > 20 * empty.milliseconds


@pytest.mark.parametrize("polls", [3_000, HOURS])
def test_healthy_polls_raise_no_false_alarm_and_lay_no_phantom(polls: int) -> None:
    tally = poll(polls)
    assert tally.told == {"Laid": tally.laid, "Lifted": tally.lifted}
    assert tally.false == 0
    assert tally.laid == polls / 500


@pytest.mark.parametrize("at", [300, 500, 501])
def test_an_alarm_among_them_would_be_counted(at: int) -> None:
    assert poll(600, brown_out_at=at).false >= 2  # One line down, one up.


def test_the_stock_driver_behaves_on_the_simulated_chip_as_on_a_real_one() -> None:
    """It reads a UID of four bytes, selects and authenticates it."""
    chip, uid = Chip(Clock()), [0x11, 0x22, 0x33, 0x44, 0x44]  # With its check byte.
    with hot_loop.stock_driver(chip) as stock:
        chip.lay(classic(bytes(uid[:4])))
        chip.clock.sleep(0.01)
        assert stock.MFRC522_Request(stock.PICC_REQIDL)[0] == stock.MI_OK
        assert stock.MFRC522_Anticoll() == (stock.MI_OK, uid)
        assert stock.MFRC522_SelectTag(uid) == 0x08
        assert stock.MFRC522_Auth(stock.PICC_AUTHENT1A, 8, [0xFF] * 6, uid[:4]) == stock.MI_OK
        assert stock.Read_MFRC522(stock.Status2Reg) & 0x08
        stock.MFRC522_StopCrypto1()
        assert stock.Read_MFRC522(stock.Status2Reg) & 0x08 == 0
