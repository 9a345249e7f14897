"""Keep a table's identity, by which a broker tells it from others: made once, and kept in the data directory.

A club copies one memory card for all of its tables. So the identity is kept with a mark of the board on which it was made, and
made anew on another one: two tables with one identity would throw each other off the broker without end.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = "identity"
BYTES: Final = 5  # Among a thousand tables, two agree by chance once in two million such rooms.
MADE: Final = re.compile(r"([0-9a-f]{10})(?: ([0-9a-f]{8}))?\s*")
SERIAL: Final = Path("/sys/firmware/devicetree/base/serial-number")  # Of a Raspberry Pi; a laptop has none.


def identity(folder: Path, serial: Path = SERIAL) -> str:
    """Return the identity of the table whose data is in *folder*, ten hexadecimal digits; make one if there is none.

    Make a new one, too, if the folder comes from a board whose *serial* number is another. Raises OSError if it can't be read
    or kept.
    """
    file, board = folder / FILE, _mark(serial)
    kept = MADE.fullmatch(file.read_text(encoding="ascii", errors="replace")) if file.exists() else None
    if kept and kept[2] == board:
        return kept[1]
    moved = kept and kept[2] and board
    if moved:
        logging.getLogger(__name__).warning("this table's data was copied from another Pi, so the broker gets to know it anew")
    made = kept[1] if kept and not moved else secrets.token_hex(BYTES)
    if kept is None or board:
        file.write_text(f"{made} {board}\n" if board else f"{made}\n", encoding="ascii")
        file.chmod(0o600)
    return made


def _mark(serial: Path) -> str | None:
    """Return eight digits that tell boards apart, without the number itself; None if the machine has none."""
    with suppress(OSError):
        return hashlib.sha256(serial.read_bytes()).hexdigest()[:8]
    return None
