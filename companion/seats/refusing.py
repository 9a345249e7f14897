"""Refuse what people can't do or decide at this table now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.messages import Illegal, Refusal

if TYPE_CHECKING:
    from companion.kit.messages import Said


def insist(right: bool, said: Said) -> None:
    """Raise Illegal with the table's sentence *said* unless what is asked is *right*."""
    if not right:
        raise Illegal(Refusal(said, "table"))
