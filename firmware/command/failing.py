"""How a command fails: with one sentence that says what to do."""

import sys


def fail(sentence: str) -> int:
    """Print *sentence* as an error, and return the exit code of a failure."""
    print(f"barkeep: {sentence}", file=sys.stderr)
    return 1
