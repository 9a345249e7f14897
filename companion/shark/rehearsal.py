"""How Shark is tried out: what random players like, and what greedy ones go for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.rehearsal import Rehearsal
from companion.shark.board import survey
from companion.shark.legal import REFUSALS
from companion.shark.moves import Build
from companion.shark.placing import placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.shark.board import Survey
    from companion.shark.model import Seat, State


def gains(state: State, seat: Seat, commands: Sequence[Any]) -> list[int | None]:
    """Return what each of *commands* is worth to *seat* at once, None where that can't be told.

    A building's bonus and gains, and by how much it lowers prices: what the others lose is as good.
    """
    around = survey(state.buildings)
    return [_gain(state, seat, around, command) if isinstance(command, Build) else None for command in commands]


def _gain(state: State, seat: Seat, around: Survey, command: Build) -> int:
    placed = placement(around, command.company, command.cell, state.prices, capped=state.options.capped)
    return placed.bonus + placed.rise * state.shares[seat].open().of(command.company) + placed.drops.total


REHEARSAL: Final = Rehearsal(
    refusals=REFUSALS,
    leaning={"Buy": 4, "Sell": -3},
    gains=gains,
    left_out={
        "View": {"viewer", "options", "latest", "news", "history"},
        "SiteView": {"cells"},
        "SeatView": {"worth"},
        "CompanyView": {"was", "chains"},
        "StatementView": {"before", "after"},
    },
    unnamed=("seats", "companies"),
)
