"""Rules that are wrong on purpose, for each game: a referee finds every one of them.

In each file `MISRULES` tells in a few words what is wrong, and how the rules are changed to be so.
"""
