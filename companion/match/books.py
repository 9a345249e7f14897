"""The books of a finished game: its past as everybody saw it, and its charts. Before the end there are none.

Nothing is recorded for them. The past is in the match's log, and each moment is TABLE's view of the state it had then. Charts
rest on what TABLE could see, too, unless the game's rules open everything at the end: then they rest on the true states.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from companion.kit.charts import Sayings
from companion.kit.layout import TableSet
from companion.kit.results import Result
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.match.ledger import ledger
from companion.match.match import Standing

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kit.charts import Chart
    from companion.kit.game import State, View
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat, Viewer
    from companion.match.entries import Entry
    from companion.match.ledger import Change
    from companion.match.match import Match

T = TypeVar("T")

VIEWS: Final = 16  # more than a moment has: they are asked for again and again while all eyes look at it


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of which everybody was *told*, in a *round*: after the first *at* entries of the log, to the journal's *row*."""

    at: int
    row: int
    round: int
    told: tuple[Said, ...]


@dataclass(frozen=True)  # Without slots, for `moments` to be kept.
class Books:
    """The opened books of *match*. With *unsealed*, what was closed while it was played may be shown to everybody.

    Without, only a player's own view may be asked for besides TABLE's, and only by that player: see `web.books.eyes`.
    """

    match: Match
    unsealed: bool

    def sealed(self) -> Books:
        """Return the same books as everybody saw the game."""
        return replace(self, unsealed=False)

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Return the moments of which everybody was told something, oldest first."""
        moments = (self._moment(at, entry) for at, entry in enumerate(self.match.log, 1))
        return tuple(moment for moment in moments if moment.told)

    def view(self, moment: Moment, viewer: Viewer = TABLE, was_told: Callable[[int], bool] | None = None) -> View:
        """Return the view at *moment*, as *viewer* had it then; *was_told* as for `Match.told`."""
        if was_told is not None:
            return self._then(moment).view(viewer, was_told)
        if (view := self._views.get((moment.at, viewer))) is None:
            view = self._then(moment).view(viewer)
            if len(self._views) >= VIEWS:
                self._views.clear()
            self._views[moment.at, viewer] = view
        return view

    @cached_property
    def _views(self) -> dict[tuple[int, Viewer], View]:
        """The views that were asked for last. Each is frozen, and never changes any more."""
        return {}

    def ledger(self, moment: Moment, seat: Seat, was_told: Callable[[int], bool] | None = None) -> tuple[Change, ...]:
        """Return the ledger of *seat*'s purse at *moment*; *was_told* as for `Match.told`."""
        return ledger(self._then(moment), seat, was_told)

    def asks(self, moment: Moment, seat: Seat) -> dict[str, Standing]:
        """Return the asks that *seat* had at *moment*, by name. They can't be answered now: all have the moment's row."""
        state = self.match.log[moment.at - 1].state
        return {ask.name: Standing(moment.row, ask) for ask in self.match.game.asks(seen(state, seat), seat)}

    def charts(self) -> tuple[Chart, ...]:
        """Return the game's charts; none if it has no `charts`."""
        if not hasattr(self.match.game, "charts"):
            return ()
        charts: tuple[Chart, ...] = self.match.game.charts(*self._past())
        return charts

    @cached_property
    def gossip(self) -> Sayings | None:
        """Return the first of the charts that has sentences: what people will talk about; None if there is none."""
        return next((one for one in self.charts() if isinstance(one, Sayings) and one.said), None)

    def results(self) -> tuple[Result, ...]:
        """Return what can be seen of each player at the end; none if the game has no `results`."""
        if not hasattr(self.match.game, "results"):
            return ()
        results: tuple[Result, ...] = self.match.game.results(*self._past())
        return results

    def _past(self) -> tuple[tuple[State, ...], tuple[tuple[object, ...], ...]]:
        """Return all states, and the events between each and the next."""
        states = tuple(self._sight(state) for state in self.match.states)
        own = (tuple(one for one in entry.events if not isinstance(one, TableSet)) for entry in self.match.log)
        return states, tuple(self._sight(events) for events in own)

    def _then(self, moment: Moment) -> Match:
        log = self.match.log[: moment.at]
        return replace(self.match, log=log, events=tuple(one for entry in log for one in entry.events))

    def _moment(self, at: int, entry: Entry) -> Moment:
        told = (self.match.tell(event, TABLE) for event in entry.events)
        return Moment(at, entry.row, entry.state.round, tuple(said for said in told if said))

    def _sight(self, value: T) -> T:
        return value if self.unsealed else seen(value, TABLE)


def results(match: Match | None) -> tuple[Result, ...]:
    """Return what everybody has seen of the players of *match*; none while it goes on.

    What its books keep closed stays so, and so does what they show only because the players voted for it.
    """
    if match is None or (outcome := match.game.outcome(match.state)) is None:
        return ()
    opened = books(match) or Books(match, unsealed=False)
    return opened.results() or tuple(Result(seat, 1 if seat in outcome.winners else 0) for seat in match.state.seats)


def books(match: Match | None, *, agreed: bool = False) -> Books | None:
    """Return the books of *match*; None while it goes on, or if its rules keep them closed.

    If all its players have *agreed* on that, they are unsealed whatever the rules say.
    """
    if match is None or not match.is_over:
        return None
    if agreed:
        return Books(match, unsealed=True)
    if not hasattr(match.game, "opens_books"):
        return Books(match, unsealed=False)
    return Books(match, unsealed=True) if match.game.opens_books(seen(match.state, TABLE)) else None
