"""The box of Négoces 2 on paper: what is printed of it.

`labels` go onto the pieces of a bought box, so that tags can be found behind them; `paper` is the whole box, to print, cut
out and play.
"""
