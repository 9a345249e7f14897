"""The reader thread: poll every reader in turn, report laid and lifted tags, and reopen lost readers."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from firmware.devices import DeviceError, Laid, Lifted, Lying, Reader
from firmware.reader.presence import Crowded, Presence
from firmware.reader.stand import Stand

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

CYCLE_SECONDS = 0.09
RETRY_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class ReaderLost:
    """A reader doesn't answer. *remedy* is an English sentence for the log and the doctor."""

    reader: str
    remedy: str


@dataclass(frozen=True, slots=True)
class ReaderBack:
    """A reader that was lost works again. A tag on it counts only after it has been lifted."""

    reader: str


Reading: TypeAlias = Laid | Lying | Lifted | Crowded | ReaderLost | ReaderBack


def poll_forever(
    readers: Sequence[Reader],
    report: Callable[[Reading], None],
    stop: Callable[[], bool],
    *,
    sleep: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
    alive: Callable[[], None] | None = None,
    stands: Mapping[str, bool] | None = None,
) -> None:
    """Poll *readers* every 90 ms until *stop* returns true, then close them. DeviceError doesn't end the loop.

    A single thread polls all *readers*, because only one field may be on at a time. *sleep* and *clock* are in seconds;
    pass an Event's `wait` as *sleep* to be able to interrupt it. *alive* is called after every round. *stands* are the names of
    the readers that lie under a card, with whether they see all tags at once.
    """
    watches = [Watch(reader, report, clock, _presence(reader.name, stands or {})) for reader in readers]
    try:
        while not stop():
            began = clock()
            for watch in watches:
                watch.step()
            if alive is not None:
                alive()
            sleep(max(0.0, began + CYCLE_SECONDS - clock()))
    finally:
        for reader in readers:
            reader.close()


def _presence(name: str, stands: Mapping[str, bool]) -> Presence | Stand:
    return Stand(name, whole=stands[name]) if name in stands else Presence(name)


class Watch:
    """Watch one reader and the tags on it. Its loss and its return are reported once and logged in one line each."""

    def __init__(
        self, reader: Reader, report: Callable[[Reading], None], clock: Callable[[], float], presence: Presence | Stand
    ) -> None:
        self._reader = reader
        self._report = report
        self._clock = clock
        self._presence = presence
        self._opened = self._lost = False
        self._retry_at = clock()

    def step(self) -> None:
        """Poll once, opening the reader first if necessary (at most once a second)."""
        if not self._opened and self._clock() < self._retry_at:
            return
        try:
            uids = self._poll()
        except DeviceError as loss:
            self._lose(loss)
            return
        self._recover()
        for event in self._presence.see(uids):
            self._report(event)

    def _poll(self) -> Sequence[bytes]:
        if not self._opened:
            self._reader.open()
            self._opened = True
        return self._reader.present()

    def _lose(self, loss: DeviceError) -> None:
        self._opened = False
        self._retry_at = self._clock() + RETRY_SECONDS
        if not self._lost:
            self._lost = True
            logging.getLogger(__name__).warning("%s is lost: %s", self._reader.name, loss.remedy)
            self._report(ReaderLost(self._reader.name, loss.remedy))
            for unknown in self._presence.lost():
                self._report(unknown)

    def _recover(self) -> None:
        if self._lost:  # Only a successful poll counts, because opening may succeed and fail for ever.
            self._lost = False
            self._presence.reset()
            logging.getLogger(__name__).warning("%s is back", self._reader.name)
            self._report(ReaderBack(self._reader.name))
