"""Tags and their pieces: teaching them, the walk through the box, the tag file, box contents and labels.

A UID comes in, a `companion.kit.pieces.Piece` goes out. Values and pure functions, called by the table.
"""
