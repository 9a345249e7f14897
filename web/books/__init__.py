"""The opened books of a finished game: its moments, through whose eyes they may be looked at, and its charts."""
