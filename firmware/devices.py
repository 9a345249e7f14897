"""What the firmware asks of a reader, a display and a panel, and the values that they report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


class DeviceError(Exception):
    """A device does not do its work; the game goes on without it.

    *what* names the device ("reader 1", "display"); *remedy* is one sentence that says what to do.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}: {remedy}")
        self.what = what
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Laid:
    """A tag came to rest on a reader. *uid* is 4, 7 or 10 bytes, without cascade tags or check bytes."""

    reader: str
    uid: bytes


@dataclass(frozen=True, slots=True)
class Lifted:
    """A tag that was laid on a reader has left it."""

    reader: str
    uid: bytes


class Button(Enum):
    """The panel's three keys."""

    OK = "ok"
    BACK = "back"
    LAST_ORDER = "last_order"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed once (bounces are gone); *long* when it was held for two seconds, but not for ten."""

    button: Button
    long: bool = False


class Phrase(Enum):
    """What the buzzer can say. Told apart by rhythm alone; none tells who decided in secret."""

    RIGHT = "right"
    WRONG = "wrong"
    TURN = "turn"
    LAST_ORDER = "last_order"


class Light(Enum):
    """What the LED can say, by rhythm first."""

    OFF = "off"
    READY = "ready"  # slow breath: the reader waits for a tag
    ASKED = "asked"  # steady: somebody is asked
    READ = "read"  # one short white
    REFUSED = "refused"  # two short red


class Reader(Protocol):
    """A tag reader. One thread owns it and everything on its bus."""

    name: str

    def open(self) -> None:
        """Reset the chip and switch its field on; raise DeviceError when there is none."""

    def present(self) -> Sequence[bytes]:
        """Return the UIDs of all tags in the field now (one poll); raise DeviceError when the chip is lost."""

    def close(self) -> None:
        """Switch the field off. May be called at any time, any number of times."""


class Display(Protocol):
    """A 128x64 one-bit display. One thread draws on it."""

    width: int
    height: int

    def show(self, picture: Image) -> None:
        """Send *picture* (mode "1", 128x64 pixels) unless it is there already; raise DeviceError when it does not answer."""

    def dim(self, level: int) -> None:
        """Set the contrast, 0 to 255."""

    def close(self) -> None:
        """Switch the panel off. May be called at any time, any number of times."""


class Panel(Protocol):
    """Three keys, a buzzer and an RGB LED."""

    def pressed(self, timeout: float) -> Pressed | None:
        """Return the next key press, or None after *timeout* seconds."""

    def held(self, button: Button) -> bool:
        """Tell whether *button* is down now."""

    def play(self, phrase: Phrase) -> None:
        """Play *phrase* on the buzzer without waiting for its end."""

    def light(self, light: Light, colour: tuple[int, int, int] = (255, 255, 255)) -> None:
        """Show *light*; *colour* is red, green, blue, 0 to 255 each, and counts where the light has no colour of its own."""

    def close(self) -> None:
        """Silence the buzzer, darken the LED and give the pins back."""
