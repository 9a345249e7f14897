"""Teach tags: which tag is which piece is kept in the journal as the table's own rows.

While a game is on, tags can only be taught and renewed. Nothing is forgotten or imported, and no answer names a known card:
somebody who could forget a card's tag, or guess it, would find out which card lies face down.

A tag may fail during a game, so a piece can be given a new tag even then; whether it had one doesn't matter. Its old tag is
forgotten, because a piece has only one. Two rules prevent cheating. A known tag can't become another piece while a game is on,
so whatever lies on the table stays what it is. And the table announces that a tag was replaced, without naming the piece, which
may be a card in somebody's hand. One weakness remains: a player who renews the tag of an undamaged card can then find that card
by laying face-down cards on the reader, but only after the announcement, and in everybody's sight.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never, get_args

from companion.kit.messages import Illegal, Refusal, Said, Thing, Who, say
from companion.kit.pieces import Piece
from companion.tags.pieces import Pieces, called

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.kit.game import AnyGame

UID_LENGTHS: Final = (4, 7, 10)  # bytes: ISO/IEC 14443-3, single, double and triple size
RANDOM: Final = 0x08  # First byte of a random 4-byte UID (ISO/IEC 14443-3, 6.5.4).
CASCADE: Final = 0x88  # The cascade tag: it announces more bytes, so a 4-byte UID never begins with it.


# Commands
@dataclass(frozen=True, slots=True)
class LearnTag:
    """Teach that the tag *uid* (hexadecimal) is *piece*.

    With *renew*, the piece's old tag is forgotten in the same commit, and so is the tag's old piece if no game is on.
    """

    uid: str
    piece: Piece
    renew: bool = False


@dataclass(frozen=True, slots=True)
class ForgetTags:
    """Forget the tags of *pieces*, between games only."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class ForgetAllTags:
    """Forget every tag, between games only."""


@dataclass(frozen=True, slots=True)
class ImportTags:
    """Teach all *rows* (UID in hexadecimal, piece) at once, between games only; with *replace* they replace all known tags.

    A row that is already known is accepted. Pieces needn't be in the box, because a game with its own cards may be added
    later. *boxes* are box contents by game; without *replace*, only those for which this table has no own contents are adopted.
    """

    rows: tuple[tuple[str, Piece], ...]
    replace: bool = False
    boxes: dict[str, tuple[tuple[str | int, ...], ...]] = field(default_factory=dict)


# Events
@dataclass(frozen=True, slots=True)
class TagLearned:
    """The tag *uid* (hexadecimal) was taught to be *piece*."""

    uid: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class TagsForgotten:
    """The tags *uids* (hexadecimal) were forgotten."""

    uids: tuple[str, ...]


Command: TypeAlias = LearnTag | ForgetTags | ForgetAllTags | ImportTags
Event: TypeAlias = TagLearned | TagsForgotten
COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)


def decide(
    pieces: Pieces, command: Command, box: Collection[Piece], games: Mapping[str, AnyGame], *, playing: bool
) -> tuple[Event, ...]:
    """Return the events of *command*; raise Illegal if it is refused. *box* is every piece of *games* that can have a tag."""
    if isinstance(command, LearnTag):
        return _learn(pieces, command, box, games, playing=playing)
    if playing:
        raise Illegal(Refusal(say("table.refusal.game_on"), "table"))
    match command:
        case ForgetTags(some):
            return (TagsForgotten(tuple(_tag_of(pieces, piece).hex() for piece in some)),)
        case ForgetAllTags():
            return _forgotten([uid for uid, _ in pieces.tags()])
        case ImportTags(rows, replace):
            return _import(pieces, rows, games, replace=replace)
    assert_never(command)


def evolve(pieces: Pieces, event: Event) -> Pieces:
    """Return the pieces after *event*. Earlier assignments of the tag or the piece are replaced, so this never fails.

    That matters for the simulated box, whose tags are known before the journal's first row: rows may assign them differently.
    """
    match event:
        case TagsForgotten(uids):
            return pieces.without([bytes.fromhex(uid) for uid in uids])
        case TagLearned(uid, piece):
            tag, old = bytes.fromhex(uid), pieces.tag_of(piece)
            after = pieces.without([tag] if old is None else [tag, old])
            after.learn(tag, piece)
            return after
    assert_never(event)


def tell(event: object, *, playing: bool) -> Said | None:
    """Return the sentence that announces *event* to everybody, or None if the page shows enough. It never names the piece."""
    return say("enrolment.renewed") if playing and isinstance(event, TagsForgotten) else None


def is_already(piece: Piece, games: Mapping[str, AnyGame]) -> Said:
    """Return the sentence which says that a tag is known, and names its *piece*."""
    match piece.kind:
        case "pawn":
            return say("enrolment.is_pawn", number=piece.number, who=Who(piece.name))
        case "bag":
            return say("enrolment.is_bag", who=Who(piece.name))
    name = called(piece, games.values())
    return say("enrolment.is_thing", thing=name) if isinstance(name, Thing) else say("enrolment.is_known", piece=name)


def named(piece: Piece, games: Mapping[str, AnyGame]) -> Said:
    """Return the name of the card or token *piece* as a sentence, with its number unless it is 1."""
    name = called(piece, games.values())
    return say("enrolment.copy", piece=name, number=piece.number) if piece.number > 1 else say("enrolment.piece", piece=name)


def secret(piece: Piece | None, *, playing: bool) -> bool:
    """Return whether *piece* must not be named by its tag: while a game is on, any card might be lying face down."""
    return playing and piece is not None and piece.kind == "card"


def uid_of(tag: str) -> bytes:
    """Return the UID that *tag* gives in hexadecimal; raise Illegal if it can't be a UID, or is a random one."""
    try:
        uid = bytes.fromhex(tag)
    except ValueError:
        uid = b""
    _insist(len(uid) in UID_LENGTHS and uid.hex() == tag.lower(), "no_uid")
    _insist(len(uid) != UID_LENGTHS[0] or uid[0] != CASCADE, "no_uid")
    _insist(not is_random(uid), "random")
    return uid


def is_random(uid: bytes) -> bool:
    """Return whether *uid* is one that its tag, a phone or a passport, replaces whenever it enters a field."""
    return len(uid) == UID_LENGTHS[0] and uid[0] == RANDOM


def _learn(
    pieces: Pieces, command: LearnTag, box: Collection[Piece], games: Mapping[str, AnyGame], *, playing: bool
) -> tuple[Event, ...]:
    uid, piece = uid_of(command.uid), command.piece
    known, old = pieces.find(uid), pieces.tag_of(piece)
    _insist(piece in box, "no_piece")
    _insist(not secret(known, playing=playing), "known")
    if known == piece and command.renew:
        return ()
    if playing or not command.renew:
        _insist_new(known, games)
    _insist(old is None or command.renew, "has_tag")
    gone = [tag for tag in (old, uid if known else None) if tag is not None]
    return (*_forgotten(gone), TagLearned(uid.hex(), piece))


def _import(
    pieces: Pieces, rows: tuple[tuple[str, Piece], ...], games: Mapping[str, AnyGame], *, replace: bool
) -> tuple[Event, ...]:
    same = {(uid.hex(), piece) for uid, piece in pieces.tags()} & {(uid_of(tag).hex(), piece) for tag, piece in rows}
    gone = _forgotten([uid for uid, piece in pieces.tags() if (uid.hex(), piece) not in same]) if replace else ()
    after = evolve(pieces, gone[0]) if gone else pieces
    events: list[Event] = []
    for tag, piece in rows:
        uid = uid_of(tag)
        if after.find(uid) == piece:
            continue
        _insist_new(after.find(uid), games)
        _insist(after.tag_of(piece) is None, "has_tag")
        events.append(TagLearned(uid.hex(), piece))
        after = evolve(after, events[-1])
    return (*gone, *events)


def _insist_new(known: Piece | None, games: Mapping[str, AnyGame]) -> None:
    if known is not None:
        raise Illegal(Refusal(is_already(known, games), "table"))


def _tag_of(pieces: Pieces, piece: Piece) -> bytes:
    uid = pieces.tag_of(piece)
    _insist(uid is not None, "no_tag")
    assert uid is not None
    return uid


def _forgotten(uids: Collection[bytes]) -> tuple[TagsForgotten, ...]:
    return (TagsForgotten(tuple(uid.hex() for uid in uids)),) if uids else ()


def _insist(right: bool, code: str) -> None:
    if not right:
        raise Illegal(Refusal(say(f"enrolment.refusal.{code}"), "table"))
