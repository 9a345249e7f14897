"""Faults of the program: each gets a number, by which a player can report it and the log can be searched."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from companion.keeping.replaying import place_of
from companion.kit.messages import Illegal
from companion.table.answers import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator


class Faults:
    """The faults since the program's start. Not thread-safe: call it only with the table's lock held."""

    def __init__(self) -> None:
        self._numbers = count(1)

    @contextmanager
    def numbered(self, row: int) -> Iterator[None]:
        """Turn any exception except a refusal into a Fault with a number, and log where it was raised.

        *row* is the row that would have been written. The message isn't logged, because it may contain a secret: see
        `place_of`.
        """
        try:
            yield
        except Illegal:
            raise
        except Exception as wrong:
            number = f"{row}-{next(self._numbers)}"
            logging.getLogger(__name__).error(
                "fault %s in the program, at %s: nothing has changed; please report it", number, place_of(wrong)
            )
            raise Fault(number) from wrong
