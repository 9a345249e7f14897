"""Seats and the people on them: sitting down, names, PINs, the pawn's ticket, starting a game, and places in games.

Rows of the journal come in; who sits where, and whose hand it is, goes out. All of it is values and pure functions, called by
the table, except that `tickets.Tickets` and `pins.Tries` remember times that the journal doesn't keep.
"""
