"""The ledger of a hub, and the protocol of its store: results, each once, and the league's people, claims and corrections.

Nothing here has a time: rows have an order, and a result has the date that its table told.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from companion.club.standings import Played

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.club.reports import Part, Result
    from companion.match.duplicates import Duplicate

RECENT: Final = 60  # results that a page shows, and of which a seat may be claimed
LONGEST_LABEL: Final = 14  # characters of what a table or a season is called


class OutOfReach(Exception):
    """The store can't be read or written now. What was to be written isn't."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A result that was counted, the *row*-th, of the table with this identity, as it stands: corrected, or *struck*."""

    row: int
    table: str
    result: Result
    struck: bool = False
    people: Mapping[str, int] = field(default_factory=dict)

    @property
    def played(self) -> Played:
        """The places and people that the league counts."""
        return Played({one.seat: one.place for one in self.result.parts}, self.people)

    def part(self, seat: str) -> Part | None:
        """Return how *seat* did, if it was in the game."""
        return next((one for one in self.result.parts if one.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the league, and the hash of the PIN that they chose."""

    number: int
    name: str
    pin: str


@dataclass(frozen=True, slots=True)
class Season:
    """Days that count together, from *first* to *last*, both YYYY-MM-DD and included; a result without a date is in none."""

    name: str
    first: str
    last: str


ALWAYS: Final = Season("", "", "")


@dataclass(frozen=True, slots=True)
class Correction:
    """A change by the director *who* to the result in *row*: the places or people before and after it, by seat.

    *kind* is places, struck, restored or claim.
    """

    number: int
    who: str
    row: int
    kind: str
    was: Mapping[str, int]
    now: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class HandedOut:
    """A duplicate, the *number*-th. Until it is *opened*, people may know only its offer (companion.match.duplicates)."""

    number: int
    duplicate: Duplicate
    opened: bool


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session: *token* and *password* are hashes, of what *name* came with, and it ends at *until*, in seconds since 1970."""

    token: str
    name: str
    password: str
    until: int


class Ledger(Protocol):
    """A store. Every call is one transaction, and may raise OutOfReach. Thread-safe."""

    def count(self, table: str, result: Result) -> bool:
        """Keep *result* of *table*; change nothing and return False if that table's result with its mark is kept already."""

    def entries(
        self, season: Season = ALWAYS, most: int | None = None, rows: Collection[int] | None = None, *, standing: bool = False
    ) -> list[Entry]:
        """Return the results of *season*, the newest first: at most so many, and only those in *rows* if there are any.

        If *standing*, those that were struck are left out before so many are counted.
        """

    def played(self, commitment: str) -> list[Entry]:
        """Return the results of one duplicate, the newest first."""

    def months(self) -> list[Season]:
        """Return the months in which games ended that weren't struck, the newest first, as seasons that are called YYYY-MM."""

    def entry(self, row: int) -> Entry | None:
        """Return one result, if there is such a row."""

    def labels(self) -> dict[str, str]:
        """Return the names of the tables that have one, by identity."""

    def label(self, table: str, label: str) -> None:
        """Call *table* so; "" takes its name away."""

    def people(self) -> list[Person]:
        """Return everybody in the league."""

    def sign_up(self, name: str, pin: str) -> bool:
        """Add somebody with the hash of a PIN; return False if just this name is taken."""

    def give_pin(self, person: int, pin: str) -> None:
        """Give somebody the hash of a new PIN, and forget the tries at the old one."""

    def leave(self, person: int) -> None:
        """Forget somebody, that they had any seat, and what a table called whoever had it."""

    def tried(self, person: int) -> dict[str, int]:
        """Return how often their PIN was tried since it was last right, by marked address."""

    def miss(self, person: int, address: str) -> None:
        """Count one more try."""

    def forgive(self, person: int) -> None:
        """Forget the tries."""

    def claim(self, row: int, seat: str, person: int) -> bool:
        """Note that *person* had *seat*; return False if somebody else has said so, or they had another in that game."""

    def correct(self, who: str, row: int, places: Mapping[str, int]) -> bool:
        """Give the seats these places, and keep what was before; return False if there is no such row or nothing changes."""

    def strike(self, who: str, row: int, *, struck: bool) -> bool:
        """Strike the result in *row*, or count it again; return False if there is no such row or nothing changes."""

    def disclaim(self, who: str, row: int, seat: str) -> bool:
        """Take a claim away again; return False if there is none."""

    def corrections(self) -> list[Correction]:
        """Return every correction, the newest first."""

    def seasons(self) -> list[Season]:
        """Return the seasons that directors have named, the newest first."""

    def name_season(self, season: Season) -> bool:
        """Add *season*; return False if its name is taken."""

    def end_season(self, name: str) -> None:
        """Remove a season. Its results stay."""

    def hand_out(self, duplicate: Duplicate) -> None:
        """Keep a new duplicate, for every table to get."""

    def duplicates(self) -> list[HandedOut]:
        """Return the duplicates, the newest first."""

    def open_duplicate(self, number: int) -> None:
        """Publish the seed of a duplicate."""

    def accounts(self) -> dict[str, str]:
        """Return the hashes of the passwords of those who run the hub, by name."""

    def add_account(self, name: str, password: str) -> None:
        """Add whoever runs the hub, with the hash of a password; or give them a new one, which signs them out."""

    def sign_in(self, one: SignedIn, most: int) -> None:
        """Keep a session, and forget the oldest ones if there are more than *most*."""

    def signed_in(self, token: str) -> SignedIn | None:
        """Return the session of a token's hash, whether it is over or not; None for one whose password is replaced."""

    def sign_out(self, token: str) -> None:
        """Forget a session."""


def month(name: str) -> Season:
    """Return the month *name*, YYYY-MM, as a season."""
    return Season(name, f"{name}-01", f"{name}-31")
