"""Reads that belong together: a page must not show the view of one moment and the asks of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table import Table

T = TypeVar("T")

ATTEMPTS: Final = 20  # The table changes a few times a second at most; each attempt takes well under a millisecond.


def at_one_moment(table: Table, look: Callable[[], T]) -> T:
    """Return what *look* reads of *table*, read again for as long as the table changes meanwhile.

    A command changes everything under the table's lock and counts the revision last, so equal revisions before and after
    mean that nothing came between. After ATTEMPTS the last reading is returned: the next version brings a better one.
    """
    for _ in range(ATTEMPTS):
        before = table.revision
        seen = look()
        if table.revision == before:
            break
    return seen
