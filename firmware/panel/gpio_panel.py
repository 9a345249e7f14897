"""Drive the panel on the table: three keys, a buzzer, an RGB LED. This is the only file that imports gpiozero.

gpiozero's mock pins ignore bounce times, so the keys are sampled and debounced here, the same way on the table and in the
simulator. A single thread samples the keys and plays the rhythms: every few milliseconds while a key moves or a signal
plays, and less often while everything is at rest. An edge on a key's wire ends the rest and is stored with the kernel's
time, so that a press counts even if this program comes late. A lost edge only delays the press; the next sample finds it.
"""

from __future__ import annotations

import errno
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any

from firmware.devices import Button, DeviceError, Light, Phrase, Pressed
from firmware.panel.keys import STUCK, Key
from firmware.panel.rhythm import BLACK, WHITE, Colour, Glow, Tune
from firmware.wiring import BUZZER, KEYS, LED

TICK = 0.005  # Seconds between samples while a key moves, or the buzzer or a flash plays.
# Seconds between samples at rest: about one step of the LED's breathing at its steepest. A touch of 60 ms, shorter than most,
# still contains one sample plus PRESS_STEADY, so it is noticed even if its edge was lost.
REST = 0.04
REMEMBERED = 8  # Phrases to remember, for the bench.
EDGES = 1000  # Edges to store between two ticks: more than thumbs and bounces make in a minute.
REMEDY = "check that no other program holds the pins, and that this user is in the group gpio"


class GpioPanel:
    """The panel on *pins*, a gpiozero pin factory: `lgpio_pins()` on a Pi, `mock_pins()` without one.

    *clock* returns monotonic seconds. Buzzer and LED start off. Raises DeviceError if the pins can't be claimed, and then
    holds none of them. Call `start`, or call `tick` every few milliseconds.
    """

    def __init__(self, pins: Any, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tune, self._glow = Tune(), Glow()
        self._keys = [Key(button, has_long=button is Button.OK) for button in KEYS]
        self._edges: deque[tuple[Key, bool, float]] = deque(maxlen=EDGES)
        self._presses: SimpleQueue[Pressed | None] = SimpleQueue()
        self._stuck: set[Button] = set()
        self._said: deque[Phrase] = deque(maxlen=REMEMBERED)
        self._count = 0
        self._sounding, self._colour = False, BLACK
        self._fault: Exception | None = None
        self._stop, self._woken = Event(), Event()
        self._thread: Thread | None = None
        self._devices = ExitStack()
        self._pins = pins
        self._movers = [partial(self._moved, key) for key in self._keys]  # Kept here, because pins hold them weakly.
        try:
            self._open(pins)
        except Exception as fault:  # lgpio's "GPIO busy" derives from Exception alone.
            self._devices.close()
            raise DeviceError("panel", REMEDY) from fault

    def start(self) -> None:
        """Start the panel's thread; `close` ends it."""
        self._thread = Thread(target=self._run, name="panel", daemon=True)
        self._thread.start()

    def pressed(self, timeout: float) -> Pressed | None:
        """Return the next key press, or None after *timeout* seconds; None at once if the panel is closed.

        Raises DeviceError once the pins have failed; the panel does nothing from then on and should be closed.
        """
        try:
            press = self._presses.get(timeout=timeout)
        except Empty:
            return None
        if press is None:
            self._presses.put(None)  # The next call must see that the panel is closed or failed, too.
            if self._fault is not None:
                raise DeviceError("panel", REMEDY) from self._fault
        return press

    def held(self, button: Button) -> bool:
        """Return whether *button* is held on purpose now. One that was down at the start may be, until it counts as stuck."""
        return self.is_down(button) and not self._key(button).is_stuck(self._clock())

    def is_down(self, button: Button) -> bool:
        """Return whether *button* is down now, be it held or stuck."""
        return self._key(button).is_down

    def play(self, phrase: Phrase) -> None:
        """Play *phrase* on the buzzer without waiting for it to end. RIGHT and WRONG interrupt other phrases."""
        with self._lock:
            self._tune.play(phrase, self._clock())
            self._said.append(phrase)
            self._count += 1
        self._woken.set()

    @property
    def said(self) -> tuple[int, tuple[Phrase, ...]]:
        """The number of phrases played so far, and the last eight of them, newest last."""
        with self._lock:
            return self._count, tuple(self._said)

    def light(self, light: Light, colour: Colour = WHITE) -> None:
        """Show *light*. READ (white) and REFUSED (red) ignore *colour* and are brief; the other lights stay on."""
        with self._lock:
            self._glow.show(light, colour, self._clock())
        self._woken.set()

    def tick(self) -> None:
        """Handle the stored edges, sample the keys once, and set buzzer and LED to their current state."""
        while self._edges:
            key, level, at = self._edges.popleft()
            self._take(key, not level, at)  # The level until this edge.
            self._take(key, level, at)
        now = self._clock()
        for key, contact in zip(self._keys, self._contacts, strict=True):
            self._take(key, contact.is_active, now)
            self._watch(key, now)
        with self._lock:
            sounding, colour = self._tune.is_on(now), self._glow.colour(now)
        self._set(sounding, colour)

    def patience(self) -> float:
        """Return the seconds until the next `tick` is due, unless something wakes the panel's thread earlier."""
        now = self._clock()
        with self._lock:
            quiet = self._tune.is_over(now) and not self._glow.is_flashing(now)
        return REST if quiet and all(key.is_settled for key in self._keys) else TICK

    def close(self) -> None:
        """Silence the buzzer, switch the LED off, end the thread and release the pins. Safe to call any number of times."""
        self._stop.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join()
        with suppress(Exception):  # Pins that are gone can't be written, nor released.
            self._set(False, BLACK)  # A released pin may keep its level.
        with suppress(Exception):
            self._devices.close()
        self._presses.put(None)

    def _key(self, button: Button) -> Key:
        return next(key for key in self._keys if key.button is button)

    def _open(self, pins: Any) -> None:
        from gpiozero import RGBLED, InputDevice, OutputDevice

        def kept(device: Any) -> Any:
            self._devices.callback(device.close)
            return device

        self._buzzer = kept(OutputDevice(BUZZER.bcm, initial_value=False, pin_factory=pins))
        self._led = kept(RGBLED(*(pin.bcm for pin in LED), pin_factory=pins))
        self._contacts = [kept(InputDevice(pin.bcm, pull_up=True, pin_factory=pins)) for pin in KEYS.values()]
        for contact, moved in zip(self._contacts, self._movers, strict=True):
            contact.pin.edges = "both"
            contact.pin.when_changed = moved

    def _moved(self, key: Key, ticks: float, is_open: float) -> None:
        """Store an edge with its time and wake the thread. Called from any thread.

        Not gpiozero's own events, which leave out the *ticks* of an edge: in a busy moment both edges of a press are told
        at once, and without their own times they would pass for a bounce. Ticks of an old kernel, of another clock, are
        in the future.
        """
        late = max(0.0, self._pins.ticks_diff(self._pins.ticks(), ticks))
        self._edges.append((key, not is_open, self._clock() - late))
        self._woken.set()

    def _take(self, key: Key, level: bool, at: float) -> None:
        if press := key.update(level, at):
            self._presses.put(press)

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.tick()
                self._rest()
        except Exception as fault:  # Each GPIO library raises its own exceptions.
            self._fault = fault
            self._presses.put(None)

    def _rest(self) -> None:
        """Wait until the next tick is due. While a key bounces, edges don't shorten the wait, so that sampling stays even."""
        if (patience := self.patience()) == TICK:
            self._stop.wait(TICK)
        elif self._woken.wait(patience):
            self._woken.clear()  # Clear before sampling, so that an edge from here on ends the next rest.

    def _watch(self, key: Key, now: float) -> None:
        """Log one line when a key gets stuck and one when it is free again."""
        if key.is_stuck(now) and key.button not in self._stuck:
            self._stuck.add(key.button)
            logging.getLogger(__name__).warning(
                "the key %s has been down for %.0f seconds: free it, or play by phone", key.button.value, STUCK
            )
        elif not key.is_down and key.button in self._stuck:
            self._stuck.remove(key.button)
            logging.getLogger(__name__).warning("the key %s is free again", key.button.value)

    def _set(self, sounding: bool, colour: Colour) -> None:
        """Write to the pins, but only changes."""
        if sounding != self._sounding:
            self._buzzer.value = self._sounding = sounding
        if colour != self._colour:
            self._led.value = tuple(part / 255 for part in colour)
            self._colour = colour


def lgpio_pins() -> Any:
    """Return the real pins of any Pi; raise DeviceError if there are none."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory

        return LGPIOFactory()
    except Exception as fault:  # lgpio's own error derives from Exception alone.
        raise DeviceError("panel", "install lgpio (sudo apt install python3-lgpio), or play without keys") from fault


def mock_pins() -> Any:
    """Return pins that are wired to nothing, for SimulatedPanel to press and watch.

    With *within_reach* set to False they fail like those of a Pi whose GPIO is lost or was never there.
    """
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    class Pin(MockPWMPin):  # type: ignore[misc]  # Gpiozero has no annotations.
        """A mock pin that reports its changes and keeps no history of them, because a breathing LED would fill the memory."""

        listener: Callable[[float], None] | None = None

        @property
        def level(self) -> float:
            """The level of the wire, readable even while the GPIO is out of reach."""
            return float(self._state)

        def _get_state(self) -> Any:
            self._insist()
            return super()._get_state()

        def _set_state(self, value: float) -> None:
            self._insist()
            super()._set_state(value)

        def _insist(self) -> None:
            if not self.factory.within_reach:
                raise OSError(errno.EIO, "Input/output error")

        def _change_state(self, value: float) -> bool:
            changed = bool(super()._change_state(value))
            del self.states[:-1]
            if changed and self.listener is not None:
                self.listener(float(value))
            return changed

    class Pins(MockFactory):  # type: ignore[misc]  # Gpiozero has no annotations.
        """Mock pins that fail while they are out of reach, and tell each edge *late* seconds after it happened."""

        within_reach, late = True, 0.0

        def ticks_diff(self, *_: float) -> float:
            return self.late

    return Pins(pin_class=Pin)
