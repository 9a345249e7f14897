"""Interpret a tap or a key, by what it means just now: an act, a late act, a question, a lesson, or a pawn that opens a seat.

A piece on a reader or a press of the panel comes in through `taps`; a command of the game or the room goes on to the commit,
and an answer goes out. What waits for another tap, a `doubt` or a `late` one, is part of the snapshot, and not of the journal.
"""
