"""The brain of the house players of Négoces 2.

What a seat sees comes in, with its open asks; one answer and its reason go out. `valuing` says what a hand is worth and what
others probably lack, and `choosing` picks the trade that improves it most. Nothing here knows the true state.
"""
