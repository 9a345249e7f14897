"""Games that aren't Barkeep's own: Morra, a whole distribution that docs/adding-a-game.md walks through, and a pawnshop.

The pawnshop asks for what Morra doesn't.
"""
