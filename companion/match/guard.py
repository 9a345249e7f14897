"""The guard: decide whether a seat can do something from what that seat knows, and from nothing else.

A refusal that depended on anything more would leak it. So the guard, and not the game, reduces the state to what the seat
sees before it asks for a refusal, and no game can forget to. Only commands that weren't refused are applied to the true state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.messages import Illegal
from companion.kit.sealed import seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import C, E, Game, S, V
    from companion.kit.viewers import Seat


def decide(game: Game[S, C, E, V], state: S, seat: Seat, command: C) -> Sequence[E]:
    """Return the events of *command*; raise Illegal if the rules refuse it to *seat*. Changes nothing."""
    if refusal := game.refusal(seen(state, seat), seat, command):
        raise Illegal(refusal)
    return game.events(state, seat, command)
