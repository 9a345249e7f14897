"""The simulated box on the bench: lay and lift its tags, press its keys, and see what its devices show."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import threading
from typing import TYPE_CHECKING, Final

from companion.kit.pieces import Piece
from companion.tags.pieces import Pieces
from firmware.devices import Button
from firmware.simulator.faults import FAULTS, FOUR_BYTES, TEN_BYTES, Parts
from firmware.simulator.hand import Hand
from firmware.simulator.tags import Ntag213, Tag, classic, long_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PIL.Image import Image

    from firmware.panel.gpio_panel import GpioPanel
    from firmware.panel.panel_watch import PanelWatch
    from firmware.simulator.chip import Chip
    from firmware.simulator.display import I2cBus
    from firmware.simulator.panel import SimulatedPanel
    from firmware.simulator.pins import Pins

MOMENT: Final = 0.2  # seconds
UNKNOWN: Final = Piece("card", "a tag nobody knows")


def tag_of(piece: Piece) -> bytes:
    """Return the UID of the sticker on *piece* in the simulated box: seven bytes, starting with NXP's."""
    return b"\x04" + hashlib.sha256(f"{piece.kind} {piece.name} {piece.number}".encode()).digest()[:6]


def stickered(pieces: Iterable[Piece]) -> Pieces:
    """Return *pieces* with the stickers of the simulated box."""
    return Pieces({tag_of(piece): piece for piece in pieces})


class SimulatedBox:
    """All simulated devices of a table, handled as a person would. Every method may be called from any thread."""

    def __init__(
        self,
        pieces: Pieces,
        chip: Chip,
        wires: Pins,
        bus: I2cBus,
        panel: GpioPanel | PanelWatch,
        fingers: SimulatedPanel,
    ) -> None:
        self._pieces, self._bus, self._panel, self._fingers = pieces, bus, panel, fingers
        self._unknown = tag_of(UNKNOWN).hex()
        strange = (Ntag213(tag_of(UNKNOWN)), classic(FOUR_BYTES), long_tag(TEN_BYTES))
        tags: list[Tag] = [*(Ntag213(uid) for uid, _ in pieces.tags()), *strange]
        self._hand = Hand(chip, {tag.uid.hex(): tag for tag in tags}, self._unknown)
        self._parts = Parts(chip, wires, self._hand, bus, fingers, self._unknown)
        self._lock = threading.Lock()

    def pieces(self) -> Sequence[tuple[str, Piece]]:
        """Return every tagged piece with its UID in hexadecimal."""
        return [(uid.hex(), piece) for uid, piece in self._pieces.tags()]

    def unknown_tag(self) -> str:
        """Return the UID of a tag that belongs to no piece."""
        return self._unknown

    def lying(self) -> Sequence[str]:
        """Return the UIDs of the tags in the reader's field, in the order in which they were laid."""
        return self._hand.lying()

    def lay(self, uid: str) -> None:
        """Lay a piece on the reader; raise KeyError for a UID that the box doesn't have."""
        with self._lock:
            self._hand.lay(uid)

    def lift(self, uid: str) -> None:
        """Lift a piece off the reader; raise KeyError for a UID that the box doesn't have."""
        with self._lock:
            self._hand.lift(uid)

    def press(self, button: str, *, long: bool = False) -> None:
        """Press the key "ok", "back" or "last_order", for 2.2 seconds if *long*; raise ValueError for any other."""
        self._fingers.touch(Button(button), 2.2 if long else 0.08)

    def display(self) -> bytes:
        """Return the display's current picture as a PNG of 128x64 pixels."""
        file = io.BytesIO()
        self.picture().save(file, "PNG")
        return file.getvalue()

    def picture(self) -> Image:
        """Return the display's current picture, as decoded from its bus."""
        return self._bus.oled.picture()

    def panel(self) -> dict[str, object]:
        """Return the LED's "colour" (0 to 255), the last "phrase" and the number of "phrases" so far."""
        count, phrases = self._panel.said
        return {"colour": list(self._fingers.colour), "phrase": phrases[-1].value if phrases else "", "phrases": count}

    @property
    def sounding(self) -> bool:
        """Return whether the buzzer sounds now."""
        return self._fingers.sounding

    def faults(self) -> Mapping[str, bool]:
        """Return every fault in faults.FAULTS, with whether it is on now."""
        return {name: fault.holds(self._parts) for name, fault in FAULTS.items()}

    def set_fault(self, name: str, on: bool) -> None:
        """Switch the fault *name* on or off; raise KeyError for a fault that isn't in faults.FAULTS."""
        fault = FAULTS[name]
        with self._lock:
            if fault.holds(self._parts) != on:
                (fault.begin if on else fault.end)(self._parts)

    def pull_plug(self) -> None:
        """Replace this process by a new one, started with the same words, as if the plug had been pulled and put back.

        Nothing is closed or written before: what the journal has on disk is all that remains. A moment passes first, so that
        whoever pulled it still gets an answer.
        """
        threading.Timer(MOMENT, os.execv, (sys.executable, sys.orig_argv)).start()

    def revision(self) -> int:
        """Return a number that changes with anything that the bench shows: display, faults, buzzer, tags."""
        now = (self.picture().tobytes(), tuple(self.lying()), self._panel.said[0], tuple(self.faults().items()))
        return int.from_bytes(hashlib.sha256(repr(now).encode()).digest()[:6], "big")
