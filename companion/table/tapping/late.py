"""A late tap: a piece that means nothing now, but would have meant something in the turn before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.kit.game import Play
from companion.kit.layout import Fact, Stated, values
from companion.kit.messages import Illegal
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE, Seat
from companion.match import guard
from companion.setting.layouts import changed, has_layout, laid
from companion.setting.proposal import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import AnyGame, State
    from companion.kit.pieces import Piece

LOOKED_BACK: Final = 6  # states


@dataclass(frozen=True, slots=True)
class Late:
    """A tap that fits an earlier turn of *seat*: *facts* that it would have brought about, and that could be so now."""

    seat: Seat
    facts: tuple[Fact, ...]


def late(game: AnyGame, states: Sequence[State], piece: Piece, spot: str) -> Late | None:
    """Return the meaning that *piece* on *spot* had in one of the earlier *states*, oldest first, or None."""
    if piece.kind == "key" or not has_layout(game):
        return None
    earlier = list(reversed(states[:-1]))[:LOOKED_BACK]
    found = (_meant(game, before, states[-1], piece, spot) for before in earlier)
    return next((one for one in found if one), None)


def _meant(game: AnyGame, before: State, now: State, piece: Piece, spot: str) -> Late | None:
    meant = game.tapped(seen(before, TABLE), piece, spot)
    if not isinstance(meant, Play) or meant.seat not in now.seats:
        return None
    facts = _still_missing(game, before, now, meant)
    stated = [Stated(*fact.place, fact.value) for fact in facts]
    return Late(meant.seat, facts) if facts and not Board(game, now).refusal(stated, ()) else None


def _still_missing(game: AnyGame, before: State, now: State, meant: Play[object]) -> tuple[Fact, ...]:
    """Return the changes that *meant* makes on the board, where nothing has changed since; turn and money are left out."""
    try:
        events = guard.decide(game, before, meant.seat, meant.command)
    except Illegal:
        return ()
    after = before
    for event in events:
        after = game.evolve(after, event)
    was, is_ = values(laid(game, before)), values(laid(game, now))
    new = changed(laid(game, before), laid(game, after))
    return tuple(
        one
        for one in new
        if one.thing and one.thing not in now.seats and not one.rest and was.get(one.place) == is_.get(one.place)
    )
