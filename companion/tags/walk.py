"""The walk: teach a whole box by laying its pieces on the reader, one after the other.

The walk itself isn't kept in the journal; the tags that it teaches are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.kit.messages import Illegal, Refusal, Said, say
from companion.kit.screen import Pawn, Screen
from companion.tags.enrolment import LearnTag, is_already, secret, uid_of
from companion.tags.pieces import called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.kit.game import AnyGame
    from companion.kit.pieces import Piece
    from companion.tags.pieces import Pieces

STEPS: Final = ("skip", "back", "stop")
KEYS: Final = {"ok": "skip", "back": "back", "last_order": "stop"}  # steps by the panel's keys


@dataclass(frozen=True, slots=True)
class Walk:
    """The *pieces* to be laid, the index *at* which the walk is, and the tags that it has *taught* so far.

    With *renew*, a piece's tag is replaced, and a tag that was another piece's before the walk is accepted.
    """

    pieces: tuple[Piece, ...]
    renew: bool = False
    at: int = 0
    taught: frozenset[bytes] = frozenset()

    @property
    def wanted(self) -> Piece:
        """The piece to be laid next."""
        return self.pieces[self.at]


def begin(known: Pieces, box: Sequence[Piece], *, renew: bool) -> Walk:
    """Return a walk through the pieces of *box* without a tag, or with *renew* through all; raise Illegal if there are none."""
    pieces = tuple(piece for piece in box if renew or known.tag_of(piece) is None)
    if not pieces:
        raise _illegal(say("enrolment.refusal.nothing_left"))
    return Walk(pieces, renew)


def lesson(walk: Walk, known: Pieces, uid: bytes, games: Mapping[str, AnyGame], *, playing: bool) -> LearnTag | None:
    """Return the command that laying the tag *uid* means, None if it is the wanted piece's already.

    Raises Illegal if the tag can't be used; the reason names its piece unless that must stay secret.
    """
    piece = known.find(uid)
    uid_of(uid.hex())
    if secret(piece, playing=playing):
        raise _illegal(say("enrolment.refusal.known"))
    if piece == walk.wanted:
        return None
    if piece is not None and (not walk.renew or uid in walk.taught):
        raise _illegal(is_already(piece, games))
    # Renew even in a walk that doesn't: after a step back, the piece was given a wrong tag and is being corrected.
    return LearnTag(uid.hex(), walk.wanted, renew=True)


def further(walk: Walk, uid: bytes | None = None) -> Walk | None:
    """Return the walk at the next piece, or None at its end. *uid* is the tag just taught, None if the piece was skipped."""
    taught = walk.taught if uid is None else walk.taught | {uid}
    return replace(walk, at=walk.at + 1, taught=taught) if walk.at + 1 < len(walk.pieces) else None


def step(walk: Walk, name: str) -> Walk | None:
    """Return the walk after the step *name*, one of STEPS, or None if that ends it.

    Raises Illegal for a step back from the first piece, and ValueError for any other name.
    """
    match name:
        case "skip":
            return further(walk)
        case "back":
            if not walk.at:
                raise _illegal(say("enrolment.refusal.first"))
            return replace(walk, at=walk.at - 1)
        case "stop":
            return None
    raise ValueError(f"a walk has no step {name!r}")


def ending(known: Pieces, box: Sequence[Piece]) -> Said:
    """Return the closing sentence: how many pieces of *box* still have no tag."""
    missing = sum(known.tag_of(piece) is None for piece in box)
    return say("enrolment.missing", count=missing) if missing else say("enrolment.all_known")


def screen(walk: Walk, games: Mapping[str, AnyGame]) -> Screen:
    """Return the screen that the display shows during *walk*: the piece to lay."""
    piece = walk.wanted
    return Screen(
        small=say("enrolment.screen.lay"),
        small_right=say("enrolment.screen.of", at=walk.at + 1, all=len(walk.pieces)),
        big=_called(piece, games),
        picture=Pawn(piece.seat, placing=True) if piece.seat else None,
        counter=say("enrolment.screen.skip"),
        counter_right=say("enrolment.screen.back"),
        seat=piece.seat,
    )


def _called(piece: Piece, games: Mapping[str, AnyGame]) -> Said:
    match piece.kind:
        case "pawn":
            return say("enrolment.screen.pawn", number=piece.number)
        case "bag":
            return say("enrolment.screen.bag")
    return say("enrolment.piece", piece=called(piece, games.values()))


def _illegal(said: Said) -> Illegal:
    return Illegal(Refusal(said, "table"))
