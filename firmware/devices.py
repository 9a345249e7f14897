"""The interfaces of a reader, a display and a panel, and the events that they report."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image


class DeviceError(Exception):
    """Raised when a device isn't working; the game goes on without it.

    *what* names the device ("reader 1", "display"); *remedy* is one sentence that says what to do.
    """

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}: {remedy}")
        self.what = what
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Laid:
    """A tag has been detected on a reader. *uid* is 4, 7 or 10 bytes, without cascade tags or check bytes."""

    reader: str
    uid: bytes


@dataclass(frozen=True, slots=True)
class Lifted:
    """A tag has left the reader on which it was detected."""

    reader: str
    uid: bytes


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies now on a reader under a card; None while it is lost. Unless *whole*, the reader sees one tag of several."""

    reader: str
    uids: tuple[bytes, ...] | None
    whole: bool


class Button(Enum):
    """The panel's three keys."""

    OK = "ok"
    BACK = "back"
    LAST_ORDER = "last_order"


@dataclass(frozen=True, slots=True)
class Pressed:
    """One debounced key press; *long* if the key was held for at least two seconds, but no longer than ten."""

    button: Button
    long: bool = False


class Phrase(Enum):
    """The buzzer's signals, told apart by rhythm alone. None reveals who decided in secret."""

    RIGHT = "right"
    WRONG = "wrong"
    TURN = "turn"
    LAST_ORDER = "last_order"


class Light(Enum):
    """The LED's signals, told apart by rhythm first and by colour second."""

    OFF = "off"
    READY = "ready"  # slow breathing: the reader is waiting for a tag
    ASKED = "asked"  # steady: somebody has a question to answer
    READ = "read"  # one short white flash
    REFUSED = "refused"  # two short red flashes


class Reader(Protocol):
    """A tag reader, wired or on USB. A single thread owns it and everything else on its bus."""

    name: str

    def open(self) -> None:
        """Make the reader ready; raise DeviceError if it isn't there or doesn't answer."""

    def present(self) -> Sequence[bytes]:
        """Poll once and return the UIDs of all tags on the reader; raise DeviceError if the reader is lost."""

    def close(self) -> None:
        """Release the reader. Safe to call at any time, any number of times."""


class Display(Protocol):
    """A 128x64 one-bit display. A single thread draws on it."""

    width: int
    height: int

    def show(self, picture: Image) -> None:
        """Send *picture* (mode "1", 128x64 pixels) unless it is already shown; raise DeviceError if nothing answers."""

    def dim(self, level: int) -> None:
        """Set the contrast, 0 to 255."""

    def close(self) -> None:
        """Switch the panel off. Safe to call at any time, any number of times."""


class Panel(Protocol):
    """Three keys, a buzzer and an RGB LED."""

    def pressed(self, timeout: float) -> Pressed | None:
        """Return the next key press, or None after *timeout* seconds."""

    def held(self, button: Button) -> bool:
        """Return whether *button* is held on purpose now: a stuck key isn't."""

    def play(self, phrase: Phrase) -> None:
        """Play *phrase* on the buzzer without waiting for it to end."""

    def light(self, light: Light, colour: tuple[int, int, int] = (255, 255, 255)) -> None:
        """Show *light*; *colour* (red, green, blue, 0 to 255 each) applies only to lights without a colour of their own."""

    def close(self) -> None:
        """Silence the buzzer, switch the LED off and release the pins."""


class Voice(Protocol):
    """A voice that says what everybody at the table may know. A single thread speaks."""

    def say(self, text: str) -> None:
        """Say *text*, and return when it has been said; raise DeviceError if nothing can be said."""

    def close(self) -> None:
        """Fall silent. Safe to call from any thread, any number of times."""
