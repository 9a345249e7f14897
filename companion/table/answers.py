"""What the table answers: to a tap or a key, and where it can't take a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.messages import Said


class Stale(Exception):  # noqa: N818  # Nobody's fault: the table moved on.
    """The ask that was answered no longer stands; nothing has changed."""


class KeyReused(Exception):  # noqa: N818  # The phone's fault, told by what it did.
    """The same key came with another command; nothing has changed."""


class Unknown(Exception):  # noqa: N818  # What is known of the command: nothing.
    """The disk failed: whether the command was kept is unknown. Asking again with the same key tells."""


class Fault(Exception):  # noqa: N818  # The program's own, and told as that.
    """The program is wrong, not whoever asked: nothing has changed. The log has more beside the *number*."""

    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tap or a key got: *said* for the display, and whether it was *right*. *said* is None where the screen speaks."""

    right: bool
    said: Said | None = None
