"""The snapshot: everything that can be seen of the table at one moment, in one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from companion.agreeing import leaving, motions, taking_back
from companion.agreeing.electorate import electorate
from companion.agreeing.evening import pausing, scoring
from companion.agreeing.on_table import OnTable
from companion.house import thinking
from companion.keeping import room
from companion.kit.game import Nothing
from companion.kit.house import fits
from companion.kit.messages import Illegal, Refusal, say
from companion.kit.viewers import TABLE
from companion.match.books import books, results
from companion.setting import hands, recount
from companion.setting.layouts import has_layout
from companion.setting.proposal import Board
from companion.table.public import Public
from companion.table.tapping import doubt
from companion.table.tapping.meaning import meaning, rests
from companion.tags import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.agreeing.electorate import Electorate
    from companion.agreeing.evening.evening import Evening
    from companion.agreeing.motions import Motion
    from companion.keeping.room import Room
    from companion.kit.charts import Sayings
    from companion.kit.game import AnyGame, Point, State, View
    from companion.kit.house import Sight, Temper
    from companion.kit.messages import Said
    from companion.kit.pieces import Piece
    from companion.kit.screen import Screen
    from companion.kit.viewers import Seat, Viewer
    from companion.match.books import Books
    from companion.match.duplicates import Offer
    from companion.match.match import Match, Standing
    from companion.match.pricing import Price
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.seats.tickets import Ticket
    from companion.setting.hands import Hands, Lesson
    from companion.setting.proposal import Proposal
    from companion.setting.recount import Recount
    from companion.setting.standing import Stand
    from companion.table.tapping.late import Late
    from companion.table.tapping.meaning import Meaning
    from companion.table.tapping.refused import Refused
    from companion.tags.contents import Rows
    from companion.tags.pieces import Pieces
    from companion.tags.walk import Walk
    from companion.turning.points import Turning

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one *revision*: a count of all visible changes since the program's start. *row* is the journal's newest.

    Take it once and work from it: then a page can't mix two moments, and no lock is needed. *games* are those that can be
    started here. *read_only* is set while the disk takes no commands: only what is shown counts. *points* are the selections
    that taps made on a seat's page. *announced* is the table's last announcement, with the number of the row that caused it.
    *ticket* is the valid ticket; its code is only for people at the table. It is None if there is none, or if pawns aren't
    *keys* here. *waiting_tag* is the unknown tag that was laid last. While there is a *walk* through the box, all taps and
    keys go to it; during a *recount* they answer its questions. *question* is what OK would confirm, after a key that needs it.
    *gone* are the seats that have been asked long enough whether they are still there. *late* is the last tap, if it fits the
    turn before. *hands* is what has to be done with the pieces after a take-back. *refused* is why the last tap was
    refused, or what a reader has come to, for a few seconds. *has_reader* is whether a reader works. *turning* is the search
    for the turning points of a game whose books are unsealed; ask `turning_of`. *stands* is what readers under cards see.
    *duplicate* is one that waits for its game, if the table was given one.
    """

    revision: int
    row: int
    room: Room
    match: Match | None
    games: Mapping[str, AnyGame]
    read_only: bool
    points: Mapping[Seat, Point]
    announced: tuple[int, Said] | None
    ticket: Ticket | None
    keys: bool
    waiting_tag: bytes | None
    walk: Walk | None
    question: Said | None = None
    gone: frozenset[Seat] = frozenset()
    recount: Recount | None = None
    late: Late | None = None
    hands: Hands | None = None
    refused: Refused | None = None
    has_reader: bool = True
    turning: Turning | None = None
    stands: Mapping[str, Stand] = field(default_factory=dict)
    duplicate: Offer | None = None
    _made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # A cache of views and of `public`.

    # Sitters and their agreements

    @property
    def seating(self) -> Seating:
        """The sitters by seat, and the game that was started last."""
        return self.room.seating

    @property
    def names(self) -> dict[Seat, str]:
        """The sitters' names, by seat."""
        return self.room.names

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players of the game on the table, finished or not, by seat; other people may sit there now."""
        return self.room.players

    @property
    def places(self) -> Places:
        """The places in the game on the table and in those put away."""
        return self.room.places

    def plays(self, seat: Seat) -> bool:
        """Return whether the sitter of *seat* has its place in the game on the table; nobody else is shown its hand."""
        return self.room.plays(seat)

    def pin_of(self, seat: Seat, game: int = 0, person: int = 0) -> tuple[int, str]:
        """Return person and hashed PIN of the sitter of *seat*; (0, "") if nobody.

        With *game*, return those of its place's owner, or with *person* of that earlier owner.
        """
        owners = self.places.owners(game, seat) if game else ()
        owner = next((one for one in owners if person in (0, one.person)), None) if game else self.seating.sitters.get(seat)
        return (owner.person, owner.pin) if owner else (0, "")

    def seat_behind(self, code: str) -> Seat | None:
        """Return the seat that the ticket with *code* opens, or None if no such ticket is valid."""
        return self.ticket.seat if self.ticket is not None and self.ticket.opens_by(code) else None

    @property
    def evening(self) -> Evening:
        """The agreements around games: the pause, games put away, games won."""
        return self.room.evening

    def votes(self, motion: Motion) -> frozenset[Seat]:
        """Return the seats in favour of *motion*."""
        return self.room.votes.get(motion, frozenset())

    def electorate(self, motion: Motion) -> Electorate:
        """Return who votes on *motion*; raise Illegal if there is nothing to decide."""
        return electorate(motion, self.room.company(self.on_table()))

    @property
    def score(self) -> dict[str, int]:
        """The number of games won by player's name, greatest first; a shared win counts for each winner."""
        return scoring.score(self.room.evening, self.room.players, self.on_table())

    # Players of the house

    @property
    def house(self) -> dict[Seat, Temper]:
        """The players of the house in the game on the table, by seat; none while it rests or once it is over."""
        if self.match is None or not self.playing or not self._fits_house() or rests(self.room, self.match):
            return {}
        mine = {seat: self.seating.sitters[seat].temper for seat in self.match.state.seats if self.plays(seat)}
        return {seat: temper for seat, temper in mine.items() if temper}

    def sight(self, seat: Seat) -> Sight[State, object]:
        """Return all that a player of the house on *seat* knows; raise Illegal if none plays from there now."""
        if seat not in self.house or self.match is None:
            raise Illegal(Refusal(say("table.refusal.no_house"), "table"))
        return thinking.sight(self.match.game, self.match.state, seat)

    # The game

    @property
    def game(self) -> AnyGame | None:
        """The game on the table, finished or not; None before the first."""
        return self.match.game if self.match else None

    @property
    def playing(self) -> bool:
        """Return whether there is an unfinished game on the table."""
        return self.match is not None and not self.match.is_over

    @property
    def books(self) -> Books | None:
        """The opened books of the game on the table; None while there are none."""
        agreed = self.match is not None and self.evening.unsealed == self.match.number
        return self.once("books", partial(books, self.match, agreed=agreed))

    @property
    def gossip(self) -> Sayings | None:
        """What people will talk about, from the opened books; None while there are none, or if they tell nothing of that."""
        return self.books.gossip if self.books else None

    def turning_of(self, opened: Books) -> Turning | None:
        """Return the search for turning points in the *opened* books; None for what everybody saw, which tells no chances."""
        found = self.turning is not None and opened.unsealed and self.turning.number == opened.match.number
        return self.turning if found else None

    def view(self, viewer: Viewer) -> View | None:
        """Return the game's view for a seat or for TABLE; None before the first game, or if the sitter has no place in it."""
        if self.match is None or not (viewer == TABLE or self.room.plays(viewer)):
            return None
        was_told = None if viewer == TABLE else self.places.told(self.match.number, viewer)
        return self.once(viewer, partial(self.match.view, viewer, was_told))

    @property
    def public(self) -> Public:
        """Return what display, LED and table screen show; computed on first use."""
        return self.once("public", self._public)

    def standing(self, seat: Seat) -> dict[str, Standing]:
        """Return the standing asks of *seat* (or TABLE) by name, each with the number that an answer must carry."""
        theirs = self.match is not None and (seat == TABLE or self.room.plays(seat))
        return dict(self.match.standing.get(seat, {})) if self.match and theirs else {}

    def hint(self, seat: Seat) -> str | None:
        """Return the name of what the phone of *seat* explains now, one of the game's HINTS, or None."""
        return self.match.hint(seat) if self.match and self._explains() and self.room.plays(seat) else None

    def lesson(self) -> Lesson | None:
        """Return what the table screen says about people's hands, in a game that explains itself and isn't at rest."""
        view = self.public.view
        if self.match is None or view is None or not self._explains() or self.match.is_over or self.public.rests or self.hands:
            return None
        return hands.lesson(self.match.game, self.match.states, view)

    def _explains(self) -> bool:
        return self.match is not None and self.playing and self.evening.explains(self.match.game.NAME, self.match.number)

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats, perhaps with TABLE, whose answers the table is waiting for. This is public."""
        return self.once("awaited", self._awaited)

    def _awaited(self) -> tuple[Seat, ...]:
        if self.match is None or self.room.evening.paused or self.vacant:
            return ()
        return tuple(sorted(self.unanswered())) if self.vote else self.match.awaited()

    @property
    def vacant(self) -> tuple[Seat, ...]:
        """The seats that the game on the table waits for, because their players have left and nobody plays on yet."""
        return self.room.vacant if self.playing else ()

    @property
    def take_back(self) -> Motion | None:
        """The take-back that is being voted on, or None."""
        return motions.open_take_back(self.room.votes)

    @property
    def vote(self) -> Motion | None:
        """The motion for which the game rests: a take-back, or setting the table anew; None if there is none."""
        return motions.open_vote(self.room.votes)

    @property
    def proposal(self) -> Proposal | None:
        """The proposal to set the table anew that is being voted on, or None. Its own sums are for their owners alone."""
        return self.room.settings.open

    def counted(self) -> Recount:
        """Return a recount of what lies on the table, at its first question; raise Illegal if there is nothing to count."""
        if self.match is None or not self.playing or not has_layout(self.match.game) or self.vote:
            raise Illegal(Refusal(say("table.refusal.no_layout"), "table"))
        return recount.begin(self.match.game, self.match.states, self.match.awaited(), self.stands)

    def unanswered(self) -> frozenset[Seat]:
        """Return the seats that haven't voted yet on `vote`."""
        motion = self.vote
        return self.electorate(motion).voters - self.votes(motion) - self.room.take_backs.against if motion else frozenset()

    @property
    def outwaited(self) -> bool:
        """Return whether the vote has lasted for a minute, so that it can be decided without those who haven't answered."""
        return self.room.take_backs.waited

    def on_table(self) -> OnTable | None:
        """Return the facts about the game on the table that the evening needs; None if there is no game."""
        if self.match is None:
            return None
        outcome = self.match.game.outcome(self.match.state)
        winners = outcome.winners if outcome else None
        number, seats, tip = self.match.number, self.match.state.seats, self.match.tip
        facts = number, seats, self.match.state.round, winners, tip, self.row + 1, self._price, self.match.is_barred
        board, house = Board(self.match.game, self.match.state), self._fits_house()
        return OnTable(*facts, board, self._ranks, self.gone, house, partial(results, self.match), self._unsealed)

    def _fits_house(self) -> bool:
        started = self.evening.games.get(self.evening.on)
        return self.match is not None and started is not None and fits(self.match.game, started.options)

    def _ranks(self) -> bool:
        return bool(self.match and self.match.ranks)

    def _unsealed(self) -> bool:
        return self.books is not None and self.books.unsealed

    def _price(self, asker: Seat, to: int, again: bool) -> Price | None:
        return self.match.price(asker, to, again=again) if self.match else None

    def _public(self) -> Public:
        stands_still = self.walk is not None or self.evening.paused is not None or bool(self.vacant)
        names = {**self.names, **self.players}
        view = self.view(TABLE)
        return Public(self._screen(), view, self.awaited(), stands_still, self.ticket, self.names, names, self.read_only)

    def _screen(self) -> Screen | None:
        if self.walk is not None:
            return walk.screen(self.walk, self.games)
        if self.evening.paused is not None:
            return pausing.screen(self.evening.paused)
        if self.vacant:
            return leaving.screen(self.vacant[0])
        if self.question is not None:
            return doubt.screen(self.question)
        if motion := self.vote:
            asked = len(self.electorate(motion).voters)
            return taking_back.screen(motion.seat, asked - len(self.unanswered()), asked, motion.kind)
        if self.recount and self.game:
            return recount.screen(self.recount, self.game)
        if self.hands:
            return hands.screen(self.hands)
        view = self.view(TABLE)
        return None if self.match is None or view is None else self.match.screen(view)

    def once(self, name: str, make: Callable[[], T]) -> T:
        """Return what *make* makes of this moment, made on first use. What is for one viewer has a name that says which."""
        if name not in self._made:
            self._made[name] = make()
        made: T = self._made[name]
        return made

    # Pieces and their tags

    @property
    def pieces(self) -> Pieces:
        """The known tags, each with its piece."""
        return self.room.pieces

    @property
    def box(self) -> tuple[Piece, ...]:
        """Every piece of all games that can have a tag, with the options of the game on the table or started last."""
        return room.box(self.room, self.games, playing=self.playing)

    @property
    def contents(self) -> dict[str, Rows]:
        """The box contents by game, of those games for which the table has set its own."""
        return self.room.contents

    @property
    def has_whole_box(self) -> bool:
        """Return whether every piece of at least one game has a tag. One will do: few people own the boxes of all games."""
        known = {piece for _, piece in self.pieces.tags()}
        return any(known.issuperset(pieces) for pieces in room.boxes(self.room, self.games, playing=self.playing).values())

    def meaning(self, piece: Piece, spot: str, *, key: bool = False) -> Meaning:
        """Return the meaning of *piece* on *spot*; with *key* (BACK is held) a pawn is a key whatever the game asks."""
        if self.walk is not None:
            return Nothing(say("enrolment.walking"))
        return meaning(self.room, self.match, piece, spot, keys=self.keys, key=key)
