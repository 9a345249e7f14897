"""A panel that comes and goes: one line down, one up, and nobody waits for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from firmware.devices import Button, DeviceError, Light, Phrase, Pressed
from firmware.gpio_panel import GpioPanel, mock_pins
from firmware.panel_watch import RETRY_SECONDS, PanelWatch
from firmware.rhythm import RED
from firmware.simulator.panel import SimulatedPanel

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 60.0  # Seconds that a busy machine gets; nothing waits for their end.


class Table:
    """A panel on mock pins, running for real, that is opened on a clock of its own."""

    def __init__(self) -> None:
        self.pins = mock_pins()
        self.fingers = SimulatedPanel(self.pins)
        self.now = 0.0
        self.tries: list[float] = []
        self.watch = PanelWatch(self._open, clock=lambda: self.now)

    def touch(self, button: Button) -> None:
        """Touch a key once it is known to be up."""
        end = time.monotonic() + PATIENCE
        while self.watch.held(button) and time.monotonic() < end:
            time.sleep(0.005)
        self.fingers.touch(button)

    def _open(self) -> GpioPanel:
        self.tries.append(self.now)
        panel = GpioPanel(self.pins)
        panel.start()
        return panel


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.watch.close()


def test_a_panel_that_is_there_is_played_and_read(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    assert table.watch.pressed(0) is None  # Opens it.
    table.touch(Button.BACK)
    assert table.watch.pressed(PATIENCE) == Pressed(Button.BACK)
    assert not table.watch.held(Button.LAST_ORDER)
    table.watch.play(Phrase.RIGHT)
    table.watch.light(Light.ASKED, RED)
    assert table.watch.said == (1, (Phrase.RIGHT,))
    assert table.tries == [0.0]
    assert caplog.records == []


def test_an_absent_panel_is_told_once_and_tried_every_second(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.pins.within_reach = False
    for tenth in range(50):
        table.now = tenth / 10
        assert table.watch.pressed(0) is None
    table.watch.play(Phrase.RIGHT)
    table.watch.light(Light.OFF)
    assert not table.watch.held(Button.OK)
    assert table.watch.said == (0, ())
    assert len(table.tries) == 5 / RETRY_SECONDS
    (line,) = (record.getMessage() for record in caplog.records)
    assert line.startswith("the panel is lost: check that")


def test_a_lost_panel_comes_back(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    assert table.watch.look() is not None
    table.pins.within_reach = False
    assert table.watch.pressed(PATIENCE) is None
    assert table.watch.look() is None  # A second has not passed.
    table.pins.within_reach = True
    table.now += RETRY_SECONDS
    assert table.watch.look() is not None
    table.touch(Button.LAST_ORDER)
    assert table.watch.pressed(PATIENCE) == Pressed(Button.LAST_ORDER)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["the panel is lost", "the panel is back"]


def test_a_closed_one_is_not_opened_again(table: Table) -> None:
    table.watch.look()
    table.watch.close()
    table.watch.close()
    assert table.watch.pressed(PATIENCE) is None
    GpioPanel(table.pins).close()  # The pins are free.
    unopened = Table()
    unopened.watch.close()
    assert unopened.watch.pressed(PATIENCE) is None  # Nor does it wait.
    assert unopened.tries == []


def test_one_that_is_closed_while_it_opens_gives_its_pins_back() -> None:
    table = Table()
    opening, table.watch = table._open, None

    def slowly() -> GpioPanel:
        panel = opening()
        watch.close()
        return panel

    watch = PanelWatch(slowly, clock=lambda: 0.0)
    watch.look()
    GpioPanel(table.pins).close()


def test_a_mistake_of_ours_is_not_hidden() -> None:
    watch = PanelWatch(lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        watch.pressed(0)


def test_the_remedy_is_the_one_that_the_pins_give(caplog: pytest.LogCaptureFixture) -> None:
    def none() -> GpioPanel:
        raise DeviceError("panel", "solder it on.")

    PanelWatch(none).look()
    assert caplog.records[0].getMessage() == "the panel is lost: solder it on."
