"""Interpret a piece on a reader, or a key of the panel: for the current game, or for the table itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from companion.agreeing.motions import open_vote
from companion.kit.game import Nothing, Play, Point
from companion.kit.messages import Who, say
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.seats.tickets import Claim

if TYPE_CHECKING:
    from companion.keeping.room import Room
    from companion.kit.game import Tapped
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat
    from companion.match.match import Match

    Meaning: TypeAlias = Play[object] | Point | Claim | Nothing

PAUSED: Final = say("table.refusal.paused")
VOTING: Final = say("table.refusal.voting")


def meaning(whole: Room, match: Match | None, piece: Piece, spot: str, *, keys: bool, key: bool) -> Meaning:
    """Return the meaning of *piece* on *spot*.

    With *keys*, pawns work as keys to seats: a bag pawn claims its seat unless the tap is a command of the game. With *key*
    as well (BACK is held), any pawn only claims its seat.
    """
    if key and keys and piece.seat:
        return _claim(whole, match, piece.name)
    meant = _in_game(whole, match, piece, spot)
    if piece.kind == "bag" and keys and not isinstance(meant, Play):
        return _claim(whole, match, piece.name)
    return meant


def rests(whole: Room, match: Match) -> Said | None:
    """Return why nobody can act in the game just now, or None if it goes on."""
    if whole.evening.paused:
        return PAUSED
    if whole.vacant and not match.is_over:
        return say("table.refusal.vacant", who=Who(whole.vacant[0]))
    return VOTING if open_vote(whole.votes) else None


def _in_game(whole: Room, match: Match | None, piece: Piece, spot: str) -> Tapped[object]:
    if match is None:
        return Nothing(say("table.no_game"))
    if resting := rests(whole, match):
        return Nothing(resting)
    return match.game.tapped(seen(match.state, TABLE), piece, spot)


def _claim(whole: Room, match: Match | None, seat: Seat) -> Claim | Nothing:
    """Return a Claim of *seat*, for its sitter's new phone or for somebody new, who can only join a game that waits for it.

    Where a player of the house sits in for somebody, the pawn brings that person back; where it plays for itself, nobody.
    """
    if seat in whole.seating.sitters and seat not in whole.seating.guests and not whole.replaced(seat):
        return Nothing(say("table.refusal.house_sits", who=Who(seat)))
    if match is not None and not match.is_over and seat not in (*whole.seating.sitters, *whole.vacant):
        return Nothing(say("table.refusal.game_on"))
    return Claim(seat)
