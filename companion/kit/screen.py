"""What the display shows. One grammar for all games: where (small), who or what (big), what happens or what to do (counter)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.messages import Said
from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Pawn:
    """One large pawn beside the big line; *placing* when the table waits for it to be set down."""

    seat: Seat
    placing: bool = False


@dataclass(frozen=True, slots=True)
class Push:
    """A closed pile of *notes* on its way from one seat to another. Takes the place of the big line."""

    giver: Seat
    notes: int
    taker: Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """A small pawn in a row, with a short *text* ("3", "?") and, from 0 to 5, filled *dots* below where there are any."""

    seat: Seat
    text: str
    dots: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Small pawns side by side. *ties* are index pairs (first, last) under one bracket. Takes the place of the big line."""

    marks: tuple[Mark, ...]
    ties: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner's pawn in its halo."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Screen:
    """What everybody sees on the 128x64 display: three lines, one picture, and the seat whose colour the LED takes.

    *sound* is what the buzzer says when this begins: "turn", "last_order", or nothing.
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
