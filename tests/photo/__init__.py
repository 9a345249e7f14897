"""Photographs of tables: rendered from the sheets that are printed, with all that a kitchen does to them, and looked at.

`python -m tests.photo` renders 200 of each game and says how many pieces were placed right.
"""
