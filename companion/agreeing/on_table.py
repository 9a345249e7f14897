"""The facts by which people decide: the game on the table, who sits there, and who plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from companion.agreeing.evening.evening import Evening
    from companion.kit.results import Result
    from companion.kit.viewers import Seat
    from companion.match.pricing import Price
    from companion.seats.places import Places
    from companion.seats.seating import Seating
    from companion.setting.proposal import Board


@dataclass(frozen=True, slots=True)
class OnTable:
    """The game on the table, as far as the room needs it. *winners* is None while it goes on.

    *tip* is the game's newest row, and *next* the number of the journal's next row. *price* returns what it takes to go back
    to a row, given the asker, the row and whether a take-back is taken back, or None if that is impossible. *is_barred* returns
    whether that is because a seat has changed hands since that row. *board* is the game as proposals to set the table look at
    it. *ranks* returns whether the game can end by its ranking as it stands. *gone* are the seats that haven't answered for so
    long that the others may say that they have left. *house* says whether players of the house can play this game. *results*
    returns what everybody has seen of its players, once it is over. *unsealed* returns whether its books hide nothing, by its
    rules or because its players agreed on that.
    """

    number: int
    seats: tuple[Seat, ...]
    round: int
    winners: tuple[Seat, ...] | None
    tip: int
    next: int
    price: Callable[[Seat, int, bool], Price | None]
    is_barred: Callable[[int], bool]
    board: Board
    ranks: Callable[[], bool] = bool
    gone: frozenset[Seat] = frozenset()
    house: bool = False
    results: Callable[[], tuple[Result, ...]] = tuple
    unsealed: Callable[[], bool] = bool


@dataclass(frozen=True, slots=True)
class Company:
    """The people at the table, the *places* in games that they have, what they have *agreed* on, and the game *on* the table.

    *on* is None before the first game; it may be finished.
    """

    seating: Seating
    places: Places
    agreed: Evening
    on: OnTable | None

    @property
    def playing(self) -> bool:
        """Return whether an unfinished game is on the table."""
        return self.on is not None and self.on.winners is None

    @property
    def game(self) -> OnTable:
        """The game on the table, for whoever knows that there is one."""
        assert self.on is not None
        return self.on

    @property
    def players(self) -> frozenset[Seat]:
        """The seats whose sitters have their places in the game on the table; none if there is no game."""
        return frozenset(self.places.players(self.seating, self.on.number)) if self.on else frozenset()

    @property
    def guests(self) -> frozenset[Seat]:
        """The players who are people. They alone vote: players of the house agree to whatever people want."""
        return self.players & self.seating.guests

    def called(self, names: Collection[str]) -> frozenset[Seat]:
        """Return the seats where people sit under one of *names*."""
        return frozenset(seat for seat in self.seating.guests if self.seating.sitters[seat].name in names)

    @property
    def vacant(self) -> frozenset[Seat]:
        """The seats of the game that nobody sits on and whose players have left."""
        return frozenset(self.game.seats) - self.players - set(self.seating.sitters)

    @property
    def is_whole(self) -> bool:
        """Return whether all the game's players are there. Whoever has left can't agree to anything."""
        return self.players == set(self.game.seats)
