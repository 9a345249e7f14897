"""Figures, measured and printed: never asserted, since a slow day is no fault. Run by `make bench`."""
