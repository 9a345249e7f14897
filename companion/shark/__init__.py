"""Shark: shares of four companies, whose buildings push one another off the map, for two to six. Rules in RULEBOOK.md."""

from companion.shark.asking import asks
from companion.shark.disclosure import DISCLOSURE
from companion.shark.evolve import evolve
from companion.shark.legal import refusal
from companion.shark.moves import COMMANDS, EVENTS
from companion.shark.rehearsal import REHEARSAL
from companion.shark.rules import FEWEST, MOST, OPTIONS, SEATS, check, events, outcome, setup
from companion.shark.screens import screen
from companion.shark.sight import view
from companion.shark.taps import pieces, tapped
from companion.shark.telling import tell

NAME = "shark"
RULES = 1

__all__ = [
    "COMMANDS", "DISCLOSURE", "EVENTS", "FEWEST", "MOST", "NAME", "OPTIONS", "REHEARSAL", "RULES", "SEATS",
    "asks", "check", "events", "evolve", "outcome", "pieces", "refusal", "screen", "setup", "tapped", "tell", "view",
]  # fmt: skip
