"""Work out a company's price from the sizes of its clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.board.companies import COMPANIES, Each, each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.games.shark.board.map import Survey

HIGHEST: Final = 15  # 7: the top of the price track.
CHAIN: Final = 2  # 7: how many buildings make a chain; a single building isn't one.
LONGEST_PAID: Final = 7  # V1: buildings of a chain beyond these don't count.


def price(sizes: Iterable[int], *, capped: bool = False) -> int:
    """Return the price, 0 to 15 thousand, of a company whose clusters have these *sizes*.

    Each building in a chain counts 1; single buildings alone make a price of 1 (7). If *capped*, a chain counts for 7 at
    most (V1).
    """
    standing = list(sizes)
    chains = [min(size, LONGEST_PAID) if capped else size for size in standing if size >= CHAIN]
    return min(HIGHEST, sum(chains)) if chains else min(1, len(standing))


def prices(survey: Survey, *, capped: bool = False) -> Each:
    """Return the prices of all companies on the map."""
    return each({company: price(survey.sizes(company), capped=capped) for company in COMPANIES})
