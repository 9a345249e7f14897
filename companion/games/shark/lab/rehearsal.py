"""Settings for random and greedy games of Shark: which moves random players favour, and how greedy ones value a move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import survey
from companion.games.shark.board.placing import placement
from companion.games.shark.legal import REFUSALS
from companion.games.shark.model import Owing, Trading
from companion.games.shark.moves import BonusPaid, Build, Built, Buy, Command, Event, GainsPaid
from companion.games.shark.payments.debts import values
from companion.kit.rehearsal import Habit, Rehearsal
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.shark.board.map import Survey
    from companion.games.shark.model import State


def gains(state: State, seat: Seat, commands: Sequence[Command]) -> list[int | None]:
    """Return the worth of each of *commands* to *seat* at once, in thousands; None for all but buildings.

    A building is worth its bonus, its gains and the fall of prices that it causes, because the others' losses help *seat*, too.
    """
    around = survey(state.buildings)
    return [_gain(state, seat, around, command) if isinstance(command, Build) else None for command in commands]


def _gain(state: State, seat: Seat, around: Survey, command: Build) -> int:
    placed = placement(around, command.company, command.cell, state.prices, capped=state.options.capped)
    return placed.bonus + placed.rise * state.shares[seat].open().of(command.company) + placed.drops.total


def indebted(state: State) -> State:
    """Return *state* with debts for players who hold shares. Forced sales are rare in random games, but easy to get wrong."""
    if not isinstance(state.phase, Trading):
        return state
    active, worth = state.phase.seat, values(state)
    debts = {seat: (state.shares[seat].open() * worth).total // 4 for seat in model.playing(state) if seat != active}
    owed = {seat: Sealed(state.cash[seat].open() + sum_, model.eyes(state, seat)) for seat, sum_ in debts.items() if sum_}
    return replace(state, phase=Owing(active, state.phase.bought, owed)) if owed else state


def _settled(_: object, events: Sequence[Event]) -> Iterator[int | str]:
    """Yield what the statement shows of a command's building and of everything that followed from it."""
    for event in events:
        match event:
            case Built(seat, company, cell, after=after):
                yield from (seat, cell, company, after.of(company))
            case BonusPaid(bonus=bonus):
                yield bonus
            case GainsPaid(company, rise):
                yield from (company, rise)


# After these the display shows what comes next; pages tell them.
NOT_SHOWN: Final = ("ShareTaken", "ShareDealt", "MarketClosed", "TurnEnded")


def copies(state: State, seat: Seat, command: Command) -> bool:
    """Return whether *command* isn't a purchase, or one of the company of which the others hold most, as far as is known."""
    rivals = [held.open() for one, held in state.shares.items() if one != seat and held.is_open]
    most = {company: sum(shares.of(company) for shares in rivals) for company in COMPANIES}
    return not isinstance(command, Buy) or most[command.company] == max(most.values())


REHEARSAL: Final[Rehearsal[State, Command]] = Rehearsal(
    refusals=REFUSALS,
    ruined=indebted,
    leaning={"Buy": 4, "Sell": -3},
    gains=gains,
    habits={
        "hoards": Habit(shuns=("Buy",)),
        "holds": Habit(shuns=("Sell",)),
        "spends": Habit(wants=("Buy",), much="most"),
        "copies": Habit(likes=copies),
    },
    left_out={
        "View": {"viewer", "options", "latest", "news", "history"},
        "SiteView": {"cells"},
        "PreviewView": {"others"},
        "SeatView": {"worth"},
        "CompanyView": {"was", "chains"},
        "StatementView": {"before", "after"},
    },
    keys=("seat", "name", "company", "cell"),
    unnamed=("seats", "companies"),
    counts=("Each",),
    announced={
        "FirstNamed": ("seat",),
        "TurnBegan": ("seat",),
        "DiceRolled": ("seat", "number"),
        "NothingBuilt": ("seat", "zone"),
        **dict.fromkeys(("Built", "BonusPaid", "GainsPaid", "LossesPaid"), _settled),
        **dict.fromkeys(("FellShort", "SharesSoldForDebt", "WentOut"), ("seat",)),
        "GameEnded": ("winners",),
        **dict.fromkeys(("SharesBought", "SharesSold"), ("seat", "company", "price")),
        "DiceShaken": ("seat",),
        **dict.fromkeys(NOT_SHOWN, ()),
    },
    outcomes=("NothingBuilt", "Built", "LossesPaid", "SharesSoldForDebt", "WentOut", "GameEnded"),
    pictured=("ended_price", "ended_stock", "ended_last", "ended_shared"),
    ends=("price", "stock", "last", "ranking"),
    seldom=("WentOut", "pool", "ranking"),
)
