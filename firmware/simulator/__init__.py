"""Simulated hardware. It is part of the product: a laptop runs the same code as a Pi, down to the chip.

`bench.SimulatedBox` holds every device. The drivers see buses and pins (`pins`, `chip`, `display`, `panel`); a page or a test
handles them as somebody at the table would (`hand`, `person`), and causes faults by name (`faults`).
"""
