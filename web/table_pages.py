"""The table screen: what everybody sees, for a large screen in the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from companion.table import Table


def register(app: Flask, table: Table, address: str) -> None:
    """Add the table screen's routes to *app*; *address* is the URL at which phones join."""
