"""What a game is: the Protocol that every game's module satisfies, and the few values it speaks in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from companion.kit.messages import Said, Term, Thing
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.kit.asks import Ask
    from companion.kit.disclosure import Disclosure
    from companion.kit.log import Log
    from companion.kit.messages import Refusal
    from companion.kit.options import AnyOption
    from companion.kit.pieces import Piece
    from companion.kit.rehearsal import Rehearsal
    from companion.kit.screen import Screen
    from companion.kit.viewers import Viewer


class InvariantError(Exception):
    """A state that no rule can lead to, such as one in which money was made: a fault of the program, never a player's."""


def insist(right: bool, what: str) -> None:
    """Raise InvariantError, which says *what* is wrong, unless it is *right*. Unlike `assert` it stays under `python -O`."""
    if not right:
        raise InvariantError(what)


def called(piece: Piece, games: Iterable[Game]) -> Thing | Term:
    """Return what *piece* is called: by the first of *games* whose `called` has a word for it, else by its own name."""
    words = (game.called(piece) for game in games if hasattr(game, "called"))
    return next((word for word in words if word), Thing(piece.name))


# What a tap means.
@dataclass(frozen=True, slots=True)
class Play:
    """The tap is a command of *seat* (TABLE where nobody in particular acts)."""

    seat: Seat
    command: Any


@dataclass(frozen=True, slots=True)
class Point:
    """The tap only picks *subject* on the page where *seat* answers the ask named *ask*."""

    seat: Seat
    ask: str
    subject: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The tap means nothing now; *said* tells the table so."""

    said: Said


Tapped: TypeAlias = "Play | Point | Nothing"


class Game(Protocol):
    """All the names that a game's module has. States, commands, events and views are frozen dataclasses.

    A state has `seats` and `round` (a count that random play reports), an outcome `cause` and `winners`. A view has `seats`,
    each with the letter of its `seat`, and `seat(letter)`, which returns one of them. Where a game has no pages of its own,
    its view also has `round`, `news` (sentences, newest first) and `outcome`: see web/pages/plain.py.

    Two names more are a game's own choice. `called(piece)` returns a Term for a card or token that each language has its own
    word for, and None for any other; without it all of them go by their names. `LABELS` are what is printed for its box;
    without them each piece has a plain one: see `companion.kit.labels`.
    """

    @property
    def __file__(self) -> str | None:
        """Return where the package's `__init__.py` lies: beside it lie the rule book, words, pages and static files."""

    @property
    def NAME(self) -> str:  # noqa: N802  # Constants of a module, like those below.
        """Return the game's name in commands, folders and the journal."""

    @property
    def SEATS(self) -> tuple[Seat, ...]:  # noqa: N802
        """Return every seat that the box has, in order."""

    @property
    def FEWEST(self) -> int:  # noqa: N802
        """Return how many players it takes."""

    @property
    def MOST(self) -> int:  # noqa: N802
        """Return how many players can play at once, no more than there are seats."""

    @property
    def RULES(self) -> int:  # noqa: N802
        """Return the version of the rules; it is written into every row of the journal."""

    @property
    def OPTIONS(self) -> Mapping[str, AnyOption]:  # noqa: N802
        """Return the table options: all that `setup` takes."""

    @property
    def COMMANDS(self) -> tuple[type, ...]:  # noqa: N802
        """Return the kinds of command."""

    @property
    def EVENTS(self) -> tuple[type, ...]:  # noqa: N802
        """Return the kinds of event."""

    @property
    def DISCLOSURE(self) -> Disclosure:  # noqa: N802
        """Return who learns what by each kind of event, by its fields."""

    @property
    def REHEARSAL(self) -> Rehearsal:  # noqa: N802
        """Return how the game is tried out."""

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Any:
        """Return the first state; raise ValueError for seats or options that the game doesn't have."""

    def refusal(self, state: Any, seat: Seat, command: Any) -> Refusal | None:
        """Return why *seat* may not do *command* now, or None where it may; *state* as that seat sees it."""

    def events(self, state: Any, seat: Seat, command: Any) -> Sequence[Any]:
        """Return what *command* brings about, where nothing refuses it. Changes nothing; see `companion.table.guard`."""

    def evolve(self, state: Any, event: Any) -> Any:
        """Return the state after *event*. Can't fail for one that `events` returned."""

    def check(self, state: Any) -> None:
        """Raise InvariantError when the state breaks the game's invariant (money made or lost): see `insist`."""

    def asks(self, state: Any, seat: Seat) -> tuple[Ask, ...]:
        """Return what *seat* (or TABLE, or CHANCE) is asked now; *state* as that seat sees it."""

    def pieces(self, options: Mapping[str, Any]) -> tuple[Piece, ...]:
        """Return the tagged pieces of the box."""

    def tapped(self, state: Any, piece: Piece, spot: str) -> Tapped:
        """Return what *piece* on the reader *spot* means; *state* as TABLE sees it."""

    def view(self, state: Any, viewer: Viewer, log: Log) -> Any:
        """Return what *viewer* is shown; *state* and *log*, which has all events so far, as that viewer sees them."""

    def screen(self, view: Any, log: Log) -> Screen:
        """Return the display's picture in words; *view* and *log* are TABLE's.

        What it says of something that happened it takes from the event: the board may be explained in several ways.
        """

    def tell(self, event: Any, viewer: Viewer) -> Said | None:
        """Return the sentence for *event* as *viewer* saw it, or None where it needs none."""

    def outcome(self, state: Any) -> Any:
        """Return who won and why, or None while the game goes on."""
