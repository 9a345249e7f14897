"""Games with a fault in their rules that makes or loses things of every kind that the game's box holds."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from companion.games import installed
from companion.games.barracuda.model import BANK
from companion.games.negoces2.model import CONTRABAND, in_order
from companion.games.shark.board.companies import COMPANIES
from companion.kit import Game, Purse, Sealed

Fault: TypeAlias = Callable[[Any], Any]


class Minting:
    """Return *game* with a *fault* in it, from the first event on for which *now* holds."""

    def __init__(self, game: Game, fault: Fault, now: Callable[[Any], bool] = lambda _: True) -> None:
        self._game, self._fault, self._now = game, fault, now

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def evolve(self, state: Any, event: Any) -> Any:
        after = self._game.evolve(state, event)
        return self._fault(after) if self._now(event) else after


def _more(holders: str, who: str, what: Callable[[Any], Any]) -> Fault:

    def fault(state: Any) -> Any:
        held, name = getattr(state, holders), state.seats[int(who)] if who.isdigit() else who
        return replace(state, **{holders: {**held, name: _sealed(what(held[name].open()), held[name])}})

    return fault


def _sealed(contents: Any, seal: Sealed[Any]) -> Sealed[Any]:
    return Sealed(contents, seal.eyes, len(contents) if isinstance(contents, tuple) else seal.outside)


def _share(shares: Any) -> Any:
    return replace(shares, **{COMPANIES[0]: shares.of(COMPANIES[0]) + 1})


FAULTS: Final[Mapping[str, Mapping[str, Fault]]] = {
    "barracuda": {
        "a note for a player": _more("money", "0", lambda purse: purse + Purse(1)),
        "a fake for a player": _more("money", "1", lambda purse: purse + Purse(0, 1)),
        "a note lost by the bank": _more("money", BANK, lambda purse: Purse(max(0, purse.real - 1), purse.fakes)),
        "a note for the bank": _more("money", BANK, lambda purse: purse + Purse(1)),
    },
    "shark": {
        "money for a player": _more("cash", "0", lambda cash: cash + 1),
        "money that went nowhere": lambda state: replace(state, ledger=_sealed(state.ledger.open() + 1, state.ledger)),
        "a share for a player": _more("shares", "1", _share),
        "a share for the pool": _more("pool", COMPANIES[0], lambda count: count + 1),
        "a building out of nothing": lambda state: replace(state, gone=replace(state.gone, **{COMPANIES[1]: 99})),
        "a price out of nothing": lambda state: replace(state, prices=_share(state.prices)),
    },
    "negoces2": {
        "a coin for a player": _more("coins", "0", lambda coins: coins + 1),
        "a coin that nobody paid": lambda state: replace(state, spent=state.spent + 1),
        "a second contraband": _more("hands", "1", lambda hand: in_order((*hand, CONTRABAND))),
        "a card that is gone": _more("hands", "2", lambda hand: hand[1:] if hand else (CONTRABAND,)),
    },
}


def minting(name: str, fault: str, now: Callable[[Any], bool] = lambda _: True) -> Any:
    return Minting(installed()[name], FAULTS[name][fault], now)
