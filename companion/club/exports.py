"""The league as files: what its page shows, for spreadsheets and other programs."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Final

from companion.agreeing.evening.exports import safe
from companion.club.standings import ranking

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.club.ledger import Entry, Season
    from companion.club.standings import Row

FORMAT: Final = "barkeep league"
VERSION: Final = 1
COLUMNS: Final = ("rank", "name", "points", "games", "wins", "mean")
DECIMALS: Final = 3


def table(rows: Sequence[Row], names: Mapping[int, str]) -> str:
    """Return the ranking as CSV (RFC 4180) that no spreadsheet takes for formulas."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(COLUMNS)
    lines.writerows([safe(cell) for cell in _cells(row, names).values()] for row in rows)
    return written.getvalue()


def everything(season: Season, entries: Sequence[Entry], names: Mapping[int, str], labels: Mapping[str, str]) -> str:
    """Return ranking and results of *season* as JSON; a result that was struck says so, and isn't in the ranking."""
    counted = ranking(one.played for one in entries if not one.struck)
    file = {
        "format": FORMAT,
        "version": VERSION,
        "season": season.name,
        "ranking": [_cells(row, names) for row in counted],
        "results": [_plain(one, names, labels) for one in entries],
    }
    return json.dumps(file, ensure_ascii=False, indent=1)


def _cells(row: Row, names: Mapping[int, str]) -> dict[str, object]:
    mean, earned = (round(float(one), DECIMALS) for one in (row.mean, row.points))
    return dict(zip(COLUMNS, (row.rank, names.get(row.person, ""), earned, row.games, row.wins, mean), strict=True))


def _plain(entry: Entry, names: Mapping[int, str], labels: Mapping[str, str]) -> dict[str, object]:
    told = entry.result
    seats = [
        {"seat": one.seat, "place": one.place, "sum": one.sum, "name": names.get(entry.people.get(one.seat, 0))}
        for one in told.parts
    ]
    return {
        "table": labels.get(entry.table, entry.table),
        "number": told.number,
        "game": told.game,
        "ended": told.ended,
        "minutes": told.minutes,
        "duplicate": told.duplicate,
        "struck": entry.struck,
        "seats": seats,
    }
