"""A tag reader on USB that types, as a keyboard does, the number of each tag that is laid on it, and then Enter.

It tells when a tag is laid and never when it is lifted, nor whether one lies there. The kernel's events are read as they are
(`linux/input.h`): the package evdev would have to be compiled wherever it is installed, for one structure and one ioctl.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import struct
from collections import deque
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.devices import DeviceError
from firmware.reader.claims import HARDLY, SURELY, Claims
from firmware.reader.presence import MISSES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

EVENT: Final = struct.Struct("llHHi")  # Seconds, microseconds, type, code, value, in the sizes of this machine.
KEY, DROPPED, DOWN = 1, (0, 3), 1  # EV_KEY; EV_SYN with SYN_DROPPED, after events that nobody fetched in time.
GRAB: Final = 0x40044590  # EVIOCGRAB
ENTER, KEYPAD_ENTER = 28, 96
KEYS: Final = dict(zip(
    (*range(2, 12), 79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 30, 48, 46, 32, 18, 33), "1234567890" * 2 + "abcdef", strict=True
))  # fmt: skip  # The row above the letters, the keypad, the letters: by place, whatever layout the system has.

A_READER: Final = re.compile(r"RFID|NFC|reader", re.IGNORECASE)
MOST_EVENTS: Final = 64 * EVENT.size
MOST_WAITING: Final = 4  # Tags typed while the one before still counts as lying there.
MOST_DIGITS: Final = 20
TORN: Final = "0" * (MOST_DIGITS + 1)  # Instead of digits that were lost: too long for a number, whatever follows until Enter.
SILENT_POLLS: Final = 5  # After so many without a key, the rest of a number won't come.
PLAIN: Final = frozenset({8, 14, 20})  # Hexadecimal digits of a UID of 4, 7 and 10 bytes.
SEVEN, TEN = 7, 10


class Trouble(Enum):
    """Why there is no reader; the value is what to do, for the log."""

    NO_READER = "plug it in, or give a part of its name with --reader-name."
    DENIED = "let this user read it (sudo usermod -aG input $USER, then log out and in again)."
    TAKEN = "close the program that has taken it for itself."
    BROKEN = "plug it out and in."


class KeyboardLost(DeviceError):
    """Raised when a keyboard reader isn't working; *trouble* says why."""

    def __init__(self, what: str, trouble: Trouble, detail: str) -> None:
        super().__init__(what, f"{detail}: {trouble.value}")
        self.trouble = trouble


def grab(file: int) -> None:
    """Take the keyboard *file* for this program alone, so that nothing is typed into any other."""
    fcntl.ioctl(file, GRAB, 1)


class KeyboardReader:
    """A reader that types (devices.Reader). *claims* says which one it is; *root* is the root of the machine's files.

    Each number that it types is present for one poll, and then for none until it counts as lifted, however often it is typed
    meanwhile.
    """

    def __init__(
        self, name: str, claims: Claims | None = None, *, root: Path = Path("/"), grab: Callable[[int], None] = grab
    ) -> None:
        self.name = name
        self.model = ""  # The name and the place of the keyboard, once it has been found.
        self._claims = claims or Claims(rank=rank)
        self._root, self._grab = root, grab
        self._file: int | None = None
        self._forget()

    def open(self) -> None:
        """Find the keyboard and take it for this program alone; raise KeyboardLost if that can't be done."""
        self.close()
        try:
            self._open()
        except OSError as trouble:
            self.close()
            raise self._lost(trouble) from trouble

    def present(self) -> Sequence[bytes]:
        """Return the tag that was laid since the last poll, if any; raise KeyboardLost if the keyboard is gone."""
        try:
            self._hear()
        except OSError as trouble:
            self.close()
            raise self._lost(trouble) from trouble
        return self._next()

    def close(self) -> None:
        """Give the keyboard back. Safe to call at any time, any number of times."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                os.close(file)

    def _open(self) -> None:
        keyboards = dict(_keyboards(self._root))
        found = self._claims.take(self.name, list(keyboards))
        if found is None:
            raise FileNotFoundError("there is no keyboard that could be this one")
        self.model = found
        self._file = os.open(keyboards[found], os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        self._grab(self._file)
        self._forget()

    def _forget(self) -> None:
        self._digits, self._silent, self._rest, self._lying = "", 0, 0, b""
        self._waiting: deque[bytes] = deque(maxlen=MOST_WAITING)

    def _hear(self) -> None:
        """Take what was typed since the last poll."""
        events = self._events()
        self._silent = 0 if events else self._silent + 1
        if self._silent >= SILENT_POLLS:
            self._digits = ""
        for kind, code, value in events:
            if (kind, code) == DROPPED:
                self._digits = TORN
            elif kind == KEY and value == DOWN:
                self._press(code)

    def _events(self) -> list[tuple[int, int, int]]:
        if self._file is None:
            raise FileNotFoundError(f"{self.model or self.name} is not there")
        try:
            typed = os.read(self._file, MOST_EVENTS)
        except BlockingIOError:
            return []
        if not typed:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return [(kind, code, value) for _, _, kind, code, value in EVENT.iter_unpack(typed)]

    def _press(self, code: int) -> None:
        if code not in (ENTER, KEYPAD_ENTER):
            self._digits += KEYS.get(code, "")
            return
        if (uid := uid_of(self._digits)) is not None:
            self._typed(uid)
        self._digits = ""

    def _typed(self, uid: bytes) -> None:
        """Let *uid* be present next, unless it still counts as lying there: some readers type a number again and again."""
        newest = self._waiting[-1] if self._waiting else self._lying if self._rest else b""
        if uid != newest:
            self._waiting.append(uid)
        elif not self._waiting:
            self._rest = MISSES

    def _next(self) -> tuple[bytes, ...]:
        if self._rest:
            self._rest -= 1
            return ()
        if not self._waiting:
            return ()
        self._rest, self._lying = MISSES, self._waiting.popleft()
        return (self._lying,)

    def _lost(self, trouble: OSError) -> KeyboardLost:
        return KeyboardLost(self.name, _why(trouble), str(trouble))


def uid_of(digits: str) -> bytes | None:
    """Return the UID that stands for the *digits* that a reader types for a tag; None if they are no number of a tag.

    Eight, fourteen or twenty hexadecimal digits are the UID itself. Readers type other lengths for tags without such a UID
    (those of 125 kHz), or a UID as a decimal number: these become seven or ten bytes, of which the first are zero.
    """
    if not 0 < len(digits) <= MOST_DIGITS:
        return None
    if len(digits) in PLAIN:
        return bytes.fromhex(digits)
    number = int(digits, 10 if digits.isdecimal() else 16)
    return number.to_bytes(SEVEN if number < 1 << 8 * SEVEN else TEN, "big")


def rank(name: str) -> int:
    """Return how likely it is that the keyboard with this *name* is a reader; no other may be taken from its owner."""
    return SURELY if A_READER.search(name) else HARDLY


def _keyboards(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield every keyboard by its name and its place, with its file."""
    for event in sorted((root / "sys/class/input").glob("event*")):
        with suppress(OSError):  # It may be unplugged just now.
            name, place, keys = (_said(event / "device" / part) for part in ("name", "phys", "capabilities/key"))
            if _types(keys):
                yield f"{name}, {place}", root / "dev/input" / event.name


def _said(file: Path) -> str:
    """Return what the kernel says in *file*. A device may call itself anything, even half a character."""
    return file.read_text(encoding="utf-8", errors="replace").strip()


def _types(keys: str) -> bool:
    """Return whether *keys*, the kernel's bits of the keys that a device has, include the digits and Enter."""
    lowest = int(keys.split()[-1], 16) if keys else 0
    return all(lowest >> code & 1 for code in (ENTER, *range(2, 12)))


def _why(trouble: OSError) -> Trouble:
    match trouble:
        case FileNotFoundError():
            return Trouble.NO_READER
        case PermissionError():
            return Trouble.DENIED
    return {errno.EBUSY: Trouble.TAKEN, errno.ENODEV: Trouble.NO_READER}.get(trouble.errno or 0, Trouble.BROKEN)
