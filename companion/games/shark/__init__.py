"""Shark: for two to six, shares in four companies that push one another's buildings off a map. RULEBOOK.md has the rules."""

from typing import TYPE_CHECKING

from companion.games.shark.asking import asks
from companion.games.shark.books import assets, charts, results
from companion.games.shark.box.labels import LABELS
from companion.games.shark.box.paper import PAPER
from companion.games.shark.brain.choosing import house
from companion.games.shark.disclosure import DISCLOSURE, reveals
from companion.games.shark.evolve import evolve
from companion.games.shark.handicap import HANDICAP
from companion.games.shark.lab.rehearsal import REHEARSAL
from companion.games.shark.legal import refusal
from companion.games.shark.moves import COMMANDS, EVENTS
from companion.games.shark.payments.settling import ranking
from companion.games.shark.photo import photographed, pictured
from companion.games.shark.rules import FEWEST, MOST, OPTIONS, SEATS, check, events, outcome, setup
from companion.games.shark.screens import by_hand, screen
from companion.games.shark.setting import layout, misplaced, set_table
from companion.games.shark.sight import view
from companion.games.shark.taps import called, pieces, tapped
from companion.games.shark.telling import tell

if TYPE_CHECKING:
    from companion.games import shark
    from companion.games.shark.model import State
    from companion.games.shark.moves import Command, Event
    from companion.games.shark.sight import View
    from companion.kit.game import Game

    _: Game[State, Command, Event, View] = shark  # For mypy: this package has everything that `Game` requires.

NAME = "shark"
HINTS = ("share", "debt", "build", "roll", "dice", "buy", "sell")
RULES = 3

__all__ = [
    "COMMANDS", "DISCLOSURE", "EVENTS", "FEWEST", "HANDICAP", "HINTS", "LABELS", "MOST", "NAME", "OPTIONS", "PAPER",
    "REHEARSAL", "RULES", "SEATS", "asks", "assets", "by_hand", "called", "charts", "check", "events", "evolve", "house",
    "layout", "misplaced", "outcome", "photographed", "pictured", "pieces", "ranking", "refusal", "results", "reveals",
    "screen", "set_table", "setup", "tapped", "tell", "view",
]  # fmt: skip
