"""A match: one game from its first state on, with its log, its past states, and every seat's standing asks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from companion.kit.game import insist
from companion.kit.layout import TableSet, told
from companion.kit.log import Log
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE
from companion.match import hints
from companion.match.entries import Entry, TakenBack
from companion.match.pricing import pinned, price
from companion.match.seals import amiss
from companion.setting.proposal import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State, View
    from companion.kit.messages import Said
    from companion.kit.screen import Screen
    from companion.kit.viewers import Seat, Viewer
    from companion.match.hints import Met
    from companion.match.pricing import Price


@dataclass(frozen=True, slots=True)
class Standing:
    """An ask that stands, with its *number*: that of the journal row since which it has been unchanged."""

    number: int
    ask: AnyAsk


@dataclass(frozen=True, slots=True)
class Gone:
    """A take-back: the event that was *taken*, and the whole *line* of the log before it, of which the first *kept* stayed.

    *price* says what people had learned by then.
    """

    taken: TakenBack
    line: tuple[Entry, ...]
    kept: int
    price: Price

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that went back, oldest first."""
        return self.line[self.kept :]


@dataclass(frozen=True, slots=True)
class Match:
    """Game *number* of this table, finished or not, from its *first* state on.

    *log* has an entry for every row that hasn't been taken back, and for each time the table was set anew. Keeping each state
    costs little: states are frozen and share what hasn't changed. *gone* are the take-backs so far. *standing* holds the asks
    of every seat and of TABLE, by name. Rows before *barrier* can't go back: a seat changed hands then. *met* holds the hints
    that each seat has had; a take-back doesn't give them again.
    """

    number: int
    game: AnyGame
    first: State
    standing: Mapping[Seat, Mapping[str, Standing]]
    log: tuple[Entry, ...] = ()
    gone: tuple[Gone, ...] = ()
    events: tuple[object, ...] = field(default=(), repr=False)  # Those of the log, side by side: every view wants them.
    barrier: int = 0
    met: Met = field(default_factory=dict)

    @classmethod
    def begun(cls, number: int, game: AnyGame, first: State, row: int) -> Match:
        """Return a match in its *first* state; its asks get the number of *row*, in which it began."""
        return cls(number, game, first, numbered_asks(game, first, {}, row))

    @property
    def state(self) -> State:
        """The current true state, with its secrets."""
        return self.log[-1].state if self.log else self.first

    @property
    def states(self) -> tuple[State, ...]:
        """All states so far, oldest first; those that went back aren't among them."""
        return (self.first, *(entry.state for entry in self.log))

    @property
    def is_over(self) -> bool:
        """Return whether the game has an outcome."""
        return self.game.outcome(self.state) is not None

    def told(self, viewer: Viewer, was_told: Callable[[int], bool] | None = None) -> Log[object]:
        """Return all events so far as *viewer* saw them; the table's own among them are marks in the log.

        *was_told* returns whether the viewer's seat was this person's in a row; None for all rows.
        """
        if was_told is None:
            return Log(self.events, viewer)
        rows = [entry.row for entry in self.log for _ in entry.events]
        return Log(self.events, viewer, {at for at, row in enumerate(rows) if not was_told(row)})

    def tell(self, event: object, viewer: Viewer) -> Said | None:
        """Return the sentence for the true *event* as *viewer* is told it, or None."""
        return told(event) if isinstance(event, TableSet) else self.game.tell(seen(event, viewer), viewer)

    def view(self, viewer: Viewer, was_told: Callable[[int], bool] | None = None) -> View:
        """Return the game's view for *viewer*; *was_told* as for `told`."""
        view: View = self.game.view(seen(self.state, viewer), viewer, self.told(viewer, was_told))
        return view

    @property
    def explained(self) -> tuple[Entry, ...]:
        """The entries of the log for which a player of the house gives a reason; none before the game is over."""
        return tuple(entry for entry in self.log if entry.why) if self.is_over else ()

    @property
    def ranks(self) -> bool:
        """Return whether the game can end now by its ranking as it stands."""
        return not self.is_over and bool(self.ranking())

    def ranking(self) -> tuple[object, ...]:
        """Return the events of such an end; none if the game has no ranking, or none yet."""
        return tuple(self.game.ranking(self.state)) if hasattr(self.game, "ranking") else ()

    def after(self, seat: Seat, command: object, events: Iterable[object], row: int, why: Said | None = None) -> Match:
        """Return the match after the *events* of *row*, checking each new state. Any exception is a fault of the rules.

        *command* is the one of *seat* that brought them about, and *why* its reason if the house plays there.
        """
        state, events = self.state, tuple(events)
        for event in events:
            state = self.game.evolve(state, event)
            self.game.check(state)
        asked, drawn = numbered_asks(self.game, state, self.standing, row), command if seat == CHANCE else None
        entry = Entry(row, seat, drawn, events, state, why)
        met = hints.met_after(self.game, self.standing, asked, self.met)
        return replace(self, standing=asked, log=(*self.log, entry), events=(*self.events, *events), met=met)

    def hint(self, seat: Seat) -> str | None:
        """Return the name of the hint that is new to *seat* now, one of the game's HINTS, or None."""
        return hints.hint(self.game, self.standing.get(seat, {}), self.met.get(seat, frozenset()))

    def set_anew(self, event: TableSet) -> Match:
        """Return the match after *event*, with a new number for every ask. Any exception is a fault of the rules."""
        state = Board(self.game, self.state).after(event)
        entry = Entry(event.row, event.asker, None, (event,), state)
        asked = numbered_asks(self.game, state, {}, event.row)
        return replace(self, standing=asked, log=(*self.log, entry), events=(*self.events, event))

    def settled(self, event: TakenBack | TableSet) -> Match:
        """Return the match after *event*, on which the table has agreed."""
        return self.set_anew(event) if isinstance(event, TableSet) else self.taken_back(event)

    @property
    def tip(self) -> int:
        """The row of the newest entry, 0 if there is none."""
        return self.log[-1].row if self.log else 0

    def since(self, row: int) -> tuple[Entry, ...]:
        """Return the entries after *row*, oldest first; raise KeyError unless *row* is that of an entry, or 0."""
        rows = [0, *(entry.row for entry in self.log)]
        if row not in rows:
            raise KeyError(row)
        return self.log[rows.index(row) :]

    def again(self) -> tuple[Entry, ...]:
        """Return the entries that come back if the last take-back is taken back; none once something has followed it."""
        last = self.gone[-1] if self.gone else None
        return last.entries if last is not None and not last.taken.again and last.taken.to == self.tip else ()

    def price(self, asker: Seat, to: int, *, again: bool = False) -> Price | None:
        """Return the price at which *asker* may go back to the entry of row *to*, or None if that is impossible.

        With *again*, price the way back to row *to* which the last take-back left. A finished game stays finished, and what
        chance would do at once again isn't worth taking back.
        """
        if self.is_over or not (entries := self.between(to, again=again)) or (not again and self._is_up_to_chance(to)):
            return None
        if entries[0].row < self.barrier:
            return None
        used = any(gone.taken.rung == "own" and gone.taken.asker == asker and self._is_now(gone) for gone in self.gone)
        return price(self.game, entries, asker, used=used)

    def ways_back(self, asker: Seat, most: int) -> list[tuple[int, Price]]:
        """Return the newest *most* rows that *asker* can ask to go back to, newest first, each with its price."""
        rows = [0, *(entry.row for entry in self.log[:-1])]
        priced = ((row, self.price(asker, row)) for row in reversed(rows))
        return list(islice(((row, cost) for row, cost in priced if cost is not None), most))

    def barred(self, row: int) -> Match:
        """Return the match with the barrier *row*: nothing before it can go back."""
        return replace(self, barrier=row)

    def is_barred(self, to: int) -> bool:
        """Return whether something after row *to* can't go back because of the barrier."""
        return any(to < entry.row < self.barrier for entry in self.log)

    @property
    def struck(self) -> tuple[Gone, ...]:
        """The take-backs that were not taken back themselves, oldest first."""
        again = [*(gone.taken.again for gone in self.gone), False]
        return tuple(gone for n, gone in enumerate(self.gone) if not again[n] and not again[n + 1])

    def exposed(self) -> tuple[Price, ...]:
        """Return the prices of this round's take-backs of which somebody has learned what can't be unlearned.

        What was put back again stands, so knowing it is nothing that the table has to bear in mind.
        """
        return tuple(gone.price for gone in self.struck if gone.price.news and self._is_now(gone))

    def taken_back(self, event: TakenBack) -> Match:
        """Return the match after the take-back *event*, with a new number for every ask.

        Of a damaged journal only some rows may be left. A take-back to a lost one changes nothing: the game goes on after the
        last row that there is.
        """
        if not (entries := self.between(event.to, again=event.again)):
            return self
        kept = len(self.log) if event.again else len(self.log) - len(entries)
        log = (*self.log, *entries) if event.again else self.log[:kept]
        cost = price(self.game, entries, event.asker, used=False)
        state = log[-1].state if log else self.first
        return replace(
            self,
            standing=numbered_asks(self.game, state, {}, event.row),
            log=log,
            gone=(*self.gone, Gone(event, self.log, kept, cost)),
            events=tuple(one for entry in log for one in entry.events),
        )

    def gone_by(self, row: int) -> int:
        """Return the row by which the entry of *row* went back, 0 if it stands or isn't one of this game's."""
        if any(entry.row == row for entry in self.log):
            return 0
        by = (gone.taken.row for gone in reversed(self.gone) if any(entry.row == row for entry in gone.line))
        return next(by, 0)

    def pinned(self, ask: AnyAsk) -> object | None:
        """Return the command by which chance has answered *ask* at this point before a take-back, or None."""
        so_far = sum(entry.seat == CHANCE for entry in self.log)
        return pinned((gone.line for gone in reversed(self.gone)), so_far, ask, self.asked_of_chance)

    def between(self, to: int, *, again: bool) -> tuple[Entry, ...]:
        """Return the entries that would go back, or come back, on the way to row *to*; none if there is no such way."""
        if again:
            return self.again() if self.again() and self.again()[-1].row == to else ()
        try:
            return self.since(to)
        except KeyError:
            return ()

    def _is_up_to_chance(self, row: int) -> bool:
        state = next((entry.state for entry in self.log if entry.row == row), self.first)
        return bool(self.game.asks(seen(state, CHANCE), CHANCE))

    def asked_of_chance(self, line: tuple[Entry, ...], at: int) -> AnyAsk:
        """Return the ask of chance that the entry *at* of *line*, this match's log or an earlier one, has answered."""
        state = line[at - 1].state if at else self.first
        return self.game.asks(seen(state, CHANCE), CHANCE)[0]

    def _is_now(self, gone: Gone) -> bool:
        """Return whether this is a round in which *gone* happened: it may have led back from one into an earlier one."""
        left = gone.line[gone.kept - 1].state if gone.kept else self.first
        return bool(left.round <= self.state.round <= gone.line[-1].state.round)

    def insist_on_disclosure(self, events: Iterable[object]) -> None:
        """Raise InvariantError unless every seal in the next *events* opens to exactly those whom DISCLOSURE names."""
        options, viewers = getattr(self.state, "options", None), (*self.state.seats, TABLE)
        for event in events:
            wrong = amiss(self.game.DISCLOSURE, options, event, viewers)
            insist(not wrong, f"{wrong} doesn't open to exactly those whom DISCLOSURE names")

    def screen(self, view: View) -> Screen:
        """Return the display's screen; *view* is TABLE's."""
        return self.game.screen(view, self.told(TABLE))

    def stands(self, seat: Seat, name: str, number: int) -> bool:
        """Return whether the ask *name* of *seat* stands, unchanged since it was given *number*."""
        standing = self.standing.get(seat, {}).get(name)
        return standing is not None and standing.number == number

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats, perhaps with TABLE, whose answers the table is waiting for."""
        awaits = {seat: [one.ask for one in asks.values() if one.ask.awaited] for seat, asks in self.standing.items()}
        return tuple(seat for seat, asks in awaits.items() if any(ask.is_open for ask in asks))


def numbered_asks(
    game: AnyGame, state: State, before: Mapping[Seat, Mapping[str, Standing]], row: int
) -> dict[Seat, dict[str, Standing]]:
    """Return everybody's asks by name. New and changed ones get the number of *row*; the others keep theirs."""
    asked = {seat: game.asks(seen(state, seat), seat) for seat in (*state.seats, TABLE)}
    return {
        seat: {ask.name: _numbered(before.get(seat, {}).get(ask.name), ask, row) for ask in asks}
        for seat, asks in asked.items()
    }


def _numbered(before: Standing | None, ask: AnyAsk, row: int) -> Standing:
    return before if before is not None and before.ask == ask else Standing(row, ask)
