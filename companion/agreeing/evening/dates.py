"""Reckon with the times that are written in rows. No clock is read here: the shell reads it when it writes a row.

A time is text in ISO 8601 with its distance from UTC, such as 2026-11-26T21:40:00+01:00, or "" if it isn't known.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

LONGEST: Final = timedelta(hours=12)  # What took longer was left on the table, and nobody knows how long people played.
NIGHT_ENDS: Final = timedelta(hours=6)  # A game that ends before six in the morning belongs to the evening before.


def minutes(since: str, when: str) -> int:
    """Return the whole minutes from *since* to *when*, at least 1; 0 if that can't be known."""
    start, end = _read(since), _read(when)
    if start is None or end is None or not timedelta() <= end - start <= LONGEST:
        return 0
    return max(1, (end - start) // timedelta(minutes=1))


def night(when: str) -> str:
    """Return the date of the evening to which *when* belongs, as YYYY-MM-DD; "" if it isn't known."""
    at = _read(when)
    return (at - NIGHT_ENDS).date().isoformat() if at else ""


def in_utc(when: str) -> str:
    """Return *when* as YYYY-MM-DD HH:MM:SS in UTC, "" if it isn't known."""
    at = _read(when)
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") if at else ""


def _read(when: str) -> datetime | None:
    """Return *when*, or None for anything else: a damaged row or a changed file may hold any text."""
    try:
        at = datetime.fromisoformat(when)
        return at if at.tzinfo and timedelta(days=2) < at.replace(tzinfo=UTC) - datetime.min.replace(tzinfo=UTC) else None
    except ValueError:
        return None
