"""The state that the journal's rows come to: `room.Room`, everything around the game, and the match that is on its table.

`room` decides and folds all topics of the table's own rows together. `replaying` folds them from the disk at a start,
`checkpoint` lets it begin at a later row than the first, and `upcasting` converts what earlier versions wrote.
"""
