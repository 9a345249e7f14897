"""Hints: what a phone explains in a game that teaches while it is played, each thing once, when it can first be done.

A game lists the asks that it explains in HINTS. A seat's hint rests on its own asks alone, so it is as secret as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.match.match import Standing

    Asked: TypeAlias = Mapping[str, Standing]

Met: TypeAlias = "Mapping[Seat, frozenset[str]]"  # The hints that each seat has had.


def hint(game: AnyGame, asked: Asked, met: frozenset[str]) -> str | None:
    """Return the first of the game's HINTS for which one of the asks is open, and which isn't among those *met*."""
    names = [one.ask.name for one in asked.values() if one.ask.is_open]
    fresh = (one for one in getattr(game, "HINTS", ()) if one not in met)
    return next((one for one in fresh if any(is_about(one, name) for name in names)), None)


def is_about(hint: str, name: str) -> bool:
    """Return whether *hint* explains the ask called *name*: "accept" explains accept_B, too."""
    return hint in (name, name.rpartition("_")[0])


def met_after(game: AnyGame, before: Mapping[Seat, Asked], after: Mapping[Seat, Asked], met: Met) -> Met:
    """Return the hints that each seat has had once its asks *before* have become those *after*.

    A hint has been had when no ask that it is about is open any more. Another ask's answer leaves it where it is.
    """
    given = {seat: hint(game, asked, met.get(seat, frozenset())) for seat, asked in before.items()}
    gone = {seat: one for seat, one in given.items() if one and not _is_open(one, after.get(seat, {}))}
    return {**met, **{seat: met.get(seat, frozenset()) | {one} for seat, one in gone.items()}} if gone else met


def _is_open(hint: str, asked: Asked) -> bool:
    return any(one.ask.is_open and is_about(hint, one.ask.name) for one in asked.values())
