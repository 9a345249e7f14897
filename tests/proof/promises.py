"""All promises, in the order in which they are printed. A game's are there because the game is in `GAMES`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.proof import (
    agreement,
    clock,
    comeback,
    conservation,
    crashes,
    damage,
    disclosure,
    failing,
    kills,
    mutants,
    once,
    refusing,
    secrecy,
)
from tests.proof.lacking import whole

if TYPE_CHECKING:
    from tests.proof.promise import Promise


def promises() -> tuple[Promise, ...]:
    """Return every promise with its full number."""
    made = (
        *crashes.promises(),
        *failing.promises(),
        *damage.promises(),
        *kills.promises(),
        *clock.promises(),
        *comeback.promises(),
        *conservation.promises(),
        *agreement.promises(),
        *refusing.promises(),
        *mutants.promises(),
        *once.promises(),
        *secrecy.promises(),
        *disclosure.promises(),
    )
    return whole(made)
