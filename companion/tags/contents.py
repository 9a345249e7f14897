"""Box contents that a table can define for itself, for games that have `Contents` among their options.

The table keeps them as its own rows, and from then on each game starts with them. If a thing is renamed, its tag goes with it,
because it is still the same card.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.messages import Illegal, Refusal, Said, Thing, say
from companion.kit.options import Contents, OneOfEach
from companion.kit.pieces import Piece
from companion.seats import names
from companion.tags.enrolment import TagLearned, TagsForgotten
from companion.tags.pieces import called

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame
    from companion.seats.starting import StartGame
    from companion.tags.pieces import Pieces

Row: TypeAlias = tuple[str | int, ...]
Rows: TypeAlias = tuple[Row, ...]

LONGEST: Final = 20  # characters of a thing's name
MOST_ROWS: Final = 60  # things in the box of any one game


@dataclass(frozen=True, slots=True)
class KeepContents:
    """Set the contents of the box of *game*, between games only. Things are matched with the old *rows* by their position."""

    game: str
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class ContentsKept:
    """The contents of the box of *game* were set to *rows*."""

    game: str
    rows: tuple[tuple[str | int, ...], ...]


COMMANDS: Final = (KeepContents,)
EVENTS: Final = (ContentsKept,)
Event: TypeAlias = ContentsKept | TagsForgotten | TagLearned  # The tags of renamed things go with them.


def contents(game: AnyGame) -> tuple[str, Contents] | None:
    """Return the option of *game* that is a Contents, with its name; None if it has none."""
    return next(((name, option) for name, option in game.OPTIONS.items() if isinstance(option, Contents)), None)


def groups(game: AnyGame, name: str, own: Mapping[str, Rows] | None = None) -> dict[str, list[str]]:
    """Return the choices for the option *name*, a OneOfEach: the things' names, by the value that groups them.

    *own* are the table's own rows, by game.
    """
    option = game.OPTIONS[name]
    assert isinstance(option, OneOfEach)
    of = game.OPTIONS[option.of]
    assert isinstance(of, Contents)
    at = [column.name for column in of.columns].index(option.by)
    rows = (own or {}).get(game.NAME, of.rows)
    return {str(value): [str(row[0]) for row in rows if row[at] == value] for value in sorted({row[at] for row in rows})}


def options(own: Mapping[str, Rows], game: AnyGame) -> dict[str, object]:
    """Return the option, by name, that gives this table's own contents of the box of *game*; {} if it has none."""
    found = contents(game)
    return {found[0]: [list(row) for row in own[game.NAME]]} if found and game.NAME in own else {}


def as_called(own: Mapping[str, Rows], game: AnyGame, started: Mapping[str, object], piece: Piece) -> Piece:
    """Return *piece* under the name that it had when *game* was *started* with these options, even if it was renamed since.

    A game that was put away continues with its old names, while the tags belong to the new names by now.
    """
    found = contents(game)
    if found is None or game.NAME not in own or piece.kind != found[1].kind:
        return piece
    given = started.get(found[0])
    then = given if isinstance(given, list | tuple) else found[1].rows
    renamed = {str(now[0]): str(old[0]) for now, old in zip(own[game.NAME], then, strict=False)}
    return replace(piece, name=renamed.get(piece.name, piece.name))


def filled(own: Mapping[str, Rows], command: StartGame, games: Mapping[str, AnyGame]) -> StartGame:
    """Return *command* with this table's own box contents added, unless it has contents already."""
    more = options(own, games[command.game]) if command.game in games else {}
    return replace(command, options={**more, **command.options}) if more else command


def decide(own: Mapping[str, Rows], pieces: Pieces, command: KeepContents, games: Mapping[str, AnyGame]) -> tuple[Event, ...]:
    """Return the events of *command*, including those that move the tags of renamed things; raise Illegal if it is refused."""
    game = games.get(command.game)
    found = contents(game) if game else None
    if game is None or found is None:
        raise _illegal(say("table.refusal.no_game"))
    rows = tuple((names.tidy(str(row[0])), *row[1:]) for row in command.rows[:MOST_ROWS] if row)
    if wrong := _wrong(game, rows, games):
        raise _illegal(wrong)
    before = own.get(game.NAME, found[1].rows)
    kept = () if own.get(game.NAME) == rows else (ContentsKept(game.NAME, rows),)
    return (*kept, *_renamed(pieces, found[1], before, rows))


def imported(
    own: Mapping[str, Rows], brought: Mapping[str, Rows], games: Mapping[str, AnyGame], *, new: bool
) -> tuple[ContentsKept, ...]:
    """Return the events that adopt the box contents *brought* by a file. With *new* they replace the table's own.

    Tags aren't moved, because the file's tags go by the file's names. Games that aren't installed here are skipped.
    """
    events: list[ContentsKept] = []
    for name, rows in brought.items():
        if name not in games or contents(games[name]) is None or own.get(name) == rows or (name in own and not new):
            continue
        if wrong := _wrong(games[name], rows, games):
            raise _illegal(wrong)
        events.append(ContentsKept(name, rows))
    return tuple(events)


def _wrong(game: AnyGame, rows: Rows, games: Mapping[str, AnyGame]) -> Said | None:
    """Return a sentence for what is wrong with *rows* as contents of the box of *game*, or None."""
    found = contents(game)
    assert found
    called = [str(row[0]) for row in rows]
    for at, name in enumerate(called):
        if not names.is_readable(name, LONGEST):
            return say("enrolment.box.unreadable", row=at + 1, longest=LONGEST)
        if any(names.same(name, other) for other in called[:at]):
            return say("enrolment.box.twice", thing=Thing(name))
        if _is_elsewhere(Piece(found[1].kind, name), game, games):
            return say("enrolment.box.elsewhere", thing=Thing(name))
    try:
        game.setup(game.SEATS[: game.FEWEST], {found[0]: rows})
    except ValueError:
        return say(f"{game.NAME}.option.{found[0]}.wrong")
    return None


def _is_elsewhere(piece: Piece, game: AnyGame, games: Mapping[str, AnyGame]) -> bool:
    """Return whether *piece* belongs to another game.

    A piece that is in the other game's box only with some options isn't listed by default, but that game has a word for it.
    """
    others = [other for name, other in games.items() if name != game.NAME]
    return any(piece in other.pieces({}) for other in others) or called(piece, others) != Thing(piece.name)


def _renamed(pieces: Pieces, option: Contents, before: Rows, after: Rows) -> tuple[TagsForgotten | TagLearned, ...]:
    """Return the events by which each renamed thing keeps its tag."""
    pairs = [
        (Piece(option.kind, str(old[0])), Piece(option.kind, str(new[0]))) for old, new in zip(before, after, strict=False)
    ]
    tags = [(tag, new) for old, new in pairs if old != new and (tag := pieces.tag_of(old)) is not None]
    if not tags:
        return ()
    return (TagsForgotten(tuple(tag.hex() for tag, _ in tags)), *(TagLearned(tag.hex(), new) for tag, new in tags))


def _illegal(said: Said) -> Illegal:
    return Illegal(Refusal(said, "table"))
