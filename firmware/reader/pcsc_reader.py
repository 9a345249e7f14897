"""A tag reader on USB that the system's pcscd serves: any PC/SC reader for contactless cards, such as an ACR122U.

It tells of one tag at a time: which one, if several lie on it, is the reader's own choice.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Final

from firmware.devices import DeviceError
from firmware.reader.claims import HARDLY, PERHAPS, SURELY, Claims
from firmware.reader.patience import Patience
from firmware.reader.pcsclite import CARD, DENIED, NO_SERVICE, STOPPED, PcscError, PcscLite

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware.reader.patience import Result
    from firmware.reader.pcsclite import Client

GET_UID: Final = bytes((0xFF, 0xCA, 0, 0, 0))  # PC/SC, part 3, 3.2.2.1.3
DONE: Final = bytes((0x90, 0x00))
UID_LENGTHS: Final = (4, 7, 10)  # Bytes. FeliCa's eight, for example, are no UID of ISO/IEC 14443.
PATIENCE_SECONDS: Final = 3.0  # An ACR122U takes a tenth of one for a tag.
CONTACTLESS: Final = re.compile(r"PICC|contactless|NFC|RFID|\bCL\b", re.IGNORECASE)
NO_TAGS: Final = re.compile(r"\bSAM\b|\bcontact\b", re.IGNORECASE)  # Slots of the same device for other cards.


class Trouble(Enum):
    """Why there is no reader; the value is what to do, for the log."""

    NO_LIBRARY = "install pcscd and the driver (sudo apt install pcscd)."
    NO_SERVICE = "start pcscd (sudo systemctl start pcscd.socket)."
    DENIED = "let this user use pcscd, by a rule for polkit."
    NO_READER = "plug a reader in; if it is, let the kernel's own driver go (sudo modprobe -r pn533_usb)."
    HANGS = "restart pcscd (sudo systemctl restart pcscd), or plug the reader out and in."
    BROKEN = "plug the reader out and in."


class PcscLost(DeviceError):
    """Raised when a PC/SC reader isn't working; *trouble* says why."""

    def __init__(self, what: str, trouble: Trouble, detail: str) -> None:
        super().__init__(what, f"{detail}: {trouble.value}")
        self.trouble = trouble


class PcscReader:
    """A reader that pcscd serves (devices.Reader). *claims* says which one it is, *client* connects with pcscd."""

    def __init__(
        self, name: str, claims: Claims | None = None, client: Client | None = None, *, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.name = name
        self.model = ""  # The reader's name in pcscd, once it has been found.
        self._claims = claims or Claims(rank=rank)
        self._client = client or PcscLite()
        self._patience = Patience(patience)
        self._opened = False
        self._read: tuple[int, tuple[bytes, ...]] | None = None

    def open(self) -> None:
        """Connect with pcscd and find the reader; raise PcscLost if either is missing."""
        self._try(self._connect)

    def present(self) -> Sequence[bytes]:
        """Return the UID of the tag on the reader, if there is one; raise PcscLost if the reader or pcscd is lost.

        pcscd looks for tags itself, two or three times a second. A UID is asked for once while its tag lies there.
        """
        return self._try(self._poll)

    def close(self) -> None:
        """Leave pcscd, unless it hangs. Safe to call at any time, any number of times."""
        self._opened = False
        try:
            self._patience.call(self._client.close)
        except OSError:
            return  # Its own thread is left behind.

    def _try(self, work: Callable[[], Result]) -> Result:
        try:
            return self._patience.call(work)
        except OSError as trouble:
            raise PcscLost(self.name, _why(trouble), str(trouble)) from trouble

    def _connect(self) -> None:
        self._opened = False
        self._client.open()
        self._find()
        self._opened = True

    def _find(self) -> None:
        """Find the reader, also if it is plugged in only now while another device was taken for it."""
        found = self._claims.take(self.name, self._client.readers())
        if found is None:
            raise FileNotFoundError(f"{self.model or 'a reader for tags'} is not plugged in")
        if found != self.model:
            self._read = None
        self.model = found

    def _poll(self) -> tuple[bytes, ...]:
        if not self._opened:
            raise FileNotFoundError(f"{self.model or self.name} is not open")
        self._find()
        slot = self._client.slot(self.model)
        if slot is None or not slot.present:
            self._read = None
            return ()
        if self._read is None or self._read[0] != slot.count:
            self._read = self._asked(slot.count)
        return self._read[1] if self._read else ()

    def _asked(self, count: int) -> tuple[int, tuple[bytes, ...]] | None:
        """Ask for the UID; return None if it should be asked for again, and no UID if the card has none."""
        try:
            answer = self._client.ask(self.model, GET_UID)
        except PcscError as refused:
            if refused.code in CARD:
                return None
            raise
        uid, status = answer[:-2], answer[-2:]
        return count, (uid,) if status == DONE and len(uid) in UID_LENGTHS else ()


def rank(name: str) -> int:
    """Return how likely it is that tags can be laid on the reader with this *name* in pcscd."""
    if NO_TAGS.search(name):  # First, because the names of all slots contain that of the device.
        return HARDLY
    return SURELY if CONTACTLESS.search(name) else PERHAPS


def _why(trouble: OSError) -> Trouble:
    match trouble:
        case PcscError(code=code):
            codes = {NO_SERVICE: Trouble.NO_SERVICE, STOPPED: Trouble.NO_SERVICE, DENIED: Trouble.DENIED}
            return codes.get(code, Trouble.BROKEN)
        case TimeoutError():
            return Trouble.HANGS
        case FileNotFoundError():
            return Trouble.NO_READER
    return Trouble.NO_LIBRARY
