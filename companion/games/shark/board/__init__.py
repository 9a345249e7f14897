"""The board without players: the map, the four companies, where they may build, what a building removes, and the prices.

From the buildings on the map it computes clusters, legal cells, placements and prices. Nothing here takes a state, so that the
rules, the previews and the invariants can all use the same functions.
"""
