"""Everybody's gains and costs of a building: before, while and after it is built.

The input is a state and a company's building on a cell. `previews` computes its effects, for every cell of the active player's
zone; `settling` the events that building it causes: prices, bonus, gains, losses, perhaps the end; `debts` the forced sale of a
player who can't pay the losses in cash; `statements` the consequences of the last throw, as far as each viewer may know them.
"""
