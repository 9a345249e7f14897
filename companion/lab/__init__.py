"""The laboratory: hold any game to what Barkeep promises. For developers; the table never loads it.

`contract` is what a game's own tests inherit from. The other modules are what the contract and the proof are made of, and need
nothing but the standard library: two worlds that only a secret tells apart, other histories, who learns what, the rule book.
"""
