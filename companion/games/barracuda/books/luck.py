"""The luck of the draw, against what chance would give on average: pawns from the bag, and bars turned over for the first time.

Everybody has seen all of it, so it rests on public events and on the public part of a state.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from companion.games.barracuda.moves import BarOpened, PawnDrawn
from companion.kit.charts import Sayings, luckiest
from companion.kit.messages import Who, say
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.barracuda.books.steps import Step
    from companion.kit.messages import Said


def luck(steps: Sequence[Step]) -> Sayings:
    """Return who came first the most and the least for their draws, and whose bars were dearest and cheapest for their number.

    The state of a step may also be an earlier one of the same row.
    """
    return Sayings("luck", (*_first(steps), *_bars(steps)))


def first_draws(steps: Sequence[Step]) -> tuple[Counter[Seat], dict[Seat, list[int]]]:
    """Return how often each pawn came first in a round, and for each round in which it could, how many pawns could.

    Rounds in which a stake or a single pawn decided who plays first are left out.
    """
    came, sizes = Counter[Seat](), dict[Seat, list[int]]()
    for before, event in steps:
        if isinstance(event, PawnDrawn) and not (before.order or before.lineup) and len(before.groups[0]) > 1:
            came[event.pawn] += 1
            for seat in before.groups[0]:
                sizes.setdefault(seat, []).append(len(before.groups[0]))
    return came, sizes


def _first(steps: Sequence[Step]) -> Iterator[Said]:
    came, sizes = first_draws(steps)
    usual = {seat: sum(1 / size for size in several) for seat, several in sizes.items()}
    for word, seat in luckiest({seat: came[seat] - usual[seat] for seat in usual}, "first", "late"):
        fields = {"came": came[seat], "rounds": len(sizes[seat]), "usual": round(usual[seat])}
        yield say(f"barracuda_pages.chart.luck.{word}", who=Who(seat), **fields)


def _bars(steps: Sequence[Step]) -> Iterator[Said]:
    opened = {event.bar: event for _, event in reversed(steps) if isinstance(event, BarOpened)}  # For the first time.
    options = steps[0].before.options
    cards = [card for card in options.cards if card.name not in options.left_out]
    mean = sum(card.rent for card in cards) / len(cards)
    rents = dict[Seat, list[int]]()
    for event in opened.values():
        rents.setdefault(event.seat, []).append(event.rent)
    for word, seat in luckiest({seat: sum(its) - len(its) * mean for seat, its in rents.items()}, "dear", "cheap"):
        fields = {"rent": sum(rents[seat]), "usual": round(len(rents[seat]) * mean)}
        yield say(f"barracuda_pages.chart.luck.{word}", who=Who(seat), **fields)
