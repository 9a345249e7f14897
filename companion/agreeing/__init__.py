"""Agreements between the people at a table: to put a game away, to take an act back, to leave, to set the table anew.

`motions` are voted on by those whom `electorate` names; `voting` says what a vote comes to, and `passing` what happens when a
motion passes. The room `evening` has what is agreed around games. Commands come in with the facts by which people decide,
`on_table.Company`; events go out, and are folded into the evening, the votes and the take-backs. All of it is public, and it is
values and pure functions, except that two clocks, `minute.Minute` and `leaving.Waits`, remember times that the journal doesn't
keep.
"""
