"""`barkeep tags`, `barkeep game` and `barkeep evenings`: copy what a table has to a file, or back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.journal.store import Damaged
from firmware.command.failing import fail, reason
from firmware.command.running import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable


def add_tags(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep tags` to *parser*."""
    ways = parser.add_subparsers(required=True, metavar="export|import")
    out, back = (
        ways.add_parser("export", help="write the tags into FILE"),
        ways.add_parser("import", help="read the tags from FILE"),
    )
    for one, work in ((out, _export_tags), (back, _import_tags)):
        one.set_defaults(work=work)
        one.add_argument("file", type=Path, metavar="FILE")
        one.add_argument("--data", type=Path, default=data_folder(), help="folder of the journal (default: %(default)s)")
    back.add_argument("--replace", action="store_true", help="forget the tags taught so far")


def _export_tags(given: argparse.Namespace) -> int:
    from firmware.tag_files import export_tags

    return _carried(lambda: f"{export_tags(given.data, given.file)} tags are in {given.file}.")


def _import_tags(given: argparse.Namespace) -> int:
    from firmware.tag_files import import_tags

    return _carried(lambda: f"The table knows {import_tags(given.data, given.file, replace=given.replace)} tags now.")


def _carried(work: Callable[[], str]) -> int:
    """Do *work* on the data of a table that isn't running, and print the sentence it returns."""
    from firmware import storage, tag_files

    try:
        print(work())
    except (tag_files.Refused, storage.InUse, storage.Locked, storage.Stuck, Damaged, OSError, ValueError) as error:
        return fail(reason(error))
    return 0


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep game` to *parser*."""
    ways = parser.add_subparsers(required=True, metavar="export|import")
    out = ways.add_parser("export", help="write the game into FILE; it rests on this table from then on")
    back = ways.add_parser("import", help="put the game in FILE among those put away")
    for one, work in ((out, _export_game), (back, _import_game)):
        one.set_defaults(work=work)
        one.add_argument("file", type=Path, metavar="FILE")
        one.add_argument("--data", type=Path, default=data_folder(), help="folder of the journal (default: %(default)s)")
    number = "which game (default: the one on the table, or the newest put away)"
    out.add_argument("--number", type=int, default=0, metavar="N", help=number)


def _export_game(given: argparse.Namespace) -> int:
    from firmware.game_files import export_game

    def work() -> str:
        number = export_game(given.data, given.file, given.number)
        return f"Game {number} is in {given.file}, and rests here. Whoever opens that file can read all hands."

    return _carried(work)


def _import_game(given: argparse.Namespace) -> int:
    from firmware.game_files import import_game

    def work() -> str:
        number = import_game(given.data, given.file)
        return f"It is game {number} of this table. Its players go on with it from the lobby, once all have agreed who is who."

    return _carried(work)


def add_evenings(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep evenings` to *parser*."""
    out = parser.add_subparsers(required=True, metavar="export").add_parser("export", help="write them into FILE")
    out.set_defaults(work=_export_evenings)
    out.add_argument("file", type=Path, metavar="FILE", help="ends in .csv, .bgsplay (for BG Stats) or .json (everything)")
    out.add_argument("--data", type=Path, default=data_folder(), help="folder of the journal (default: %(default)s)")


def _export_evenings(given: argparse.Namespace) -> int:
    from firmware.evening_files import export_evenings

    def work() -> str:
        count = export_evenings(given.data, given.file)
        return f"All finished games are in {given.file}, with their players' names: {count} so far."

    return _carried(work)
