"""Two worlds that one viewer can't tell apart: everything that this viewer receives must be the same in both.

A game's `lab/worlds.py` comes in as a `recipe`; a `report` of every difference goes out. docs/secrecy.md says what each
file tests.
"""
