"""The panel's own thread, its real pins, the error if they aren't available, and a panel that comes and goes."""

import itertools
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from gpiozero import LED

import firmware.panel.gpio_panel
from companion.tags.pieces import Pieces
from firmware import wiring
from firmware.building import Settings, build_devices
from firmware.command import main
from firmware.devices import Button, DeviceError, Light, Phrase, Pressed
from firmware.panel.gpio_panel import TICK, GpioPanel, lgpio_pins, mock_pins
from firmware.panel.panel_watch import RETRY_SECONDS, PanelWatch
from firmware.panel.rhythm import RED
from firmware.simulator.panel import SimulatedPanel
from tests.evenings.house import until

LGPIO = "gpiozero.pins.lgpio"
PATIENCE = 300.0  # A limit in seconds for a busy machine; no test waits until it is over.


class Living:
    """A panel that is opened when its pins are available, on a simulated clock."""

    def __init__(self) -> None:
        self.pins = mock_pins()
        self.sim = SimulatedPanel(self.pins)
        self.now, self.tries = 0.0, []
        self.watch = PanelWatch(self.open, clock=lambda: self.now)

    def open(self) -> GpioPanel:
        self.tries.append(self.now)
        self.panel = GpioPanel(self.pins)
        self.panel.start()
        return self.at_rest()

    def at_rest(self) -> GpioPanel:
        """Return the panel once its thread waits for something to wake it."""
        until(lambda: self.panel.patience() != TICK and not self.panel._woken.is_set(), "a panel at rest", PATIENCE)
        return self.panel


@pytest.fixture
def living() -> Iterator[Living]:
    living = Living()
    yield living
    living.pins.within_reach = True
    living.watch.close()


def test_its_thread_is_woken_by_keys_phrases_and_lights_and_by_the_end(living: Living, monkeypatch: pytest.MonkeyPatch) -> None:
    before, beats, colours = set(threading.enumerate()), threading.Event(), threading.Event()
    living.pins.pin(wiring.BUZZER.bcm).listener = lambda level: beats.set()
    living.pins.pin(wiring.LED[0].bcm).listener = lambda level: colours.set()
    monkeypatch.setattr(firmware.panel.gpio_panel, "REST", 3600.0)  # Only a wake-up ends it.
    panel = living.watch.look()
    (thread,) = set(threading.enumerate()) - before
    living.sim.press(Button.BACK)
    assert panel.pressed(PATIENCE) == Pressed(Button.BACK)
    living.sim.release(Button.BACK)
    living.at_rest().play(Phrase.RIGHT)
    assert beats.wait(PATIENCE)
    living.at_rest().light(Light.ASKED, (255, 160, 0))
    assert colours.wait(PATIENCE)
    living.at_rest().close()
    assert (thread.is_alive(), living.sim.colour) == (False, (0, 0, 0))


def test_pins_that_are_taken_are_told_and_none_is_kept(living: Living) -> None:
    living.watch.look()
    with pytest.raises(DeviceError, match="no other program") as caught:
        GpioPanel(living.pins)
    assert caught.value.what == "panel"
    pins = mock_pins()
    led = LED(wiring.KEY_LAST_ORDER.bcm, pin_factory=pins)
    with pytest.raises(DeviceError) as kept:
        GpioPanel(pins)
    led.close()
    GpioPanel(pins).close()
    assert kept.value.__cause__ is not None  # The error keeps its cause alive until here, and any pin that wasn't released.


@pytest.mark.parametrize("chosen", [None, "/run/barkeep"])
def test_lgpio_leaves_its_pipes_where_it_may(monkeypatch: pytest.MonkeyPatch, chosen: str | None) -> None:
    monkeypatch.setenv("LG_WD", chosen or "")
    if chosen is None:
        monkeypatch.delenv("LG_WD")
    with pytest.raises(SystemExit):
        main(["--version"])
    assert os.environ["LG_WD"] == (chosen or tempfile.gettempdir())


@pytest.mark.parametrize("fault", [OSError("can not open gpiochip"), Exception("GPIO busy"), None])
def test_no_gpio_is_told_with_a_remedy(monkeypatch: pytest.MonkeyPatch, fault: Exception | None) -> None:
    monkeypatch.setitem(sys.modules, LGPIO, fault and SimpleNamespace(LGPIOFactory=Mock(side_effect=fault)))
    with pytest.raises(DeviceError, match=r"python3-lgpio.*without keys"):
        lgpio_pins()


def test_while_a_pin_is_held_elsewhere_all_attempts_share_one_chip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pins = mock_pins()  # Only once: each holds a file of the kernel's open.
    monkeypatch.setitem(sys.modules, LGPIO, SimpleNamespace(LGPIOFactory=Mock(side_effect=[pins])))
    held = LED(wiring.BUZZER.bcm, pin_factory=pins)
    panel = build_devices(Settings(tmp_path, "pi", display="none"), Pieces()).panel
    assert panel is not None
    panel._retry_at, panel._clock = 0.0, itertools.count(100.0, 2 * RETRY_SECONDS).__next__
    assert [panel.look() for _ in range(3)] == [None, None, None]
    held.close()
    assert panel.look() is not None
    panel.close()


def test_a_panel_is_played_and_read_lost_and_found_again(living: Living, caplog: pytest.LogCaptureFixture) -> None:
    for button in (Button.BACK, Button.LAST_ORDER):
        assert living.watch.pressed(0) is None  # Opens it.
        living.sim.press(button)
        assert living.watch.pressed(PATIENCE) == Pressed(button)
        assert (living.watch.held(button), living.watch.is_down(button)) == (True, True)
        living.watch.play(Phrase.RIGHT)
        living.watch.light(Light.ASKED, RED)
        assert living.watch.said == (1, (Phrase.RIGHT,))
        living.pins.within_reach = False
        assert living.watch.pressed(PATIENCE) is None
        assert living.watch.look() is None  # Less than a second has passed.
        living.pins.within_reach = True
        living.now += RETRY_SECONDS
    assert living.watch.look() is not None
    assert [line.split(":")[0] for line in caplog.messages] == ["the panel is lost", "the panel is back"] * 2


@pytest.mark.parametrize("opened", [True, False])
def test_a_closed_one_is_not_opened_again_and_whoever_waits_is_woken(living: Living, opened: bool) -> None:
    if opened:
        living.watch.look()
    answers: list[Pressed | None] = []
    wait = lambda: answers.extend(living.watch.pressed(threading.TIMEOUT_MAX) for _ in range(3))
    (waiting := threading.Thread(target=wait)).start()
    for _ in range(2):
        living.watch.close()
    waiting.join(PATIENCE)
    assert answers == [None] * 3
    tries, living.now = len(living.tries), living.now + RETRY_SECONDS
    assert (living.watch.pressed(0), len(living.tries)) == (None, tries)
    GpioPanel(living.pins).close()  # The pins are free.


def test_one_that_is_closed_while_it_opens_gives_its_pins_back(living: Living) -> None:
    def slowly() -> GpioPanel:
        panel = living.open()
        watch.close()
        return panel

    watch = PanelWatch(slowly, clock=lambda: 0.0)
    watch.look()
    GpioPanel(living.pins).close()
