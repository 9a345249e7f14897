"""Check that display and pages announce each event as it happened, rather than as one could guess it from the board."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from companion.kit.log import Log
from companion.kit.messages import Thing, Who
from companion.kit.sealed import Sealed, seen
from companion.kit.viewers import TABLE
from companion.lab import simulate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.kit.game import AnyGame, State, View
    from companion.kit.messages import Said
    from companion.kit.screen import Screen
    from companion.kit.viewers import Viewer
    from companion.lab.simulate import Step


def wrong(game: AnyGame, games: int, seed: int) -> set[str]:
    """Return every wrong announcement in *games* random games, shared out over all possible numbers of players."""
    told, found = Told(), set[str]()

    def watch(step: Step) -> None:
        found.update(unsaid(game, step, told.screen(game, step)))
        found.update(retold(game, step, told.events))

    sizes = range(game.FEWEST, game.MOST + 1)
    for number, seats in enumerate(sizes):
        simulate.simulate(game, games // len(sizes) + (number < games % len(sizes)), seats, seed, watch=watch, probes=0)
    return found


def announced(game: AnyGame, events: Sequence[object]) -> tuple[str, list[object]] | None:
    """Return the kind of the newest of a command's *events* that the display shows, and the values that it must show.

    None if there is no such event.
    """
    kinds = game.REHEARSAL.announced
    for event in reversed(events):
        kind = type(event).__name__
        if (what := kinds.get(kind, ())) is not None:
            values = what(event, events) if callable(what) else [getattr(event, name) for name in what]
            return kind, list(_flat(values))
    return None


class Told:
    """The events so far of a game that is watched step by step, as the display needs them."""

    def __init__(self) -> None:
        self.events: list[object] = []
        self._after: State | None = None

    def view(self, game: AnyGame, step: Step) -> View:
        """Return TABLE's view after *step*, which is either the next step of the same game or the first of another."""
        before = self.events if step.before is self._after else []
        self.events = [*before, *step.events]
        self._after = step.after
        view: View = game.view(seen(step.after, TABLE), TABLE, Log(self.events, TABLE))
        return view

    def screen(self, game: AnyGame, step: Step) -> Screen:
        """Return the screen after *step*, as for `view`."""
        view = self.view(game, step)
        return game.screen(view, Log(self.events, TABLE))


def unsaid(game: AnyGame, step: Step, screen: Screen) -> Iterator[str]:
    """Yield a sentence for each value of the newest event of *step*, as TABLE saw it, that *screen* should show and doesn't.

    Also for an outcome that another screen could replace before anybody has read it.
    """
    outcomes = {type(event).__name__ for event in step.events} & set(game.REHEARSAL.outcomes)
    if outcomes and not (screen.is_outcome or screen.announces):
        yield f"{game.NAME}: the display does not hold {sorted(outcomes)}"
    told = announced(game, [seen(event, TABLE) for event in step.events])
    shown = set(_values(screen))
    for value in told[1] if told else ():
        if not any(one == value or str(one) == str(value) or str(one).endswith(f".{value}") for one in shown):
            yield f"{game.NAME}: of {told and told[0]} the display does not show {value!r}"


def retold(game: AnyGame, step: Step, so_far: Sequence[object]) -> Iterator[str]:
    """Yield a sentence for each viewer whose newest news isn't that of *step*, or names a seat or thing that its events don't.

    *so_far* are all events up to and including those of *step*. Of the viewers, TABLE and who acted are asked, and one of the
    others in turn, because some games take long to show a view.
    """
    for viewer in _asked(step, len(so_far)):
        mine = [seen(event, viewer) for event in step.events]
        told = [game.tell(event, viewer) for event in mine]
        sentences = [said for said in reversed(told) if said is not None]
        news = getattr(game.view(seen(step.after, viewer), viewer, Log(so_far, viewer)), "news", ())
        if list(news[: len(sentences)]) != sentences[: len(news)]:
            yield f"{game.NAME}: {viewer} reads something else than happened by {type(step.command).__name__}"
        for event, said in zip(mine, told, strict=True):
            yield from _misnamed(game, event, said)


def _asked(step: Step, turn: int) -> list[Viewer]:
    seats = step.after.seats
    others = [seat for seat in seats if seat != step.seat]
    return [TABLE, *(seat for seat in seats if seat == step.seat), *(others and [others[turn % len(others)]])]


def _misnamed(game: AnyGame, event: object, said: Said | None) -> Iterator[str]:
    known = {one for one in _values(event) if isinstance(one, str)}
    for _, value in said.fields if said else ():
        name = value.seat if isinstance(value, Who) else value.name if isinstance(value, Thing) else None
        if name is not None and name not in known:
            yield f"{game.NAME}: the sentence of {type(event).__name__} names {name}, and the event does not"


def _flat(values: Iterable[object]) -> Iterator[object]:
    for value in values:
        if isinstance(value, tuple | list):
            yield from _flat(value)
        elif value is not None:
            yield value


def _values(data: object) -> Iterator[object]:
    """Yield every seat, name, number and text in *data*, inside open seals too."""
    if isinstance(data, Sealed):
        yield data.outside
        if data.is_open:
            yield from _values(data.open())
    elif is_dataclass(data):
        for one in fields(data):
            yield from _values(getattr(data, one.name))
    elif isinstance(data, dict):
        for pair in data.items():
            yield from _values(pair)
    elif isinstance(data, tuple | list | frozenset):
        for one in data:
            yield from _values(one)
    else:
        yield data
