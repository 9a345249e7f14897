"""Leaks that any game could have, and how to put a leak where secrets pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import table as table_module
from companion.ongoing import Ongoing, Standing
from companion.sealed import Sealed
from companion.table import Table

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


def told(patch: Patch, game: Any, change: Callable[[Any, Any], Any]) -> None:
    """Let `decide` give each event as *change* makes it of the state before and the event."""
    right = game.decide
    patch.setattr(game, "decide", lambda state, *act: tuple(change(state, event) for event in right(state, *act)))


def viewed(patch: Patch, change: Callable[[Any, str, Any], Any]) -> None:
    """Let the table show each view as *change* makes it of the true state, the viewer and the view."""
    right = Table._view

    def view(self: Table, viewer: str) -> Any:
        shown = right(self, viewer)
        return change(self._play.state, viewer, shown) if self._play else shown

    patch.setattr(Table, "_view", view)


def asked(patch: Patch, change: Callable[[Any, str, Any], Any]) -> None:
    """Let the table ask what *change* makes of the true state, the seat and the ask."""
    right = Ongoing.number_asks

    def number(play: Ongoing, n: int) -> None:
        before = {seat: dict(standing) for seat, standing in play.standing.items()}
        right(play, n)
        for seat, standing in play.standing.items():
            for name, one in standing.items():
                ask, old = change(play.state, seat, one.ask), before.get(seat, {}).get(name)
                standing[name] = old if old is not None and old.ask == ask else Standing(n, ask)

    patch.setattr(Ongoing, "number_asks", number)


def views_cached_for_everybody(patch: Patch) -> None:
    right = Table._view
    patch.setattr(Table, "_view", lambda self, viewer: next(iter(self._views.values()), None) or right(self, viewer))


def a_view_of_the_unseen_state(patch: Patch) -> None:
    patch.setattr(table_module, "seen", lambda state, viewer: state)


def seals_printed_open(patch: Patch) -> None:
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({self._contents!r})")


def the_length_of_a_log_line(patch: Patch) -> None:
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({'*' * len(repr(self._contents))})")


LEAKS: tuple[Leak, ...] = (
    views_cached_for_everybody, a_view_of_the_unseen_state, seals_printed_open, the_length_of_a_log_line,
)  # fmt: skip
