"""A panel whose thread comes late, on a machine that is busy with something else: what the keys did meanwhile still counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware.devices import Button, Pressed
from firmware.gpio_panel import TICK, GpioPanel, mock_pins
from firmware.simulator.panel import SimulatedPanel


class Panel:
    """A panel and the fingers on it, with a clock of its own; nobody looks at the keys until `look`."""

    def __init__(self) -> None:
        self.now = 50.0
        pins = mock_pins()
        self.panel = GpioPanel(pins, clock=lambda: self.now)
        self.fingers = SimulatedPanel(pins, clock=lambda: self.now, sleep=self.pass_by)
        self.look()

    def pass_by(self, seconds: float) -> None:
        self.now += seconds

    def look(self) -> list[Pressed]:
        """Look at the keys steadily again, and return what was pressed."""
        for _ in range(20):
            self.panel.tick()
            self.pass_by(TICK)
        found = []
        while press := self.panel.pressed(0):
            found.append(press)
        return found


@pytest.fixture
def late() -> Iterator[Panel]:
    late = Panel()
    yield late
    late.panel.close()


@pytest.mark.parametrize("bouncing", [False, True])
@pytest.mark.parametrize("button", Button)
def test_a_press_that_is_over_before_anybody_looks_is_heard(late: Panel, button: Button, bouncing: bool) -> None:
    late.fingers.bouncing = bouncing
    late.fingers.touch(button, 0.08)
    late.pass_by(0.5)
    assert late.look() == [Pressed(button)]


def test_presses_one_after_another_are_all_heard(late: Panel) -> None:
    for button in (Button.BACK, Button.BACK, Button.OK):
        late.fingers.touch(button, 0.08)
        late.pass_by(0.1)
    assert late.look() == [Pressed(Button.BACK), Pressed(Button.BACK), Pressed(Button.OK)]


@pytest.mark.parametrize("seconds", [1.9, 2.1])
def test_how_long_a_press_took_is_no_matter_of_when_somebody_looks(late: Panel, seconds: float) -> None:
    late.fingers.touch(Button.OK, seconds)
    late.pass_by(1)
    assert late.look() == [Pressed(Button.OK, long=seconds > 2)]


def test_a_bounce_alone_is_no_press(late: Panel) -> None:
    late.fingers.touch(Button.BACK, 0.01)
    late.pass_by(0.5)
    assert late.look() == []
