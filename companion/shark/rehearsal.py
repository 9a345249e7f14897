"""How Shark is tried out: what random players like, and what greedy ones go for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.rehearsal import Rehearsal
from companion.shark import model
from companion.shark.board import survey
from companion.shark.legal import REFUSALS
from companion.shark.moves import Build
from companion.shark.placing import placement

if TYPE_CHECKING:
    from companion.shark.model import Seat, State


def gain(state: State, seat: Seat, command: Any) -> int | None:
    """Return what *command* brings *seat* at once: of a building the bonus and the gains, and what it spoils for others.

    None where nothing can be told.
    """
    if not isinstance(command, Build) or seat != model.active(state):
        return None
    placed = placement(survey(state.buildings), command.company, command.cell, state.prices, capped=state.options.capped)
    return placed.bonus + placed.rise * state.shares[seat].open().of(command.company) + placed.drops.total


REHEARSAL: Final = Rehearsal(
    refusals=REFUSALS,
    leaning={"Buy": 2},
    gain=gain,
    left_out={
        "View": {"viewer", "options", "latest", "news", "history"},
        "SiteView": {"cells"},
        "SeatView": {"worth"},
        "CompanyView": {"was", "chains"},
        "StatementView": {"before", "after"},
    },
    unnamed=("seats", "companies"),
)
