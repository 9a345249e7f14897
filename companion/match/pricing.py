"""The price of a take-back: what people have learned from the rows that would go back, and so who must agree.

Money and pawns can be given back, knowledge can't. The price is read from the game's DISCLOSURE. It depends on public facts
alone, so offering a take-back tells nobody anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.kit.disclosure import Only, Opened
from companion.kit.layout import TableSet
from companion.kit.viewers import CHANCE, TABLE
from companion.match.seals import audiences, had_known, has_learned, opens, parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.match.entries import Entry
    from companion.match.seals import Part

# own: the asker alone. table: most of the others, and everybody whose own act goes back. offer: asker and receiver.
# seal: everybody.
Rung: TypeAlias = Literal["own", "table", "offer", "seal"]


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
    """The price of taking rows back: the *rung*, the seats whose own act goes back (*theirs*), and the *news* since.

    *owners* are the seats with a secret of their own in these rows, whether or not anybody has seen it.
    """

    rung: Rung
    theirs: frozenset[Seat]
    news: tuple[News, ...]
    owners: frozenset[Seat] = frozenset()


def price(game: AnyGame, entries: Sequence[Entry], asker: Seat, *, used: bool) -> Price:
    """Return the price at which *asker* may take *entries* back; *used* says that an own slip was taken back this round."""
    news = tuple(fact for entry in entries for event in entry.events for fact in _news(game, entry, event))
    actors = {seat for entry in entries for seat in _actors(entry)}
    theirs = frozenset(actors - {asker, CHANCE, TABLE})
    owners = frozenset(seat for entry in entries for event in entry.events for seat in _owners(game, entry, event))
    return Price(_rung(game, entries, asker, news, used=used), theirs, news, owners)


def _actors(entry: Entry) -> tuple[Seat, ...]:
    """Return whose act *entry* is. Everybody agreed to set the table anew, so nobody's consent goes back without them."""
    return entry.state.seats if any(isinstance(event, TableSet) for event in entry.events) else (entry.seat,)


def _rung(game: AnyGame, entries: Sequence[Entry], asker: Seat, news: Sequence[News], *, used: bool) -> Rung:
    events = [(entry, event) for entry in entries for event in entry.events]
    binds = any(isinstance(event, getattr(game, "BINDING", ())) for _, event in events)
    if news:
        return "offer" if not binds and len(entries) == 1 and _only_offered(asker, news) else "seal"
    alone = {seat for entry in entries for seat in _actors(entry)} == {asker} and not used
    free = not binds and not any(_by_chance(game, entry, event) for entry, event in events)
    return "own" if alone and free else "table"


def _only_offered(asker: Seat, news: Iterable[News]) -> bool:
    """Return whether one player has learned nothing but a secret of *asker*'s."""
    return len({fact.seat for fact in news}) == 1 and all(asker in fact.knew and asker != fact.seat for fact in news)


def _by_chance(game: AnyGame, entry: Entry, event: object) -> bool:
    """Return whether *event* showed everybody what chance has decided."""
    return any(opens(audience, _options(entry)) for audience in audiences(game.DISCLOSURE, event).values())


def _news(game: AnyGame, entry: Entry, event: object) -> Iterator[News]:
    seats, options = entry.state.seats, _options(entry)
    if hasattr(game, "reveals") and game.reveals(entry.state, event):
        yield from (News(entry.row, type(event).__name__, "", seat) for seat in seats)
    for name, audience in audiences(game.DISCLOSURE, event).items():
        if isinstance(audience, Opened) and not audience.by_chance and opens(audience, options):
            knew = _knew(audience, event, parts(getattr(event, name)))
            yield from (News(entry.row, type(event).__name__, name, seat, knew) for seat in seats)
        if isinstance(audience, Only):
            for seat in seats:
                if learned := [
                    part for part in parts(getattr(event, name)) if has_learned(audience, options, event, part, seat)
                ]:
                    yield News(entry.row, type(event).__name__, name, seat, _knew(audience, event, learned))


def _knew(audience: Only | Opened, event: object, learned: Iterable[Part]) -> frozenset[Seat]:
    """Return the seats that knew all parts of *learned* before *event*."""
    each = [had_known(audience, event, part) for part in learned]
    return frozenset[str].intersection(*each) if each else frozenset()


def _owners(game: AnyGame, entry: Entry, event: object) -> Iterator[Seat]:
    """Yield the seats of whose secrets *event* holds a part: all seats if it opened something without saying whose."""
    told = {name: one for name, one in audiences(game.DISCLOSURE, event).items() if isinstance(one, Only | Opened)}
    for name, audience in told.items():
        for part in parts(getattr(event, name)):
            yield from had_known(audience, event, part)
    if any(not fact.field or not told[fact.field].knew for fact in _news(game, entry, event)):
        yield from entry.state.seats


def _options(entry: Entry) -> object:
    return getattr(entry.state, "options", None)


# Chance comes again


def pinned(
    lines: Iterable[tuple[Entry, ...]], so_far: int, asked: object, ask_of: Callable[[tuple[Entry, ...], int], object]
) -> object:
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
