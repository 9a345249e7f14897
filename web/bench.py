"""The bench: the simulated box, its reader and its tags on one page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from flask import Flask

    from companion.table import Table


class Bench(Protocol):
    """The simulated hardware as the bench's page uses it."""


def register(app: Flask, table: Table, bench: Bench) -> None:
    """Add the bench's routes to *app*."""
