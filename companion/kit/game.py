"""The Protocol that every game's module satisfies, and the few values in its signatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from companion.kit.messages import Said
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """The state is one that no rule leads to, for instance because money was created: the program's fault, never a player's."""


def insist(right: bool, what: str) -> None:
    """Raise InvariantError with the message *what* unless *right*. Unlike `assert`, it also checks under `python -O`."""
    if not right:
        raise InvariantError(what)


# The meanings of a tap
@dataclass(frozen=True, slots=True)
class Play:
    """A tap that is a command of *seat* (TABLE if nobody in particular acts)."""

    seat: Seat
    command: Any


@dataclass(frozen=True, slots=True)
class Point:
    """A tap that selects *subject* on the page on which *seat* answers the ask named *ask*; nothing is committed."""

    seat: Seat
    ask: str
    subject: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """A tap that means nothing now; *said* is the sentence that says so."""

    said: Said


Tapped: TypeAlias = "Play | Point | Nothing"


class Game(Protocol):
    """The names that a game's module must define. States, commands, events and views are frozen dataclasses.

    A state has `seats` and `round` (a count that random play reports); an outcome has `cause` and `winners`. A view has
    `seats`, each with the letter of its `seat`, and `seat(letter)`, which returns one of them. If the game has no pages of its
    own, its view also needs `round`, `news` (sentences, newest first) and `outcome`: see web/pages/plain.py.

    Two more names are optional. `called(piece)` returns a Term for a card or token whose name differs from language to
    language, and None for any other; without it, all pieces go by their own names. `LABELS` lists the labels to print for the
    game's box; without it, each piece gets a plain label: see `companion.kit.labels`.
    """

    @property
    def __file__(self) -> str | None:
        """Return the path of the package's `__init__.py`; the rule book, words, pages and static files lie beside it."""

    @property
    def NAME(self) -> str:  # noqa: N802  # Constants of a module, like those below.
        """Return the game's name in commands, folders and the journal."""

    @property
    def SEATS(self) -> tuple[Seat, ...]:  # noqa: N802
        """Return every seat that the box has pieces for, in order."""

    @property
    def FEWEST(self) -> int:  # noqa: N802
        """Return the smallest number of players."""

    @property
    def MOST(self) -> int:  # noqa: N802
        """Return the largest number of players, at most the number of seats."""

    @property
    def RULES(self) -> int:  # noqa: N802
        """Return the version of the rules, which is written into each of the game's rows in the journal."""

    @property
    def OPTIONS(self) -> Mapping[str, AnyOption]:  # noqa: N802
        """Return the table options by name: every option that `setup` accepts."""

    @property
    def COMMANDS(self) -> tuple[type, ...]:  # noqa: N802
        """Return every class of command."""

    @property
    def EVENTS(self) -> tuple[type, ...]:  # noqa: N802
        """Return every class of event."""

    @property
    def DISCLOSURE(self) -> Disclosure:  # noqa: N802
        """Return who learns each field of each kind of event."""

    @property
    def REHEARSAL(self) -> Rehearsal:  # noqa: N802
        """Return the hints for random play and for playthroughs."""

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> Any:
        """Return the initial state; raise ValueError for seats or options that the game doesn't have."""

    def refusal(self, state: Any, seat: Seat, command: Any) -> Refusal | None:
        """Return why *seat* can't do *command* now, or None if it can; *state* is as that seat sees it."""

    def events(self, state: Any, seat: Seat, command: Any) -> Sequence[Any]:
        """Return the events of *command*, which `refusal` let pass; *state* is the true one. See `companion.table.guard`."""

    def evolve(self, state: Any, event: Any) -> Any:
        """Return the state after *event*. Must not fail for an event that `events` returned."""

    def check(self, state: Any) -> None:
        """Raise InvariantError if the state breaks an invariant of the game (such as the total of money); see `insist`."""

    def asks(self, state: Any, seat: Seat) -> tuple[Ask, ...]:
        """Return what *seat* (or TABLE, or CHANCE) is asked now; *state* is as that seat sees it."""

    def pieces(self, options: Mapping[str, Any]) -> tuple[Piece, ...]:
        """Return the pieces of the box that can carry a tag."""

    def tapped(self, state: Any, piece: Piece, spot: str) -> Tapped:
        """Return the meaning of *piece* on *spot*, a reader or the panel; *state* is as TABLE sees it."""

    def view(self, state: Any, viewer: Viewer, log: Log) -> Any:
        """Return the view for *viewer*; *state*, and *log* with all events so far, are as that viewer sees them."""

    def screen(self, view: Any, log: Log) -> Screen:
        """Return what the display shows; *view* and *log* are TABLE's.

        Take what has happened from the events. Don't infer it from the board: different events can lead to the same one.
        """

    def tell(self, event: Any, viewer: Viewer) -> Said | None:
        """Return the sentence for *event*, which is as *viewer* saw it, or None if it needs none."""

    def outcome(self, state: Any) -> Any:
        """Return who won and why, or None while the game goes on."""
