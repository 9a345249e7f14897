"""The charts of a finished game of Négoces 2: coins, where each good was, the cards that were never sold, and what chance did.

What everybody saw comes to the coins that lay open. Where the table has unsealed the books, the hands are open, too.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from companion.games.negoces2.model import COPIES, GOODS
from companion.games.negoces2.moves import OpenerNamed
from companion.games.negoces2.telling import term
from companion.kit.charts import Chart, Line, Lines, Ribbon, Ribbons, Sayings
from companion.kit.messages import Who, say
from companion.kit.results import Result

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.negoces2.model import Card, Options, State
    from companion.games.negoces2.moves import Event
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return the charts over the moments before the first sale and after each, when no card lies on the market."""
    before_next = (now for now, after in pairwise(states) if after.round > now.round)
    steps = (*before_next, states[-1])
    coins = Lines("coins", tuple(Line(Who(seat), tuple(_coins(one, seat) for one in steps)) for seat in states[0].seats))
    if not all(hand.is_open for one in steps for hand in one.hands.values()):
        return coins, _luck(states[0].options, rows)
    never = sorted(_never_sold(steps), key=lambda one: -one[0])
    ribbons = Ribbons("goods", COPIES, tuple(_ribbon(steps, good) for good in GOODS))
    return coins, ribbons, Sayings("never_sold", tuple(said for _, said in never)), _luck(states[0].options, rows)


def results(states: Sequence[State], _rows: Sequence[tuple[Event, ...]]) -> tuple[Result, ...]:
    """Return who has won, and the coins that the end showed: without a claim, hidden ones stay so."""
    outcome = states[-1].outcome
    assert outcome is not None
    return tuple(Result(seat, int(seat in outcome.winners), outcome.coins.get(seat)) for seat in states[-1].seats)


def _luck(options: Options, rows: Sequence[tuple[Event, ...]]) -> Sayings:
    """Return what chance did, as everybody saw it: all goods are alike, so it can have favoured only whoever opened (N12)."""
    opened = (event.seat for events in rows for event in events if isinstance(event, OpenerNamed))
    drawn = next(opened, None) if options.opener == "drawn" else None
    code = "negoces2_pages.chart.luck"
    return Sayings("luck", (say(f"{code}.opener", who=Who(drawn)) if drawn else say(f"{code}.deal"),))


def _coins(state: State, seat: Seat) -> int | None:
    """Return the coins, None where they are hidden (N7)."""
    return state.coins[seat].open() if state.coins[seat].is_open else None


def _ribbon(steps: Sequence[State], good: Card) -> Ribbon:
    held = {seat: tuple(one.hands[seat].open().count(good) for one in steps) for seat in steps[0].seats}
    return Ribbon(term(good), f"negoces2/good-{good}", held)


def _never_sold(steps: Sequence[State]) -> Iterator[tuple[int, Said]]:
    """Yield the goods that somebody lacked alone until the end: for how many sales, and what is said of it."""
    for seat in steps[-1].seats:
        lacking = _lacking(steps[-1], seat)
        sales = sum(1 for _ in takewhile(partial(_lacks, seat, lacking), reversed(steps)))
        yield from ((sales, _said(steps[-1], seat, good, sales)) for good in lacking if len(lacking) == 1)


def _said(last: State, seat: Seat, good: Card, sales: int) -> Said:
    held = {other: last.hands[other].open().count(good) for other in last.seats}
    owner = max(held, key=held.__getitem__)
    code = "negoces2_pages.chart.never_sold.said"
    return say(code, who=Who(seat), good=term(good), count=sales, owner=Who(owner), held=held[owner])


def _lacks(seat: Seat, lacking: set[Card], state: State) -> bool:
    return _lacking(state, seat) == lacking


def _lacking(state: State, seat: Seat) -> set[Card]:
    return set(GOODS) - set(state.hands[seat].open())
