"""Decide what a tagged piece or a key means in Négoces 2 now, from what everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.negoces2.model import (
    CARDS,
    CONTRABAND,
    COPIES,
    GOODS,
    Auctioning,
    Dealing,
    Declaring,
    Negotiating,
    Opening,
    Over,
    Picking,
    Selling,
    State,
)
from companion.games.negoces2.moves import Command, NameOpener, OpenAnswers
from companion.games.negoces2.rules import SEATS
from companion.games.negoces2.telling import term
from companion.kit.game import Nothing, Play, Point, Tapped
from companion.kit.messages import Field, Term, Who, say
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping


def pieces(options: Mapping[str, object]) -> tuple[Piece, ...]:
    """Return the pieces that carry a tag: the bag pawns and, if the table agreed to it, the 33 cards (N14)."""
    pawns = tuple(Piece("bag", seat) for seat in SEATS)
    if options.get("tags", "off") != "on":
        return pawns
    return (*(Piece("card", good, copy + 1) for good in GOODS for copy in range(COPIES)), Piece("card", CONTRABAND), *pawns)


def called(piece: Piece) -> Term | None:
    """Return the name of a card, or None for other pieces."""
    return term(piece.name) if piece.kind == "card" and piece.name in CARDS else None


def tapped(state: State, piece: Piece, _spot: str) -> Tapped[Command]:  # One reader serves the whole table.
    """Return the meaning of *piece* now. A card only picks itself on a player's page, and the player says what to do."""
    if isinstance(state.phase, Over):
        return _nothing("over")
    match piece.kind:
        case "key":
            return Play(TABLE, OpenAnswers()) if piece.name == "ok" and isinstance(state.phase, Declaring) else _waiting(state)
        case "bag":
            named = isinstance(state.phase, Opening) and state.options.opener == "named"
            return Play(TABLE, NameOpener(piece.name)) if named else _waiting(state)
        case "card":
            return _card(state, piece.name)
    return _waiting(state)


def _nothing(code: str, **fields: Field) -> Nothing:
    return Nothing(say(f"negoces2.tap.{code}", **fields))


def _waiting(state: State) -> Nothing:
    """Do nothing and say what the table is waiting for."""
    match state.phase:
        case Dealing():
            return _nothing("deal")
        case Opening():
            return _nothing("opener")
        case Auctioning(turn=seat):
            return _nothing("bid", who=Who(seat))
        case Selling(seller=seat):
            return _nothing("lay", who=Who(seat))
        case Negotiating(seller=seat):
            return _nothing("deal_first", who=Who(seat))
        case Picking(seller=seat):
            return _nothing("pick", who=Who(seat))
    return _nothing("declare")


def _card(state: State, name: str) -> Tapped[Command]:
    """Pick a tagged card on the page of the player who lays the next one; nobody else sees which it was (N14)."""
    if state.options.tags == "off" or name not in CARDS:  # A tag of another evening or another game.
        return _waiting(state)
    match state.phase:
        case Selling(seller) | Declaring(seller, last=False):
            return Point(seller, "lay", name)
        case Dealing() if state.options.deal == "cards":
            seat = next(seat for seat in state.seats if seat not in state.dealt)
            return Point(seat, "deal", name)
        case Negotiating():
            return _nothing("offer_by_phone")
    return _waiting(state)
