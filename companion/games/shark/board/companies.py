"""The four companies, and one number for each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Company: TypeAlias = str

COMPANIES: Final[tuple[Company, ...]] = ("red", "blue", "green", "yellow")


@dataclass(frozen=True, slots=True)
class Each:
    """One number for each company: prices, shares, buildings or sums."""

    red: int = 0
    blue: int = 0
    green: int = 0
    yellow: int = 0

    def of(self, company: Company) -> int:
        """Return the number of *company*."""
        number: int = getattr(self, company)
        return number

    def plus(self, company: Company, number: int) -> Each:
        """Return a copy with *number* more for *company*."""
        return replace(self, **{company: self.of(company) + number})

    def items(self) -> Iterator[tuple[Company, int]]:
        """Yield each company with its number."""
        return zip(COMPANIES, (self.red, self.blue, self.green, self.yellow), strict=True)

    @property
    def total(self) -> int:
        """Return the sum of the four numbers."""
        return self.red + self.blue + self.green + self.yellow

    def __add__(self, other: Each) -> Each:
        return Each(self.red + other.red, self.blue + other.blue, self.green + other.green, self.yellow + other.yellow)

    def __sub__(self, other: Each) -> Each:
        return Each(self.red - other.red, self.blue - other.blue, self.green - other.green, self.yellow - other.yellow)

    def __mul__(self, other: Each) -> Each:
        """Return the product for each company, such as shares times prices."""
        return Each(self.red * other.red, self.blue * other.blue, self.green * other.green, self.yellow * other.yellow)


NONE: Final = Each()


def each(numbers: Mapping[Company, int]) -> Each:
    """Return *numbers* as an Each, with 0 for companies that are missing from it."""
    return Each(**numbers)
