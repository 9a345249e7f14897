"""The table at one moment: everything that can be seen of it, in one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.kit.game import Nothing
from companion.kit.messages import say
from companion.kit.viewers import TABLE
from companion.table import evening, motions, room
from companion.table.evening import OnTable
from companion.table.meaning import meaning
from companion.table.public import public

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.kit.game import Game, Point
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.kit.viewers import Seat, Viewer
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.seats.tickets import Ticket
    from companion.table.evening import Evening
    from companion.table.match import Match, Standing
    from companion.table.meaning import Meaning
    from companion.table.motions import Electorate, Motion
    from companion.table.public import Public
    from companion.table.room import Room
    from companion.tags.contents import Rows
    from companion.tags.pieces import Pieces
    from companion.tags.walk import Walk


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one *revision*, which counts every change that anybody could see since the program's start.

    Whoever takes it once mixes no two moments, and needs no lock. *games* are those that can be started here. *read_only* is
    set while the disk takes nothing: all that is shown counts, and nothing more. *points* are what taps have picked for a
    seat's page, and *announced* what the table itself said last, with the journal's row that it follows from. *ticket* is good
    now, and None also where pawns are no *keys*: its code is for the eyes at the table alone. *waiting_tag* was laid last and
    nobody has taught it; while there is a *walk* through the box, taps and keys go to it.
    """

    revision: int
    room: Room
    match: Match | None
    games: Mapping[str, Game]
    read_only: bool
    points: Mapping[Seat, Point]
    announced: tuple[int, Said] | None
    ticket: Ticket | None
    keys: bool
    waiting_tag: bytes | None
    walk: Walk | None
    _made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # Views and *public*, once they were wanted.

    # Who sits here, and what they agreed

    @property
    def seating(self) -> Seating:
        """Who sits where, and which game was started last."""
        return self.room.seating

    @property
    def names(self) -> dict[Seat, str]:
        """The names of those who sit here, by seat."""
        return self.room.names

    @property
    def players(self) -> dict[Seat, str]:
        """The names of who plays or played the game on the table, by seat, whoever sits there now."""
        return self.room.players

    @property
    def places(self) -> Places:
        """Whose places the game on the table and those put away have."""
        return self.room.places

    def plays(self, seat: Seat) -> bool:
        """Whether who sits on *seat* plays or played the game on the table: nobody else is shown its hand."""
        return self.room.plays(seat)

    def pin_of(self, seat: Seat, game: int = 0) -> tuple[int, str]:
        """Return the person who sits on *seat*, or has its place in *game*, and their PIN as it is kept; (0, "") for nobody."""
        owner = self.places.games.get(game, {}).get(seat) if game else self.seating.sitters.get(seat)
        return (owner.person, owner.pin) if owner else (0, "")

    def seat_behind(self, code: str) -> Seat | None:
        """Return the seat that the ticket with *code* opens, or None."""
        return self.ticket.seat if self.ticket is not None and self.ticket.opens_by(code) else None

    @property
    def evening(self) -> Evening:
        """What was agreed at the table: the pause, games put away, who won."""
        return self.room.evening

    def votes(self, motion: Motion) -> frozenset[Seat]:
        """Return who is for *motion*."""
        return self.room.votes.get(motion, frozenset())

    def electorate(self, motion: Motion) -> Electorate:
        """Return who decides on *motion*; raise Illegal where there is nothing to decide."""
        return motions.electorate(motion, self.seating, self.places, self.on_table())

    @property
    def score(self) -> dict[str, int]:
        """How many games each has won by name, the most first; a shared win counts for each."""
        return evening.score(self.room.evening, self.room.players, self.on_table())

    # The game

    @property
    def game(self) -> Game | None:
        """The game on the table, finished or not; None before the first."""
        return self.match.game if self.match else None

    @property
    def playing(self) -> bool:
        """Whether a game is on and not over."""
        return self.match is not None and not self.match.is_over

    def view(self, viewer: Viewer) -> Any:
        """Return the game's view for a seat or for TABLE; None before the first game, and for who has no place in it."""
        if self.match is None or not (viewer == TABLE or self.room.plays(viewer)):
            return None
        return self._kept(viewer, partial(self.match.view, viewer))

    @property
    def public(self) -> Public:
        """What display, LED and table screen show; made once, when somebody wants it."""
        made: Public = self._kept("public", lambda: public(self))
        return made

    def standing(self, seat: Seat) -> dict[str, Standing]:
        """Return what *seat* (or TABLE) is asked, by name, each with the number that an answer must carry."""
        theirs = self.match is not None and (seat == TABLE or self.room.plays(seat))
        return dict(self.match.standing.get(seat, {})) if self.match and theirs else {}

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats, and TABLE, whose answer the table waits for: that is public."""
        return () if self.match is None or self.room.evening.paused else self.match.awaited()

    def on_table(self) -> OnTable | None:
        """Return what the evening needs to know of the game on the table."""
        if self.match is None:
            return None
        outcome = self.match.game.outcome(self.match.state)
        winners = outcome.winners if outcome else None
        return OnTable(self.match.number, self.match.state.seats, self.view(TABLE).round, winners)

    def _kept(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    # Pieces and their tags

    @property
    def pieces(self) -> Pieces:
        """Which tag is which piece."""
        return self.room.pieces

    @property
    def box(self) -> tuple[Piece, ...]:
        """Every piece that could have a tag: those of all games, with the options of the one on the table or started last."""
        return room.box(self.room, self.games, playing=self.playing)

    @property
    def contents(self) -> dict[str, Rows]:
        """What the boxes hold, by game, of those games that the table has told of."""
        return self.room.contents

    @property
    def has_whole_box(self) -> bool:
        """Whether every piece of some game has a tag: nobody has the boxes of all of them."""
        known = {piece for _, piece in self.pieces.tags()}
        return any(known.issuperset(pieces) for pieces in room.boxes(self.room, self.games, playing=self.playing).values())

    def meaning(self, piece: Piece, spot: str, *, key: bool = False) -> Meaning:
        """Return what *piece* on *spot* means; with *key* (BACK is held) a pawn is a key whatever the game asks."""
        if self.walk is not None:
            return Nothing(say("enrolment.walking"))
        return meaning(self.room, self.match, piece, spot, keys=self.keys, key=key)
