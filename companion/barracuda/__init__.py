"""Barracuda: a negotiation game for three to five, with secret purses and false money. Rules in RULEBOOK.md."""

from companion.barracuda.asking import asks
from companion.barracuda.disclosure import DISCLOSURE
from companion.barracuda.evolve import evolve
from companion.barracuda.legal import refusal
from companion.barracuda.moves import COMMANDS, EVENTS
from companion.barracuda.rehearsal import REHEARSAL
from companion.barracuda.rules import FEWEST, MOST, OPTIONS, SEATS, check, events, outcome, setup
from companion.barracuda.screens import screen
from companion.barracuda.sight import view
from companion.barracuda.taps import pieces, tapped
from companion.barracuda.telling import tell

NAME = "barracuda"
RULES = 3

__all__ = [
    "COMMANDS", "DISCLOSURE", "EVENTS", "FEWEST", "MOST", "NAME", "OPTIONS", "REHEARSAL", "RULES", "SEATS",
    "asks", "check", "events", "evolve", "outcome", "pieces", "refusal", "screen", "setup", "tapped", "tell", "view",
]  # fmt: skip
