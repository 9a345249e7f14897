"""Whose seat is it: sitting down, names, PINs, the pawn's ticket, and who has a place in which game.

Values and pure functions; the table calls them.
"""
