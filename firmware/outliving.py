"""Let a thread that people wait for outlive a fault of the program in one of its rounds."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.keeping.replaying import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def outlived(where: str) -> Iterator[None]:
    """Log any fault by its place alone, because its message may contain a secret, and go on after the block."""
    try:
        yield
    except Exception as fault:
        logging.getLogger(__name__).error("a fault in %s (%s); please report it", where, place_of(fault))
