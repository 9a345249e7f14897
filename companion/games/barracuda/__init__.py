"""Barracuda: a negotiation game for three to five, with secret purses and fakes. RULEBOOK.md has the rules."""

from typing import TYPE_CHECKING

from companion.games.barracuda.asking import asks
from companion.games.barracuda.books import charts, opens_books, results
from companion.games.barracuda.box.labels import LABELS
from companion.games.barracuda.box.paper import PAPER
from companion.games.barracuda.brain.choosing import house
from companion.games.barracuda.disclosure import DISCLOSURE
from companion.games.barracuda.evolve import evolve
from companion.games.barracuda.handicap import HANDICAP
from companion.games.barracuda.lab.rehearsal import REHEARSAL
from companion.games.barracuda.legal import refusal
from companion.games.barracuda.moves import BINDING, COMMANDS, EVENTS
from companion.games.barracuda.photo import photographed, pictured
from companion.games.barracuda.rules import FEWEST, MOST, OPTIONS, SEATS, check, events, outcome, ranking, setup
from companion.games.barracuda.screens import bank, by_hand, screen
from companion.games.barracuda.setting import BEGUN, dealt, layout, misplaced, set_table
from companion.games.barracuda.sight import purse, view
from companion.games.barracuda.taps import pieces, tapped
from companion.games.barracuda.telling import tell

if TYPE_CHECKING:
    from companion.games import barracuda
    from companion.games.barracuda.model import State
    from companion.games.barracuda.moves import Command, Event
    from companion.games.barracuda.sight import View
    from companion.kit.game import Game

    _: Game[State, Command, Event, View] = barracuda  # For mypy: this package has everything that `Game` requires.

NAME = "barracuda"
HINTS = (
    "open", "answer", "sell", "bid", "stake", "stay", "pass", "partnership", "takeover", "auction", "own_partner", "draw",
    "last_order", "count_bank",
)  # fmt: skip
RULES = 5
WITH_HOUSE = {"deal": "companion"}

__all__ = [
    "BEGUN", "BINDING", "COMMANDS", "DISCLOSURE", "EVENTS", "FEWEST", "HANDICAP", "HINTS", "LABELS", "MOST", "NAME",
    "OPTIONS", "PAPER", "REHEARSAL", "RULES", "SEATS", "WITH_HOUSE", "asks", "bank", "by_hand", "charts", "check", "dealt",
    "events", "evolve", "house", "layout", "misplaced", "opens_books", "outcome", "photographed", "pictured", "pieces", "purse",
    "ranking", "refusal", "results", "screen", "set_table", "setup", "tapped", "tell", "view",
]  # fmt: skip
