"""Let a process that has time leave the processor to those that people wait for."""

from __future__ import annotations

import os
from contextlib import suppress


def give_way(steps: int) -> None:
    """Lower this process's priority by so many *steps*, at most 19; where that isn't allowed, go on as before.

    The installed service's filter of system calls answers EPERM, and what nobody waits for must be found all the same. Even
    so the kernel serves threads that mostly sleep, such as the pages', before one that always runs.
    """
    with suppress(OSError):
        os.nice(steps)
