"""Agreements around games: pausing, putting a game away and taking it up again, and the score of games won.

Commands come in through `evening`, with the facts of `on_table.Company`; events go out, and are folded into its `Evening`.
"""
