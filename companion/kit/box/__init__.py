"""The contents of a game's box, as data to print: `labels` for the pieces of a bought box, and on `paper` the whole box.

A game's constants come in; nothing goes out, because `firmware.printing` and `hardware.paper` lay them out on sheets.
"""
