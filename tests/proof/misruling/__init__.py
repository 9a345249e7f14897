"""Deliberately wrong rules for each game, every one of which a referee finds.

In each file `MISRULES` gives, for a short description of the mistake, the change that makes it.
"""
