"""`barkeep review`: say a finished game again, from the file that people kept of it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.carrying import kept
from companion.carrying.gamefile import NotAGameFile
from companion.games import installed
from companion.match import duplicates
from companion.match.books import books
from companion.words import FALLBACK, LANGUAGES, Words
from firmware.command.failing import fail, reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.carrying.gamefile import GameFile
    from companion.match.duplicates import Duplicate
    from companion.match.match import Match


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the options of `barkeep review` to *parser*."""
    parser.set_defaults(work=_review)
    parser.add_argument("file", type=Path, metavar="FILE")
    opened = "also tell whether chance has done what this duplicate says, as the club has opened it; exit with 1 if it hasn't"
    parser.add_argument("--duplicate", type=Path, metavar="FILE", help=opened)
    parser.add_argument("--language", choices=LANGUAGES, default=FALLBACK, help="(default: %(default)s)")


def _review(given: argparse.Namespace) -> int:
    try:
        file, match = read(given.file)
        duplicate = _opened(given.duplicate) if given.duplicate else None
    except (OSError, ValueError) as error:
        return fail(reason(error))
    print(*_told(file, match, Words(given.language, games=installed())), sep="\n")
    return _checked(file, match, duplicate) if duplicate else 0


def _opened(path: Path) -> Duplicate:
    """Return the duplicate in *path*; raise OSError, or ValueError with a sentence."""
    if found := duplicates.read(path.read_text(encoding="utf-8", errors="replace")):
        return found
    raise ValueError(f"{path} is no duplicate: give the file that the club has opened, with game, seats, options and seed")


def _checked(file: GameFile, match: Match, duplicate: Duplicate) -> int:
    """Say whether chance has answered in *match* as *duplicate* says, and return the code of that."""
    mark = f"duplicate {duplicate.offer.mark} ({duplicate.offer.commitment})"
    if not duplicate.offer.begins(match.game, file.seats, file.options):
        print(f"This game is not {mark}: it began otherwise.")
        return 1
    rounds = sorted({_round(match, row) for row in duplicates.otherwise(match, duplicate)})
    if rounds:
        print(f"This game is not {mark}: chance went its own way in round {rounds[0]}.")
        return 1
    print(f"This is {mark}: chance did in it what the seed says.")
    return 0


def _round(match: Match, row: int) -> int:
    return next(entry.state.round for entry in match.log if entry.row == row)


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
