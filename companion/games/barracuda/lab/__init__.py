"""Barracuda in the laboratory: what random play and two worlds need to know of it.

`rehearsal` is the game's `REHEARSAL`. `worlds` deals anew what a viewer may not know, and `leaks` breaks the game on purpose;
both use the laboratory itself, and no table loads them.
"""
