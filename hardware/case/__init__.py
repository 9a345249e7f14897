"""The case: its source for OpenSCAD, the numbers in it, and pictures that are drawn from them."""
