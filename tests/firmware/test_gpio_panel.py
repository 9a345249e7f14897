"""The panel on mock pins: keys, buzzer and LED. Its thread, and pins that can't be had, are in test_panel_thread."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from firmware import wiring
from firmware.devices import Button, Light, Phrase, Pressed
from firmware.gpio_panel import REST, TICK, GpioPanel, mock_pins
from firmware.keys import PRESS_STEADY
from firmware.rhythm import RED, WHITE
from firmware.simulator.panel import SimulatedPanel
from tests.firmware.fingers import Fingers

AMBER = (255, 160, 0)


class Dozing(Fingers):
    """Fingers on a panel that is ticked as its own thread does it: once its patience is over, or when something wakes it."""

    def __init__(self) -> None:
        self.ticks, self.patience = 0, TICK
        super().__init__()

    def wait(self, seconds: float) -> None:
        self._wake()
        super().wait(seconds)

    def tick(self) -> float:
        self.panel.tick()
        self.ticks += 1
        self.patience = self.panel.patience()
        return 0.0 if self._wake() else self.patience

    def _wake(self) -> bool:
        if self.patience != REST or not self.panel._woken.is_set():
            return False
        self.panel._woken.clear()
        self._next = self.clock.monotonic()
        return True

    def lose_edges(self) -> None:
        for contact in self.panel._contacts:
            contact.pin.when_changed = None


@pytest.fixture
def bench() -> Iterator[Fingers]:
    bench = Fingers()
    bench.wait(0.1)
    yield bench
    bench.panel.close()


@pytest.fixture
def dozing() -> Iterator[Dozing]:
    dozing = Dozing()
    dozing.wait(0.1)
    yield dozing
    dozing.panel.close()


# Keys


def bounces(chance: random.Random) -> list[float]:
    return [chance.uniform(0.0002, 0.012) for _ in range(chance.randrange(0, 13))]


def trains(bench: Fingers, count: int, shortest: float) -> set[int]:
    """Touch keys at random, bouncing at both ends, and return how many presses the touches were."""
    chance = random.Random(4)
    numbers = set()
    for _ in range(count):
        button = chance.choice(list(Button))
        bench.sim.press(button, bounces(chance))
        bench.wait(chance.uniform(shortest, 0.3))
        bench.sim.release(button, bounces(chance))
        bench.wait(chance.uniform(0.08, 0.2))
        found = bench.presses()
        assert set(found) <= {Pressed(button)}
        numbers.add(len(found))
    return numbers


@pytest.mark.parametrize("edges", [True, False])
def test_a_thousand_bouncing_touches_are_a_thousand_presses_where_nobody_looks_without_need(
    dozing: Dozing, edges: bool
) -> None:
    if not edges:
        dozing.lose_edges()
    assert trains(dozing, 1000, shortest=0.04 if edges else 0.06) == {1}


@pytest.mark.parametrize("at", range(0, 41, 4))
def test_an_edge_is_looked_at_without_delay(dozing: Dozing, at: int) -> None:
    dozing.wait(1 + at / 1000)
    dozing.sim.press(Button.BACK)
    dozing.wait(PRESS_STEADY - 0.001)
    assert dozing.presses() == []
    dozing.wait(0.001 + TICK)
    assert dozing.presses() == [Pressed(Button.BACK)]


def test_it_rests_while_nothing_moves_and_no_longer(dozing: Dozing) -> None:
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


def test_ok_held_for_two_seconds_is_one_long_press(bench: Fingers) -> None:
    for seconds, long in ((0.1, False), (1.9, False), (2.1, True)):
        bench.sim.touch(Button.OK, seconds)
        bench.wait(5)
        assert bench.presses() == [Pressed(Button.OK, long=long)]


@pytest.mark.parametrize("button", Button)
def test_a_stuck_key_is_one_press_at_most_and_one_line_down_and_up(
    bench: Fingers, button: Button, caplog: pytest.LogCaptureFixture
) -> None:
    bench.sim.press(button)
    bench.wait(30)
    assert bench.presses() == ([] if button is Button.OK else [Pressed(button)])
    assert caplog.messages == [f"the key {button.value} has been down for 10 seconds: free it, or play by phone"]
    bench.sim.touch(Button.BACK if button is not Button.BACK else Button.LAST_ORDER)
    bench.wait(0.1)
    assert len(bench.presses()) == 1
    bench.sim.release(button)
    bench.wait(0.1)
    assert caplog.messages[1:] == [f"the key {button.value} is free again"]
    assert bench.presses() == []


def test_two_at_once_are_both_reported_and_held(bench: Fingers) -> None:
    bench.sim.press(Button.BACK)
    bench.sim.press(Button.LAST_ORDER)
    bench.wait(0.1)
    assert [bench.panel.held(button) for button in Button] == [button is not Button.OK for button in Button]
    assert {press.button for press in bench.presses()} == {Button.BACK, Button.LAST_ORDER}
    assert bench.panel.pressed(0.01) is None


# Buzzer and LED


def test_phrases_are_heard_one_after_another_and_the_last_eight_kept(bench: Fingers) -> None:
    order = [Phrase.RIGHT, Phrase.TURN, Phrase.WRONG, Phrase.LAST_ORDER, Phrase.RIGHT] * 2
    for count, phrase in enumerate(order):
        bench.panel.play(phrase)
        bench.wait(0.01)
        assert bench.sim.sounding
        assert bench.sim.heard[0] == count
        bench.wait(1.5)
    assert not bench.sim.sounding
    assert bench.sim.heard == bench.panel.said == (10, tuple(order[-8:]))


def test_what_is_cut_off_is_not_heard_as_another(bench: Fingers) -> None:
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.4)  # Four of five beats.
    bench.panel.play(Phrase.WRONG)
    bench.wait(2)
    assert bench.panel.said == (2, (Phrase.LAST_ORDER, Phrase.WRONG))
    assert bench.sim.heard[0] == 0


def test_it_is_silent_and_dark_at_the_start() -> None:
    pins, edges = mock_pins(), []
    sim = SimulatedPanel(pins)
    pins.pin(wiring.BUZZER.bcm).listener = edges.append
    panel = GpioPanel(pins)
    panel.tick()
    assert (edges, sim.sounding, sim.colour) == ([], False, (0, 0, 0))
    panel.close()


def test_the_led_shows_what_it_is_told(bench: Fingers) -> None:
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


def test_a_breath_is_seen_and_costs_little(bench: Fingers) -> None:
    writes, seen = [], set()
    for pin in wiring.LED:
        bench.pins.pin(pin.bcm).listener = writes.append
    bench.panel.light(Light.READY)
    for _ in range(400):
        bench.wait(0.01)
        seen.add(bench.sim.colour)
    assert len(seen) > 20
    assert len(writes) < 3 * 70
    assert all(len(bench.pins.pin(pin.bcm).states) <= 2 for pin in wiring.LED)


def test_close_is_dark_and_silent_before_the_first_pin_is_given_back_and_gives_back_all(bench: Fingers) -> None:
    bench.panel.light(Light.ASKED, AMBER)
    bench.panel.play(Phrase.LAST_ORDER)
    bench.wait(0.01)
    assert bench.sim.sounding
    given_back = []
    bench.pins.pin(wiring.BUZZER.bcm).listener = lambda level: given_back.append(bench.panel._contacts[-1].closed)
    for _ in range(2):
        bench.panel.close()
    assert given_back == [False]
    assert (bench.sim.sounding, bench.sim.colour) == (False, (0, 0, 0))
    GpioPanel(bench.pins).close()


def test_a_mistake_while_closing_is_not_hidden(bench: Fingers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.panel, "_set", lambda sounding, colour: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        bench.panel.close()
