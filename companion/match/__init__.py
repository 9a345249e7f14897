"""One game from its first state on: `match.Match`, a frozen value with the game's log and everybody's standing asks.

`guard` decides what a seat may do from what that seat knows, and `seals` compares each event with what DISCLOSURE says. From
the log `pricing` reads what it takes to go back: what people have learned since, and so who must agree. Nothing here knows who
sits at the table, or that there is a disk.
"""
