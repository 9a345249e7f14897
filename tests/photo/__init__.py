"""Photographs of tables: rendered from the sheets that are printed, with all that a kitchen does to them, and looked at.

`python -m tests.photo.measuring` renders 200 of each game and says how many pieces were placed right; `--renderer povray` has a
real renderer do it, if it is installed. `python -m tests.photo.fuzzing` sends 2,000 damaged pictures to a served table.
"""
