"""The things on the table: drivers, simulators, and the program that starts everything."""
