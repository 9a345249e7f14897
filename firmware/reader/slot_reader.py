"""A reader that no wire joins to the table: a slot, such as an ESP32 board with an RC522, tells a broker which tags lie on it.

A slot publishes two retained topics below `PREFIX/IDENTITY/slot/NUMBER`: `status`, which is `online`, or `offline` by its last
will; and `tags`, the UIDs in hexadecimal digits with a space between tags, or `none`. Whoever may publish there can lay pieces
on this table, so a broker should give that right to slots alone.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from firmware.devices import DeviceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ONLINE, NONE = "online", "none"
PATIENCE: Final = 2.0  # Seconds for a broker to tell what it retains, before its silence counts as a loss.
MOST_WAITING: Final = (
    4  # What was told since the last poll: a piece is not lost if the network delivers its coming and going at once.
)
UID: Final = re.compile(r"[0-9A-Fa-f]{2}(?:[-:]?[0-9A-Fa-f]{2})*")
LENGTHS: Final = (4, 7, 10)  # Bytes, by the number of cascade levels (ISO/IEC 14443-3, 6.5.4).


class Trouble(Enum):
    """Why there is no reader; the value is what to do, for the log."""

    NO_BROKER = "check that the broker runs, and this table's address and password for it."
    NO_SLOT = "give the slot power, with the program on it that `barkeep slot` describes."


class SlotLost(DeviceError):
    """Raised when a slot isn't working; *trouble* says why."""

    def __init__(self, what: str, trouble: Trouble, detail: str) -> None:
        super().__init__(what, f"{detail}: {trouble.value}")
        self.trouble = trouble


class Ear(Protocol):
    """A connection that listens to a broker, and reaches it again by itself."""

    @property
    def reached(self) -> bool:
        """Whether the broker is within reach."""

    def close(self) -> None:
        """End. Safe to call any number of times."""


Topics: TypeAlias = "Mapping[str, Callable[[str], None]]"  # What takes in the texts of each topic.
Listen: TypeAlias = "Callable[[Topics, Callable[[], None]], Ear]"


class Slot:
    """What one slot has told. The broker's thread writes, the readers' thread reads: each step of a deque is atomic."""

    def __init__(self) -> None:
        self.told = threading.Event()  # Whether its status is known.
        self.online = False
        self._waiting = deque[tuple[bytes, ...]]([()], maxlen=MOST_WAITING)

    def status(self, text: str) -> None:
        """Take in its status."""
        self.online = text == ONLINE
        self.told.set()

    def tags(self, text: str) -> None:
        """Take in which tags lie on it, unless *text* is nothing that a slot says."""
        if (uids := uids_of(text)) is not None:
            self._waiting.append(uids)

    def lying(self) -> tuple[bytes, ...]:
        """Return what lay there next after the last call, and in the end what lies there now."""
        if len(self._waiting) > 1:
            self._waiting.popleft()
        return self._waiting[0]

    def forget(self) -> None:
        """Forget everything, because the broker is lost: once it is reached again, it tells what it has retained."""
        self.online = False
        self.told.clear()
        self._waiting.append(())


class Slots:
    """The slots of one table, numbered from 1, and the connection by which they are heard.

    *listen* opens that connection: it is given the topics below those of all slots, and what to call whenever the broker is
    lost. It raises OSError or ValueError if a file that proves who this table is can't be used.
    """

    def __init__(self, listen: Listen, count: int, patience: float = PATIENCE) -> None:
        self.slots = {number: Slot() for number in range(1, count + 1)}
        self._listen, self._joined, self._patience = listen, set[int](), patience
        self._ear: Ear | None = None
        self._silent_until = 0.0

    @property
    def reached(self) -> bool:
        """Whether the broker is within reach."""
        return self._ear is not None and self._ear.reached

    def readers(self) -> Sequence[SlotReader]:
        """Return a reader for each slot."""
        return [SlotReader(number, self) for number in self.slots]

    def join(self, number: int) -> None:
        """Listen for the slot *number*, and for all others. At first, wait a moment for what the broker tells of it."""
        self._joined.add(number)
        if self._ear is None:
            self._silent_until = time.monotonic() + self._patience
            topics = {f"{n}/{name}": take for n, one in self.slots.items() for name, take in _parts(one).items()}
            self._ear = self._listen(topics, self._lost)
        self.slots[number].told.wait(max(0.0, self._silent_until - time.monotonic()))

    def leave(self, number: int) -> None:
        """Listen no longer for the slot *number*; end the connection if nobody else does."""
        self._joined.discard(number)
        if not self._joined and self._ear is not None:
            self._ear.close()
            self._ear = None
            self._lost()

    def _lost(self) -> None:
        for slot in self.slots.values():
            slot.forget()


class SlotReader:
    """The reader on slot *number* of *slots* (devices.Reader). The connection lasts, whatever fails, until `close`."""

    def __init__(self, number: int, slots: Slots) -> None:
        self.name, self.number = f"reader {number}", number
        self._slots, self._slot = slots, slots.slots[number]

    def open(self) -> None:
        """Begin to listen; raise SlotLost unless the slot is there."""
        try:
            self._slots.join(self.number)
        except (OSError, ValueError) as trouble:
            raise SlotLost(self.name, Trouble.NO_BROKER, str(trouble)) from trouble
        self._insist()

    def present(self) -> Sequence[bytes]:
        """Return the tags on the slot; raise SlotLost if it is gone, or the broker."""
        self._insist()
        return self._slot.lying()

    def close(self) -> None:
        """Listen no longer. Safe to call at any time, any number of times."""
        self._slots.leave(self.number)

    def _insist(self) -> None:
        if not self._slots.reached:
            raise SlotLost(self.name, Trouble.NO_BROKER, "the broker is out of reach")
        if not self._slot.online:
            raise SlotLost(self.name, Trouble.NO_SLOT, f"slot {self.number} is not online")


def uids_of(text: str) -> tuple[bytes, ...] | None:
    """Return the UIDs in *text*, as a slot tells them, each once and in order; None if it is nothing that a slot says."""
    words = [] if text == NONE else text.split()
    uids = [bytes.fromhex(re.sub("[-:]", "", word)) for word in words if UID.fullmatch(word)]
    if len(uids) < len(words) or any(len(uid) not in LENGTHS for uid in uids):
        return None
    return tuple(dict.fromkeys(uids))


def _parts(slot: Slot) -> Topics:
    return {"status": slot.status, "tags": slot.tags}
