"""Keep a table's identity, by which a broker tells it from others: made once, and kept in the data directory."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

FILE: Final = "identity"
BYTES: Final = 5  # Among a thousand tables, two agree by chance once in two million such rooms.
MADE: Final = re.compile(r"[0-9a-f]{10}")


def identity(folder: Path) -> str:
    """Return the identity of the table whose data is in *folder*, ten hexadecimal digits; make one if there is none.

    Raises OSError if it can't be read or kept.
    """
    file = folder / FILE
    if file.exists() and MADE.fullmatch(kept := file.read_text(encoding="ascii", errors="replace").strip()):
        return kept
    made = secrets.token_hex(BYTES)
    file.write_text(f"{made}\n", encoding="ascii")
    file.chmod(0o600)
    return made
