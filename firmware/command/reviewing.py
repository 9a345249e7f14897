"""`barkeep review`: say a finished game again, from the file that people kept of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.carrying import kept
from companion.carrying.gamefile import NotAGameFile
from companion.games import installed
from companion.match.books import books
from companion.words import FALLBACK, LANGUAGES, Words
from firmware.command.failing import fail

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.carrying.gamefile import GameFile
    from companion.match.match import Match


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep review` to *parser*."""
    parser.set_defaults(work=_review)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--language", choices=LANGUAGES, default=FALLBACK, help="(default: %(default)s)")


def _review(given: argparse.Namespace) -> int:
    try:
        file, match = read(given.file)
    except (OSError, ValueError) as error:
        return fail(str(error))
    print(*_told(file, match, Words(given.language, games=installed())), sep="\n")
    return 0


def read(path: Path) -> tuple[GameFile, Match]:
    """Return the game that was kept in *path*, and its match; raise OSError, or ValueError with a sentence."""
    with path.open(encoding="utf-8", errors="replace") as source:  # Whatever isn't text has no record either.
        page = source.read(kept.LARGEST + 1)
    try:
        return kept.read(page, installed())
    except NotAGameFile as wrong:
        raise ValueError(f"{path}: {Words(FALLBACK).say(wrong.said, {})}") from None


def _told(file: GameFile, match: Match, words: Words) -> Iterator[str]:
    """Yield the players, and what everybody was told at each moment."""
    names = dict(zip(file.seats, file.names, strict=True))
    yield f"{words.text(f'{file.game}.name')}: {', '.join(f'{seat} {name}' for seat, name in names.items())}"
    opened = books(match)
    for moment in opened.moments if opened else ():
        yield f"{moment.round:3}  {' '.join(words.say(said, names) for said in moment.told)}"
