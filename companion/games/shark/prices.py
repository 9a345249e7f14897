"""What a share costs: the price of a company from the sizes of its clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.companies import COMPANIES, Each, each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.shark.board import Survey

HIGHEST: Final = 15  # 7: the top of the price track.
CHAIN: Final = 2  # 7: buildings that make a chain; a single building is none.
LONGEST_PAID: Final = 7  # V1: what a longer chain has over this counts for nothing.


def price(sizes: Iterable[int], *, capped: bool = False) -> int:
    """Return the price, 0 to 15 thousand, of a company whose clusters have these *sizes*.

    7: the buildings in chains count one each; 1 if there are only single buildings. V1 (*capped*): no chain counts for
    more than 7.
    """
    standing = list(sizes)
    chains = [min(size, LONGEST_PAID) if capped else size for size in standing if size >= CHAIN]
    return min(HIGHEST, sum(chains)) if chains else min(1, len(standing))


def prices(survey: Survey, *, capped: bool = False) -> Each:
    """Return the prices of all companies on the map."""
    return each({company: price(survey.sizes(company), capped=capped) for company in COMPANIES})
