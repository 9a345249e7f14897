"""The luck of the dice, against what chance would give on average. Everybody has seen every throw."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from companion.games.shark.model import COLOURS, NO_COLOUR, NUMBERS, Options
from companion.games.shark.moves import DiceRolled
from companion.kit.charts import LUCKY, Sayings, luckiest
from companion.kit.messages import Who, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.shark.moves import Event
    from companion.kit.messages import Field, Said

FREE: Final = frozenset({"black", "white"})


def luck(options: Options, rows: Sequence[tuple[Event, ...]]) -> Sayings:
    """Return who threw a free choice of company the most and the least for their throws, and the zone that came too often."""
    thrown = [one for events in rows for one in events if isinstance(one, DiceRolled)]
    return Sayings("luck", (*_free(thrown, options), *_zone(thrown)))


def _free(thrown: Sequence[DiceRolled], options: Options) -> Iterator[Said]:
    """Yield who was luckiest and who was unluckiest, if the same colours leave a choice each time."""
    if options.black_is_scarcest == "on" or any(one.colour == NO_COLOUR for one in thrown):
        return  # V2: whether black does depends on the map. V3: every choice is free.
    throws, came = Counter(one.seat for one in thrown), Counter(one.seat for one in thrown if one.colour in FREE)
    chance = len(FREE) / len(COLOURS)
    more = {seat: came[seat] - throws[seat] * chance for seat in throws}
    for word, seat in luckiest(more, "free", "bound"):
        yield say(f"shark_pages.chart.luck.{word}", who=Who(seat), **_fields(came[seat], throws[seat], chance))


def _zone(thrown: Sequence[DiceRolled]) -> Iterator[Said]:
    (zone, came), *_ = Counter(one.number for one in thrown).most_common(1) or [(0, 0)]
    if came - len(thrown) / len(NUMBERS) >= LUCKY:
        yield say("shark_pages.chart.luck.zone", zone=zone, **_fields(came, len(thrown), 1 / len(NUMBERS)))


def _fields(came: int, throws: int, chance: float) -> dict[str, Field]:
    return {"came": came, "throws": throws, "usual": round(throws * chance)}
