"""How a command fails: with one sentence that says what to do."""

from __future__ import annotations

import sys
from typing import Final

NO_FOLDER: Final = "it is a file, and a folder is needed"


def fail(sentence: str) -> int:
    """Print *sentence* as an error, and return the exit code of a failure."""
    print(f"barkeep: {sentence}", file=sys.stderr)
    return 1


def reason(error: Exception) -> str:
    """Return what *error* says; if a file or folder can't be used, its name and what to do."""
    if not isinstance(error, OSError) or error.filename is None:
        return str(error)
    wrong = NO_FOLDER if isinstance(error, FileExistsError | NotADirectoryError) else error.strerror
    return f"{error.filename} can't be used ({wrong}): give another one, or change whose it is"
