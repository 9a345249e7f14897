"""Négoces 2: a trading game for exactly four, with cards face up and face down. RULEBOOK.md has the rules."""

from typing import TYPE_CHECKING

from companion.games.negoces2.asking import asks
from companion.games.negoces2.books import charts, results
from companion.games.negoces2.box.labels import LABELS
from companion.games.negoces2.box.paper import PAPER
from companion.games.negoces2.brain.choosing import house
from companion.games.negoces2.disclosure import DISCLOSURE, reveals
from companion.games.negoces2.evolve import evolve
from companion.games.negoces2.handicap import HANDICAP
from companion.games.negoces2.lab.rehearsal import REHEARSAL
from companion.games.negoces2.legal import refusal
from companion.games.negoces2.moves import BINDING, COMMANDS, EVENTS
from companion.games.negoces2.photo import photographed, pictured
from companion.games.negoces2.rules import FEWEST, MOST, OPTIONS, SEATS, check, events, outcome, ranking, setup
from companion.games.negoces2.screens import by_hand, screen
from companion.games.negoces2.setting import layout, misplaced, set_table
from companion.games.negoces2.sight import view
from companion.games.negoces2.taps import called, pieces, tapped
from companion.games.negoces2.telling import tell

if TYPE_CHECKING:
    from companion.games import negoces2
    from companion.games.negoces2.model import State
    from companion.games.negoces2.moves import Command, Event
    from companion.games.negoces2.sight import View
    from companion.kit.game import Game

    _: Game[State, Command, Event, View] = negoces2  # For mypy: this package has everything that `Game` requires.

NAME = "negoces2"
HINTS = ("bid", "lay", "accept", "offer", "pick", "declare", "set_coins", "force")
RULES = 5
WITH_HOUSE = {"deal": "companion"}

__all__ = [
    "BINDING", "COMMANDS", "DISCLOSURE", "EVENTS", "FEWEST", "HANDICAP", "HINTS", "LABELS", "MOST", "NAME", "OPTIONS",
    "PAPER", "REHEARSAL", "RULES", "SEATS", "WITH_HOUSE", "asks", "by_hand", "called", "charts", "check", "events", "evolve",
    "house", "layout", "misplaced", "outcome", "photographed", "pictured", "pieces", "ranking", "refusal", "results",
    "reveals", "screen", "set_table", "setup", "tapped", "tell", "view",
]  # fmt: skip
