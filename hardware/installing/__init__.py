"""The implementation of `hardware/install`. It uses only Python's standard library, and the program imports none of it."""
