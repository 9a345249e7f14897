"""Examine every part of a table, on the user's own Pi or on the simulators.

A person is asked about anything that the doctor can't measure: range, brightness, loudness.
"""

from __future__ import annotations

import errno
import time
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PIL import ImageDraw

from companion.kit.messages import Said, say
from companion.tags.pieces import Pieces
from firmware import building
from firmware.devices import Button, DeviceError, Light, Phrase
from firmware.display.drawing import HEIGHT, WIDTH, Canvas
from firmware.display.oled_display import errno_of
from firmware.doctor import broker, data, machine, voice
from firmware.doctor.finding import Finding, fail, ok, skipped
from firmware.doctor.person import BLUE, GREEN, KEYS, RED
from firmware.doctor.readers import examine_reader
from firmware.panel.rhythm import BLACK
from firmware.settings import WIRED
from firmware.simulator.person import SimulatedPerson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from PIL.Image import Image

    from firmware.building import Devices, Settings
    from firmware.devices import Display
    from firmware.doctor.machine import Machine
    from firmware.doctor.person import Person
    from firmware.panel.gpio_panel import GpioPanel
    from firmware.panel.panel_watch import PanelWatch

    Sleep = Callable[[float], None]
    Build = Callable[[Settings, Pieces], Devices]

KEY_SECONDS: Final = 15.0
KEY_LOOK: Final = 0.1
RELEASE_SECONDS: Final = 1.0  # How long a key must be down before it counts as stuck.


def examine(
    settings: Settings,
    person: Person,
    machine_here: Machine | None = None,
    *,
    build: Build = building.build_devices,
    sleep: Sleep = time.sleep,
    by_service: bool = False,
) -> Iterator[Finding]:
    """Examine the machine, the data and the devices of a table on *settings*, and yield the findings.

    *person* is asked to lay tags, press keys, look and listen; beside simulated devices, a SimulatedPerson is asked instead.
    *build* makes every device except a Pi's panel. *by_service* means that a service runs this table and may take any port.
    Everything is released at the end, or when the iterator is closed.
    """
    here = machine_here or machine.Machine()
    yield from machine.surroundings(settings, here)
    if settings.broker:
        yield broker.examine(settings.broker)
    with ExitStack() as locked:
        running = yield from data.examine(settings.data, here, locked)
        if running:
            yield skipped("things", say("doctor.things.held"), say("doctor.do.stop_table"))
            return
        if settings.port:
            yield machine.port(settings.host, settings.port, by_service=by_service)
        if settings.voice:
            yield voice.examine(settings.language, person)
        if settings.hardware == "none" and settings.reader == WIRED:
            yield skipped("things", say("doctor.things.none"), say("doctor.do.choose_hardware"))
            return
        yield from _examine_devices(settings, person, build, sleep)


def examine_data(folder: Path) -> Iterator[Finding]:
    """Examine nothing but the table's *folder* and the journal in it."""
    with ExitStack() as locked:
        yield from data.examine(folder, machine.Machine(), locked)


def _examine_devices(settings: Settings, person: Person, build: Build, sleep: Sleep) -> Iterator[Finding]:
    # The Pi's panel comes last, so that the other devices are examined even if its pins can't be claimed.
    try:
        devices = build(replace(settings, panel=settings.panel and settings.hardware != "pi"), Pieces())
    except ValueError as wrong:
        yield fail("things", say("doctor.things.wrong", what=str(wrong)), say("doctor.do.change_settings"))
        return
    with ExitStack() as opened:
        opened.callback(devices.unwire)
        rest = _resting(devices, sleep)
        someone = person if devices.box is None else SimulatedPerson(devices.box, rest)
        for number, reader in enumerate(devices.readers, start=1):
            yield from examine_reader(number, reader, someone, rest)
        if devices.display is not None and settings.display != "none":
            yield from examine_display(devices.display, someone, answers=settings.display_on == "i2c")
        if settings.panel and settings.hardware != "none":
            yield from _panel(devices, someone, rest, opened)


def _resting(devices: Devices, sleep: Sleep) -> Sleep:
    def rest(seconds: float) -> None:
        sleep(seconds)
        devices.passed(seconds)

    return rest


# Display


def examine_display(display: Display, person: Person, *, answers: bool) -> Iterator[Finding]:
    """Examine whether the display takes a picture (*answers*: it is on I2C) and whether the picture can be seen."""
    picture = trial_picture()
    try:
        display.show(picture)
        yield ok("display", say("doctor.display.ok") if answers else say("doctor.display.sent"))
        yield _picture_seen(person.sees_picture(picture))
    except DeviceError as loss:
        yield fail("display", say("doctor.display.lost"), _display_remedy(loss.__cause__))
    finally:
        display.close()


def trial_picture() -> Image:
    """Return a frame along all four edges, a name and five pawns, to show any shift, tear or wrong rotation."""
    canvas = Canvas()
    ImageDraw.Draw(canvas.image).rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    canvas.text(WIDTH // 2, 24, "Barkeep", 15, align="m")
    for at, seat in enumerate("ABCDE"):
        canvas.tiny(seat, 16 + 21 * at, 38)
    return canvas.image


def _picture_seen(seen: bool | None) -> Finding:
    if seen is None:
        return skipped("picture", say("doctor.picture.unseen"), say("doctor.do.look"))
    if seen:
        return ok("picture", say("doctor.picture.ok"))
    return fail("picture", say("doctor.picture.wrong"), say("doctor.do.other_driver"))


def _display_remedy(trouble: BaseException | None) -> Said:
    if isinstance(trouble, ImportError):
        return say("doctor.do.install_bus_packages")
    match errno_of(trouble):
        case errno.ENOENT:
            return say("doctor.do.switch_on_bus")
        case errno.EACCES | errno.EPERM:
            return say("doctor.do.join_groups")
        case errno.EBUSY:
            return say("doctor.do.free_display")
    return say("doctor.do.check_display")


# Panel


def _panel(devices: Devices, person: Person, sleep: Sleep, opened: ExitStack) -> Iterator[Finding]:
    try:
        panel = devices.panel or building.panel_on_a_pi()
    except DeviceError as loss:
        yield fail("panel", say("doctor.panel.none", what=str(loss.__cause__ or "")), say("doctor.do.free_pins"))
        return
    opened.callback(panel.close)
    yield from examine_panel(panel, person, sleep)


def examine_panel(panel: GpioPanel | PanelWatch, person: Person, sleep: Sleep) -> Iterator[Finding]:
    """Examine each key, the LED in its three colours, and the buzzer."""
    for button in Button:
        yield _key(panel, button, person, sleep)
    yield _led(panel, person)
    yield _buzzer(panel, person)


def _key(panel: GpioPanel | PanelWatch, button: Button, person: Person, sleep: Sleep) -> Finding:
    part, key = f"key {button.value}", KEYS[button.value]
    if _is_stuck(panel, button, sleep):
        return fail(part, say("doctor.key.stuck", key=key), say("doctor.do.free_key"))
    _presses(panel)
    if not person.presses(button):
        return skipped(part, say("doctor.key.unpressed", key=key), say("doctor.do.press"))
    pressed = _next_presses(panel, sleep)
    if not pressed:
        return skipped(part, say("doctor.key.unpressed", key=key), say("doctor.do.press"))
    if others := pressed - {button}:
        other = KEYS[min(one.value for one in others)]
        return fail(part, say("doctor.key.other", key=key, other=other), say("doctor.do.check_keys"))
    return ok(part, say("doctor.key.ok", key=key))


def _is_stuck(panel: GpioPanel | PanelWatch, button: Button, sleep: Sleep) -> bool:
    for _ in range(round(RELEASE_SECONDS / KEY_LOOK)):
        if not panel.is_down(button):
            return False
        sleep(KEY_LOOK)
    return True


def _next_presses(panel: GpioPanel | PanelWatch, sleep: Sleep) -> set[Button]:
    """Return the keys pressed within KEY_SECONDS: the first one and any others pressed at nearly the same time."""
    for _ in range(round(KEY_SECONDS / KEY_LOOK)):
        if pressed := _presses(panel):
            sleep(KEY_LOOK)
            return pressed | _presses(panel)
        sleep(KEY_LOOK)
    return set()


def _presses(panel: GpioPanel | PanelWatch) -> set[Button]:
    pressed = set()
    while press := panel.pressed(0):
        pressed.add(press.button)
    return pressed


def _led(panel: GpioPanel | PanelWatch, person: Person) -> Finding:
    seen = []
    for colour in (RED, GREEN, BLUE):
        panel.light(Light.ASKED, colour)
        seen.append(person.sees_colour(colour))
    panel.light(Light.OFF, BLACK)
    if False in seen:
        return fail("led", say("doctor.led.wrong"), say("doctor.do.check_led"))
    if None in seen:
        return skipped("led", say("doctor.led.unseen"), say("doctor.do.look"))
    return ok("led", say("doctor.led.ok"))


def _buzzer(panel: GpioPanel | PanelWatch, person: Person) -> Finding:
    match person.hears(lambda: panel.play(Phrase.LAST_ORDER), say("doctor.ask.buzzer")):
        case None:
            return skipped("buzzer", say("doctor.buzzer.unheard"), say("doctor.do.listen"))
        case True:
            return ok("buzzer", say("doctor.buzzer.ok"))
    return fail("buzzer", say("doctor.buzzer.silent"), say("doctor.do.check_buzzer"))
