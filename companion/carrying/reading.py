"""Read a game's file: whether its game can go on here, and the match as it goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.carrying import gamefile
from companion.carrying.gamefile import GameFile, NotAGameFile
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA
from companion.kit.game import insist
from companion.kit.layout import TableSet
from companion.kit.messages import say
from companion.kit.viewers import CHANCE, TABLE
from companion.match.entries import TakenBack
from companion.match.match import Match
from companion.words import FALLBACK, Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame

MOST_GONE: Final = 100_000  # acts before all agreements of a file: two hundred take-backs in a game of five hundred acts
CONTROLS: Final = frozenset(map(chr, (*range(32), *range(127, 160))))


def read(raw: bytes, games: Mapping[str, AnyGame]) -> tuple[GameFile, Match]:
    """Return the game in *raw*, and its match as it would go on here; raise NotAGameFile.

    Takes no lock and changes nothing, so a file of rubbish costs nobody else anything.
    """
    file = gamefile.parsed(raw)
    match = played(file, games, 0)
    if match.is_over:
        raise NotAGameFile(say("table.file.over"))
    return file, match


def played(file: GameFile, games: Mapping[str, AnyGame], number: int) -> Match:
    """Return the match of *file* as game *number*, once all of it can be told and shown; raise NotAGameFile."""
    if file.game not in games:
        raise NotAGameFile(say("table.file.not_installed", game=file.game))
    try:
        insist(_lines_gone(file) <= MOST_GONE, "more agreements than people have patience for")
        match = carried(file, games[file.game], number, 0)
        _insist_on_words(match)
    except Newer:
        raise NotAGameFile(say("table.file.newer")) from None
    except Exception:  # Whatever the rules raise: they can't have written these items.
        raise NotAGameFile(say("table.file.damaged")) from None
    return match


def _lines_gone(file: GameFile) -> int:
    """Return how many acts came before each thing agreed on, added up: each take-back keeps and looks at all of them."""
    acts = total = 0
    for kind, *_ in file.items:
        if kind == gamefile.AGREED:
            total += acts
        else:
            acts += 1
    return total


def _insist_on_words(match: Match) -> None:
    """Raise if some viewer, or the display, can't be shown *match*, or told what happened, as after an act of no seat.

    No rule looks at everything in an event again, so a forged one might otherwise fail on each page, or command a terminal.
    """
    words = Words(FALLBACK, games={match.game.NAME: match.game})
    gone = {id(entry): entry for line in match.gone for entry in line.line}  # Each once, however often it went back.
    events = [*match.events, *(event for entry in gone.values() for event in entry.events)]
    names = {seat: seat for seat in match.state.seats}
    match.screen(match.view(TABLE))
    for viewer in (*match.state.seats, TABLE):
        match.view(viewer)
        for said in filter(None, (match.tell(event, viewer) for event in events)):
            insist(CONTROLS.isdisjoint(words.say(said, names)), "a character that no table writes")


def carried(file: GameFile, game: AnyGame, number: int, row: int) -> Match:
    """Return the match of *file* as game *number* of this table, where it is since *row*. Raise Newer, or what the rules raise.

    Its items count as rows with negative numbers, the newest as -1, so that they precede all rows of this table's journal.
    """
    match, items = Match.begun(number, game, game.setup(file.seats, file.options), row), len(file.items)
    for n, (kind, version, *item) in enumerate(file.items, -items):
        if kind == gamefile.AGREED:
            _insist_version(version, "table", ROWS)
            match = match.settled(_agreed(item[0], number, n, items))
            continue
        _insist_version(version, game.NAME, game.RULES)
        seat, command, written = item
        insist(seat in (*file.seats, CHANCE, TABLE), "somebody acts who doesn't play")
        events = [codec.read(game.EVENTS, data) for data in written]
        match.insist_on_disclosure(events)
        match = match.after(seat, codec.read(game.COMMANDS, command) if seat == CHANCE else None, events, n)
    return match


def _agreed(data: object, number: int, row: int, items: int) -> TakenBack | TableSet:
    """Return the event *data* of a file with so many *items*, with the rows that stand for them here."""
    event: TakenBack | TableSet = codec.read(EITHER, data)
    if isinstance(event, TakenBack):
        return replace(event, number=number, row=row, to=event.to and event.to - items - 1)
    insist(all(seal.eyes == {seat} for seat, seal in event.own.items()), "a statement that somebody else can read")
    return replace(event, number=number, row=row)


EITHER: Final[tuple[type[Any], ...]] = (TakenBack, TableSet)


class Newer(ValueError):  # Named for the version.
    """Something was written by a version of the game, or of the table, that this one can't read."""


def _insist_version(version: str, name: str, rules: int) -> None:
    schema, written_by, written_rules = version.split(".")
    insist((int(schema), written_by) == (SCHEMA, name), "an item of another game")
    if int(written_rules) > rules:
        raise Newer(f"an item was written as {version}, which this version can't read; use a newer one")
