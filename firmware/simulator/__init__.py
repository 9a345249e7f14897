"""Simulated hardware. It is part of the product: a laptop runs the same code as a Pi, down to the chip."""
