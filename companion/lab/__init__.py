"""The lab: check that a game keeps Barkeep's promises. For developers; the table never loads it.

A game comes in, as its module; what is wrong with it goes out, as sentences. A game's own tests inherit from `contract`. The
other modules are the parts of the contract and of the proof, and need only the standard library: random play (`simulate`),
playthroughs, records for independent programs, the rule book, and in `secrecy` two worlds that differ only in secrets.
"""
