"""Players of the house: they take a seat, see what that seat may see, answer its asks, and give their reasons afterwards.

How to play is each game's own: the optional name `house` of its package is its brain (`companion.kit.house`). This room gives a
brain its `Sight` and a generator, and answers at random where a game has no brain. `companion.lab.arena` measures how well
they play.
"""
