"""The charts of a finished game of Shark: prices, fortunes, and what each building was worth to whom, as far as it was seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.shark.board.companies import COMPANIES, Company, Each
from companion.games.shark.moves import Built, Event, GainsPaid, LossesPaid, TurnEnded
from companion.games.shark.payments.statements import known
from companion.kit.charts import Chart, Flow, Flows, Line, Lines, Sayings
from companion.kit.messages import Term, Who, say
from companion.kit.results import Result
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.games.shark.model import State
    from companion.kit.messages import Said

TOLD: Final = 3  # falls
# The symbol and the colour of each company.
LOOKS: Final = {"red": ("co-tower", "a"), "blue": ("co-dome", "b"), "green": ("co-house", "d"), "yellow": ("co-works", "c")}


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return prices and fortunes at the first state, after each turn and at the end; states and *rows* are TABLE's."""
    ended = [after for after, events in zip(states[1:], rows, strict=True) if any(isinstance(one, TurnEnded) for one in events)]
    steps = (states[0], *ended, *(() if ended and ended[-1] is states[-1] else states[-1:]))
    costs = tuple(_costs(rows))
    return (
        Lines("prices", tuple(_prices(steps, company) for company in COMPANIES)),
        Lines("fortunes", tuple(Line(Who(seat), tuple(_fortune(state, seat) for state in steps)) for seat in states[0].seats)),
        _rich(rows),
        Flows("costly", _flows((one.builder, seat, _total(loss)) for one in costs for seat, loss in one.losses.items())),
        Sayings("falls", tuple(said for _, said in sorted(_falls(costs), key=lambda one: -one[0])[:TOLD])),
    )


def results(states: Sequence[State], _rows: Sequence[tuple[Event, ...]]) -> tuple[Result, ...]:
    """Return each player's place and money, which the end shows everybody."""
    outcome = states[-1].outcome
    assert outcome is not None
    before = [sum(map(len, outcome.ranking[:n])) for n in range(len(outcome.ranking))]
    places = {seat: 1 + better for better, group in zip(before, outcome.ranking, strict=True) for seat in group}
    return tuple(Result(seat, places[seat], outcome.money[seat]) for seat in states[-1].seats)


class Cost(NamedTuple):
    """The fall of prices from *before* by *drops* that *builder* caused with *cell*, and everybody's *losses* by company."""

    builder: Seat
    cell: str
    before: Each
    drops: Each
    losses: dict[Seat, Sealed[Each]]


def _total(sums: Sealed[Each]) -> int | None:
    each = known(sums)
    return None if each is None else each.total


def _rich(rows: Sequence[tuple[Event, ...]]) -> Flows:
    """Return what everybody's shares gained by the buildings of each player, without bonuses."""
    gains = [(built.seat, event.gains) for built, event in _settled(rows) if isinstance(event, GainsPaid)]
    return Flows("rich", _flows((builder, seat, known(gain)) for builder, each in gains for seat, gain in each.items()))


def _flows(sums: Iterable[tuple[Seat, Seat, int | None]]) -> tuple[Flow, ...]:
    """Return the sums of each pair, none of them if one of them isn't known: the others would tell a wrong story."""
    total = Counter[tuple[Seat, Seat]]()
    for builder, seat, amount in sums:
        if amount is None:
            return ()
        total[builder, seat] += amount
    return tuple(Flow(builder, seat, amount) for (builder, seat), amount in total.items() if amount)


def _costs(rows: Sequence[tuple[Event, ...]]) -> Iterator[Cost]:
    for built, event in _settled(rows):
        if isinstance(event, LossesPaid):
            yield Cost(built.seat, built.cell, built.before, event.drops, event.losses)


def _settled(rows: Sequence[tuple[Event, ...]]) -> Iterator[tuple[Built, Event]]:
    """Yield what followed from each building, with the building."""
    for events in rows:
        built = next((one for one in events if isinstance(one, Built)), None)
        yield from ((built, event) for event in events if built is not None)


def _falls(costs: Iterable[Cost]) -> Iterator[tuple[int, Said]]:
    """Yield every fall of a price for which others are known to have paid: how much, and what is said of it."""
    for one in costs:
        for company, drop in one.drops.items():
            lost = [known(each) for each in one.losses.values()]
            paid = sum(each.of(company) for each in lost if each)
            if drop and paid and None not in lost:
                yield paid, _fell(one, company, drop, paid)


def _fell(cost: Cost, company: Company, drop: int, paid: int) -> Said:
    name, before = Term(f"shark.company.{company}"), cost.before.of(company)
    sums = {"before": before, "after": before - drop, "paid": paid}
    return say("shark_pages.chart.falls.said", who=Who(cost.builder), cell=cost.cell, company=name, **sums)


def _prices(steps: Sequence[State], company: str) -> Line:
    symbol, tint = LOOKS[company]
    return Line(Term(f"shark.company.{company}"), tuple(one.prices.of(company) for one in steps), f"shark/{symbol}", tint)


def _fortune(state: State, seat: Seat) -> int | None:
    """Return cash and the value of the shares, None if everybody may not know them (S9)."""
    cash, shares = known(state.cash[seat]), known(state.shares[seat])
    return None if cash is None or shares is None else cash + (shares * state.prices).total
