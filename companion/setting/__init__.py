"""Setting the table anew: correcting it, recounting it, and entering a game that was played without the companion.

What lies where comes from a game's `layout`. A `proposal` states it anew; who must agree is for `companion.agreeing`.
"""
