"""The brain of Shark's players of the house.

What a seat sees comes in, with its open asks; one answer and its reason go out. `forecast` says what prices will probably do,
and `choosing` picks the building and the shares that pay best. Nothing here knows the true state.
"""
