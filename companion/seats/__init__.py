"""Seats and the people on them: sitting down, names, PINs, the pawn's ticket, and places in games.

Values and pure functions, called by the table.
"""
