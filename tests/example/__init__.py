"""The game that CONTRIBUTING.md adds: its one file, its words, a playthrough, its two worlds, and that all of it works.

Beside it a pawnshop, which asks for what that game doesn't.
"""
