"""Purses and piles, and moving money between them without creating or losing any. All amounts are whole thousands."""

from __future__ import annotations

from dataclasses import dataclass
from operator import le
from typing import Final


@dataclass(frozen=True, slots=True)
class Purse:
    """An amount of *real* money, in thousands, and a number of *fakes* (notes worth nothing). Neither is negative."""

    real: int = 0
    fakes: int = 0

    def __post_init__(self) -> None:
        if self.real < 0 or self.fakes < 0:
            raise ValueError("a purse can't hold less than nothing")

    def __add__(self, other: Purse) -> Purse:
        return Purse(self.real + other.real, self.fakes + other.fakes)

    def __sub__(self, other: Purse) -> Purse:
        """Return the rest; raise ValueError if *other* is more than this purse holds."""
        return Purse(self.real - other.real, self.fakes - other.fakes)

    def covers(self, other: Purse) -> bool:
        """Return whether *other* can be taken out of this purse."""
        return self.real >= other.real and self.fakes >= other.fakes

    @property
    def changed(self) -> Pile:
        """The most notes of each kind that the purse could be changed into, each kind by itself."""
        return Pile(self.real // 10, self.real // 5, self.real // 2, self.real, self.fakes)

    @property
    def is_empty(self) -> bool:
        """Return whether the purse holds neither money nor fakes."""
        return not (self.real or self.fakes)


@dataclass(frozen=True, slots=True)
class Pile:
    """The notes that a player chose to lay: how many of each kind, none negative."""

    tens: int = 0
    fives: int = 0
    twos: int = 0
    ones: int = 0
    fakes: int = 0

    def __post_init__(self) -> None:
        if min(self.counts) < 0:
            raise ValueError("a pile can't hold less than nothing")

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """The numbers of tens, fives, twos, ones and fakes, in this order."""
        return self.tens, self.fives, self.twos, self.ones, self.fakes

    @property
    def notes(self) -> int:
        """The number of notes, fakes included. This is public: everybody at the table can count them."""
        return sum(self.counts)

    @property
    def real(self) -> int:
        """The value of the pile in thousands; fakes are worth nothing."""
        return 10 * self.tens + 5 * self.fives + 2 * self.twos + self.ones

    @property
    def worth(self) -> Purse:
        """The pile as an amount and a number of fakes."""
        return Purse(self.real, self.fakes)

    def within(self, other: Pile) -> bool:
        """Return whether *other* has at least as many notes of each kind."""
        return all(map(le, self.counts, other.counts))


NO_NOTES: Final = Pile()


def move(amounts: dict[str, Purse], giver: str, taker: str, sum_: Purse) -> dict[str, Purse]:
    """Return *amounts* after *giver* has handed *sum_* to *taker*; raise ValueError if the giver has less than that."""
    after = {**amounts, giver: amounts[giver] - sum_}
    after[taker] = after[taker] + sum_
    return after
