"""Sheets to print: labels for a game's pieces, and cards for the table itself."""
