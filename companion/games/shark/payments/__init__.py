"""What every player gets and pays for a building: beforehand, when it is built, and afterwards.

The state and a company's building on a cell come in. `previews` has what it would do, for every cell of the active player's
zone; `settling` the events when it is built: prices, bonus, gains, losses, perhaps the end; `debts` the forced sale of a player
who can't pay the losses in cash; `statements` what followed from the last throw, as each viewer may know it.
"""
