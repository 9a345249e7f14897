"""Take rows of a game back: what that costs, and what is remembered of it.

Money and pawns can be given back, knowledge can't. So the price of a take-back is what people have learned from the rows that
would go back, read from the game's DISCLOSURE. It depends on public facts alone, so offering it tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from companion.kit.disclosure import Only, Opened
from companion.kit.messages import Who, say
from companion.kit.screen import Pawn, Screen
from companion.kit.viewers import CHANCE, TABLE
from companion.seats.seating import GameStarted
from companion.table.evening import PutAway
from companion.table.seals import audiences, had_known, has_learned, opens, parts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.table.match import Entry

# own: the asker alone. table: most of the others, and everybody whose own act goes back. offer: asker and receiver.
# seal: everybody.
Rung: TypeAlias = Literal["own", "table", "offer", "seal"]


# Events
@dataclass(frozen=True, slots=True)
class TakenBack:
    """*asker* has taken back what followed row *to* of game *number*; with *again*, a take-back was itself taken back.

    *row* is the journal's row that holds this event, and *rung* the price that was paid.
    """

    number: int
    asker: str
    to: int
    row: int
    rung: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """*asker*'s motion to go back to row *to* was dropped when *tip* was the game's newest row. Nobody is told by whom."""

    to: int
    tip: int
    asker: str = ""


EVENTS: Final = (TakenBack, Dropped)
PATIENCE: Final = 3  # Motions of one asker that may be dropped before something else has happened: anybody can slip.


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """The take-backs of the game on the table and of those put away, by number, oldest first.

    *against* are the seats that have refused the one being voted on. *dropped* are those refused since the game's newest row:
    asking for the same again takes something new on the table.
    """

    taken: Mapping[int, tuple[TakenBack, ...]] = field(default_factory=dict)
    against: frozenset[Seat] = frozenset()
    dropped: frozenset[Dropped] = frozenset()

    def may_ask(self, asker: Seat, to: int, tip: int) -> bool:
        """Return whether *asker* may ask to go back to row *to* while *tip* is the newest: asking stops everybody's game."""
        since = [one for one in self.dropped if one.tip == tip]
        return all(one.to != to for one in since) and sum(one.asker == asker for one in since) < PATIENCE


def evolve(before: TakeBacks, event: Any, live: Collection[int]) -> TakeBacks:
    """Return the take-backs after *event*; *live* are the numbers of the game on the table and of those put away."""
    match event:
        case TakenBack(number):
            taken = {**before.taken, number: (*before.taken.get(number, ()), event)}
            return TakeBacks(taken)
        case Dropped():
            still = {one for one in before.dropped if one.tip == event.tip}
            return replace(before, against=frozenset(), dropped=frozenset({*still, event}))
        case PutAway():
            return replace(before, against=frozenset())  # The vote is over.
        case GameStarted():
            return TakeBacks({number: taken for number, taken in before.taken.items() if number in live})
    return before


# The price


@dataclass(frozen=True, slots=True)
class News:
    """*seat* has learned a part of the field *field* of an *event* of this kind, in row *row*, and can't unlearn it.

    *field* is "" if the event told it by happening. *knew* are the seats that had known it before: whose secret it was.
    The event itself isn't here: pages are made from this.
    """

    row: int
    event: str
    field: str
    seat: Seat
    knew: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Price:
    """What it takes to take rows back: the *rung*, the seats whose own act goes back (*theirs*), and the *news* since."""

    rung: Rung
    theirs: frozenset[Seat]
    news: tuple[News, ...]


def price(game: AnyGame, entries: Sequence[Entry], asker: Seat, *, used: bool) -> Price:
    """Return the price at which *asker* may take *entries* back; *used* says that an own slip was taken back this round."""
    news = tuple(fact for entry in entries for event in entry.events for fact in _news(game, entry, event))
    actors = {entry.seat for entry in entries}
    theirs = frozenset(actors - {asker, CHANCE, TABLE})
    return Price(_rung(game, entries, asker, news, used=used), theirs, news)


def _rung(game: AnyGame, entries: Sequence[Entry], asker: Seat, news: Sequence[News], *, used: bool) -> Rung:
    events = [(entry, event) for entry in entries for event in entry.events]
    binds = any(isinstance(event, getattr(game, "BINDING", ())) for _, event in events)
    if news:
        return "offer" if not binds and len(entries) == 1 and _only_offered(asker, news) else "seal"
    alone = {entry.seat for entry in entries} == {asker} and not used
    free = not binds and not any(_by_chance(game, entry, event) for entry, event in events)
    return "own" if alone and free else "table"


def _only_offered(asker: Seat, news: Iterable[News]) -> bool:
    """Return whether one player has learned nothing but a secret of *asker*'s."""
    return len({fact.seat for fact in news}) == 1 and all(asker in fact.knew and asker != fact.seat for fact in news)


def _by_chance(game: AnyGame, entry: Entry, event: Any) -> bool:
    """Return whether *event* showed everybody what chance has decided."""
    return any(opens(audience, _options(entry)) for audience in audiences(game.DISCLOSURE, event).values())


def _news(game: AnyGame, entry: Entry, event: Any) -> Iterator[News]:
    seats, options = entry.state.seats, _options(entry)
    if hasattr(game, "reveals") and game.reveals(entry.state, event):
        yield from (News(entry.row, type(event).__name__, "", seat) for seat in seats)
    for name, audience in audiences(game.DISCLOSURE, event).items():
        if isinstance(audience, Opened) and not audience.by_chance and opens(audience, options):
            yield from (News(entry.row, type(event).__name__, name, seat) for seat in seats)
        if isinstance(audience, Only):
            for seat in seats:
                if learned := [
                    part for part in parts(getattr(event, name)) if has_learned(audience, options, event, part, seat)
                ]:
                    knew = frozenset[str].intersection(*(had_known(audience, event, part) for part in learned))
                    yield News(entry.row, type(event).__name__, name, seat, knew)


def _options(entry: Entry) -> Any:
    return getattr(entry.state, "options", None)


def screen(asker: Seat, answered: int, asked: int) -> Screen:
    """Return the screen that the display shows during a vote: who asks, and how many of those *asked* have *answered*."""
    return Screen(
        small=say("table.screen.back"),
        big=say("table.screen.who", who=Who(asker)),
        picture=Pawn(asker),
        counter=say("table.screen.answered", answered=answered, asked=asked),
        seat=asker,
        sound="turn",
    )


# Chance comes again


def pinned(lines: Iterable[tuple[Entry, ...]], so_far: int, asked: Any, ask_of: Any) -> Any | None:
    """Return the command with which chance has answered the same ask at the same point before, or None.

    *lines* are the logs before each take-back, newest first; *so_far* counts the answers of chance in the log as it is now.
    *ask_of* returns the ask that an entry of a line, given by its line and index, has answered. Without this, people could take
    a throw back until they like it.
    """
    for line in lines:
        drawn = [at for at, entry in enumerate(line) if entry.seat == CHANCE]
        if len(drawn) > so_far and ask_of(line, drawn[so_far]) == asked:
            return line[drawn[so_far]].command
    return None
