"""Teaching tags: which tag is which piece, kept in the journal as the table's own rows.

While a game is on, tags are only taught and renewed: nothing is forgotten or imported, and no answer names a card that is
known. Whoever could forget or guess a card's tag would learn which card lies face down.

A sticker may die in mid-game, so a piece can be given another tag then, in which a piece without one and a piece with a dead
one are alike: its old tag is forgotten, for a piece has one. Two things keep that honest. No known tag becomes another piece
while a game is on: what lies on the table and is read stays what it is. And the table says to everybody that a tag was
renewed, not of which piece: that may be a card in somebody's hand. What is left: whoever renews a card that is well finds it
by laying face-down cards on the reader, after that sentence and in everybody's sight.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.kit.game import called
from companion.kit.messages import Illegal, Refusal, Said, Thing, Who, say
from companion.kit.pieces import Piece
from companion.tags.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.kit.game import Game

UID_LENGTHS: Final = (4, 7, 10)  # bytes: ISO/IEC 14443-3, single, double and triple size
RANDOM: Final = 0x08  # The first of four bytes that are drawn anew in every field, as phones and passports do.
CASCADE: Final = 0x88  # Never the first byte of a UID of four: it says that more bytes follow.


# Commands
@dataclass(frozen=True, slots=True)
class LearnTag:
    """Teach that the tag *uid* (hexadecimal) is *piece*.

    With *renew* the piece's old tag is forgotten, and so is, between games, what the tag was, all in one act.
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
    """Teach all *rows* (UID in hexadecimal, piece) at once, between games only; with *replace* in place of what is known.

    A row that is known just so is no duplicate. Pieces need not be in the box: a game with own cards may come later.
    *boxes* are what the boxes of games hold: without *replace* only of those that this table hasn't said anything of.
    """

    rows: tuple[tuple[str, Piece], ...]
    replace: bool = False
    boxes: dict[str, tuple[tuple[str | int, ...], ...]] = field(default_factory=dict)


# Events
@dataclass(frozen=True, slots=True)
class TagLearned:
    """The tag *uid* (hexadecimal) is *piece*."""

    uid: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class TagsForgotten:
    """The tags *uids* (hexadecimal) are no pieces any more."""

    uids: tuple[str, ...]


COMMANDS: Final = (LearnTag, ForgetTags, ForgetAllTags, ImportTags)
EVENTS: Final = (TagLearned, TagsForgotten)
Event: TypeAlias = TagLearned | TagsForgotten


def decide(
    pieces: Pieces, command: Any, box: Collection[Piece], games: Mapping[str, Game], *, playing: bool
) -> tuple[Event, ...]:
    """Return the events of a command about tags; raise Illegal. *box* is every piece of *games* that could have a tag."""
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
    raise TypeError(f"not a command about tags: {type(command).__name__}")


def evolve(pieces: Pieces, event: Event) -> Pieces:
    """Return the pieces after *event*. What a tag or a piece was before gives way, so that this can't fail.

    The simulated box has stickers before the journal's first row; rows may say otherwise.
    """
    match event:
        case TagsForgotten(uids):
            return pieces.without([bytes.fromhex(uid) for uid in uids])
        case TagLearned(uid, piece):
            tag, old = bytes.fromhex(uid), pieces.tag_of(piece)
            after = pieces.without([tag] if old is None else [tag, old])
            after.learn(tag, piece)
            return after


def tell(event: Any, *, playing: bool) -> Said | None:
    """Return what the table says of *event* to everybody, or None where the page shows enough. Never which piece it was."""
    return say("enrolment.renewed") if playing and isinstance(event, TagsForgotten) else None


def is_already(piece: Piece, games: Mapping[str, Game]) -> Said:
    """Return the sentence that names *piece*, for a tag that is known."""
    match piece.kind:
        case "pawn":
            return say("enrolment.is_pawn", number=piece.number, who=Who(piece.name))
        case "bag":
            return say("enrolment.is_bag", who=Who(piece.name))
    name = called(piece, games.values())
    return say("enrolment.is_thing", thing=name) if isinstance(name, Thing) else say("enrolment.is_known", piece=name)


def named(piece: Piece, games: Mapping[str, Game]) -> Said:
    """Return what the card or token *piece* is called, with its number where it isn't the first of its name."""
    name = called(piece, games.values())
    return say("enrolment.copy", piece=name, number=piece.number) if piece.number > 1 else say("enrolment.piece", piece=name)


def secret(piece: Piece | None, *, playing: bool) -> bool:
    """Whether a tag must not tell that it is *piece*: any card may lie face down while a game is on."""
    return playing and piece is not None and piece.kind == "card"


def uid_of(tag: str) -> bytes:
    """Return the UID that *tag* writes in hexadecimal; raise Illegal for what can't be one, or won't be the same tomorrow."""
    try:
        uid = bytes.fromhex(tag)
    except ValueError:
        uid = b""
    _insist(len(uid) in UID_LENGTHS and uid.hex() == tag.lower(), "no_uid")
    _insist(len(uid) != UID_LENGTHS[0] or uid[0] != CASCADE, "no_uid")
    _insist(len(uid) != UID_LENGTHS[0] or uid[0] != RANDOM, "random")
    return uid


def _learn(
    pieces: Pieces, command: LearnTag, box: Collection[Piece], games: Mapping[str, Game], *, playing: bool
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
    pieces: Pieces, rows: tuple[tuple[str, Piece], ...], games: Mapping[str, Game], *, replace: bool
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


def _insist_new(known: Piece | None, games: Mapping[str, Game]) -> None:
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
