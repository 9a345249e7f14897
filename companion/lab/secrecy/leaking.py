"""Leaks put in on purpose: how to put one where secrets pass, and those that any game could have.

A leak is a function that patches the program; `pytest.MonkeyPatch` takes it out again. What finds nothing proves nothing: the
two worlds of a game have to find every one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Protocol, TypeAlias

from companion.kit.messages import Illegal
from companion.kit.sealed import Sealed
from companion.table import guard, match
from companion.table.match import Match, Standing
from companion.table.snapshot import Snapshot
from companion.table.table import Table


class Patch(Protocol):
    """What a leak needs of `pytest.MonkeyPatch`."""

    def setattr(self, target: Any, name: str, value: Any) -> None:
        """Set an attribute until the patch is undone."""

    def setitem(self, dic: Any, name: Any, value: Any) -> None:
        """Set an item until the patch is undone."""


Leak: TypeAlias = Callable[[Patch], None]


def told(patch: Patch, game: Any, kinds: type | tuple[type, ...], change: Callable[[Any, Any], Any]) -> None:
    """Let each event of these *kinds* be as *change* makes it of the state before and the event."""
    right = game.events

    def changed(state: Any, *act: Any) -> tuple[Any, ...]:
        return tuple(change(state, event) if isinstance(event, kinds) else event for event in right(state, *act))

    patch.setattr(game, "events", changed)
    _let_commit(patch)


def _let_commit(patch: Patch) -> None:
    """Keep what opens to others than DISCLOSURE says: the table would refuse it, and here it is for two worlds to find."""
    patch.setattr(Match, "insist_on_disclosure", lambda play, events: None)


def decided(patch: Patch, game: Any, change: Callable[[Any, str, Any, tuple[Any, ...]], Any]) -> None:
    """Let a command bring about what *change* makes of the state before, the seat, it and its events; it may refuse."""
    right = game.events

    def changed(state: Any, seat: str, command: Any) -> Any:
        return change(state, seat, command, right(state, seat, command))

    patch.setattr(game, "events", changed)
    _let_commit(patch)


def refused(patch: Patch, game: Any, more: Callable[[Any], tuple[str, Any]]) -> None:
    """Let each refusal tell one field more: the name and the value that *more* makes of the state."""
    right = guard.decide

    def frank(judged: Any, state: Any, seat: str, command: Any) -> Any:
        try:
            return right(judged, state, seat, command)
        except Illegal as illegal:
            if judged is not game:
                raise
            said = illegal.refusal.said
            raise Illegal(replace(illegal.refusal, said=replace(said, fields=(*said.fields, more(state))))) from None

    patch.setattr(guard, "decide", frank)


def viewed(patch: Patch, change: Callable[[Any, str, Any], Any]) -> None:
    """Let the table show each view as *change* makes it of the true state, the viewer and the view."""
    right = Snapshot.view

    def view(self: Snapshot, viewer: str) -> Any:
        shown = right(self, viewer)
        return change(self.match.state, viewer, shown) if self.match and shown is not None else shown

    patch.setattr(Snapshot, "view", view)


def screened(patch: Patch, game: Any, change: Callable[[Any, Any], Any]) -> None:
    """Let the display show what *change* makes of the true state and the screen."""
    right, states = game.screen, dict[int, Any]()

    def kept(state: Any, viewer: str, view: Any) -> Any:
        fresh = replace(view)
        states[id(fresh)] = state, fresh  # Kept alive, so that no other view takes its place.
        return fresh

    viewed(patch, kept)
    patch.setattr(game, "screen", lambda view, log: change(states[id(view)][0], right(view, log)))


def asked(patch: Patch, change: Callable[[Any, str, Any], Any]) -> None:
    """Let the table ask what *change* makes of the true state, the seat and the ask."""
    right = match.numbered_asks

    def numbered(game: Any, state: Any, before: Any, row: int) -> Any:
        asked = right(game, state, before, row)
        return {
            seat: {
                name: _standing(change(state, seat, one.ask), before.get(seat, {}).get(name), row) for name, one in asks.items()
            }
            for seat, asks in asked.items()
        }

    patch.setattr(match, "numbered_asks", numbered)


def _standing(ask: Any, before: Standing | None, row: int) -> Standing:
    return before if before is not None and before.ask == ask else Standing(row, ask)


def renumbered(patch: Patch, when: Callable[[Any], bool]) -> None:
    """Let all asks get new numbers at each commit after which *when* holds of the state."""
    right = match.numbered_asks
    patch.setattr(
        match, "numbered_asks", lambda game, state, before, row: right(game, state, {} if when(state) else before, row)
    )


def pushed(patch: Patch, more: Callable[[Any, str], int]) -> None:
    """Let the table's revision go on by *more* of the state and the seat, after each act of a seat."""
    right = Table._after

    def after(self: Table, seat: str) -> None:
        right(self, seat)
        self._revision += more(self._match.state, seat) if self._match else 0
        self.now = replace(self.now, revision=self._revision)

    patch.setattr(Table, "_after", after)


def replied(patch: Patch, more: Callable[[Any], dict[str, Any]]) -> None:
    """Let each reply hold what *more* makes of the state as well."""
    right = Table._commit

    def commit(self: Table, seat: str, *rest: Any) -> Any:
        reply = right(self, seat, *rest)
        return {**reply, **more(self._match.state)} if self._match else reply

    patch.setattr(Table, "_commit", commit)


def meant(patch: Patch, change: Callable[[Any, Any, Any], Any]) -> None:
    """Let each tap mean what *change* makes of the true state, the piece and what it means."""
    right = Snapshot.meaning

    def meaning(self: Snapshot, piece: Any, spot: str, **how: Any) -> Any:
        found = right(self, piece, spot, **how)
        return change(self.match.state, piece, found) if self.match else found

    patch.setattr(Snapshot, "meaning", meaning)


# Leaks that any game could have


def views_cached_for_everybody(patch: Patch) -> None:
    """Make one view for all."""
    right = Snapshot.view
    patch.setattr(Snapshot, "view", lambda self, viewer: self._kept("the one view", lambda: right(self, viewer)))


def a_view_of_the_unseen_state(patch: Patch) -> None:
    """Forget to look through the viewer's eyes."""
    patch.setattr(Match, "view", lambda play, viewer: play.game.view(play.state, viewer, play.told(viewer)))


def seals_printed_open(patch: Patch) -> None:
    """Print what is in a seal."""
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({self._contents!r})")


def the_length_of_a_log_line(patch: Patch) -> None:
    """Print how long the contents of a seal are."""
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({'*' * len(repr(self._contents))})")


LEAKS: Final[tuple[Leak, ...]] = (
    views_cached_for_everybody, a_view_of_the_unseen_state, seals_printed_open, the_length_of_a_log_line,
)  # fmt: skip
