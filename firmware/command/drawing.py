"""`barkeep labels`: draw a sheet of labels to print."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import folder, installed
from companion.words import LANGUAGES
from firmware.command.failing import fail, reason

if TYPE_CHECKING:
    from companion.kit.game import AnyGame


def add_labels(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep labels` to *parser*."""
    parser.set_defaults(work=_labels)
    sheets = (*installed(), "table")
    parser.add_argument("file", type=Path, metavar="FILE.svg")
    parser.add_argument(
        "--sheet", choices=sheets, default=sheets[0], help="a game's pieces, or join card and case (default: %(default)s)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--address", default="http://barkeep.local/", help="the table's address (default: %(default)s)")
    parser.add_argument("--wifi", default="", metavar="NAME", help="the Wi-Fi that the join card names")
    parser.add_argument("--wifi-password", default="", metavar="WORD", help="its password, which is printed on the card")


def _labels(given: argparse.Namespace) -> int:
    if given.file.suffix != ".svg":
        return fail(f"{given.file} does not end in .svg: labels are drawn as SVG, which every browser prints")
    try:
        for number, sheet in enumerate(_sheets(given), start=1):
            file = given.file if number == 1 else given.file.with_stem(f"{given.file.stem}-{number}")
            file.write_text(sheet, encoding="utf-8")
            print(f"Open {file} in a browser and print it at 100 %.")
    except (OSError, ValueError) as error:
        return fail(reason(error))
    return 0


def _sheets(given: argparse.Namespace) -> list[str]:
    from companion.words import Words
    from firmware.printing import labels, table_labels

    words = Words(given.language)
    if given.sheet == "table":
        return [table_labels.table(words, table_labels.Access(given.address, given.wifi, given.wifi_password), _house())]
    game = installed()[given.sheet]
    return labels.sheets(game, words, shapes(game))


def shapes(game: AnyGame) -> str:
    """Return the drawings of the pages and *game*'s own, because its labels use symbols of both."""
    own = sorted((folder(game) / "static").glob("*.svg"))
    return _house() + "".join(one.read_text(encoding="utf-8") for one in own)


def _house() -> str:
    """Return the drawings that all pages share."""
    return files("web").joinpath("static/shared/shapes.svg").read_text(encoding="utf-8")
