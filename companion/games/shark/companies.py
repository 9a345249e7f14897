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
        """Return the same with *number* more for *company*."""
        return replace(self, **{company: self.of(company) + number})

    def items(self) -> Iterator[tuple[Company, int]]:
        """Yield each company with its number."""
        return ((company, self.of(company)) for company in COMPANIES)

    @property
    def total(self) -> int:
        """The four numbers together."""
        return self.red + self.blue + self.green + self.yellow

    def __add__(self, other: Each) -> Each:
        return Each(self.red + other.red, self.blue + other.blue, self.green + other.green, self.yellow + other.yellow)

    def __sub__(self, other: Each) -> Each:
        return Each(self.red - other.red, self.blue - other.blue, self.green - other.green, self.yellow - other.yellow)

    def __mul__(self, other: Each) -> Each:
        """Return the products: shares at their prices, say."""
        return Each(self.red * other.red, self.blue * other.blue, self.green * other.green, self.yellow * other.yellow)


NONE: Final = Each()


def each(numbers: Mapping[Company, int]) -> Each:
    """Return *numbers* as one for each company, 0 for those that aren't among them."""
    return Each(**numbers)
