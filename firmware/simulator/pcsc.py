"""Simulate PC/SC readers on USB: one that a simulated pcscd serves, and one that the machine's own pcscd takes for real.

The second is a card for the reader of Debian's package vsmartcard-vpcd, which waits on a port for somebody to be its card.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Final

from firmware.reader import pcsclite
from firmware.reader.pcsc_reader import DONE, GET_UID
from firmware.reader.pcsclite import PcscError, Slot

if TYPE_CHECKING:
    from firmware.simulator.tags import Tag

NO_SUCH_COMMAND: Final = bytes((0x6A, 0x81))
STORAGE_CARD: Final = bytes.fromhex("3b8f8001804f0ca0000003060300030000000068")  # The ATR of such a tag (PC/SC, part 3)
GET_ATR: Final = 4  # Of vpcd. Messages of one byte are for its card, and this one alone is answered.
RETRY_SECONDS: Final = 0.1


class PcscTags:
    """The tags on a PC/SC reader, which sees only one of them: the one that was laid first. Any thread may call it."""

    def __init__(self) -> None:
        self._tags: list[Tag] = []
        self._count = 0
        self._lock = RLock()

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags on the reader, in the order in which they were laid."""
        return tuple(self._tags)

    def lay(self, tag: Tag) -> None:
        """Lay *tag* on the reader."""
        with self._lock:
            self._tags.append(tag)
            if len(self._tags) == 1:
                self._come()

    def lift(self, tag: Tag) -> None:
        """Take *tag* off the reader, if it is there."""
        with self._lock:
            if tag in self._tags:
                seen = self._tags[0]
                self._tags.remove(tag)
                if tag is seen:
                    self._go()

    @property
    def slot(self) -> Slot:
        """The reader's state, as pcscd tells it."""
        with self._lock:
            return Slot(bool(self._tags), self._count)

    def answer(self, command: bytes) -> bytes:
        """Answer for the tag that the reader sees; b"" if there is none."""
        with self._lock:
            if not self._tags:
                return b""
            return self._tags[0].uid + DONE if command == GET_UID else NO_SUCH_COMMAND

    def _come(self) -> None:
        self._count += 1

    def _go(self) -> None:
        self._count += 1
        if self._tags:
            self._come()


class SimulatedPcscd:
    """A pcscd without a process. *plugged* are its readers, by name; while *answers* isn't set, it hangs."""

    def __init__(self, *names: str) -> None:
        self.plugged = {name: PcscTags() for name in names}
        self.answers = Event()
        self.answers.set()
        self.starts, self.runs = 1, True

    def stop(self) -> None:
        """Stop pcscd."""
        self.runs = False

    def start(self) -> None:
        """Start pcscd; all that were connected before have to connect again."""
        self.starts, self.runs = self.starts + 1, True


class SimulatedClient:
    """A connection to *pcscd* (pcsclite.Client)."""

    def __init__(self, pcscd: SimulatedPcscd) -> None:
        self._pcscd = pcscd
        self._connected = 0  # With which start of pcscd; 0 if not at all.

    def open(self) -> None:
        """Connect."""
        self._connected = self._pcscd.starts
        self._insist()

    def readers(self) -> list[str]:
        """Return the names of the readers that are plugged in."""
        self._insist()
        return list(self._pcscd.plugged)

    def slot(self, reader: str) -> Slot | None:
        """Return the state of *reader*."""
        self._insist()
        found = self._pcscd.plugged.get(reader)
        return found.slot if found else None

    def ask(self, reader: str, command: bytes) -> bytes:
        """Answer for the tag on *reader*, which was seen there a moment ago."""
        self._insist()
        return self._pcscd.plugged[reader].answer(command)

    def close(self) -> None:
        """Disconnect."""
        self._connected = 0

    def _insist(self) -> None:
        self._pcscd.answers.wait()
        if not self._pcscd.runs or self._connected != self._pcscd.starts:
            raise PcscError(pcsclite.NO_SERVICE, "Service not available.")


class VirtualReader(PcscTags):
    """The card in a virtual reader of the machine's pcscd, which waits for it on *port* of this machine."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self._port = port
        self._lifted = Event()
        self._wire: socket.socket | None = None

    def _come(self) -> None:
        super()._come()
        self._lifted = Event()
        Thread(target=self._lie, args=(self._lifted,), name="virtual card", daemon=True).start()

    def _go(self) -> None:
        self._lifted.set()
        if self._wire is not None:
            with suppress(OSError):
                self._wire.shutdown(socket.SHUT_RDWR)
        super()._go()

    def _lie(self, lifted: Event) -> None:
        """Be the reader's card until the tag is *lifted*, also of a pcscd that has been started anew."""
        while not lifted.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", self._port)) as wire:
                with self._lock:
                    if lifted.is_set():  # While connecting. The next tag may have a wire by now, by which it must go.
                        return
                    self._wire = wire
                self._serve(wire)
            lifted.wait(RETRY_SECONDS)

    def _serve(self, wire: socket.socket) -> None:
        """Answer pcscd as long as it is there: each message follows its length in two bytes."""
        while head := wire.recv(2, socket.MSG_WAITALL):
            (length,) = struct.unpack(">H", head)
            if answer := self._answered(wire.recv(length, socket.MSG_WAITALL)):
                wire.sendall(struct.pack(">H", len(answer)) + answer)

    def _answered(self, message: bytes) -> bytes:
        if len(message) > 1:
            return self.answer(message)
        return STORAGE_CARD if message == bytes((GET_ATR,)) else b""
