"""The display's screens, alike in all games: where (small), who or what (big), what happens or what to do (counter)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.kit.messages import Said
from companion.kit.viewers import Seat

TO_READ: Final = 3000  # Milliseconds for which an outcome stays, as on the table screen.


@dataclass(frozen=True, slots=True)
class Pawn:
    """One large pawn beside the big line; *placing* while the table waits for it to be put on the board."""

    seat: Seat
    placing: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """A closed pile of that many *notes* on its way from *giver* to *taker*. Replaces the big line."""

    giver: Seat
    notes: int
    taker: Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """A small pawn in a row with a short *text* ("3", "?"). Below it are 0 to 5 filled *dots*, or no dots at all for None."""

    seat: Seat
    text: str
    dots: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Small pawns side by side. *ties* are index pairs (first, last) joined by a bracket. Replaces the big line."""

    marks: tuple[Mark, ...]
    ties: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner's pawn with a halo."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the 128x64 display: three lines, one picture, and the *seat* whose colour the LED shows.

    *sound* is played by the buzzer when the screen appears: "turn", "last_order", or "" for none. An *is_outcome* screen stays
    for TO_READ milliseconds whatever follows, and the one before any screen for *after* milliseconds, while the table screen
    plays what has happened. *announces* are screens of outcomes that are shown before it, at once and as long each. They may
    stay in the screens that follow, and are shown once.
    """

    counter: Said
    counter_right: Said | None = None
    small: Said | None = None
    small_right: Said | None = None
    small_pawn: Seat | None = None
    big: Said | None = None
    big_right: Said | None = None
    picture: Pawn | Push | Row | Winner | None = None
    seat: Seat | None = None
    sound: str = ""
    is_outcome: bool = False
    after: int | None = None
    announces: tuple[Screen, ...] = ()
