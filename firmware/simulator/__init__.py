"""Simulated hardware, part of the product: a laptop runs the same code path down to the chip."""
