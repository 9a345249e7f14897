"""Which tag is which piece: teaching, the walk through the box, the file of tags, and what the boxes hold.

A UID comes in, a `companion.kit.pieces.Piece` goes out. Values and pure functions; the table calls them.
"""
