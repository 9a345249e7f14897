"""Gossip: what was least likely in a finished game, had blind chance done it.

A pile counts as notes pulled blindly out of the purse that it was laid from, with its real money in the notes in which the
companion hands it out. A pawn counts as drawn blindly from those that were still in the bag. All chances are exact, and said in
round numbers.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.barracuda.books.luck import first_draws
from companion.games.barracuda.books.piles import laid
from companion.games.barracuda.model import counted_out
from companion.kit.charts import Sayings
from companion.kit.messages import Who, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.barracuda.books.steps import Step
    from companion.games.barracuda.model import State
    from companion.kit.charts import Pushed
    from companion.kit.messages import Field, Said

TOLD: Final = 3
FIGURES: Final = 2
RARE: Final = Fraction(1, 4)  # What is likelier is no gossip.


class Rare(NamedTuple):
    """A thing that happened, with the *chance* that it had, and what is *said* of it."""

    chance: Fraction
    said: Said


def gossip(steps: Sequence[Step]) -> Sayings:
    """Return the three least likely things, the least likely first."""
    rare = sorted((one for one in (*_piles(steps), *_first(steps)) if one.chance <= RARE), key=lambda one: one.chance)
    return Sayings("gossip", tuple(one.said for one in rare[:TOLD]))


def _piles(steps: Sequence[Step]) -> Iterator[Rare]:
    for before, event in steps:
        if pile := laid(before, event):
            yield _rare(pile, before)


def _rare(pile: Pushed, before: State) -> Rare:
    """Return how rare it is that as many notes of a pile are fakes, or as few, whichever is rarer.

    Somebody who had changed money may have laid more real notes than the purse counts: then it held only these.
    """
    purse = before.money[pile.giver].open()
    real = max(counted_out(purse).notes - purse.fakes, pile.notes - pile.fakes)
    many = sum(pulled(real, purse.fakes, pile.notes, count) for count in range(pile.fakes, pile.notes + 1))
    few = sum(pulled(real, purse.fakes, pile.notes, count) for count in range(pile.fakes + 1))
    chance = Fraction(min(many, few))
    fields: dict[str, Field] = {"who": Who(pile.giver), "count": pile.notes, "odds": odds(chance)}
    if pile.fakes == pile.notes:
        return Rare(chance, say("barracuda_pages.chart.gossip.fakes", **fields))
    if pile.fakes == 0:
        return Rare(chance, say("barracuda_pages.chart.gossip.honest", worth=pile.worth, **fields))
    return Rare(chance, say("barracuda_pages.chart.gossip.mixed", fakes=pile.fakes, worth=pile.worth, **fields))


def pulled(real: int, fakes: int, count: int, wanted: int) -> Fraction:
    """Return the chance that *wanted* of *count* notes are fakes, pulled blindly from so many *real* ones and *fakes*."""
    return Fraction(comb(fakes, wanted) * comb(real, count - wanted), comb(real + fakes, count))


def _first(steps: Sequence[Step]) -> Iterator[Rare]:
    """Yield how rare it is that a pawn came first out of the bag as often as it did, where the bag decided that."""
    came, could = first_draws(steps)
    for seat, sizes in could.items():
        chance = at_least(came[seat], sizes)
        fields: dict[str, Field] = {"who": Who(seat), "count": came[seat], "most": len(sizes), "odds": odds(chance)}
        yield Rare(chance, say("barracuda_pages.chart.gossip.first", **fields))


def at_least(times: int, sizes: Sequence[int]) -> Fraction:
    """Return the chance to be drawn first at least so many *times*, in bags that hold as many pawns as *sizes* say."""
    chances = [Fraction(1)]  # by how often
    for size in sizes:
        missed, hit = [*chances, Fraction(0)], [Fraction(0), *chances]
        chances = [(one * (size - 1) + other) / size for one, other in zip(missed, hit, strict=True)]
    return sum(chances[times:], Fraction(0))


def odds(chance: Fraction) -> int:
    """Return one in how many *chance* is, rounded to its first two figures: nobody reads more of it."""
    exact = round(1 / chance)
    return round(exact, min(0, FIGURES - len(str(exact))))
