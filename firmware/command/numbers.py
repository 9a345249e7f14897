"""Numbers on the command line, so that one that can't be is refused with those that can."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def whole(within: range) -> Callable[[str], int]:
    """Return a type for argparse: a whole number that is *within* this range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = within.stop
        if number not in within:
            raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number from {within[0]} to {within[-1]}")
        return number

    return read
