"""The readers on USB, by the names of their kinds in the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.reader import keyboard_reader, pcsc_reader
from firmware.reader.claims import Claims
from firmware.reader.keyboard_reader import KeyboardReader
from firmware.reader.pcsc_reader import PcscReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.devices import Reader


def on_usb(kind: str, count: int, part: str = "") -> Sequence[Reader]:
    """Return *count* readers of a *kind*, of those whose names contain *part*; raise ValueError for an unknown kind."""
    names = [f"reader {n}" for n in range(1, count + 1)]
    match kind:
        case "pcsc":
            claims = Claims(part, pcsc_reader.rank)
            return [PcscReader(name, claims) for name in names]
        case "keyboard":
            claims = Claims(part, keyboard_reader.rank)
            return [KeyboardReader(name, claims) for name in names]
    raise ValueError(f"no reader on USB is called {kind!r}")
