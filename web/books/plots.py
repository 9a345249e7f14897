"""Where the marks of a chart lie, in percent of its width and height, from the left and from the top.

The pages draw charts in SVG without a view box, with lengths in percent. So a chart is as wide as its place, its letters keep
their size on a phone and on a screen across the room, and no script is needed. A library would draw by a script (Chartist) or
bring styles of its own (pygal), and the pages' Content-Security-Policy allows no style inside a page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.kit.charts import Flows, Gain, Gains, Holding, Holdings, Ladder, Line, Lines, Pushed, Ribbon, Ribbons, Stacks
    from companion.kit.viewers import Seat

LEVELS: Final = 5  # at most so many numbers beside a chart, besides 0
TICKS: Final = 7  # and below it, which also fit on a phone
APART: Final = 9.0  # percent of the height between the marks at the ends of two lines
NICE: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Tick:
    """A *number* on an axis, *at* so many percent from its beginning."""

    number: int
    at: float


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from 0 to *most*, with its *ticks*."""

    most: int
    ticks: tuple[Tick, ...]

    def at(self, number: float) -> float:
        """Return where *number* lies, in percent from the beginning."""
        return round(100 * number / self.most, 2)


def axis(most: int, ticks: int) -> Axis:
    """Return an axis for 0 to *most* or a little more, with at most *ticks* numbers besides 0."""
    step = next(step for power in range(12) for nice in NICE if (step := nice * 10**power) * ticks >= most)
    end = max(step * -(-most // step), step)
    return Axis(end, tuple(Tick(number, round(100 * number / end, 2)) for number in range(0, end + 1, step)))


def steps(count: int) -> Axis:
    """Return the axis for *count* steps, counted from 0, the last of which is its end."""
    whole = axis(max(count - 1, 1), TICKS)
    most = max(count - 1, 1)
    return Axis(most, tuple(Tick(one.number, round(100 * one.number / most, 2)) for one in whole.ticks if one.number <= most))


def _middles(count: int) -> tuple[Tick, ...]:
    """Return ticks below the middle of each of *count* steps that an axis names."""
    return tuple(Tick(one.number, round((one.number + 0.5) * 100 / count, 2)) for one in steps(count).ticks)


@dataclass(frozen=True, slots=True)
class Spot:
    """A point; *beside* counts the others at the same place that were drawn before it."""

    x: float
    y: float
    beside: int = 0


@dataclass(frozen=True, slots=True)
class LadderPlot:
    """The ladder: thickness to the right, worth upwards, and the honest line from the corner to (*end*)."""

    x: Axis
    y: Axis
    end: Spot
    piles: tuple[tuple[Spot, Pushed], ...]


def ladder(chart: Ladder) -> LadderPlot:
    """Return where the piles of *chart* lie. Above the honest line a pile can be all real; below it a fake must be in it."""
    x = axis(max((one.notes for one in chart.piles), default=1) + 1, TICKS)
    y = axis(max((one.worth for one in chart.piles), default=1), LEVELS)
    most, met = min(x.most, y.most), Counter[tuple[int, int]]()
    spots = []
    for one in chart.piles:
        spots.append((Spot(x.at(one.notes), 100 - y.at(one.worth), met[one.notes, one.worth]), one))
        met[one.notes, one.worth] += 1
    return LadderPlot(x, y, Spot(x.at(most), 100 - y.at(most)), tuple(spots))


@dataclass(frozen=True, slots=True)
class GainsPlot:
    """Stakes to the right, and places from the first at the top; *middle* is where chance puts everybody on average."""

    x: Axis
    places: tuple[Tick, ...]
    middle: float
    gains: tuple[tuple[Spot, Gain], ...]


def gains(chart: Gains) -> GainsPlot:
    """Return where the stakes of *chart* lie."""
    x, met = axis(max((one.worth for one in chart.gains), default=1), TICKS), Counter[tuple[int, int]]()
    places = {place: round((place - 0.5) * 100 / chart.places, 2) for place in range(1, chart.places + 1)}
    spots = []
    for one in chart.gains:
        spots.append((Spot(x.at(one.worth), places[one.place], met[one.worth, one.place]), one))
        met[one.worth, one.place] += 1
    return GainsPlot(x, tuple(Tick(place, at) for place, at in places.items()), 50.0, tuple(spots))


@dataclass(frozen=True, slots=True)
class FlowsPlot:
    """A square for every pair: *sums* by payer and payee, each with the width of its square; None is the bank.

    *paid* and *got* are everybody's sums.
    """

    parties: tuple[Seat | None, ...]
    sums: dict[tuple[Seat | None, Seat | None], tuple[int, float]]
    paid: dict[Seat | None, int]
    got: dict[Seat | None, int]


def flows(chart: Flows, seats: Iterable[Seat]) -> FlowsPlot:
    """Return the squares of *chart* for a game of *seats*; the area of a square is its sum."""
    most = max((one.sum for one in chart.flows), default=1)
    sums = {(one.giver, one.taker): (one.sum, round(100 * sqrt(one.sum / most), 1)) for one in chart.flows}
    met = {party for pair in sums for party in pair}
    parties = (*seats, *((None,) if None in met else ()))
    paid = {party: sum(one.sum for one in chart.flows if one.giver == party) for party in parties}
    got = {party: sum(one.sum for one in chart.flows if one.taker == party) for party in parties}
    return FlowsPlot(parties, sums, paid, got)


@dataclass(frozen=True, slots=True)
class Band:
    """What *seat* held of a ribbon, as the `d` of a path: a step is 1 wide, and a piece 1 high."""

    seat: Seat
    path: str


@dataclass(frozen=True, slots=True)
class RibbonPlot:
    """Everybody's *bands* of a *ribbon*, and its *changes*: each step that changed it, with what each seat then held."""

    ribbon: Ribbon
    bands: tuple[Band, ...]
    changes: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class RibbonsPlot:
    """Ribbons over so many *steps*, below the middle of which lie *ticks*."""

    ticks: tuple[Tick, ...]
    steps: int
    ribbons: tuple[RibbonPlot, ...]


def ribbons(chart: Ribbons) -> RibbonsPlot:
    """Return the bands of *chart*. What stays as it was is drawn once for several steps: a kept game has to stay small."""
    count = max(len(held) for one in chart.ribbons for held in one.held.values())
    return RibbonsPlot(_middles(count), count, tuple(_ribbon(one, chart.most) for one in chart.ribbons))


def _ribbon(ribbon: Ribbon, most: int) -> RibbonPlot:
    below, bands = [0] * max(map(len, ribbon.held.values())), []
    for seat, held in ribbon.held.items():
        bands.append(Band(seat, "".join(_parts(below, held, most))))
        below = [lower + many for lower, many in zip(below, held, strict=True)]
    everybody = [*zip(*ribbon.held.values(), strict=True)]
    return RibbonPlot(ribbon, tuple(bands), tuple((n, everybody[n]) for n in _changes(everybody)))


def _parts(below: Sequence[int], held: Sequence[int], most: int) -> Iterator[str]:
    """Yield a part of a path for each run of equal steps; each begins where the one before it began."""
    at = x = y = 0
    for (lower, many), several in groupby(zip(below, held, strict=True)):
        long, top = len([*several]), most - lower - many
        if many:
            yield f"m{at - x} {top - y}h{long}v{many}h-{long}z"
            x, y = at, top
        at += long


@dataclass(frozen=True, slots=True)
class Drawn:
    """A *line* as the `d` of a path, in steps and numbers from the top, and the height of its *mark* beside the chart."""

    line: Line
    path: str
    mark: float


@dataclass(frozen=True, slots=True)
class LinesPlot:
    """Lines over steps, with the steps at which any of them *changes*; the first is one of these."""

    x: Axis
    y: Axis
    lines: tuple[Drawn, ...]
    changes: tuple[int, ...]


def lines(chart: Lines) -> LinesPlot:
    """Return where the lines of *chart* lie, without those of which nothing is known."""
    x = steps(max(len(one.values) for one in chart.lines))
    y = axis(max((value for one in chart.lines for value in one.values if value is not None), default=1), LEVELS)
    known = [(one, _last(one)) for one in chart.lines]
    shown = sorted(((line, last) for line, last in known if last is not None), key=lambda one: -one[1])
    marks = _spread([round(100 - y.at(last), 2) for _, last in shown])
    drawn = (Drawn(line, _path(line, y.most), mark) for (line, _), mark in zip(shown, marks, strict=True))
    return LinesPlot(x, y, tuple(drawn), _changes([*zip(*(one.values for one in chart.lines), strict=True)]))


def _changes(steps: Sequence[object]) -> tuple[int, ...]:
    return tuple(n for n, one in enumerate(steps) if n == 0 or one != steps[n - 1])


def _last(line: Line) -> int | None:
    return next((value for value in reversed(line.values) if value is not None), None)


def _path(line: Line, most: int) -> str:
    """Return the `d` of *line*'s path; where values are hidden it has a gap."""
    before = (None, *line.values)
    known = ((n, value) for n, value in enumerate(line.values) if value is not None)
    return "".join(f"{'M' if before[n] is None else 'L'}{n} {most - value}" for n, value in known)


def _spread(heights: Sequence[float]) -> list[float]:
    """Return *heights*, which ascend, moved so that they are APART and none is lower than the chart, if there is room."""
    spread: list[float] = []
    for height in heights:
        spread.append(max([height, *(one + APART for one in spread[-1:])]))
    for at in range(len(spread) - 1, -1, -1):
        spread[at] = min(spread[at], 100 - APART * (len(spread) - 1 - at))
    return [round(one, 2) for one in spread]


@dataclass(frozen=True, slots=True)
class Layer:
    """The area from the bottom up to the top of *line*, as the `d` of a path: a step is 1 wide, and a thousand 1 high."""

    line: Line
    path: str


@dataclass(frozen=True, slots=True)
class StacksPlot:
    """Everybody's *layers*, the highest first, so that each covers what lies below it, on axes that all share.

    There are so many *steps*, below each of which is its tick. *totals* are known, or None, step by step.
    """

    x: tuple[Tick, ...]
    y: Axis
    steps: int
    layers: dict[Seat, tuple[Layer, ...]]
    totals: dict[Seat, tuple[int | None, ...]]


def stacks(chart: Stacks) -> StacksPlot:
    """Return the areas of *chart*; where values are hidden they are empty."""
    totals = {seat: tuple(map(_total, zip(*(one.values for one in its), strict=True))) for seat, its in chart.stacks.items()}
    count = max(map(len, totals.values()))
    y = axis(max((total or 0 for several in totals.values() for total in several), default=1), LEVELS)
    layers = {seat: tuple(_layers(lines, y.most))[::-1] for seat, lines in chart.stacks.items()}
    return StacksPlot(_middles(count), y, count, layers, totals)


def _total(values: Iterable[int | None]) -> int | None:
    known = [*values]
    return None if None in known else sum(value or 0 for value in known)


def _layers(lines: Sequence[Line], most: int) -> Iterator[Layer]:
    below = [0] * len(lines[0].values)
    for line in lines:
        below = [height + (value or 0) for height, value in zip(below, line.values, strict=True)]
        tops = "".join(f"V{most - height}h{len([*several])}" for height, several in groupby(below))
        yield Layer(line, f"M0 {most}{tops}V{most}z")


@dataclass(frozen=True, slots=True)
class Column:
    """One step of a player's holdings: where it begins, and the tops of its *sum*, of the *fakes* on it, and what is *due*."""

    x: float
    sum: float
    fakes: float
    due: float
    held: Holding


@dataclass(frozen=True, slots=True)
class HoldingsPlot:
    """Everybody's columns, on axes that all share; a column is *wide* so many percent, and every step below it has its tick."""

    x: tuple[Tick, ...]
    y: Axis
    wide: float
    columns: dict[Seat, tuple[Column, ...]]


def holdings(chart: Holdings) -> HoldingsPlot:
    """Return where the columns of *chart* lie."""
    count = max(map(len, chart.held.values()))
    y = axis(max(max(one.sum + one.fakes, one.due) for several in chart.held.values() for one in several), LEVELS)
    each = 100 / count
    columns = {
        seat: tuple(
            Column(round(n * each, 2), 100 - y.at(one.sum), 100 - y.at(one.sum + one.fakes), 100 - y.at(one.due), one)
            for n, one in enumerate(several)
        )
        for seat, several in chart.held.items()
    }
    return HoldingsPlot(_middles(count), y, round(each, 2), columns)
