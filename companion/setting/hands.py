"""Work out the moves of hands after a take-back or a correction, or for a player of the house.

It is the difference of two layouts, one line at a time, until OK is pressed or the piece is laid. It isn't kept in the journal:
whoever starts the program again sees the whole table anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.kit.layout import phrase, values
from companion.kit.messages import Said, Who, say
from companion.kit.screen import Screen
from companion.setting.layouts import changed, label, laid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from companion.kit.game import AnyGame, State, View
    from companion.kit.layout import Fact, Value
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to do: how *thing* (*name* for people, None for the table as a whole) must lie."""

    thing: str
    name: Said | None
    said: Said


@dataclass(frozen=True, slots=True)
class Hands:
    """The *lines* still to be done, the present one first; there is at least one. *of* is how many there were.

    *by* is the seat whose person is asked to do it for the player of the house on *house*; both are "" for the whole table.
    """

    lines: tuple[Line, ...]
    of: int
    house: Seat = ""
    by: Seat = ""

    def done(self) -> Hands | None:
        """Return the lines after the present one, None if there are none."""
        return replace(self, lines=self.lines[1:]) if len(self.lines) > 1 else None

    def laid(self, piece: Piece) -> Hands | None:
        """Return the lines left after *piece* was laid: its own are done. *self* if it has none."""
        left = tuple(line for line in self.lines if line.thing != piece.name)
        return replace(self, lines=left) if left else None

    def lain(self, things: Collection[str]) -> Hands | None:
        """Return the lines left once a reader sees at *things* what should lie there. *self* if it has none of them."""
        left = tuple(line for line in self.lines if line.thing not in things)
        return replace(self, lines=left) if left else None


def begin(game: AnyGame, before: State, after: State) -> Hands | None:
    """Return the moves that turn the table of *before* into that of *after*; None if hands have nothing to do."""
    was, facts = values(laid(game, before)), changed(laid(game, before), laid(game, after))
    lines = tuple(line for fact in facts if fact.thing or fact.rest for line in _lines(game, fact, was.get(fact.place, "")))
    return Hands(lines, len(lines)) if lines else None


def for_house(game: AnyGame, before: State, after: State, house: Seat, by: Seat, left: Hands | None) -> Hands | None:
    """Return the moves asked of *by* for the player of the house on *house*, and those *left* of earlier requests.

    Counts aren't asked for, since nobody counts the house's money or cards.
    """
    earlier = tuple(line for line in left.lines if left.house) if left else ()
    lines = tuple(dict.fromkeys((*earlier, *_moved(game, before, after))))
    return Hands(lines, len(lines), house, by) if lines else None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What people do with their hands now: the *lines* of pieces that the newest act moved, and what is *said* of the rest."""

    lines: tuple[Line, ...]
    said: Said | None


def lesson(game: AnyGame, states: Sequence[State], view: View) -> Lesson:
    """Return what people do with their hands in the newest of *states*; *view* is TABLE's of it."""
    lines = _moved(game, *states[-2:]) if len(states) > 1 else ()
    by_hand = getattr(game, "by_hand", lambda _: None)
    return Lesson(tuple(line for line in lines if line.thing), by_hand(view))


def _moved(game: AnyGame, before: State, after: State) -> tuple[Line, ...]:
    """Return how cardboard that everybody sees must lie in *after*, as far as that differs from *before*."""
    was = values(laid(game, before))
    moved = [fact for fact in changed(laid(game, before), laid(game, after)) if _lies(fact, after)]
    return tuple(line for fact in moved for line in _lines(game, fact, was.get(fact.place, "")))


def _lies(fact: Fact, state: State) -> bool:
    """Return whether *fact* is about cardboard that everybody sees, and not about what a player has."""
    return fact.kind != "number" and fact.thing not in state.seats and bool(fact.thing or fact.rest)


def _lines(game: AnyGame, fact: Fact, was: Value) -> Iterator[Line]:
    name = label(game, fact.thing)
    if fact.kind == "list":
        yield from _of_list(game, fact, name, str(was).split())
        return
    if fact.kind == "seat" and was:
        yield Line(fact.thing, name, say("table.hands.home", who=Who(str(was))))
    if fact.kind != "seat" or fact.value:
        yield Line(fact.thing, name, phrase(game, fact))


def _of_list(game: AnyGame, fact: Fact, name: Said | None, was: Sequence[str]) -> Iterator[Line]:
    """Yield what is to be taken off and what to be put on; the rest lies there already."""
    now = str(fact.value).split()
    if off := [one for one in was if one not in now]:
        yield Line(fact.thing, name, say("table.hands.off", value=" ".join(off)))
    if on := [one for one in now if one not in was]:
        yield Line(fact.thing, name, phrase(game, replace(fact, value=" ".join(on))))


def screen(hands: Hands) -> Screen:
    """Return the screen that the display shows while *hands* has lines: the thing, and how it must lie."""
    line = hands.lines[0]
    return Screen(
        small=line.name or say("table.recount.table"),
        small_right=say("table.recount.of", at=hands.of - len(hands.lines) + 1, all=hands.of),
        big=line.said,
        counter=say("table.hands.by", who=Who(hands.by)) if hands.by else say("table.hands.done"),
    )
