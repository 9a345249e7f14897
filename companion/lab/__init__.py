"""The lab: check that a game keeps Barkeep's promises. For developers; the table never loads it.

A game's own tests inherit from `contract`. The other modules are the parts of the contract and of the proof, and need only the
standard library: two worlds that differ only in secrets, other histories, who learns what, the rule book.
"""
