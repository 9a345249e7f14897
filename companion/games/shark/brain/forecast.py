"""Forecast Shark's prices for a house player: what the players' next buildings probably do, over both dice (5 to 7).

Whoever builds is expected to choose what pays it best. A share that rises by 1 brings its holder 2: the gain, and the higher
price at which it is sold in the end (8, 9). All money is in thousands.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES, NONE, Company, Each
from companion.games.shark.board.map import ZONES, survey
from companion.games.shark.board.placing import Placement, empty_cells, legal_cells, placement
from companion.games.shark.board.prices import HIGHEST
from companion.games.shark.legal import colours
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.shark.board.map import Cell, Cluster, Survey
    from companion.games.shark.model import State

TWICE: Final = 2  # What a rise of 1 is worth to a share's holder: the gain, and the price.
PACE: Final = 0.45  # By how much a company's price rises per building anywhere, on average over games.
FEWEST_LEFT: Final = 2.0  # Buildings that still follow at least, however near the end looks.


@dataclass(frozen=True, slots=True)
class Holdings:
    """The holdings of everybody as *me* knows them: *shares* and *cash* by seat; a guess where they are hidden."""

    me: Seat
    shares: dict[Seat, Each]
    cash: dict[Seat, int]

    def wealth(self, seat: Seat, prices: Each) -> int:
        """Return the cash of *seat* after selling everything at *prices* (9)."""
        return self.cash[seat] + (self.shares[seat] * prices).total


def holdings(state: State, me: Seat) -> Holdings:
    """Return the holdings of everybody who isn't out, as far as *me* can tell."""
    seats = model.playing(state)
    shares = {
        seat: held.open() if (held := state.shares[seat]).is_open else _guess(state, me, len(seats) - 1) for seat in seats
    }
    own = state.cash[me].open() if me in seats else 0
    cash = {seat: purse.open() if (purse := state.cash[seat]).is_open else own for seat in seats}
    return Holdings(me, shares, cash)


def _guess(state: State, me: Seat, others: int) -> Each:
    """Return the probable shares of another player where `holdings` hides them (S9): many of a sold-out company, else few."""
    mine = state.shares[me].open()
    return Each(*(_part(state, company, mine.of(company), others) for company in COMPANIES))


def _part(state: State, company: Company, mine: int, others: int) -> int:
    sold = model.SHARES - mine if state.pool[company].outside < model.POOL_SHOWN else 2 * state.round
    return max(0, min(sold, model.SHARES - mine)) // others


def payoffs(placed: Placement, held: Holdings) -> dict[Seat, float]:
    """Return the worth of a building to each builder, in thousands: its own payments less the average of the others'."""
    rise, drops, company = placed.rise, placed.drops, placed.company
    gains = {seat: rise * shares.of(company) for seat, shares in held.shares.items()}
    falls = drops != NONE  # Most buildings push nothing off, and this is computed very often.
    losses = {seat: (drops * shares).total if falls else 0 for seat, shares in held.shares.items()}
    everybody, others = TWICE * (sum(gains.values()) - sum(losses.values())), max(1, len(gains) - 1)
    return {
        seat: placed.bonus + TWICE * gain - losses[seat] - (everybody - TWICE * (gain - losses[seat])) / others
        for seat, gain in gains.items()
    }


def possible(
    around: Survey, empty: Mapping[Cell, Sequence[Cluster]], company: Company, prices: Each, *, capped: bool
) -> Iterator[Placement]:
    """Yield the buildings of *company* on *empty* cells that differ in their effects: one of those beside the same clusters."""
    met: set[tuple[int, ...]] = set()
    for cell in legal_cells(empty, company):
        beside = tuple(map(id, empty[cell]))
        if beside not in met:
            met.add(beside)
            yield placement(around, company, cell, prices, capped=capped)


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected changes of prices by one's *own* next building, and by all *others* before one's own turn."""

    own: dict[Company, float]
    others: dict[Company, float]
    turns: float  # Buildings until the end of the game, roughly.

    def worth(self, state: State, company: Company, *, rolled: bool) -> float:
        """Return the expected price of a share of *company* by the end, in thousands. Once *rolled*, the others build next."""
        soon = self.others[company] + (0 if rolled else self.own[company])
        price = state.prices.of(company)
        later = min(HIGHEST - price, PACE * max(0.0, self.turns - len(state.seats)))
        return price + TWICE * (soon + later / 2)


@dataclass(frozen=True, slots=True)
class _Buildings:
    """The buildings that are possible now, without those that have the same effects as another, as most have.

    *changes* has which prices each of them changes, and by how much; *at* has its places among these, by zone and company.
    """

    different: tuple[Placement, ...]
    changes: tuple[tuple[tuple[Company, int], ...], ...]
    at: dict[tuple[int, Company], tuple[int, ...]]


def forecast(state: State, held: Holdings) -> Forecast:
    """Return the forecast from *state*, in which no die lies on the table or the throw has been used."""
    buildings = _buildings(tuple(state.buildings.items()), state.prices, capped=state.options.capped)
    worth = [payoffs(one, held) for one in buildings.different]
    changes = {seat: _expected(state, buildings, [one[seat] for one in worth]) for seat in held.shares}
    others = {company: sum(changes[seat][company] for seat in changes if seat != held.me) for company in COMPANIES}
    highest = max(price for _, price in state.prices.items())
    fewest = min(left for _, left in model.stock(state).items())
    turns = max(FEWEST_LEFT, min((HIGHEST - highest) / PACE, fewest / PACE))
    return Forecast(changes[held.me], others, turns)


@lru_cache(maxsize=16)
def _buildings(built: tuple[tuple[Cell, Company], ...], prices: Each, *, capped: bool) -> _Buildings:
    """Return what may be built beside the *built* cells. Cached: what is bought and sold in between changes nothing of it."""
    around, numbers = survey(dict(built)), dict[object, int]()
    different, at = list[Placement](), dict[tuple[int, Company], tuple[int, ...]]()
    cells = {zone: empty_cells(around, zone) for zone in ZONES}
    for zone, company in product(ZONES, COMPANIES):
        found = list(possible(around, cells[zone], company, prices, capped=capped))
        for one in found:
            if numbers.setdefault(_effects(one), len(different)) == len(different):
                different.append(one)
        at[zone, company] = tuple(dict.fromkeys(numbers[_effects(one)] for one in found))
    changes = tuple(tuple(one for one in (placed.after - prices).items() if one[1]) for placed in different)
    return _Buildings(tuple(different), changes, at)


def _effects(placed: Placement) -> object:
    return placed.company, placed.after, placed.bonus, placed.rise, placed.drops


def _expected(state: State, buildings: _Buildings, worth: Sequence[float]) -> dict[Company, float]:
    """Return the expected change of each price by one building, over all throws; *worth* is what each brings its builder."""
    changes, faces = dict.fromkeys(COMPANIES, 0.0), colours(state)
    best = {key: max(each, key=worth.__getitem__, default=None) for key, each in buildings.at.items()}
    for zone in ZONES:
        among = [one for company in COMPANIES if (one := best[zone, company]) is not None]
        free = max(among, key=worth.__getitem__, default=None)
        for face in faces:
            chosen = best[zone, face] if face in COMPANIES else free
            for company, change in () if chosen is None else buildings.changes[chosen]:
                changes[company] += change / len(faces) / len(ZONES)
    return changes
