"""What lately came into a seat's purse and went out of it, for its own player."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.layout import TableSet
from companion.kit.sealed import seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.kit.game import State
    from companion.kit.messages import Said
    from companion.kit.money import Purse
    from companion.kit.viewers import Seat
    from companion.match.entries import Entry
    from companion.match.match import Match

Find: TypeAlias = "Callable[[State, Seat], Purse | None]"

MOST: Final = 6  # changes; more would need a page of their own


@dataclass(frozen=True, slots=True)
class Change:
    """What *said* tells brought so much *real* money, in thousands, and so many *fakes*; either is negative if it cost them."""

    said: Said
    real: int
    fakes: int


def ledger(match: Match, seat: Seat, was_told: Callable[[int], bool] | None = None) -> tuple[Change, ...]:
    """Return the last changes of *seat*'s purse, MOST at most, newest first; none for a game without `purse`.

    Each is worked out from two states as the seat saw them, so it can hold nothing that its purse didn't show. *was_told*
    returns whether the seat was this person's in a row, or is None for all rows: nobody reads the ledger of a predecessor.
    """
    purse: Find | None = getattr(match.game, "purse", None)
    if purse is None:
        return ()
    rows = zip(reversed(match.states[:-1]), reversed(match.log), strict=True)
    own = takewhile(lambda row: was_told is None or was_told(row[1].row), rows)
    changes = (change for before, entry in own for change in reversed([*_changes(match, seat, purse, before, entry)]))
    return tuple(islice(changes, MOST))


def _changes(match: Match, seat: Seat, purse: Find, before: State, entry: Entry) -> Iterator[Change]:
    for event in entry.events:
        after = entry.state if isinstance(event, TableSet) else match.game.evolve(before, event)
        was, now = (purse(seen(state, seat), seat) for state in (before, after))
        said = match.tell(event, seat)
        if was and now and was != now and said is not None:
            yield Change(said, now.real - was.real, now.fakes - was.fakes)
        before = after
