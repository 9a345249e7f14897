"""The table's answers to a tap or a key, and the errors for commands that it can't take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.messages import Said


class Stale(Exception):
    """The ask, tag, walk or ticket that the request refers to is gone. Nothing has changed."""


class KeyReused(Exception):
    """The same idempotency key came with a different command. Nothing has changed."""


class Unknown(Exception):
    """The disk failed, so we can't tell whether the command was kept. Repeat it with the same key to find out."""


class Fault(Exception):
    """A fault in the program, not in the request. Nothing has changed. The program's log has more under this *number*."""

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a tap or a key: whether it was accepted (*right*), and *said*, a sentence for the display.

    *said* is None if the screen itself shows the result.
    """

    right: bool
    said: Said | None = None
