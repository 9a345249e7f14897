"""What `hardware/install` does, with Python's standard library alone. The program imports none of it."""
