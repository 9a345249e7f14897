"""The turning points of a finished game: where the chances to win changed the most.

`playing_out` lets players of the house play a game to its end, and `points` finds the events after which they win more or less
often than before. That takes minutes, so it runs in a process of its own: see `firmware/turning.py`. It knows everybody's
secrets, so it is worked out, and told, only where the books are unsealed.
"""
