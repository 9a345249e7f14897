"""Morra in the laboratory: its secrets dealt again, and its leaks. No table loads it."""
