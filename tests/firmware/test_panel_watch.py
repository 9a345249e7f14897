"""A panel that comes and goes: one line down, one up, and nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from firmware.devices import Button, DeviceError, Light, Phrase, Pressed
from firmware.gpio_panel import GpioPanel, mock_pins
from firmware.panel_watch import RETRY_SECONDS, PanelWatch
from firmware.rhythm import RED
from firmware.simulator.panel import SimulatedPanel
from tests.evenings.house import until

PATIENCE = 300.0  # Seconds that a busy machine gets; nothing waits for their end.


class Table:
    """A panel on mock pins, running for real, that is opened on a clock of its own."""

    def __init__(self) -> None:
        self.pins = mock_pins()
        self.fingers = SimulatedPanel(self.pins)
        self.now = 0.0
        self.tries: list[float] = []
        self.watch = PanelWatch(self.open, clock=lambda: self.now)

    def open(self) -> GpioPanel:
        self.tries.append(self.now)
        panel = GpioPanel(self.pins)
        panel.start()
        return panel

    def hears(self, button: Button) -> bool:
        """Press a key, once it is known to be up, until the panel has told of it."""
        until(lambda: not self.watch.held(button), "a key that is up", PATIENCE)
        self.fingers.press(button)
        return self.watch.pressed(PATIENCE) == Pressed(button)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.watch.close()


def test_a_panel_that_is_there_is_played_and_read(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    assert table.watch.pressed(0) is None  # Opens it.
    assert table.hears(Button.BACK)
    assert table.watch.held(Button.BACK)
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
    (line,) = caplog.messages
    assert line.startswith("the panel is lost: check that")


def test_a_lost_panel_comes_back(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    assert table.watch.look() is not None
    table.pins.within_reach = False
    assert table.watch.pressed(PATIENCE) is None
    assert table.watch.look() is None  # A second has not passed.
    table.pins.within_reach = True
    table.now += RETRY_SECONDS
    assert table.watch.look() is not None
    assert table.hears(Button.LAST_ORDER)
    assert [line.split(":")[0] for line in caplog.messages] == ["the panel is lost", "the panel is back"]


@pytest.mark.parametrize("opened", [True, False])
def test_a_closed_one_is_not_opened_again_and_waits_for_nothing(table: Table, opened: bool) -> None:
    if opened:
        table.watch.look()
    for _ in range(2):
        table.watch.close()
    assert table.watch.pressed(threading.TIMEOUT_MAX) is None
    assert len(table.tries) == opened
    GpioPanel(table.pins).close()  # The pins are free.


def test_one_that_is_closed_while_it_opens_gives_its_pins_back(table: Table) -> None:
    def slowly() -> GpioPanel:
        panel = table.open()
        watch.close()
        return panel

    watch = PanelWatch(slowly, clock=lambda: 0.0)
    watch.look()
    GpioPanel(table.pins).close()


def test_a_mistake_of_ours_is_not_hidden_and_a_loss_has_the_pins_own_remedy(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ZeroDivisionError):
        PanelWatch(lambda: 1 / 0).pressed(0)

    def none() -> GpioPanel:
        raise DeviceError("panel", "solder it on.")

    PanelWatch(none).look()
    assert caplog.messages == ["the panel is lost: solder it on."]
