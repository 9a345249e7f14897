"""Leaks put in on purpose: helpers to put one wherever secrets pass, and the leaks that any game could have.

A leak is a function that patches the program, and `pytest.MonkeyPatch` undoes it. They are controls: two worlds that don't find
every one of them prove nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import getfullargspec, isfunction
from typing import Any, Final, Protocol, TypeAlias

from companion.house import thinking
from companion.journal import codec
from companion.kit.charts import Chart, Sayings
from companion.kit.game import AnyGame
from companion.kit.house import TEMPERS, Sight, Temper, at_random
from companion.kit.messages import Illegal
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import Seat, Viewer
from companion.lab.secrecy.recipe import has_in_lab, seals
from companion.match import guard, match
from companion.match.books import Books
from companion.match.match import Match, Standing
from companion.seats.places import Places
from companion.table import posting, snapshot, speaking
from companion.table.snapshot import Snapshot
from companion.table.table import Table


class Patch(Protocol):
    """The part of `pytest.MonkeyPatch` that leaks need."""

    def setattr(self, target: Any, name: str, value: Any) -> None:
        """Set an attribute until the patch is undone."""

    def setitem(self, dic: Any, name: Any, value: Any) -> None:
        """Set an item until the patch is undone."""


Leak: TypeAlias = Callable[[Patch], None]


def own_leaks(game: AnyGame) -> dict[str, Leak]:
    """Return *game*'s own leaks in its `lab/leaks.py`, if it has one: LEAKS, and functions that take nothing but a patch."""
    there = vars(import_module(f"{game.__name__}.lab.leaks")) if has_in_lab(game, "leaks") else {}
    own = {name: one for name, one in there.items() if isfunction(one) and getfullargspec(one).args == ["patch"]}
    return {**there.get("LEAKS", {}), **own}


def kept_whole(patch: Patch) -> None:
    """Keep the results of a game that is over as if its books were open: the evenings are so much nicer with all sums."""
    patch.setattr(snapshot, "results", lambda match: Books(match, unsealed=True).results() if match and match.is_over else ())


def told(patch: Patch, game: AnyGame, kinds: type | tuple[type, ...], change: Callable[[Any, Any], Any]) -> None:
    """Replace each event of these *kinds* by `change(state before, event)`."""
    right = game.events

    def changed(state: Any, *act: Any) -> tuple[Any, ...]:
        return tuple(change(state, event) if isinstance(event, kinds) else event for event in right(state, *act))

    patch.setattr(game, "events", changed)
    _let_commit(patch)


def _let_commit(patch: Patch) -> None:
    """Turn off the table's check against DISCLOSURE, which would catch the leak before two worlds could."""
    patch.setattr(Match, "insist_on_disclosure", lambda play, events: None)


def decided(patch: Patch, game: AnyGame, change: Callable[[Any, Seat, Any, Sequence[Any]], Any]) -> None:
    """Replace the events of each command by `change(state before, seat, command, events)`, which may also raise Illegal."""
    right = game.events

    def changed(state: Any, seat: Seat, command: object) -> Any:
        return change(state, seat, command, right(state, seat, command))

    patch.setattr(game, "events", changed)
    _let_commit(patch)


def refused(patch: Patch, game: AnyGame, more: Callable[[Any], tuple[str, Any]]) -> None:
    """Add a field to each refusal of *game*: `more(true state)` returns its name and value."""
    right = guard.decide

    def frank(judged: Any, state: Any, seat: Seat, command: object) -> Any:
        try:
            return right(judged, state, seat, command)
        except Illegal as illegal:
            if judged is not game:
                raise
            said = illegal.refusal.said
            raise Illegal(replace(illegal.refusal, said=replace(said, fields=(*said.fields, more(state))))) from None

    patch.setattr(guard, "decide", frank)


def viewed(patch: Patch, change: Callable[[Any, Viewer, Any], Any]) -> None:
    """Replace each view that the table shows by `change(true state, viewer, view)`."""
    right = Snapshot.view

    def view(self: Snapshot, viewer: Viewer) -> Any:
        shown = right(self, viewer)
        return change(self.match.state, viewer, shown) if self.match and shown is not None else shown

    patch.setattr(Snapshot, "view", view)


def screened(patch: Patch, game: AnyGame, change: Callable[[Any, Any], Any]) -> None:
    """Replace the display's screen by `change(true state, screen)`."""
    right, states = game.screen, dict[int, Any]()

    def kept(state: Any, viewer: Viewer, view: Any) -> Any:
        fresh = replace(view)
        states[id(fresh)] = state, fresh  # Keep the view alive, so that its id isn't reused.
        return fresh

    viewed(patch, kept)
    patch.setattr(game, "screen", lambda view, log: change(states[id(view)][0], right(view, log)))


def asked(patch: Patch, change: Callable[[Any, Viewer, Any], Any]) -> None:
    """Replace each ask by `change(true state, seat, ask)`."""
    right = match.numbered_asks

    def numbered(game: AnyGame, state: Any, before: Any, row: int) -> Any:
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
    """Give all asks new numbers at each commit after which `when(true state)` holds."""
    right = match.numbered_asks
    patch.setattr(
        match, "numbered_asks", lambda game, state, before, row: right(game, state, {} if when(state) else before, row)
    )


def pushed(patch: Patch, more: Callable[[Any, Seat], int]) -> None:
    """Increase the table's revision by `more(true state, seat)` after each act of a seat."""
    right = Table._after

    def after(self: Table, seat: Seat) -> None:
        right(self, seat)
        self._revision += more(self._match.state, seat) if self._match else 0
        self.now = replace(self.now, revision=self._revision)

    patch.setattr(Table, "_after", after)


def replied(patch: Patch, more: Callable[[Any], dict[str, Any]]) -> None:
    """Add the entries of `more(true state)` to each reply."""
    right = Table._commit

    def commit(self: Table, seat: Seat, *rest: Any) -> Any:
        reply = right(self, seat, *rest)
        return {**reply, **more(self._match.state)} if self._match else reply

    patch.setattr(Table, "_commit", commit)


def meant(patch: Patch, change: Callable[[Any, Any, Any], Any]) -> None:
    """Replace the meaning of each tap by `change(true state, piece, meaning)`."""
    right = Snapshot.meaning

    def meaning(self: Snapshot, piece: Any, spot: str, **how: Any) -> Any:
        found = right(self, piece, spot, **how)
        return change(self.match.state, piece, found) if self.match else found

    patch.setattr(Snapshot, "meaning", meaning)


def charted(patch: Patch, more: Callable[[Any], tuple[str, Any]]) -> None:
    """Add a field to each sentence among the charts of the books: `more(true state)` returns its name and value."""
    right = Books.charts

    def frank(self: Books, chart: Chart) -> Chart:
        if not isinstance(chart, Sayings):
            return chart
        field = more(self.match.state)
        return replace(chart, said=tuple(replace(one, fields=(*one.fields, field)) for one in chart.said))

    patch.setattr(Books, "charts", lambda self: tuple(frank(self, chart) for chart in right(self)))


# Leaks that any game could have


def views_cached_for_everybody(patch: Patch) -> None:
    """Cache one view, and show it to every viewer."""
    right = Snapshot.view
    patch.setattr(Snapshot, "view", lambda self, viewer: self.once("the one view", lambda: right(self, viewer)))


def a_view_of_the_unseen_state(patch: Patch) -> None:
    """Make views from the true state, instead of the state as the viewer sees it."""
    patch.setattr(Match, "view", lambda play, viewer, *_: play.game.view(play.state, viewer, play.told(viewer)))


def seals_printed_open(patch: Patch) -> None:
    """Print the contents of a seal."""
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({self._contents!r})")


def the_length_of_a_log_line(patch: Patch) -> None:
    """Print the length of a seal's contents."""
    patch.setattr(Sealed, "__repr__", lambda self: f"Sealed({'*' * len(repr(self._contents))})")


def a_panel_that_wakes_the_phones(patch: Patch) -> None:
    """Tell all phones to look again when one of them shows a panel."""
    right = Table.stand_at

    def stand_at(self: Table, seat: Seat, ask: tuple[str, int] | None) -> None:
        right(self, seat, ask)
        with self._lock:
            self._wake()

    patch.setattr(Table, "stand_at", stand_at)


def a_hand_shown_to_whoever_sits_there(patch: Patch) -> None:
    """Let a seat's sitter have its place, whoever it is."""
    patch.setattr(
        Places, "holds", lambda self, seating, seat, number: seat in seating.sitters and seat in self.games.get(number, {})
    )


def a_past_shown_to_whoever_plays_on(patch: Patch) -> None:
    """Show the person who gets a place all that its earlier owner was told."""
    patch.setattr(Places, "told", lambda *_: None)


def _with_true_sight(patch: Patch, think: Callable[[AnyGame, Any, str], Any]) -> None:
    """Let players of the house see the true state, and answer as *think* does, given the game, this sight and all secrets."""

    def sight(game: AnyGame, state: Any, seat: Seat) -> Any:
        return Sight(state, seat, tuple(ask for ask in game.asks(seen(state, seat), seat) if ask.is_open))

    def cheat(game: AnyGame, sight: Any, *_: object) -> Any:
        return think(game, sight, repr([seal.open() for seal in seals(sight.state)]))

    patch.setattr(thinking, "sight", sight)
    patch.setattr(thinking, "think", cheat)


def a_house_player_that_reads_the_state(patch: Patch) -> None:
    """Let a player of the house choose the answer that suits the secrets."""

    def think(_: AnyGame, sight: Any, secrets: str) -> Any:
        return sight.asks and at_random(sight, random.Random(secrets))

    _with_true_sight(patch, think)


def a_house_player_seeded_by_secrets(patch: Patch) -> None:
    """Seed the generator of a player of the house by the secrets; what it sees is right."""
    right = thinking.think

    def think(game: AnyGame, sight: Any, secrets: str) -> Any:
        own = Sight(seen(sight.state, sight.seat), sight.seat, sight.asks)
        return right(game, own, "bold", random.Random(secrets))

    _with_true_sight(patch, think)


def a_house_player_that_is_bold_with_a_good_hand(patch: Patch) -> None:
    """Choose by the secrets how bold a player of the house is."""

    def house(now: Snapshot) -> dict[Seat, Temper]:
        lots = random.Random(repr([seal.open() for seal in seals(now.match.state)]) if now.match else "")
        return {seat: lots.choice(TEMPERS) for seat, sitter in now.seating.sitters.items() if sitter.temper}

    patch.setattr(Snapshot, "house", property(house))


def a_voice_that_looks_under_the_seals(patch: Patch) -> None:
    """Say with each sentence what lies under all seals, and say it on no other channel."""
    right = speaking.spoken

    def frank(now: Snapshot, after: int = 0) -> tuple[speaking.Spoken, ...]:
        under = ("under", str(codec.kept(now.match.state))) if now.match else ("under", "")
        return tuple(replace(one, said=replace(one.said, fields=(*one.said.fields, under))) for one in right(now, after))

    patch.setattr(speaking, "spoken", frank)


def a_broker_that_is_told_what_lies_under_the_seals(patch: Patch) -> None:
    """Publish with the table's state what lies under all seals, and say it on no other channel."""
    right = posting.state

    def frank(now: Snapshot, *, named: bool) -> dict[str, object]:
        return {**right(now, named=named), "under": str(codec.kept(now.match.state)) if now.match else ""}

    patch.setattr(posting, "state", frank)


LEAKS: Final[tuple[Leak, ...]] = (
    views_cached_for_everybody, a_view_of_the_unseen_state, seals_printed_open, the_length_of_a_log_line,
    a_panel_that_wakes_the_phones, a_hand_shown_to_whoever_sits_there, a_past_shown_to_whoever_plays_on,
    a_house_player_that_reads_the_state, a_house_player_seeded_by_secrets,
    a_house_player_that_is_bold_with_a_good_hand, a_voice_that_looks_under_the_seals,
    a_broker_that_is_told_what_lies_under_the_seals,
)  # fmt: skip
