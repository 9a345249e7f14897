"""Print and play: draw what is in a game's box on paper, as PDF, for A4 and Letter. `python -m hardware.paper` writes them."""
