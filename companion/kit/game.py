"""The Protocols that every game's module, state, view and outcome satisfy, and the few values in their signatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

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


C = TypeVar("C")  # A game's commands.
C_co = TypeVar("C_co", covariant=True)


class InvariantError(Exception):
    """The state is one that no rule leads to, for instance because money was created: the program's fault, never a player's."""


def insist(right: bool, what: str) -> None:
    """Raise InvariantError with the message *what* unless *right*. Unlike `assert`, it also checks under `python -O`."""
    if not right:
        raise InvariantError(what)


# The meanings of a tap
@dataclass(frozen=True, slots=True)
class Play(Generic[C_co]):
    """A tap that is a command of *seat* (TABLE if nobody in particular acts).

    *pick* is what it means instead while that seat chooses or composes something on its phone. With *sure*, a question, a key
    needs OK as well: for what can't be taken back and is pressed by a slip.
    """

    seat: Seat
    command: C_co
    pick: Point | None = None
    sure: Said | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """A tap that selects *subject* on the page on which *seat* answers the ask named *ask*; nothing is committed.

    *said* names that ask on the display, where a piece can stand for several. It must rest on public facts alone.
    """

    seat: Seat
    ask: str
    subject: str
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """A tap that means nothing now; *said* is the sentence that says so."""

    said: Said


Tapped: TypeAlias = Play[C] | Point | Nothing


# The parts of a game's state, view and outcome that the table reads. Everything else in them is the game's own.
class State(Protocol):
    """A state of any game. It can also have `options`, whose fields DISCLOSURE may name."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seats that play, in order."""

    @property
    def round(self) -> int:
        """Return the number of the round, or of whatever the game counts, for saved games and for random play."""


class SeatView(Protocol):
    """A player in a view. The plain pages show its numbers: see web/pages/plain.py."""

    @property
    def seat(self) -> Seat:
        """Return the player's seat."""


class View(Protocol):
    """A view of any game: what its plain pages show, and what the table shows round the game's own pages."""

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Return the players, in order."""

    @property
    def round(self) -> int:
        """Return the state's `round`."""

    @property
    def news(self) -> Sequence[Said]:
        """Return the last sentences, newest first."""

    @property
    def outcome(self) -> Outcome | None:
        """Return who won and why, or None while the game goes on."""

    def seat(self, seat: Seat) -> SeatView:
        """Return the player at *seat*."""


class Outcome(Protocol):
    """The outcome of any game: who won, and why."""

    @property
    def cause(self) -> str:
        """Return why the game ended, as a code: one of the `ends` in the game's REHEARSAL."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that won; several share the win."""


S = TypeVar("S", bound=State)
E = TypeVar("E")  # A game's events.
V = TypeVar("V", bound=View)


class Game(Protocol[S, C, E, V]):
    """The names that a game's module must define, for its own State, Command, Event and View: all frozen dataclasses.

    Command and Event are unions of the classes in COMMANDS and EVENTS. A game has its module checked as its own instance:

        if TYPE_CHECKING:
            _: Game[State, Command, Event, View] = mygame

    All arguments are given by position, so a game may name those that it doesn't need as it likes: `_log`.

    More names are optional.

    Its pieces and its box:

    - `called(piece)` returns a Term for a card or token whose name differs from language to language, and None for any other.
      Without it, all pieces go by their own names.
    - `LABELS` lists the labels to print for the game's box, and `PAPER` all that is in it, to be printed and played with.
      Without them, each piece gets a plain label or cutout: see the room `companion.kit.box`.

    Taking back and ending early:

    - `BINDING` lists the kinds of event that nobody can take back alone, because the rules forbid it or the event isn't the
      actor's alone.
    - `reveals(state, event)` returns whether *event*, which led to *state*, showed everybody a secret by happening at all or by
      what it left, so that everybody decides whether it goes back. It must rest on public facts alone.
    - `ranking(state)` returns the events that end the game now, by its ranking as it stands, for a table that somebody has
      left; *state* is the true one. It returns none if there is no ranking yet, which must be public. Without it, such a game
      can only wait or be put away.

    On phones and on the table screen:

    - `purse(state, seat)` returns what *seat* has, a `companion.kit.money.Purse`, or None if it is closed to whoever sees
      *state* so. With it, the seat's phone keeps a ledger.
    - `HINTS` names the asks that a first game explains, in the order in which they are explained if several are new at once.
      The words are `<game>_pages.hint.<ask>`, two sentences each.
    - `by_hand(view)` returns one sentence for the table screen of such a game, which says what people do with their hands now,
      or None; *view* is TABLE's. How the pieces moved by the last act must lie is taken from `layout` and said before it.

    - `bank(view)` returns what the bank holds as a number, or None while not everybody may know it; *view* is TABLE's.

    For players of the house:

    - `house` is their brain: see `companion.kit.house`. Without it, they answer at random.
    - `WITH_HOUSE` maps options to the only choice with which they can play, as they have no hands to deal real cards, nor eyes
      to see them.
    - `HANDICAP` says by number of players and by choice of the option `head_start_size` how often a player wins who has no head
      start and one who has, in percent. `barkeep simulate <game> --handicap` measures it.

    For the books of a finished game, in which everybody can go through it once more, moment by moment, as TABLE saw it:

    - `charts(states, rows)` returns what is drawn beside that, as a tuple of `companion.kit.charts.Chart`: *states* are all
      states, the first included, and *rows* the tuples of events between each and the next, as TABLE saw them.
    - `results(states, rows)` gets the same, and returns a `companion.kit.results.Result` for each player, which is kept for the
      history of the table's evenings. Without it, only who has won is kept.
    - `opens_books(state)` lets the rules decide how open the books are; *state* is the last one, as TABLE sees it. If it
      returns True, everything is open, and the two above get the true states and events. If it returns False, there are no
      books unless all players agree on opening them, and `results` gets what TABLE saw.
    - `dealt(state, generator)` returns the true *state* as if the companion had dealt the cards that nobody has seen yet, for a
      game that people deal: afterwards the players of the house play its moments to the end.
    - `assets(state)` returns what each player has in the true *state* that helps to win, as one number in any unit, by seat.
      Where it changes much, the house looks for what turned the game. Without it, it looks everywhere, which takes long.

    For setting the table anew: the first three belong together, and let people correct the table, recount it, and enter a game
    that was played without the companion.

    - `layout(state)` returns what lies where, as a tuple of `companion.kit.layout.Fact`, for a state as some viewer sees it. It
      takes no log, because states of the past are compared, too.
    - `misplaced(state, facts, shifts)` returns why the table can't be set to *facts*, values by place, and *shifts*, or None.
      Like `refusal` it gets the state as TABLE sees it, and only public facts.
    - `set_table(state, facts)` returns the true state with *facts*, which private ones have joined. It raises Illegal if these
      don't add up.
    - `photographed(state)` returns what a photograph of the table can show, a `companion.kit.photo.Scene`, and
      `pictured(state, seen)` what one says about the layout, a `Reading`. Both get the state as TABLE sees it. `PAPER` prints
      the glyphs that they rely on: see `companion.kit.box.glyphs`.
    - `BEGUN` maps options to the only choice with which a game can be entered like that.
    """

    def __hash__(self) -> int:
        """Return a hash, as every module has one: the lab keeps results by game."""

    @property
    def __name__(self) -> str:
        """Return the package's name in imports; the lab looks for its `worlds`."""

    @property
    def __file__(self) -> str | None:
        """Return the path of the package's `__init__.py`; the rule book, words, pages and static files lie beside it."""

    @property
    def NAME(self) -> str:
        """Return the game's name in commands, folders and the journal."""

    @property
    def SEATS(self) -> tuple[Seat, ...]:
        """Return every seat that the box has pieces for, in order."""

    @property
    def FEWEST(self) -> int:
        """Return the smallest number of players."""

    @property
    def MOST(self) -> int:
        """Return the largest number of players, at most the number of seats."""

    @property
    def RULES(self) -> int:
        """Return the version of the rules, which is written into each of the game's rows in the journal."""

    @property
    def OPTIONS(self) -> Mapping[str, AnyOption]:
        """Return the table options by name: every option that `setup` accepts."""

    @property
    def COMMANDS(self) -> tuple[type[C], ...]:
        """Return every class of command."""

    @property
    def EVENTS(self) -> tuple[type[E], ...]:
        """Return every class of event."""

    @property
    def DISCLOSURE(self) -> Disclosure:
        """Return who learns each field of each kind of event."""

    @property
    def REHEARSAL(self) -> Rehearsal[S, C]:
        """Return the hints for random play and for playthroughs."""

    def setup(self, seats: Sequence[Seat], options: Mapping[str, object], /) -> S:
        """Return the initial state; raise ValueError for seats or options that the game doesn't have."""

    def refusal(self, state: S, seat: Seat, command: C, /) -> Refusal | None:
        """Return why *seat* can't do *command* now, or None if it can; *state* is as that seat sees it."""

    def events(self, state: S, seat: Seat, command: C, /) -> Sequence[E]:
        """Return the events of *command*, which `refusal` let pass; *state* is the true one. See `companion.match.guard`."""

    def evolve(self, state: S, event: E, /) -> S:
        """Return the state after *event*. Must not fail for an event that `events` returned."""

    def check(self, state: S, /) -> None:
        """Raise InvariantError if the state breaks an invariant of the game (such as the total of money); see `insist`."""

    def asks(self, state: S, seat: Seat, /) -> tuple[Ask[C], ...]:
        """Return the asks of *seat* (or TABLE, or CHANCE) now; *state* is as that seat sees it."""

    def pieces(self, options: Mapping[str, object], /) -> tuple[Piece, ...]:
        """Return the pieces of the box that can carry a tag."""

    def tapped(self, state: S, piece: Piece, spot: str, /) -> Tapped[C]:
        """Return the meaning of *piece* on *spot*; *state* is as TABLE sees it.

        *spot* is the panel, the card under which the piece's reader lies, or another reader, which nobody need know.
        """

    def view(self, state: S, viewer: Viewer, log: Log[E], /) -> V:
        """Return the view for *viewer*; *state*, and *log* with all events so far, are as that viewer sees them."""

    def screen(self, view: V, log: Log[E], /) -> Screen:
        """Return the display's screen; *view* and *log* are TABLE's.

        Take what has happened from the events. Don't infer it from the board: different events can lead to the same one.
        """

    def tell(self, event: E, viewer: Viewer, /) -> Said | None:
        """Return the sentence for *event*, which is as *viewer* saw it, or None if it needs none."""

    def outcome(self, state: S, /) -> Outcome | None:
        """Return who won and why, or None while the game goes on."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any]  # For code that serves every game.
