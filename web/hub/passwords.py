"""Hash passwords and PINs, by werkzeug. A few at a time: each takes much memory, and many callers may try at once."""

from __future__ import annotations

import threading
from typing import Final

from werkzeug.security import check_password_hash, generate_password_hash

_AT_ONCE: Final = threading.BoundedSemaphore(2)
METHOD: Final = "scrypt"
# Of nobody's password: to check against, so that a wrong name takes as long as a wrong password.
NOBODYS: Final = "scrypt:32768:8:1$Dkh5VbUpMYV6nUEz$" + "0" * 128


def hashed(secret: str) -> str:
    """Return the form of *secret* to be kept."""
    with _AT_ONCE:
        return generate_password_hash(secret, METHOD)


def fits(secret: str, kept: str) -> bool:
    """Return whether *kept* was made of *secret*; of an empty one nothing was. Takes as long in every case."""
    with _AT_ONCE:
        return check_password_hash(kept or NOBODYS, secret) and bool(kept)
