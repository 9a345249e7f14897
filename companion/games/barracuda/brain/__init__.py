"""The brain of Barracuda's players of the house.

What a seat sees comes in, with its open asks; one answer and its reason go out. `valuing` says what a position is worth to
each seat, and `choosing` picks the command that leads to the best one. Nothing here knows the true state.
"""
