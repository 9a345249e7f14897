"""Drivers for the reader, display and panel, their simulators, and the program that starts the table."""
