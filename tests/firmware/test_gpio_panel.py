from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import types

import pytest

import firmware.gpio_panel
import firmware.keys
from firmware import wiring
from firmware.devices import Button, DeviceError, Light, Phrase, Pressed
from firmware.gpio_panel import REST, TICK, GpioPanel, lgpio_pins, mock_pins
from firmware.keys import PRESS_STEADY
from firmware.rhythm import RED, WHITE
from firmware.simulator.panel import SimulatedPanel

AMBER = (255, 160, 0)
PATIENCE = 60.0  # Seconds that a busy machine gets; nothing waits for their end.


class Bench:
    """A panel, the fingers on it, and a clock that moves only here: in milliseconds, with a tick every five."""

    def __init__(self):
        self.now = 50.0
        self.pins = mock_pins()
        self.panel = GpioPanel(self.pins, clock=lambda: self.now)
        self.sim = SimulatedPanel(self.pins, clock=lambda: self.now, sleep=self.wait)
        self._next = self.now
        self.wait(0.1)

    def wait(self, seconds):
        end = self.now + seconds
        while self._next <= end:
            self.now = self._next
            self.panel.tick()
            self._next += TICK
        self.now = end

    def presses(self):
        """Return all presses so far."""
        found = []
        while press := self.panel.pressed(0):
            found.append(press)
        return found


class Dozing(Bench):
    """The same, but ticked as the panel's own thread does it: once its patience is over, or when something wakes it."""

    def __init__(self):
        self.ticks, self._patience = 0, TICK
        super().__init__()

    def wait(self, seconds):
        end = self.now + seconds
        self._wake()
        while self._next <= end:
            self.now = self._next
            self.panel.tick()
            self.ticks += 1
            self._patience = self.panel.patience()
            self._next = self.now + self._patience
            self._wake()
        self.now = end

    def _wake(self):
        if self._patience == REST and self.panel._woken.is_set():
            self.panel._woken.clear()
            self._next = self.now

    def lose_edges(self):
        for contact in self.panel._contacts:
            contact.pin.when_changed = None


@pytest.fixture
def bench():
    bench = Bench()
    yield bench
    bench.panel.close()


@pytest.fixture
def dozing():
    bench = Dozing()
    yield bench
    bench.panel.close()


@pytest.mark.parametrize("button", Button)
def test_one_touch_is_one_press(bench, button):
    bench.sim.touch(button)
    bench.wait(0.1)
    assert bench.presses() == [Pressed(button)]


def bounces(chance):
    return [chance.uniform(0.0002, 0.012) for _ in range(chance.randrange(0, 13))]


def trains(bench, count, shortest=0.04):
    """Touch keys at random, bouncing at both ends, and return the number of presses for each touch."""
    chance = random.Random(4)
    numbers = []
    for _ in range(count):
        button = chance.choice(list(Button))
        bench.sim.press(button, bounces(chance))
        bench.wait(chance.uniform(shortest, 0.3))
        bench.sim.release(button, bounces(chance))
        bench.wait(chance.uniform(0.08, 0.2))
        found = bench.presses()
        assert set(found) <= {Pressed(button)}
        numbers.append(len(found))
    return numbers


def test_a_thousand_bouncing_touches_are_a_thousand_presses(bench):
    assert set(trains(bench, 1000)) == {1}


@pytest.mark.parametrize("edges", [True, False])
def test_they_are_where_nobody_looks_without_need(dozing, edges):
    if not edges:
        dozing.lose_edges()
    assert set(trains(dozing, 1000, shortest=0.04 if edges else 0.06)) == {1}


@pytest.mark.parametrize("at", range(0, 41, 4))
def test_an_edge_is_looked_at_without_delay(dozing, at):
    dozing.wait(1 + at / 1000)
    dozing.sim.press(Button.BACK)
    dozing.wait(PRESS_STEADY - 0.001)
    assert dozing.presses() == []
    dozing.wait(0.001 + TICK)
    assert dozing.presses() == [Pressed(Button.BACK)]


def test_it_rests_while_nothing_moves_and_no_longer(dozing):
    dozing.panel.light(Light.READY)
    dozing.wait(0.1)
    before = dozing.ticks
    dozing.wait(10)
    assert dozing.ticks - before <= 10 / REST + 1
    for begin, end in (
        (lambda: dozing.sim.press(Button.BACK), PRESS_STEADY),
        (lambda: dozing.panel.play(Phrase.RIGHT), 0.07),
        (lambda: dozing.panel.light(Light.REFUSED), 0.5),
    ):
        begin()
        dozing.wait(0)
        assert dozing.panel.patience() == TICK
        dozing.wait(end + 2 * TICK)
        assert dozing.panel.patience() == REST


def test_without_debouncing_they_would_be_more(bench, monkeypatch):
    monkeypatch.setattr(firmware.keys, "PRESS_STEADY", 0.0)
    monkeypatch.setattr(firmware.keys, "RELEASE_STEADY", 0.0)
    assert max(trains(bench, 50)) > 1


def test_ok_held_for_two_seconds_is_one_long_press(bench):
    bench.sim.touch(Button.OK, 1.9)
    bench.wait(0.1)
    assert bench.presses() == [Pressed(Button.OK)]
    bench.sim.touch(Button.OK, 2.1)
    bench.wait(0.1)
    assert bench.presses() == [Pressed(Button.OK, long=True)]
    bench.wait(5)
    assert bench.presses() == []


@pytest.mark.parametrize("button", Button)
def test_a_stuck_key_is_one_press_at_most_and_one_line_down_and_up(bench, button, caplog):
    bench.sim.press(button)
    bench.wait(30)
    assert bench.presses() == ([] if button is Button.OK else [Pressed(button)])
    assert [record.getMessage() for record in caplog.records] == [
        f"the key {button.value} has been down for 10 seconds: free it, or play by phone"
    ]
    bench.sim.touch(Button.BACK if button is not Button.BACK else Button.LAST_ORDER)
    bench.wait(0.1)
    assert len(bench.presses()) == 1
    bench.sim.release(button)
    bench.wait(0.1)
    assert [record.getMessage() for record in caplog.records][1:] == [f"the key {button.value} is free again"]
    assert bench.presses() == []


def test_two_at_once_are_both_reported(bench):
    bench.sim.press(Button.BACK)
    bench.sim.press(Button.LAST_ORDER)
    bench.wait(0.1)
    assert bench.panel.held(Button.BACK)
    assert not bench.panel.held(Button.OK)
    assert sorted(press.button.value for press in bench.presses()) == ["back", "last_order"]


def test_no_press_comes_in_time(bench):
    assert bench.panel.pressed(0) is None
    assert bench.panel.pressed(0.01) is None


@pytest.mark.parametrize("phrase", Phrase)
def test_every_phrase_is_heard_for_what_it_is(bench, phrase):
    assert bench.sim.heard == (0, ())
    bench.panel.play(phrase)
    bench.wait(0.01)
    assert bench.sim.sounding
    assert bench.sim.heard == (0, ())
    bench.wait(2)
    assert bench.sim.heard == bench.panel.said == (1, (phrase,))
    assert not bench.sim.sounding


def test_phrases_are_heard_one_after_another_and_the_last_eight_kept(bench):
    order = [Phrase.RIGHT, Phrase.TURN, Phrase.WRONG, Phrase.LAST_ORDER, Phrase.RIGHT] * 2
    for phrase in order:
        bench.panel.play(phrase)
        bench.wait(1.5)
    assert bench.sim.heard == bench.panel.said == (10, tuple(order[-8:]))


def test_what_is_cut_off_is_not_heard_as_another(bench):
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.4)  # Four of five beats.
    bench.panel.play(Phrase.WRONG)
    bench.wait(2)
    assert bench.panel.said == (2, (Phrase.LAST_ORDER, Phrase.WRONG))
    assert bench.sim.heard[0] == 0


def test_it_is_silent_and_dark_at_the_start():
    pins = mock_pins()
    edges = []
    sim = SimulatedPanel(pins)
    pins.pin(wiring.BUZZER.bcm).listener = edges.append
    panel = GpioPanel(pins)
    panel.tick()
    assert edges == []
    assert not sim.sounding
    assert sim.colour == (0, 0, 0)
    panel.close()


def test_the_led_shows_what_it_is_told(bench):
    bench.panel.light(Light.ASKED, AMBER)
    bench.wait(0.1)
    assert bench.sim.colour == AMBER
    bench.panel.light(Light.REFUSED)
    seen = []
    for _ in range(100):
        bench.wait(0.01)
        if not seen or seen[-1] != bench.sim.colour:
            seen.append(bench.sim.colour)
    assert seen == [RED, (0, 0, 0), RED, AMBER]
    bench.panel.light(Light.READ, AMBER)
    bench.wait(0.01)
    assert bench.sim.colour == WHITE
    bench.panel.light(Light.OFF)
    bench.wait(1)
    assert bench.sim.colour == (0, 0, 0)


def test_a_breath_is_seen_and_costs_little(bench):
    writes = []
    for pin in wiring.LED:
        bench.pins.pin(pin.bcm).listener = writes.append
    bench.panel.light(Light.READY)
    seen = set()
    for _ in range(400):
        bench.wait(0.01)
        seen.add(bench.sim.colour)
    assert len(seen) > 20
    assert len(writes) < 3 * 70
    assert all(len(bench.pins.pin(pin.bcm).states) <= 2 for pin in wiring.LED)


def test_close_gives_everything_back_any_number_of_times(bench):
    bench.panel.light(Light.ASKED, AMBER)
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.01)
    assert bench.sim.sounding
    bench.panel.close()
    bench.panel.close()
    assert not bench.sim.sounding
    assert bench.sim.colour == (0, 0, 0)
    GpioPanel(bench.pins).close()


def test_a_closed_panel_answers_at_once_every_time(bench):
    bench.panel.close()
    start = time.monotonic()
    assert [bench.panel.pressed(PATIENCE) for _ in range(3)] == [None] * 3
    assert time.monotonic() - start < PATIENCE / 2


def test_it_is_silent_before_the_first_pin_is_given_back(bench):
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.01)
    given_back = []
    bench.pins.pin(wiring.BUZZER.bcm).listener = lambda level: given_back.append(bench.panel._contacts[-1].closed)
    bench.panel.close()
    assert given_back == [False]


def test_pins_that_are_taken_are_told_and_none_is_kept(bench):
    with pytest.raises(DeviceError, match="no other program") as caught:
        GpioPanel(bench.pins)
    assert caught.value.what == "panel"
    bench.panel.close()
    blocker = mock_pins()
    from gpiozero import LED

    led = LED(wiring.KEY_LAST_ORDER.bcm, pin_factory=blocker)
    with pytest.raises(DeviceError) as kept:
        GpioPanel(blocker)
    led.close()
    GpioPanel(blocker).close()
    assert kept.value.__cause__ is not None  # Alive until here, and with it whatever it had not given back.


def test_its_thread_reads_and_plays_and_ends():
    pins = mock_pins()
    before = set(threading.enumerate())
    panel, sim = GpioPanel(pins), SimulatedPanel(pins)
    assert set(threading.enumerate()) <= before
    panel.start()
    (thread,) = set(threading.enumerate()) - before
    panel.light(Light.ASKED, AMBER)
    deadline = time.monotonic() + PATIENCE
    while (panel.held(Button.BACK) or sim.colour != AMBER) and time.monotonic() < deadline:
        time.sleep(0.005)
    assert sim.colour == AMBER
    sim.press(Button.BACK)
    assert panel.pressed(PATIENCE) == Pressed(Button.BACK)
    panel.close()
    assert not thread.is_alive()
    assert sim.colour == (0, 0, 0)


def test_its_thread_is_woken_by_keys_phrases_and_lights_and_by_the_end(monkeypatch):
    monkeypatch.setattr(firmware.gpio_panel, "REST", 3600.0)  # Nothing but being woken ends it.
    panel = GpioPanel(pins := mock_pins())
    sim, beats, colours = SimulatedPanel(pins), threading.Event(), threading.Event()
    pins.pin(wiring.BUZZER.bcm).listener = lambda level: beats.set()
    pins.pin(wiring.LED[0].bcm).listener = lambda level: colours.set()
    panel.start()
    _until_it_rests(panel)
    sim.press(Button.BACK)
    assert panel.pressed(PATIENCE) == Pressed(Button.BACK)
    _until_it_rests(panel)
    panel.play(Phrase.RIGHT)
    assert beats.wait(PATIENCE)
    _until_it_rests(panel)
    panel.light(Light.ASKED, AMBER)
    assert colours.wait(PATIENCE)
    _until_it_rests(panel)
    panel.close()  # Joins its thread.


def _until_it_rests(panel):
    deadline = time.monotonic() + PATIENCE
    while (panel.patience() == TICK or panel._woken.is_set()) and time.monotonic() < deadline:
        time.sleep(0.01)


def test_pins_that_fail_in_mid_game_are_told_to_whoever_waits():
    pins = mock_pins()
    panel = GpioPanel(pins)
    panel.start()
    pins.within_reach = False
    with pytest.raises(DeviceError, match="gpio") as caught:
        panel.pressed(PATIENCE)
    assert isinstance(caught.value.__cause__, OSError)
    with pytest.raises(DeviceError):
        panel.pressed(0)  # at once, every time
    panel.close()
    with pytest.raises(DeviceError):
        GpioPanel(pins)
    pins.within_reach = True
    again = GpioPanel(pins)  # Nothing holds them.
    again.start()
    end = time.monotonic() + PATIENCE
    while again.held(Button.BACK) and time.monotonic() < end:
        time.sleep(TICK)
    SimulatedPanel(pins).touch(Button.BACK)
    assert again.pressed(PATIENCE) == Pressed(Button.BACK)
    again.close()


def test_a_mistake_while_closing_is_not_hidden(bench, monkeypatch):
    monkeypatch.setattr(bench.panel, "_set", lambda sounding, colour: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bench.panel.close()


def test_closing_wakes_whoever_waits():
    panel = GpioPanel(mock_pins())
    panel.start()
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(panel.pressed(PATIENCE)))
    waiting.start()
    panel.close()
    waiting.join(PATIENCE / 2)
    assert answers == [None]


def test_real_pins_are_opened_where_there_are_any(monkeypatch):
    real = types.ModuleType("gpiozero.pins.lgpio")
    real.LGPIOFactory = lambda: "pins"
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", real)
    assert lgpio_pins() == "pins"


@pytest.mark.parametrize("chosen", [None, "/run/barkeep"])
def test_lgpio_leaves_its_pipes_where_it_may(monkeypatch, chosen):
    real = types.ModuleType("gpiozero.pins.lgpio")
    real.LGPIOFactory = lambda: os.environ["LG_WD"]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", real)
    monkeypatch.setenv("LG_WD", chosen or "")
    if chosen is None:
        monkeypatch.delenv("LG_WD")
    assert lgpio_pins() == (chosen or tempfile.gettempdir())


@pytest.mark.parametrize("fault", [OSError("can not open gpiochip"), Exception("GPIO busy")])
def test_no_gpio_is_told_with_a_remedy(monkeypatch, fault):
    def broken():
        raise fault

    real = types.ModuleType("gpiozero.pins.lgpio")
    real.LGPIOFactory = broken
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", real)
    with pytest.raises(DeviceError, match="python3-lgpio"):
        lgpio_pins()


def test_a_machine_without_lgpio_is_told_with_a_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    with pytest.raises(DeviceError, match="without keys"):
        lgpio_pins()


def test_gpiozero_is_imported_only_when_a_panel_is_made():
    code = "import sys, firmware.gpio_panel, firmware.simulator.panel; sys.exit('gpiozero' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=PATIENCE).returncode == 0
