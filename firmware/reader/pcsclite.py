"""A client of pcscd, the system's service for card readers, through its library libpcsclite.

Only the seven calls that a tag reader needs, through ctypes: pyscard would have to be compiled wherever it is installed, as it
has no wheels for Linux, and this library comes with pcscd itself. Types and values are those of pcsc-lite's `winscard.h`.
"""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_char_p, c_long, c_ubyte, c_ulong, c_void_p
from dataclasses import dataclass
from typing import Any, Final, Protocol

LIBRARY: Final = "libpcsclite.so.1"
SYSTEM, SHARED, LEAVE_CARD, T0, T1 = 2, 2, 0, 1, 2
MOST_NAMES, MOST_BYTES, MOST_ATR = 16 * 129, 258, 33

UNKNOWN_READER, NO_SERVICE, STOPPED, NO_READERS, DENIED = 0x80100009, 0x8010001D, 0x8010001E, 0x8010002E, 0x8010006A
# What one card may cause, by leaving or by being of another kind, while the reader itself is well.
SHARING, NO_CARD, PROTOCOL, NOT_READY, NOT_TRANSACTED = 0x8010000B, 0x8010000C, 0x8010000F, 0x80100010, 0x80100016
UNSUPPORTED, UNRESPONSIVE, UNPOWERED, RESET, REMOVED = 0x80100065, 0x80100066, 0x80100067, 0x80100068, 0x80100069
CARD: Final = frozenset({
    SHARING, NO_CARD, PROTOCOL, NOT_READY, NOT_TRANSACTED, UNSUPPORTED, UNRESPONSIVE, UNPOWERED, RESET, REMOVED,
})  # fmt: skip

UNKNOWN, UNAVAILABLE, PRESENT, MUTE = 0x04, 0x08, 0x20, 0x200
COUNT_SHIFT: Final = 16  # The upper half of a state counts the cards that have come and gone.


class PcscError(OSError):
    """Raised when pcscd refuses a call, with its *code* and the library's text."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(code, text)
        self.code = code

    def __str__(self) -> str:
        return f"pcscd says 0x{self.code:08X} ({str(self.args[1]).rstrip('.')})"


@dataclass(frozen=True, slots=True)
class Slot:
    """What pcscd says about a reader: is a card *present*, and the *count* of cards that have come and gone."""

    present: bool
    count: int


class Client(Protocol):
    """A connection to pcscd. Every call may raise PcscError; a lost connection is opened anew."""

    def open(self) -> None:
        """Connect; raise OSError if the library isn't installed."""

    def readers(self) -> list[str]:
        """Return the names of the readers that are plugged in."""

    def slot(self, reader: str) -> Slot | None:
        """Return the state of *reader*, or None if there is no such reader any more."""

    def ask(self, reader: str, command: bytes) -> bytes:
        """Send *command* to the card in *reader* and return its answer."""

    def close(self) -> None:
        """Disconnect. Safe to call at any time, any number of times."""


class _State(ctypes.Structure):
    _fields_ = (
        ("reader", c_char_p), ("user", c_void_p), ("current", c_ulong), ("event", c_ulong), ("atr_length", c_ulong),
        ("atr", c_ubyte * MOST_ATR),
    )  # fmt: skip


class _Protocol(ctypes.Structure):
    _fields_ = (("protocol", c_ulong), ("length", c_ulong))


SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    "SCardEstablishContext": (c_ulong, c_void_p, c_void_p, POINTER(c_long)),
    "SCardReleaseContext": (c_long,),
    "SCardListReaders": (c_long, c_char_p, c_char_p, POINTER(c_ulong)),
    "SCardGetStatusChange": (c_long, c_ulong, POINTER(_State), c_ulong),
    "SCardConnect": (c_long, c_char_p, c_ulong, c_ulong, POINTER(c_long), POINTER(c_ulong)),
    "SCardTransmit": (c_long, POINTER(_Protocol), c_char_p, c_ulong, c_void_p, POINTER(c_ubyte), POINTER(c_ulong)),
    "SCardDisconnect": (c_long, c_ulong),
}


class PcscLite:
    """A connection to the system's pcscd (pcsclite.Client). A single thread uses it."""

    def __init__(self) -> None:
        self._library: ctypes.CDLL | None = None
        self._context: c_long | None = None

    def open(self) -> None:
        """Load the library and connect."""
        self.close()
        self._library = self._library or _loaded()
        context = c_long()
        self._call("SCardEstablishContext", SYSTEM, None, None, byref(context))
        self._context = context

    def readers(self) -> list[str]:
        """Return the readers' names in pcscd's order."""
        names, length = ctypes.create_string_buffer(MOST_NAMES), c_ulong(MOST_NAMES)
        try:
            self._call("SCardListReaders", self._context, None, names, byref(length))
        except PcscError as refused:
            if refused.code == NO_READERS:
                return []
            raise
        return [name.decode("utf-8", "replace") for name in names.raw[: length.value].split(b"\0") if name]

    def slot(self, reader: str) -> Slot | None:
        """Ask for the state without waiting for a change."""
        state = _State(reader=reader.encode())
        try:
            self._call("SCardGetStatusChange", self._context, 0, byref(state), 1)
        except PcscError as refused:
            if refused.code == UNKNOWN_READER:
                return None
            raise
        if state.event & (UNKNOWN | UNAVAILABLE):
            return None
        return Slot(bool(state.event & PRESENT and not state.event & MUTE), state.event >> COUNT_SHIFT)

    def ask(self, reader: str, command: bytes) -> bytes:
        """Connect with the card beside other programs, exchange one command, and leave the card as it is."""
        card, protocol = c_long(), c_ulong()
        self._call("SCardConnect", self._context, reader.encode(), SHARED, T0 | T1, byref(card), byref(protocol))
        try:
            return self._transmit(card, protocol.value, command)
        finally:
            assert self._library is not None
            self._library.SCardDisconnect(card, LEAVE_CARD)

    def _transmit(self, card: c_long, protocol: int, command: bytes) -> bytes:
        answer, length = (c_ubyte * MOST_BYTES)(), c_ulong(MOST_BYTES)
        head = _Protocol(protocol, ctypes.sizeof(_Protocol))
        self._call("SCardTransmit", card, byref(head), command, len(command), None, answer, byref(length))
        return bytes(answer[: length.value])

    def close(self) -> None:
        """Release the context."""
        context, self._context = self._context, None
        if context is not None and self._library is not None:
            self._library.SCardReleaseContext(context)

    def _call(self, name: str, *given: Any) -> None:
        assert self._library is not None
        if code := getattr(self._library, name)(*given) & 0xFFFFFFFF:
            raise PcscError(code, self._library.pcsc_stringify_error(code).decode())


def _loaded() -> ctypes.CDLL:
    """Return the library; raise OSError if it isn't installed."""
    library = ctypes.CDLL(LIBRARY)
    for name, arguments in SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes, function.restype = arguments, c_long
    library.pcsc_stringify_error.argtypes, library.pcsc_stringify_error.restype = (c_long,), c_char_p
    return library
