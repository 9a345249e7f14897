"""The simulated box on the bench: what a hand does to the reader, the display and the panel, and what an eye sees."""

from __future__ import annotations

import hashlib
import io
import threading
from typing import TYPE_CHECKING, Final

from companion.pieces import Piece, Pieces
from firmware.devices import Button
from firmware.simulator.tags import Ntag213, Tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PIL.Image import Image

    from firmware.gpio_panel import GpioPanel
    from firmware.simulator.chip import Chip
    from firmware.simulator.display import I2cBus
    from firmware.simulator.panel import SimulatedPanel

UNKNOWN: Final = Piece("card", "a tag nobody knows")


def tag_of(piece: Piece) -> bytes:
    """Return the UID of the sticker on *piece* in the simulated box: seven bytes, the first NXP's."""
    return b"\x04" + hashlib.sha256(f"{piece.kind} {piece.name} {piece.number}".encode()).digest()[:6]


def stickered(pieces: Iterable[Piece]) -> Pieces:
    """Return *pieces* with the stickers of the simulated box."""
    return Pieces({tag_of(piece): piece for piece in pieces})


class SimulatedBox:
    """The hands and eyes of the bench. Every method may be called from any thread."""

    def __init__(self, pieces: Pieces, chip: Chip, bus: I2cBus, panel: GpioPanel, fingers: SimulatedPanel) -> None:
        self._pieces, self._chip, self._bus, self._panel, self._fingers = pieces, chip, bus, panel, fingers
        self._tags: dict[str, Tag] = {uid.hex(): Ntag213(uid) for uid, _ in pieces.tags()}
        self._unknown = tag_of(UNKNOWN).hex()
        self._tags[self._unknown] = Ntag213(tag_of(UNKNOWN))
        self._lock = threading.Lock()
        self._faults = {"reader": False, "display": False}

    def pieces(self) -> Sequence[tuple[str, Piece]]:
        """Return every tagged piece with its UID in hexadecimal."""
        return [(uid.hex(), piece) for uid, piece in self._pieces.tags()]

    def unknown_tag(self) -> str:
        """Return the UID of a tag that is no piece."""
        return self._unknown

    def lying(self) -> Sequence[str]:
        """Return the UIDs of the tags in the reader's field, the first laid first."""
        return [tag.uid.hex() for tag in self._chip.tags]

    def lay(self, uid: str) -> None:
        """Lay a piece on the reader; raise KeyError for a UID that the box doesn't have."""
        tag = self._tags[uid]
        with self._lock:
            if tag not in self._chip.tags:
                self._chip.lay(tag)

    def lift(self, uid: str) -> None:
        """Lift a piece off the reader; raise KeyError for a UID that the box doesn't have."""
        tag = self._tags[uid]
        with self._lock:
            if tag in self._chip.tags:
                self._chip.lift(tag)

    def press(self, button: str, *, long: bool = False) -> None:
        """Touch the key "ok", "back" or "last_order", for 2.2 seconds when *long*; raise ValueError for another one."""
        self._fingers.touch(Button(button), 2.2 if long else 0.08)

    def display(self) -> bytes:
        """Return the display as it shows now: a PNG of 128x64 pixels."""
        file = io.BytesIO()
        self.picture().save(file, "PNG")
        return file.getvalue()

    def picture(self) -> Image:
        """Return the display as its bus decodes it."""
        return self._bus.oled.picture()

    def panel(self) -> dict[str, object]:
        """Return what LED and buzzer do: "colour" (0 to 255), "phrase" last played and how many "phrases" so far."""
        count, phrases = self._panel.said
        return {"colour": list(self._fingers.colour), "phrase": phrases[-1].value if phrases else "", "phrases": count}

    @property
    def sounding(self) -> bool:
        """Whether the buzzer sounds now."""
        return self._fingers.sounding

    def faults(self) -> Mapping[str, bool]:
        """Return which parts are unplugged: "reader", "display"."""
        return dict(self._faults)

    def set_fault(self, name: str, on: bool) -> None:
        """Unplug a part or plug it in again; raise KeyError for a part that the bench doesn't have."""
        with self._lock:
            if self._faults[name] == on:
                return
            self._faults[name] = on
            part = self._chip if name == "reader" else self._bus
            (part.unplug if on else part.plug)()

    def revision(self) -> int:
        """Return a number that changes with whatever the bench shows: display, LED by colour, buzzer, tags."""
        now = (self.picture().tobytes(), tuple(self.lying()), self._panel.said[0], tuple(sorted(self._faults.items())))
        return int.from_bytes(hashlib.sha256(repr(now).encode()).digest()[:6], "big")
