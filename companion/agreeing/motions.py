"""Motions: what the people at the table decide by voting, such as putting a game away. A vote proposes or supports one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.kit.layout import Stated
from companion.kit.viewers import Seat

Kind: TypeAlias = Literal[
    "put_away", "free_seat", "give_place", "wipe_score", "take_back", "put_back", "leave", "hand_over", "end_game", "swap",
    "set_table", "go_elsewhere", "go_on_here", "know_all", "house_plays", "unseal", "rename", "forget", "next_game",
]  # fmt: skip
TAKING_BACK: Final = ("take_back", "put_back")
NAMING: Final = ("rename", "forget")  # About people in games that are over.
GOING: Final = ("leave", "hand_over", "swap")  # About people who leave, or swap.
RESTING: Final = (*TAKING_BACK, "set_table")  # While people vote on one of these, the game rests.
# Only while a game is on.
IN_GAME: Final = ("put_away", *RESTING, "leave", "hand_over", "end_game", "house_plays", "swap", "go_elsewhere")


@dataclass(frozen=True, slots=True)
class Motion:
    """Put away the game on the table, free *seat*, or give the place on *seat* in game *number* to its current sitter.

    Or reset everybody's games won to zero. Or *seat* asks to take back what followed row *number*, or to put back again what a
    take-back took, which row *number* ended. Or *seat* has proposed, in row *number*, to set the table anew.

    Or the player of *seat* leaves the game, and with "hand_over" whoever sits down there next has the hand. Or, after somebody
    has left, the game ends by its ranking as it stands, or a player of the house plays on from *seat*. Or *seat* asks to swap
    seats, and hands, with *other*.

    Or give out the file with which game *number* goes on at another table, from when on it rests here; or go on with it here
    after all; or go on with a game from another table, whose places go to all who sit on its seats now.

    Or open to everybody all that was closed in game *number*, which is over. Or go on from a finished game: begin the one that
    the table has chosen, or if there is a *number*, take up that game again.

    Or the person called *name* in the history of evenings is called *new*, which joins the two if somebody is called so, or is
    forgotten.
    """

    kind: Kind
    seat: Seat = ""
    number: int = 0
    other: Seat = ""
    name: str = ""
    new: str = ""


# The command
@dataclass(frozen=True, slots=True)
class Vote:
    """Vote for *motion* (*yes*), or withdraw that vote. Without a vote to withdraw, vote against a take-back.

    The asker's vote opens a take-back; no game goes on until it is carried or dropped. Anybody who is said to have left is
    still there by a vote against that, and a swap is off by one vote against it. *own* are the voter's private facts, if the
    proposal to set the table needs them.
    """

    motion: Motion
    yes: bool
    own: tuple[Stated, ...] = ()


@dataclass(frozen=True, slots=True)
class Outwait:
    """Decide the open take-back without those who haven't answered it for a minute. The table's own command, by its clock."""


# The event
@dataclass(frozen=True, slots=True)
class Voted:
    """*voter* has voted for *motion* (*yes*), or has withdrawn that vote, or has voted against a take-back."""

    voter: Seat
    motion: Motion
    yes: bool


COMMANDS: Final = (Vote, Outwait)
EVENTS: Final = (Voted,)
Votes: TypeAlias = Mapping[Motion, frozenset[Seat]]  # The seats in favour, by motion; motions without any are left out.


def open_vote(votes: Votes) -> Motion | None:
    """Return the motion for which the game rests, or None. There is one at a time."""
    return next((motion for motion in votes if motion.kind in RESTING), None)


def open_take_back(votes: Votes) -> Motion | None:
    """Return the take-back that is being voted on, or None. There is one at a time."""
    return next((motion for motion in votes if motion.kind in TAKING_BACK), None)
