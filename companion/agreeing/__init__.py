"""What the people at a table agree on: to put a game away, to take an act back, to leave, to set the table anew.

Commands come in with the facts about the game on the table, `evening.OnTable`; events go out, and are folded here into the
evening, the votes and the take-backs. All of it is public, and all of it is values and pure functions, except that two clocks,
`minute.Minute` and `leaving.Waits`, remember times that the journal doesn't keep.
"""
