"""What is kept of each player at the end: the place, the money, and the dearest bluff, as far as everybody saw them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.barracuda.books.piles import ladder
from companion.games.barracuda.books.steps import steps_of
from companion.kit.results import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.barracuda.model import Outcome, State
    from companion.games.barracuda.moves import Event
    from companion.kit.viewers import Seat


def results(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Result, ...]:
    """Return each player's result; *states* and *rows* as for `charts`."""
    last = states[-1]
    assert last.outcome is not None
    if not last.money[last.seats[0]].is_open:  # As everybody saw it.
        return tuple(Result(seat, _shown_place(last.outcome, seat, len(last.seats))) for seat in last.seats)
    sums = {seat: last.money[seat].open().real for seat in last.seats}
    bluffs = _bluffs(states, rows) if last.options.reveal_at_end == "on" else {}  # Otherwise no pile is open.
    ranked = {seat: _rank(last.outcome, seat, sums[seat]) for seat in last.seats}
    places = {seat: 1 + sum(other > mine for other in ranked.values()) for seat, mine in ranked.items()}
    return tuple(Result(seat, places[seat], sums[seat], bluffs.get(seat, 0)) for seat in last.seats)


def _shown_place(outcome: Outcome, seat: Seat, last: int) -> int:
    return 1 if seat in outcome.winners else last if seat == outcome.loser else 0


def _rank(outcome: Outcome, seat: Seat, money: int) -> tuple[int, ...]:
    """Return the key that ranks *seat*, higher for better: winners are equal, and whoever went bankrupt is last (8)."""
    if seat in outcome.winners:
        return (2,)
    return (0,) if seat == outcome.loser else (1, outcome.pawns[seat], money)


def _bluffs(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> dict[Seat, int]:
    """Return the most fakes in a pile of each player's that somebody took for money."""
    bluffs: dict[Seat, int] = {}
    for pile in ladder(steps_of(states, rows)).piles:
        if pile.what != "stake" and pile.ending == "taken":
            bluffs[pile.giver] = max(bluffs.get(pile.giver, 0), pile.fakes)
    return bluffs
