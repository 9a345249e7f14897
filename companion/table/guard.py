"""The guard: whether a seat may do something is judged by what that seat knows, and by nothing else.

A game refuses by the state as the seat sees it, which is made here: no game can forget to look through the seat's eyes. Only
what was not refused comes to the true state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.kit.messages import Illegal
from companion.kit.sealed import seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.game import Game
    from companion.kit.viewers import Seat


def decide(game: Game, state: Any, seat: Seat, command: Any) -> Sequence[Any]:
    """Return the events of *command*; raise Illegal when the rules refuse it to *seat*. Changes nothing."""
    if refusal := game.refusal(seen(state, seat), seat, command):
        raise Illegal(refusal)
    return game.events(state, seat, command)
