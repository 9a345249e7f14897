"""Photographs of the table: from the places of glyphs in a picture to what lies where, and what the companion has otherwise.

The picture itself never gets here. `plane` works out how the camera saw the table, `standing` what stands on what, and
`comparing` what that says about the game's layout.
"""
