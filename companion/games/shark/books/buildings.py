"""What each building was worth to whom, and the falls that were dearest, as far as everybody may know the sums (S9)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.shark.board.companies import Company, Each
from companion.games.shark.moves import Built, Event, GainsPaid, LossesPaid
from companion.games.shark.payments.statements import known
from companion.kit.charts import Flow, Flows, Sayings
from companion.kit.messages import Term, Who, say
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.kit.messages import Said

TOLD: Final = 3  # falls


def rich(rows: Sequence[tuple[Event, ...]]) -> Flows:
    """Return what everybody's shares gained by the buildings of each player, without bonuses."""
    gains = [(built.seat, event.gains) for built, event in _settled(rows) if isinstance(event, GainsPaid)]
    return Flows("rich", _flows((builder, seat, known(gain)) for builder, each in gains for seat, gain in each.items()))


def costly(rows: Sequence[tuple[Event, ...]]) -> Flows:
    """Return what everybody owed because of the buildings of each player."""
    return Flows("costly", _flows((one.builder, who, _total(loss)) for one in _costs(rows) for who, loss in one.losses.items()))


def falls(rows: Sequence[tuple[Event, ...]]) -> Sayings:
    """Return the dearest falls of a price."""
    dearest = sorted(_falls(_costs(rows)), key=lambda one: -one[0])[:TOLD]
    return Sayings("falls", tuple(said for _, said in dearest))


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
