"""The board without players: the map, the four companies, where they may build, what a building removes, and the prices.

The buildings that stand on the map come in; clusters, legal cells, placements and prices go out. Nothing here takes a state, so
that the rules, the previews and the invariants work out the same thing with the same functions.
"""
